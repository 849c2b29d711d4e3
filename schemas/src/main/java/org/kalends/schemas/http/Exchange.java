package org.kalends.schemas.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, for an {@link Endpoint}: reads block until the client has sent,
 * writes until it has taken. Used by one thread.
 */
public final class Exchange {
  private static final int ANSWER_BUFFER_BYTES = 32 * 1024;

  private final Request request;
  private final Response response;
  private final Map<String, String> pathParameters;
  private final Fields query;
  private @Nullable OutputStream out;

  Exchange(Request request, Response response, Map<String, String> pathParameters) {
    this.request = request;
    this.response = response;
    this.pathParameters = pathParameters;
    this.query = Request.extractQueryParameters(request);
  }

  public String method() {
    return request.getMethod();
  }

  /** The path and query as sent, still percent-encoded. */
  public String rawPathQuery() {
    return request.getHttpURI().getPathQuery();
  }

  /** The decoded value of a parameter of the route's template. */
  public String pathParameter(String name) {
    String value = pathParameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("The route has no such parameter; name=" + name);
    }
    return value;
  }

  /** The decoded values of a query parameter, in their order; empty when it is not there. */
  public List<String> queryParameters(String name) {
    return query.getValuesOrEmpty(name);
  }

  /**
   * The decoded value of a query parameter that may stand once, or null.
   *
   * @throws ProblemException when it stands twice
   */
  public @Nullable String queryParameter(String name) {
    List<String> values = queryParameters(name);
    if (values.size() > 1) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST, "The query parameter stands more than once; name=" + name);
    }
    return values.isEmpty() ? null : values.get(0);
  }

  /**
   * Refuses query parameters that no one reads, so that a typing error is no silent default.
   *
   * @throws ProblemException when there is one that is not among the known
   */
  public void allowQueryParameters(String... known) {
    for (String name : query.getNames()) {
      if (!List.of(known).contains(name)) {
        throw new ProblemException(
            ProblemType.INVALID_REQUEST,
            "The query parameter is not known here; name="
                + name
                + " known="
                + String.join(",", known));
      }
    }
  }

  /**
   * A request header, or null; one that stands several times is one list with commas (RFC 9110
   * §5.3), which whoever takes a single value refuses.
   */
  public @Nullable String header(String name) {
    List<String> values = request.getHeaders().getValuesList(name);
    return values.isEmpty() ? null : String.join(", ", values);
  }

  /**
   * The request's body as it arrives. It throws {@link BrokenBodyException} where it ends too
   * early; an endpoint lets that pass, and the server answers.
   */
  public InputStream body() {
    return new RequestBody(Content.Source.asInputStream(request));
  }

  /** Sets a header of the answer; only before the body has begun. */
  public void setHeader(String name, String value) {
    response.getHeaders().put(name, value);
  }

  /**
   * Begins an answer with a body: write to the stream; the server closes it after the endpoint has
   * returned.
   */
  public OutputStream answer(int status, String mediaType) {
    response.setStatus(status);
    response.getHeaders().put("Content-Type", mediaType);
    out = new BufferedOutputStream(Content.Sink.asOutputStream(response), ANSWER_BUFFER_BYTES);
    return out;
  }

  /** Answers with a whole body. */
  public void answer(int status, String mediaType, byte[] body) throws IOException {
    setHeader("Content-Length", Integer.toString(body.length));
    answer(status, mediaType).write(body);
  }

  /** Answers without a body. */
  public void answer(int status) {
    response.setStatus(status);
  }

  /** Whether bytes of the answer are on their way, so that it can no longer be replaced. */
  boolean committed() {
    return response.isCommitted();
  }

  void finish() throws IOException {
    if (out != null) {
      out.close();
    }
  }
}
