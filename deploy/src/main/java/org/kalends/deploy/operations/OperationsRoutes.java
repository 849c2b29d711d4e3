package org.kalends.deploy.operations;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;
import org.kalends.schemas.http.Route;

/** Health, metrics and the contract. */
public final class OperationsRoutes {
  private final BooleanSupplier alive;
  private final BooleanSupplier ready;
  private final Metrics metrics;

  /**
   * @param alive false once the node has to be started anew
   * @param ready whether the node serves all that it is assigned
   */
  public OperationsRoutes(BooleanSupplier alive, BooleanSupplier ready, Metrics metrics) {
    this.alive = alive;
    this.ready = ready;
    this.metrics = metrics;
  }

  public List<Route> routes() {
    return List.of(
        Route.ofOperations("/health/live", this::live),
        Route.ofOperations("/health/ready", this::ready),
        Route.ofOperations("/metrics", this::metrics),
        new Route("GET", "/openapi.yaml", OperationsRoutes::openapi));
  }

  private static void well(Exchange exchange) throws IOException {
    exchange.answer(
        200, "application/json", "{\"status\":\"UP\"}".getBytes(StandardCharsets.UTF_8));
  }

  private void live(Exchange exchange) throws IOException {
    if (!alive.getAsBoolean()) {
      throw new ProblemException(
          ProblemType.UNAVAILABLE, "The index stopped after faults: start the node anew");
    }
    well(exchange);
  }

  private void ready(Exchange exchange) throws IOException {
    if (!ready.getAsBoolean()) {
      throw new ProblemException(
          ProblemType.UNAVAILABLE, "The node is starting, restoring or stopping");
    }
    well(exchange);
  }

  private void metrics(Exchange exchange) throws IOException {
    exchange.answer(
        200,
        "text/plain; version=0.0.4; charset=utf-8",
        metrics.scrape().getBytes(StandardCharsets.UTF_8));
  }

  private static void openapi(Exchange exchange) throws IOException {
    try (InputStream document = Route.class.getResourceAsStream("/openapi.yaml")) {
      if (document == null) {
        throw new IllegalStateException("openapi.yaml is not bundled");
      }
      exchange.answer(200, "application/yaml", document.readAllBytes());
    }
  }
}
