package org.kalends.query.routing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.kalends.indexer.store.PartitionOwners.Node;
import org.kalends.query.read.Deadline;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** Asks other nodes over HTTP. Safe for many threads. */
public final class NodeClient implements AutoCloseable {
  /** How much longer than the deadline it waits, so that the node's own refusal arrives. */
  private static final Duration GRACE = Duration.ofMillis(500);

  private static final int MISDIRECTED = ProblemType.NOT_THE_OWNER.status();

  private final HttpClient client;
  private final Duration stallTimeout;
  private final ScheduledThreadPoolExecutor watch;

  /**
   * @param stallTimeout how long an answer that has begun may stand still
   */
  public NodeClient(Duration connectTimeout, Duration stallTimeout) {
    this.stallTimeout = stallTimeout;
    this.watch =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("kalends-hops").daemon(true).factory());
    watch.setRemoveOnCancelPolicy(true);
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connectTimeout)
            .build();
  }

  /**
   * A request to a node that is taken for the owner.
   *
   * @param pathQuery percent-encoded, as it was sent here
   * @param body empty for none
   */
  public record Question(
      String method, String pathQuery, Map<String, String> headers, String body) {}

  /** Another node's answer, its head read, its body still coming. */
  public record Reply(int status, HttpHeaders headers, InputStream body) {}

  /**
   * Sends it and waits for the answer's head; the body is then read from the stream, which must be
   * closed, and which throws when it stands still for longer than it may.
   *
   * @throws NotTheOwnerException when the node says so
   * @throws IOException when it does not answer
   */
  public Reply ask(Node node, Question question, Deadline deadline)
      throws IOException, NotTheOwnerException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(node, question.pathQuery()))
            .timeout(deadline.left().plus(GRACE))
            .header(Hop.HEADER, "1")
            .header(Hop.DEADLINE_HEADER, Long.toString(deadline.left().toMillis()))
            .method(
                question.method(),
                question.body().isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(question.body()));
    question.headers().forEach(request::header);
    HttpResponse<InputStream> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    if (answer.statusCode() == MISDIRECTED) {
      answer.body().close();
      throw new NotTheOwnerException(node);
    }
    return new Reply(
        answer.statusCode(),
        answer.headers(),
        new BufferedInputStream(new WatchedBody(answer.body(), watch, stallTimeout)));
  }

  private static URI uri(Node node, String pathQuery) {
    String host = node.host().contains(":") ? "[" + node.host() + "]" : node.host();
    try {
      return URI.create("http://" + host + ":" + node.port() + pathQuery);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST,
          "The address has characters that must be percent-encoded; address=" + pathQuery);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    watch.shutdownNow();
  }
}
