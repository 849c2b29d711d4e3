package org.kalends.schemas.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpServerTest {
  private static final int MAX_IN_FLIGHT = 2;

  private final CountDownLatch release = new CountDownLatch(1);
  private final BlockingQueue<Boolean> entered = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> answered = new LinkedBlockingQueue<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    List<Route> routes =
        List.of(
            new Route(
                "GET",
                "/things/{name}",
                e -> e.answer(200, "text/plain", bytes("thing " + e.pathParameter("name")))),
            new Route("GET", "/things/all", e -> e.answer(200, "text/plain", bytes("all of them"))),
            new Route(
                "PUT", "/things/{name}", e -> e.answer(200, "text/plain", e.body().readAllBytes())),
            new Route("REPORT", "/things/{name}", e -> e.answer(204)),
            new Route(
                "GET",
                "/query",
                e -> e.answer(200, "text/plain", bytes(e.queryParameters("q").toString()))),
            new Route(
                "GET", "/one", e -> e.answer(200, "text/plain", bytes("" + e.queryParameter("q")))),
            new Route("GET", "/strict", HttpServerTest::strict),
            new Route("GET", "/slow", e -> slow(e)),
            new Route("GET", "/bug", e -> bug()),
            Route.ofOperations("/health", e -> e.answer(200, "text/plain", bytes("well"))),
            new Route(
                "GET", "/header", e -> e.answer(200, "text/plain", bytes("" + e.header("A")))),
            new Route("GET", "/half", HttpServerTest::half));
    HttpServer.Settings settings =
        new HttpServer.Settings(
            "localhost", 0, 1024, MAX_IN_FLIGHT, Duration.ofSeconds(30), Duration.ofSeconds(10));
    server =
        new HttpServer(
            settings,
            routes,
            (method, template, status, nanos) ->
                answered.add(method + " " + template + " " + status));
    server.start();
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
    client.close();
  }

  @Test
  void shouldRouteByMethodAndPath() throws Exception {
    assertThat(get("/things/one").body()).isEqualTo("thing one");
    assertThat(get("/things/all").body()).isEqualTo("all of them");
    assertThat(send("REPORT", "/things/one").statusCode()).isEqualTo(204);
    assertThat(answered)
        .contains("GET /things/{name} 200", "GET /things/all 200", "REPORT /things/{name} 204");
  }

  @Test
  void shouldDecodeSegmentsAfterSplitting() throws Exception {
    assertThat(get("/things/a%2Fb%20c+d%C3%A4").body()).isEqualTo("thing a/b c+dä");
  }

  @Test
  void shouldHandOverBodies() throws Exception {
    HttpRequest put =
        HttpRequest.newBuilder(server.uri().resolve("/things/x"))
            .PUT(HttpRequest.BodyPublishers.ofString("x".repeat(100_000)))
            .build();

    assertThat(client.send(put, HttpResponse.BodyHandlers.ofString()).body()).hasSize(100_000);
  }

  @Test
  void shouldReadQueryParameters() throws Exception {
    assertThat(get("/query?q=a%20b&q=c%26").body()).isEqualTo("[a b, c&]");
    assertThat(get("/one?q=1").body()).isEqualTo("1");
    assertThat(get("/one").body()).isEqualTo("null");
    assertProblem(get("/one?q=1&q=2"), 400, "invalid-request", "name=q");
    assertProblem(get("/strict?know=1"), 400, "invalid-request", "name=know");
    assertThat(get("/strict?known=1").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldTellWhatIsNotThere() throws Exception {
    assertProblem(get("/nothing"), 404, "no-such-route", "path=/nothing");
    assertProblem(
        send("DELETE", "/things/x"), 405, "method-not-allowed", "allowed=GET,HEAD,PUT,REPORT");
    assertThat(send("DELETE", "/things/x").headers().firstValue("Allow"))
        .contains("GET, HEAD, PUT, REPORT");
  }

  @Test
  void shouldAnswerHeadAsGetWithoutABody() throws Exception {
    HttpResponse<String> head = send("HEAD", "/things/one");

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("Content-Length")).contains("9");
    assertThat(answered.poll(10, TimeUnit.SECONDS)).isEqualTo("HEAD /things/{name} 200");
  }

  @Test
  void shouldTellNoMethodThatItDoesNotHave() throws Exception {
    assertThat(send("MADEUP", "/things/one").statusCode()).isEqualTo(405);

    assertThat(answered.poll(10, TimeUnit.SECONDS)).isEqualTo("other none 405");
  }

  @Test
  void shouldReadAHeaderThatStandsSeveralTimesAsOneList() throws Exception {
    HttpRequest twice =
        HttpRequest.newBuilder(URI.create(server.uri() + "/header"))
            .header("A", "1")
            .header("a", "2")
            .build();

    assertThat(client.send(twice, HttpResponse.BodyHandlers.ofString()).body()).isEqualTo("1, 2");
    assertThat(get("/header").body()).isEqualTo("null");
  }

  @Test
  void shouldAnswerBugsWithoutTheirInsides() throws Exception {
    HttpResponse<String> response = get("/bug");

    assertProblem(response, 500, "internal", "");
    assertThat(response.body()).doesNotContain("secret");
  }

  @Test
  void shouldBreakOffAnAnswerThatCannotBeFinished() {
    assertThat(CompletableFuture.supplyAsync(() -> outcome("/half")).join())
        .isEqualTo("broken off");
  }

  @Test
  void shouldRefuseHeadersAboveTheLimit() throws Exception {
    assertThat(get("/one?q=" + "x".repeat(700)).statusCode()).isEqualTo(200);
    assertProblem(get("/one?q=" + "x".repeat(1100)), 414, "address-too-long", "");
    HttpRequest large =
        HttpRequest.newBuilder(URI.create(server.uri() + "/one"))
            .header("X-Large", "x".repeat(1100))
            .build();
    assertProblem(
        client.send(large, HttpResponse.BodyHandlers.ofString()), 431, "headers-too-large", "");
  }

  @Test
  void shouldTakeNoMoreRequestsThanTheLimit() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> slow =
        List.of(sendAsync("/slow"), sendAsync("/slow"));
    assertThat(entered.poll(10, TimeUnit.SECONDS)).isNotNull();
    assertThat(entered.poll(10, TimeUnit.SECONDS)).isNotNull();

    HttpResponse<String> third = get("/things/one");

    assertProblem(third, 503, "overloaded", "");
    assertThat(third.headers().firstValue("Retry-After")).contains("1");
    assertThat(get("/health").body()).isEqualTo("well");
    release.countDown();
    for (CompletableFuture<HttpResponse<String>> each : slow) {
      assertThat(each.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }
    assertThat(get("/things/one").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldFinishWhatIsUnderWayWhenItStops() throws Exception {
    CompletableFuture<HttpResponse<String>> slow = sendAsync("/slow");
    assertThat(entered.poll(10, TimeUnit.SECONDS)).isNotNull();
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);

    release.countDown();

    assertThat(slow.get(10, TimeUnit.SECONDS).body()).isEqualTo("at last");
    stopped.get(10, TimeUnit.SECONDS);
  }

  @Test
  void shouldAnswerBrokenHttpWithAProblem() throws Exception {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket
          .getOutputStream()
          .write(bytes("GET /things/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 400").contains("urn:kalends:problem:invalid-request");
    }
  }

  private void slow(Exchange exchange) throws Exception {
    entered.add(true);
    release.await();
    exchange.answer(200, "text/plain", bytes("at last"));
  }

  private static void strict(Exchange exchange) {
    exchange.allowQueryParameters("known");
    exchange.answer(200);
  }

  private static void bug() {
    throw new IllegalStateException("secret");
  }

  private static void half(Exchange exchange) throws IOException {
    exchange.answer(200, "text/plain").write(new byte[1_000_000]);
    throw new IllegalStateException("after it began");
  }

  private String outcome(String path) {
    try {
      HttpRequest request = HttpRequest.newBuilder(server.uri().resolve(path)).build();
      try (InputStream body =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
        return "whole: " + body.readAllBytes().length;
      }
    } catch (IOException e) {
      return "broken off";
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertProblem(
      HttpResponse<String> response, int status, String slug, String detail) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).contains(Problem.MEDIA_TYPE);
    assertThat(response.body())
        .contains("\"type\":\"urn:kalends:problem:" + slug + "\"", "\"status\":" + status, detail);
  }

  private CompletableFuture<HttpResponse<String>> sendAsync(String path) {
    return client.sendAsync(
        HttpRequest.newBuilder(server.uri().resolve(path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send("GET", path);
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.uri() + path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
