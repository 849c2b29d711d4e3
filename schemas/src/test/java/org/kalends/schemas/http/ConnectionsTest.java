package org.kalends.schemas.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that are slow, gone, or still sending. */
class ConnectionsTest {
  private static final Duration IDLE_TIMEOUT = Duration.ofMillis(400);
  private static final byte[] PIECE = new byte[64 * 1024];

  private final BlockingQueue<Exception> faults = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> answered = new LinkedBlockingQueue<>();
  private final CountDownLatch never = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        new HttpServer(
            new HttpServer.Settings(
                "localhost", 0, 16 * 1024, 100, IDLE_TIMEOUT, Duration.ofMillis(500)),
            List.of(
                new Route("POST", "/think", this::think),
                new Route("GET", "/endless", this::endless),
                new Route("POST", "/read", this::read),
                new Route("POST", "/refuse", ConnectionsTest::refuse),
                new Route("GET", "/hang", e -> never.await())),
            (method, template, status, nanos) -> answered.add(template + " " + status));
    server.start();
  }

  @AfterEach
  void stop() {
    never.countDown();
    server.close();
  }

  @Test
  void shouldNotTakeALongThoughtForAnIdleConnection() throws Exception {
    assertThat(exchange("POST /think HTTP/1.1", "abc")).startsWith("HTTP/1.1 200").endsWith("abc");
  }

  @Test
  void shouldGiveUpOnAClientThatDoesNotRead() throws Exception {
    try (Socket socket = connected("GET /endless HTTP/1.1", 0)) {
      assertThat(faults.poll(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      assertThat(answered.poll(20, TimeUnit.SECONDS)).isEqualTo("/endless 200");
      assertThat(socket.isConnected()).isTrue();
    }
  }

  @Test
  void shouldTellTheEndpointThatTheClientIsGone() throws Exception {
    try (Socket socket = connected("GET /endless HTTP/1.1", 0)) {
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      socket.setSoLinger(true, 0);
    }

    assertThat(faults.poll(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    assertThat(answered.poll(20, TimeUnit.SECONDS)).isEqualTo("/endless 200");
  }

  @Test
  void shouldRefuseABodyThatBreaksOff() throws Exception {
    try (Socket socket = connected("POST /read HTTP/1.1", 100)) {
      socket.getOutputStream().write(bytes("half"));
      socket.shutdownOutput();

      assertBroken(socket);
    }
  }

  @Test
  void shouldRefuseABodyWithABadChunk() throws Exception {
    String head = "POST /read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write(bytes(head));
      out.write(bytes("4\r\nhalf\r\nZZ\r\n"));

      assertBroken(socket);
    }
  }

  private void assertBroken(Socket socket) throws Exception {
    assertThat(faults.poll(20, TimeUnit.SECONDS)).isInstanceOf(BrokenBodyException.class);
    assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .startsWith("HTTP/1.1 400")
        .contains("Connection: close", "invalid-request", "broke off");
    assertThat(answered.poll(20, TimeUnit.SECONDS)).isEqualTo("/read 400");
  }

  @Test
  void shouldGiveUpOnAClientThatDoesNotSend() throws Exception {
    try (Socket socket = connected("POST /read HTTP/1.1", 100)) {
      assertThat(faults.poll(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
      assertThat(socket.isConnected()).isTrue();
    }
  }

  @Test
  void shouldLetAClientSendOnBeforeItReadsItsProblem() throws Exception {
    int length = 3 * 1024 * 1024;
    try (Socket socket = connected("POST /refuse HTTP/1.1", length)) {
      socket.getOutputStream().write(new byte[length]);
      String head = head(socket.getInputStream());

      assertThat(head).startsWith("HTTP/1.1 413").doesNotContain("Connection: close");
    }
  }

  @Test
  void shouldCloseTheConnectionOfAClientThatSendsTooMuchAfterItsRefusal() throws Exception {
    try (Socket socket = connected("POST /refuse HTTP/1.1", Integer.MAX_VALUE)) {
      socket.getOutputStream().write(new byte[4 * 1024 * 1024]);
      String head = head(socket.getInputStream());

      assertThat(head).startsWith("HTTP/1.1 413").contains("Connection: close");
    }
  }

  @Test
  void shouldStopThoughARequestHangs() throws Exception {
    try (Socket socket = connected("GET /hang HTTP/1.1", 0)) {
      assertThat(socket.isConnected()).isTrue();
      long startNanos = System.nanoTime();

      server.close();

      assertThat(Duration.ofNanos(System.nanoTime() - startNanos))
          .isLessThan(Duration.ofSeconds(20));
    }
  }

  private void think(Exchange exchange) throws Exception {
    byte[] body = exchange.body().readAllBytes();
    assertThat(never.await(3 * IDLE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
    exchange.answer(200, "text/plain", body);
  }

  private void endless(Exchange exchange) throws IOException {
    OutputStream out = exchange.answer(200, "text/plain");
    try {
      while (true) {
        out.write(PIECE);
        out.flush();
      }
    } catch (IOException e) {
      faults.add(e);
      throw e;
    }
  }

  private void read(Exchange exchange) throws IOException {
    try {
      exchange.answer(200, "text/plain", exchange.body().readAllBytes());
    } catch (IOException e) {
      faults.add(e);
      throw e;
    }
  }

  private static void refuse(Exchange exchange) {
    throw new ProblemException(ProblemType.BODY_TOO_LARGE, "Not so much");
  }

  private String exchange(String requestLine, String body) throws IOException {
    try (Socket socket = connected(requestLine, body.length())) {
      socket.getOutputStream().write(bytes(body));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Socket connected(String requestLine, int contentLength) throws IOException {
    Socket socket = new Socket("localhost", server.port());
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            bytes(
                requestLine
                    + "\r\nHost: localhost\r\nContent-Length: "
                    + contentLength
                    + "\r\n\r\n"));
    return socket;
  }

  /** What has come up to the empty line. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int next = in.read();
      assertThat(next).as("the answer broke off: %s", head).isNotNegative();
      head.append((char) next);
    }
    return head.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
