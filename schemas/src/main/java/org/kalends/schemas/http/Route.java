package org.kalends.schemas.http;

import java.util.List;

/**
 * One row of the route table.
 *
 * @param method the request method; any token, so that CalDAV's fit as well
 * @param template the path, with parameters as whole segments: {@code
 *     /v1/calendars/{calendar}/events/{uid}}
 * @param endpoint what answers
 */
public record Route(String method, String template, Endpoint endpoint) {
  /** The template's segments without the leading empty one. */
  List<String> segments() {
    return List.of(template.substring(1).split("/", -1));
  }
}
