package org.kalends.schemas.http;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every kind of error that a caller can meet, over HTTP (RFC 9457) or as the rejection in a
 * change's result: the one place that maps a kind to a status.
 */
public enum ProblemType {
  INVALID_REQUEST("invalid-request", 400, "The request is not understood"),
  INVALID_TIME_RANGE("invalid-time-range", 400, "The time range is not valid"),
  INVALID_ZONE("invalid-zone", 400, "The time zone is not known"),
  INVALID_CURSOR("invalid-cursor", 400, "The cursor is not valid for this query"),
  INVALID_TOKEN("invalid-token", 400, "The consistency token is not valid"),
  INVALID_CALENDAR("invalid-calendar", 422, "The iCalendar text is not valid"),
  INVALID_EVENT("invalid-event", 422, "The event breaks a rule"),
  LIMIT_EXCEEDED("limit-exceeded", 422, "A limit is exceeded"),
  UID_MISMATCH("uid-mismatch", 422, "The UID is not the one of the path"),
  NO_SUCH_ROUTE("no-such-route", 404, "There is nothing at this address"),
  CALENDAR_NOT_FOUND("calendar-not-found", 404, "There is no such calendar"),
  EVENT_NOT_FOUND("event-not-found", 404, "There is no such event"),
  METHOD_NOT_ALLOWED("method-not-allowed", 405, "The method is not allowed here"),
  NOT_ACCEPTABLE("not-acceptable", 406, "None of the accepted media types can be given"),
  PRECONDITION_FAILED("precondition-failed", 412, "The precondition does not hold"),
  ATOMIC_SET_REJECTED(
      "atomic-set-rejected", 422, "Another change of the same atomic set was rejected"),
  BODY_TOO_LARGE("body-too-large", 413, "The body is too large"),
  ADDRESS_TOO_LONG("address-too-long", 414, "The address is too long"),
  UNSUPPORTED_MEDIA_TYPE("unsupported-media-type", 415, "The media type is not supported"),
  STEP_BUDGET_EXCEEDED("step-budget-exceeded", 422, "The query needs too many steps"),
  NOT_THE_OWNER("not-the-owner", 421, "This node does not own the partition"),
  HEADERS_TOO_LARGE("headers-too-large", 431, "The request's headers are too large"),
  UNAVAILABLE("unavailable", 503, "The partition cannot be answered for right now"),
  OVERLOADED("overloaded", 503, "Too many requests are under way"),
  NOT_YET_APPLIED("not-yet-applied", 503, "The write of the token is not applied here yet"),
  RESULT_TIMEOUT("result-timeout", 504, "The change is stored, its result is not known yet"),
  INTERNAL("internal", 500, "Something went wrong here");

  /** What the type's slug is appended to, to make the URI of RFC 9457 §3.1.1. */
  public static final String URI_PREFIX = "urn:kalends:problem:";

  private final String slug;
  private final int status;
  private final String title;

  ProblemType(String slug, int status, String title) {
    this.slug = slug;
    this.status = status;
    this.title = title;
  }

  public String slug() {
    return slug;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  public String uri() {
    return URI_PREFIX + slug;
  }

  public static Optional<ProblemType> ofSlug(String slug) {
    return Arrays.stream(values()).filter(type -> type.slug.equals(slug)).findAny();
  }
}
