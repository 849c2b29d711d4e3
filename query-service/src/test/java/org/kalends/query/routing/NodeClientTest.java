package org.kalends.query.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.kalends.indexer.store.PartitionOwners.Node;
import org.kalends.query.read.Deadline;

/** An owner that begins its answer and then stands still. */
@Timeout(60)
class NodeClientTest {
  private static final NodeClient.Question QUESTION =
      new NodeClient.Question("GET", "/v1/calendars", Map.of(), "");

  private final NodeClient client = new NodeClient(Duration.ofSeconds(5), Duration.ofMillis(200));
  private final CountDownLatch never = new CountDownLatch(1);
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    never.countDown();
    client.close();
    server.close();
  }

  @Test
  void shouldGiveUpOnAnAnswerThatStandsStill() throws Exception {
    answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx");

    try (InputStream body = ask().body()) {
      assertThat(body.read()).isEqualTo('x');
      assertThatThrownBy(body::read)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("waitedMillis=200");
    }
  }

  @Test
  void shouldReadAnAnswerToItsEnd() throws Exception {
    answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc");

    NodeClient.Reply reply = ask();

    assertThat(reply.status()).isEqualTo(200);
    try (InputStream body = reply.body()) {
      assertThat(body.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("abc");
    }
  }

  private NodeClient.Reply ask() throws Exception {
    return client.ask(
        new Node(server.getInetAddress().getHostAddress(), server.getLocalPort()),
        QUESTION,
        Deadline.in(Duration.ofSeconds(20)));
  }

  private void answering(String answer) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket socket = server.accept()) {
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                never.await();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
