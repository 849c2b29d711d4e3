package org.kalends.deploy.node;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.kalends.deploy.config.KalendsConfig;
import org.kalends.deploy.config.Role;
import org.kalends.deploy.operations.Metrics;
import org.kalends.deploy.operations.OperationsRoutes;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.indexer.topology.IndexNode;
import org.kalends.indexer.topology.IndexSettings;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.http.EventRoutes;
import org.kalends.ingest.http.ImportRoutes;
import org.kalends.ingest.icalendar.ICalendarReader;
import org.kalends.ingest.icalendar.ICalendarWriter;
import org.kalends.query.http.QueryRoutes;
import org.kalends.query.http.QuerySettings;
import org.kalends.schemas.http.HttpServer;
import org.kalends.schemas.http.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node with its roles, wired by hand. Its topics have to exist. Started once, closed once: not
 * ready first, then the requests under way are finished, then the producer, then the index.
 */
public final class Node implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private final Metrics metrics = new Metrics();
  private final List<AutoCloseable> parts = new ArrayList<>();
  private final @Nullable IndexNode index;
  private final HttpServer http;
  private volatile boolean stopping;

  private Node(KalendsConfig config, Clock clock) {
    List<Route> routes = new ArrayList<>();
    this.index =
        config.roles().contains(Role.INDEXER) ? new IndexNode(indexSettings(config), clock) : null;
    if (index != null) {
      parts.add(index);
      metrics.add(index.streams());
    }
    parts.add(metrics);
    if (config.roles().contains(Role.INGEST)) {
      routes.addAll(writeRoutes(config));
    }
    if (config.roles().contains(Role.QUERY) && index != null) {
      QueryRoutes queries =
          new QueryRoutes(
              index.reader(),
              index.owners(),
              ICalendarWriter::textOf,
              clock,
              querySettings(config));
      parts.add(queries);
      routes.addAll(queries.routes());
    }
    routes.addAll(new OperationsRoutes(() -> !failed(), this::ready, metrics).routes());
    HttpServer.Settings settings =
        new HttpServer.Settings(
            config.httpHost(),
            config.httpPort(),
            config.maxHeaderBytes(),
            config.maxInFlight(),
            config.httpIdleTimeout(),
            config.drainTimeout());
    this.http = new HttpServer(settings, routes, metrics);
    parts.add(http);
  }

  /**
   * Starts a node; it is ready a little later.
   *
   * @throws IOException when it cannot listen
   * @throws IllegalStateException with a sentence that says what to do, when Kafka or its topics
   *     are not as they should be
   */
  public static Node start(KalendsConfig config, Clock clock)
      throws IOException, InterruptedException {
    Node node = new Node(config, clock);
    try {
      node.http.start();
      if (node.index != null) {
        node.index.start();
      }
      return node;
    } catch (IOException | InterruptedException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  private List<Route> writeRoutes(KalendsConfig config) {
    KalendsProducer.Settings defaults = KalendsProducer.Settings.DEFAULTS;
    KalendsProducer producer =
        KalendsProducer.connect(
            config.kafka(),
            new KalendsProducer.Settings(
                defaults.deliveryTimeout(),
                config.resultTimeout(),
                defaults.maxBlock(),
                defaults.closeTimeout(),
                defaults.maxBytesUnderWay()));
    parts.add(producer);
    ICalendarReader reader = new ICalendarReader();
    List<Route> routes = new ArrayList<>(new EventRoutes(reader, producer).routes());
    Duration progress = ImportRoutes.Settings.DEFAULTS.progressEvery();
    routes.addAll(
        new ImportRoutes(
                reader, producer, new ImportRoutes.Settings(config.maxImportBytes(), progress))
            .routes());
    return routes;
  }

  private static IndexSettings indexSettings(KalendsConfig config) {
    return new IndexSettings(
        config.kafka(),
        config.applicationId(),
        config.nodeId(),
        new PartitionOwners.Node(config.advertisedHost(), config.advertisedPort()),
        config.partitions(),
        config.dataDir().resolve("index"),
        config.streamThreads(),
        config.standbyReplicas(),
        config.replicationFactor(),
        config.commitInterval(),
        config.indexMemoryBytes());
  }

  private static QuerySettings querySettings(KalendsConfig config) {
    return new QuerySettings(
        QuerySettings.DEFAULT_LIMIT,
        config.maxPage(),
        config.maxAttendees(),
        QuerySettings.DEFAULT_MAX_CALENDARS,
        QuerySettings.DEFAULT_MAX_ENTRIES,
        config.maxSteps(),
        QuerySettings.DEFAULT_MAX_BODY_BYTES,
        config.queryDeadline(),
        QuerySettings.DEFAULT_CONNECT_TIMEOUT,
        QuerySettings.DEFAULT_STALL_TIMEOUT);
  }

  /** Where it listens. */
  public URI uri() {
    return http.uri();
  }

  /** What it serves. */
  public List<Route> routes() {
    return http.routes();
  }

  /** Whether it serves all that it is assigned. */
  public boolean ready() {
    return !stopping && (index == null || index.owners().ready());
  }

  /** Whether its index stopped by itself: only another process can take its place. */
  public boolean failed() {
    return !stopping && index != null && index.streams().state().hasStartedOrFinishedShuttingDown();
  }

  /** Reads of the stores of this node, when it has the role of an indexer. */
  public Optional<IndexReader> reader() {
    return Optional.ofNullable(index).map(IndexNode::reader);
  }

  @Override
  public void close() {
    stopping = true;
    for (AutoCloseable part : parts.reversed()) {
      close(part);
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.warn(
          "A part of the node did not stop cleanly; part={}", part.getClass().getSimpleName(), e);
    }
  }
}
