package org.kalends.schemas.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a route table over HTTP/1.1: every request on a virtual thread of its own, every error as
 * problem+json, no more than {@link Settings#maxInFlight} at a time.
 */
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /**
   * A UID may have any character, so a segment may encode any: paths are split before they are
   * decoded.
   */
  private static final UriCompliance ANY_SEGMENT =
      UriCompliance.DEFAULT.with(
          "any-segment",
          UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
          UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
          UriCompliance.Violation.AMBIGUOUS_PATH_PARAMETER,
          UriCompliance.Violation.AMBIGUOUS_PATH_SEGMENT,
          UriCompliance.Violation.SUSPICIOUS_PATH_CHARACTERS);

  /**
   * @param host the address to listen on
   * @param port 0 for any free one
   * @param maxHeaderBytes of a request line and its headers together, and of an answer's
   * @param maxInFlight requests under way; one more is answered 503
   * @param idleTimeout how long a connection may neither read nor write
   * @param drainTimeout how long {@link #close} waits for requests under way
   */
  public record Settings(
      String host,
      int port,
      int maxHeaderBytes,
      int maxInFlight,
      Duration idleTimeout,
      Duration drainTimeout) {
    /** Bytes. */
    public static final int DEFAULT_MAX_HEADER_BYTES = 16 * 1024;

    public static final int DEFAULT_MAX_IN_FLIGHT = 1_000;

    public static Settings on(String host, int port) {
      return new Settings(
          host,
          port,
          DEFAULT_MAX_HEADER_BYTES,
          DEFAULT_MAX_IN_FLIGHT,
          Duration.ofSeconds(30),
          Duration.ofSeconds(10));
    }
  }

  /** Bytes of a refused request's body that are still read. */
  private static final long MAX_DRAINED_BYTES = 4L * 1024 * 1024;

  /** Told of every answered request; called on the request's thread. */
  @FunctionalInterface
  public interface Observer {
    /**
     * @param method one that the route table has, or "other"
     * @param routeTemplate of the route that answered, or "none"
     * @param nanos from the request's arrival to the answer's end
     */
    void answered(String method, String routeTemplate, int status, long nanos);
  }

  private final Server server;
  private final ServerConnector connector;
  private final RouteTable table;

  /** Makes the server; {@link #start} makes it listen. */
  public HttpServer(Settings settings, List<Route> routes, Observer observer) {
    this.table = new RouteTable(routes);
    QueuedThreadPool threads = new QueuedThreadPool(64);
    threads.setName("http");
    threads.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory()));
    this.server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setRequestHeaderSize(settings.maxHeaderBytes());
    http.setResponseHeaderSize(settings.maxHeaderBytes());
    http.setSendServerVersion(false);
    http.setUriCompliance(ANY_SEGMENT);
    this.connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(settings.idleTimeout().toMillis());
    server.addConnector(connector);
    server.setHandler(
        new GracefulHandler(new Dispatch(table, new Semaphore(settings.maxInFlight()), observer)));
    server.setErrorHandler((request, response, callback) -> answerParsingFault(response, callback));
    server.setStopTimeout(settings.drainTimeout().toMillis());
  }

  /**
   * Listens from here on.
   *
   * @throws IOException when the address is taken or not ours
   */
  public void start() throws IOException {
    try {
      server.start();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("The HTTP server did not start", e);
    }
  }

  /** The port that it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  public URI uri() {
    return URI.create("http://" + connector.getHost() + ":" + port());
  }

  public List<Route> routes() {
    return table.routes();
  }

  /** Takes no more requests, finishes those under way within the drain timeout, and stops. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("The HTTP server did not stop cleanly", e);
    }
  }

  /** What Jetty refuses before a request exists: bad syntax, headers too large. */
  private static boolean answerParsingFault(Response response, Callback callback) {
    Problem problem =
        switch (response.getStatus()) {
          case HttpStatus.URI_TOO_LONG_414 ->
              Problem.of(ProblemType.ADDRESS_TOO_LONG, "The request's first line is too long");
          case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
              Problem.of(ProblemType.HEADERS_TOO_LARGE, "The request's headers are too large");
          case HttpStatus.INTERNAL_SERVER_ERROR_500 ->
              Problem.of(ProblemType.INTERNAL, "The node failed on this request; its log says why");
          default ->
              Problem.of(ProblemType.INVALID_REQUEST, "The request breaks the syntax of HTTP");
        };
    response.setStatus(problem.type().status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
    response.write(true, ByteBuffer.wrap(bytesOf(problem)), callback);
    return true;
  }

  private static byte[] bytesOf(Problem problem) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      problem.writeTo(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  private static final class Dispatch extends Handler.Abstract {
    private final RouteTable table;
    private final Semaphore inFlight;
    private final Observer observer;

    Dispatch(RouteTable table, Semaphore inFlight, Observer observer) {
      this.table = table;
      this.inFlight = inFlight;
      this.observer = observer;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      long startNanos = System.nanoTime();
      String template = "none";
      try {
        RouteTable.Match match = table.find(request.getMethod(), request.getHttpURI().getPath());
        template = match.route().template();
        if (match.route().limited()) {
          answerLimited(request, response, match);
        } else {
          answer(request, response, match);
        }
      } catch (ProblemException e) {
        refuse(request, response, e.problem());
      }
      observer.answered(
          table.known(request.getMethod()),
          template,
          response.getStatus(),
          System.nanoTime() - startNanos);
      callback.succeeded();
      return true;
    }

    private void answerLimited(Request request, Response response, RouteTable.Match match) {
      if (!inFlight.tryAcquire()) {
        answer(
            response,
            Problem.of(
                ProblemType.OVERLOADED, "The node has as many requests under way as it takes"));
        return;
      }
      try {
        answer(request, response, match);
      } finally {
        inFlight.release();
      }
    }

    private void answer(Request request, Response response, RouteTable.Match match) {
      Exchange exchange = new Exchange(request, response, match.parameters());
      try {
        match.route().endpoint().answer(exchange);
        exchange.finish();
      } catch (ProblemException e) {
        if (exchange.committed()) {
          breakOff(request, e);
        } else {
          refuse(request, response, e.problem());
        }
      } catch (BrokenBodyException e) {
        if (exchange.committed()) {
          breakOff(request, e);
        } else {
          answer(
              response,
              Problem.of(ProblemType.INVALID_REQUEST, BrokenBodyException.SENTENCE),
              false,
              "");
        }
      } catch (EofException e) {
        LOG.debug("The client is gone; path={}", request.getHttpURI().getPath());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        answer(response, Problem.of(ProblemType.UNAVAILABLE, "The node is stopping"));
      } catch (Exception e) {
        LOG.error(
            "A request failed; method={} path={}",
            request.getMethod(),
            request.getHttpURI().getPath(),
            e);
        if (exchange.committed()) {
          breakOff(request, e);
        } else {
          answer(
              response,
              Problem.of(
                  ProblemType.INTERNAL, "The node failed on this request; its log says why"));
        }
      }
    }

    /**
     * Answers with a problem while the client may still be sending: takes what is left of its body,
     * up to a limit, because many clients read no answer before they have sent all.
     */
    private void refuse(Request request, Response response, Problem problem) {
      boolean whole = false;
      try (InputStream rest = Content.Source.asInputStream(request)) {
        rest.skipNBytes(MAX_DRAINED_BYTES);
      } catch (EOFException e) {
        whole = !(e instanceof EofException);
      } catch (IOException e) {
        LOG.debug("The client is gone before its problem reached it", e);
      }
      answer(response, problem, whole, request.getHttpURI().getPath());
    }

    /**
     * An answer that has begun cannot become an error: cutting the connection tells the client that
     * it is not whole.
     */
    private static void breakOff(Request request, Exception cause) {
      request.getConnectionMetaData().getConnection().getEndPoint().close(cause);
    }

    private void answer(Response response, Problem problem) {
      answer(response, problem, true, "");
    }

    /**
     * @param reusable whether the connection stands behind the request's end
     * @param path whose methods a client is told that used another
     */
    private void answer(Response response, Problem problem, boolean reusable, String path) {
      response.reset();
      if (problem.type() == ProblemType.METHOD_NOT_ALLOWED) {
        response.getHeaders().put(HttpHeader.ALLOW, String.join(", ", table.methods(path)));
      }
      if (!reusable) {
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
      }
      response.setStatus(problem.type().status());
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
      if (problem.retryAfterSeconds() != null) {
        response
            .getHeaders()
            .put(HttpHeader.RETRY_AFTER, Integer.toString(problem.retryAfterSeconds()));
      }
      byte[] body = bytesOf(problem);
      response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
      Callback.Completable written = new Callback.Completable();
      response.write(true, ByteBuffer.wrap(body), written);
      try {
        written.join();
      } catch (CompletionException e) {
        LOG.debug("The client is gone before its problem reached it");
      }
    }
  }
}
