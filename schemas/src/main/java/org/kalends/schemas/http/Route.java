package org.kalends.schemas.http;

import java.util.List;

/**
 * One row of the route table.
 *
 * @param method the request method; any token, so that CalDAV's fit as well
 * @param template the path, with parameters as whole segments: {@code
 *     /v1/calendars/{calendar}/events/{uid}}
 * @param endpoint what answers
 * @param limited whether it counts among the requests that the server takes at a time; one that
 *     does not is answered however busy the node is
 */
public record Route(String method, String template, Endpoint endpoint, boolean limited) {
  /** A route that counts. */
  public Route(String method, String template, Endpoint endpoint) {
    this(method, template, endpoint, true);
  }

  /** A route for those who look after the node. */
  public static Route ofOperations(String template, Endpoint endpoint) {
    return new Route("GET", template, endpoint, false);
  }

  /** The template's segments without the leading empty one. */
  List<String> segments() {
    return List.of(template.substring(1).split("/", -1));
  }
}
