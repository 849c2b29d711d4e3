package org.kalends.schemas.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route of a request. Literal segments win over parameters, which are never empty;
 * segments are decoded after they are split (RFC 3986 §2.4).
 */
final class RouteTable {
  /** A route with the values of its template's parameters. */
  record Match(Route route, Map<String, String> parameters) {}

  private final List<Route> routes;

  RouteTable(List<Route> routes) {
    this.routes = List.copyOf(routes);
  }

  List<Route> routes() {
    return routes;
  }

  /**
   * @param rawPath the path as sent, still percent-encoded
   * @throws ProblemException when no route has this path, or none of those has this method
   */
  Match find(String method, String rawPath) {
    List<String> segments =
        List.of(rawPath.substring(Math.min(1, rawPath.length())).split("/", -1));
    // the server leaves out the body (RFC 9110 §9.3.2)
    String wanted = method.equals("HEAD") ? "GET" : method;
    Match best = null;
    for (Route route : routes) {
      Map<String, String> parameters = match(route.segments(), segments);
      if (parameters == null) {
        continue;
      }
      boolean literal = best == null || parameters.size() < best.parameters().size();
      if (route.method().equals(wanted) && literal) {
        best = new Match(route, parameters);
      }
    }
    if (best != null) {
      return best;
    }
    SortedSet<String> allowed = methods(rawPath);
    if (allowed.isEmpty()) {
      throw new ProblemException(
          ProblemType.NO_SUCH_ROUTE, "No route has this path; path=" + rawPath);
    }
    throw new ProblemException(
        ProblemType.METHOD_NOT_ALLOWED,
        "This path has other methods; method=" + method + " allowed=" + String.join(",", allowed));
  }

  /** The methods that a path has; none when no route has the path. */
  SortedSet<String> methods(String rawPath) {
    List<String> segments =
        List.of(rawPath.substring(Math.min(1, rawPath.length())).split("/", -1));
    SortedSet<String> methods = new TreeSet<>();
    for (Route route : routes) {
      if (match(route.segments(), segments) != null) {
        methods.add(route.method());
        if (route.method().equals("GET")) {
          methods.add("HEAD");
        }
      }
    }
    return methods;
  }

  /**
   * The method, or "other" for one that no route has: what comes from outside is no name of ours.
   */
  String known(String method) {
    boolean ours =
        method.equals("HEAD") || routes.stream().anyMatch(route -> route.method().equals(method));
    return ours ? method : "other";
  }

  private static @Nullable Map<String, String> match(List<String> template, List<String> segments) {
    if (template.size() != segments.size()) {
      return null;
    }
    Map<String, String> parameters = new HashMap<>();
    for (int i = 0; i < template.size(); i++) {
      String wanted = template.get(i);
      if (wanted.startsWith("{") && !segments.get(i).isEmpty()) {
        parameters.put(wanted.substring(1, wanted.length() - 1), decoded(segments.get(i)));
      } else if (!wanted.equals(segments.get(i))) {
        return null;
      }
    }
    return parameters;
  }

  private static String decoded(String segment) {
    try {
      // URLDecoder reads '+' as a space, which it is only in queries
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST,
          "The path has a broken percent-encoding; segment=" + segment);
    }
  }
}
