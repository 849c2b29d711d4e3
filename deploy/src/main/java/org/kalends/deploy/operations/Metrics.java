package org.kalends.deploy.operations;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.KafkaStreams;
import org.kalends.schemas.http.HttpServer;

/**
 * The node's metrics in Prometheus' format: JVM, HTTP by route, and everything that Kafka Streams
 * measures, RocksDB's and our own counters among it.
 */
public final class Metrics implements HttpServer.Observer, AutoCloseable {
  /**
   * Of transactional stores (Kafka 4.4.0): it looks into a native write batch that the stream
   * thread may just have freed, which ends the process with a segmentation fault.
   */
  static final String UNCOMMITTED_BYTES = "uncommitted-bytes";

  /** How soon the metrics of a task that moved here are told. */
  private static final Duration REFRESH = Duration.ofSeconds(5);

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

  /**
   * Adds the metrics of an index. Close before the index: a gauge must not be read while its store
   * closes.
   */
  public void add(KafkaStreams streams) {
    ScheduledExecutorService refresh =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("metrics").daemon().factory());
    KafkaClientMetrics metrics =
        new KafkaClientMetrics(readable(streams), List.of(), refresh, REFRESH);
    metrics.bindTo(registry);
    binders.add(metrics::close);
    binders.add(refresh::close);
  }

  /**
   * The metrics of Streams without those that may not be read from outside. The binder takes them
   * from a client, and asks it for nothing else.
   */
  private static Producer<?, ?> readable(KafkaStreams streams) {
    InvocationHandler metricsAlone =
        (proxy, method, arguments) -> {
          if (!method.getName().equals("metrics")) {
            throw new UnsupportedOperationException(method.getName());
          }
          Map<MetricName, Metric> metrics = new HashMap<>(streams.metrics());
          metrics.keySet().removeIf(name -> name.name().equals(UNCOMMITTED_BYTES));
          return metrics;
        };
    return (Producer<?, ?>)
        Proxy.newProxyInstance(
            Metrics.class.getClassLoader(), new Class<?>[] {Producer.class}, metricsAlone);
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
