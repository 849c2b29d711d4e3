package org.kalends.indexer.topology;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.Outcome;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.http.ProblemType;

/**
 * Outcomes of changes that the writer does not apply. Their sentences quote what was sent, so they
 * are clipped: a result of as many rejections as a set may have still fits its topic.
 */
final class Rejections {
  /** Characters of a sentence, of a property and of a rule. */
  static final int MAX_TEXT = 300;

  private Rejections() {}

  /**
   * @param etag of the event as it stands, null when there is none
   */
  static Outcome outcome(
      String uid,
      @Nullable String etag,
      ProblemType type,
      String detail,
      @Nullable String property) {
    Rejection rejection =
        Rejection.newBuilder()
            .setType(type.slug())
            .setDetail(clipped(detail))
            .setProperty(property)
            .build();
    return new Outcome(uid, OutcomeStatus.REJECTED, etag, rejection);
  }

  static Outcome outcome(String uid, @Nullable String etag, InvalidEventException fault) {
    ProblemType type = fault.isLimit() ? ProblemType.LIMIT_EXCEEDED : ProblemType.INVALID_EVENT;
    String property = fault.property();
    String rule = fault.rule();
    Rejection rejection =
        new Rejection(
            type.slug(),
            clipped(fault.getMessage()),
            property == null ? null : clipped(property),
            rule == null ? null : clipped(rule),
            fault.override());
    return new Outcome(uid, OutcomeStatus.REJECTED, etag, rejection);
  }

  private static String clipped(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + '…';
  }
}
