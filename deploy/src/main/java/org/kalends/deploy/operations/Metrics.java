package org.kalends.deploy.operations;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.kalends.schemas.http.HttpServer;

/**
 * The node's metrics in Prometheus' format: JVM, HTTP by route, and everything that Kafka Streams
 * measures, RocksDB's and our own counters among it.
 */
public final class Metrics implements HttpServer.Observer, AutoCloseable {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final List<Runnable> binders = new ArrayList<>();

  public Metrics() {
    JvmGcMetrics gc = new JvmGcMetrics();
    gc.bindTo(registry);
    binders.add(gc::close);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  /** Adds the metrics of an index. */
  public void add(KafkaStreams streams) {
    KafkaStreamsMetrics metrics = new KafkaStreamsMetrics(streams);
    metrics.bindTo(registry);
    binders.add(metrics::close);
  }

  @Override
  public void answered(String method, String routeTemplate, int status, long nanos) {
    Timer.builder("kalends.http.requests")
        .description("Answered requests, from arrival to the answer's end")
        .tag("method", method)
        .tag("route", routeTemplate)
        .tag("status", Integer.toString(status))
        .publishPercentileHistogram()
        .register(registry)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** All of them, as Prometheus reads them. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    binders.forEach(Runnable::run);
    registry.close();
  }
}
