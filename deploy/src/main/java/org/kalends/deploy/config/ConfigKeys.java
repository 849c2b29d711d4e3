package org.kalends.deploy.config;

import java.util.Arrays;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidList;
import org.kalends.ingest.http.ImportRoutes;
import org.kalends.query.http.QuerySettings;
import org.kalends.schemas.http.HttpServer;

/**
 * Every setting: its name, type, default, range and what it is for. The documented file is written
 * from this.
 */
final class ConfigKeys {
  static final String ROLES = "roles";
  static final String NODE_ID = "node.id";
  static final String BOOTSTRAP_SERVERS = "bootstrap.servers";
  static final String APPLICATION_ID = "application.id";
  static final String PARTITIONS = "partitions";
  static final String REPLICATION_FACTOR = "replication.factor";
  static final String MIN_INSYNC_REPLICAS = "min.insync.replicas";
  static final String HTTP_HOST = "http.host";
  static final String HTTP_PORT = "http.port";
  static final String ADVERTISED_HOST = "http.advertised.host";
  static final String ADVERTISED_PORT = "http.advertised.port";
  static final String MAX_IN_FLIGHT = "http.max.in.flight";
  static final String MAX_HEADER_BYTES = "http.max.header.bytes";
  static final String HTTP_IDLE_TIMEOUT = "http.idle.timeout.ms";
  static final String DRAIN_TIMEOUT = "http.drain.timeout.ms";
  static final String DATA_DIR = "data.dir";
  static final String STREAM_THREADS = "index.threads";
  static final String STANDBY_REPLICAS = "index.standby.replicas";
  static final String COMMIT_INTERVAL = "index.commit.interval.ms";
  static final String INDEX_MEMORY = "index.memory.bytes";
  static final String MAX_IMPORT_BYTES = "import.max.bytes";
  static final String RESULT_TIMEOUT = "write.result.timeout.ms";
  static final String MAX_PAGE = "query.max.page";
  static final String MAX_ATTENDEES = "query.max.attendees";
  static final String MAX_STEPS = "query.max.steps";
  static final String QUERY_DEADLINE = "query.deadline.ms";
  static final String LOG_JSON = "log.json";

  static final ConfigDef DEFINITION = definition();

  private static final long MIB = 1024L * 1024;

  private ConfigKeys() {}

  private static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    addNode(definition);
    addKafka(definition);
    addHttp(definition);
    addIndex(definition);
    addLimits(definition);
    return definition;
  }

  private static void addNode(ConfigDef definition) {
    String[] roles = Arrays.stream(Role.values()).map(Role::value).toArray(String[]::new);
    definition
        .define(
            ROLES,
            ConfigDef.Type.LIST,
            String.join(",", roles),
            ValidList.in(roles),
            Importance.HIGH,
            "What this node does: ingest takes changes over HTTP, indexer runs a share of the index, query answers questions.")
        .define(
            NODE_ID,
            ConfigDef.Type.STRING,
            "node-1",
            new ConfigDef.NonEmptyString(),
            Importance.HIGH,
            "Names the node in its group. Keep it over restarts, and give each node its own.")
        .define(
            DATA_DIR,
            ConfigDef.Type.STRING,
            "data",
            new ConfigDef.NonEmptyString(),
            Importance.HIGH,
            "Where the index's stores are. Keep it over restarts: a node without it restores everything from Kafka.")
        .define(
            LOG_JSON,
            ConfigDef.Type.BOOLEAN,
            false,
            Importance.LOW,
            "Write the log as JSON, a line each.");
  }

  private static void addKafka(ConfigDef definition) {
    definition
        .define(
            BOOTSTRAP_SERVERS,
            ConfigDef.Type.LIST,
            "localhost:9092",
            new ConfigDef.NonNullValidator(),
            Importance.HIGH,
            "Kafka's brokers, host:port. Other settings of the clients are given with the prefix kafka., as kafka.security.protocol.")
        .define(
            APPLICATION_ID,
            ConfigDef.Type.STRING,
            "kalends",
            new ConfigDef.NonEmptyString(),
            Importance.MEDIUM,
            "Names the index: the nodes with one name share it.")
        .define(
            PARTITIONS,
            ConfigDef.Type.INT,
            24,
            Range.between(1, 1000),
            Importance.HIGH,
            "Partitions of every partitioned topic. Chosen once for a deployment: it decides where each calendar lives.")
        .define(
            REPLICATION_FACTOR,
            ConfigDef.Type.SHORT,
            (short) 3,
            Range.between(1, 16),
            Importance.HIGH,
            "Copies of each partition of each topic on the brokers.")
        .define(
            MIN_INSYNC_REPLICAS,
            ConfigDef.Type.INT,
            2,
            Range.between(1, 16),
            Importance.MEDIUM,
            "Copies that must have a write before it counts.");
  }

  private static void addHttp(ConfigDef definition) {
    definition
        .define(
            HTTP_HOST,
            ConfigDef.Type.STRING,
            "localhost",
            new ConfigDef.NonEmptyString(),
            Importance.HIGH,
            "The address to listen on. There is no authentication yet: listen on another than localhost only in a network of your own.")
        .define(
            HTTP_PORT,
            ConfigDef.Type.INT,
            8080,
            Range.between(1, 65535),
            Importance.HIGH,
            "The port to listen on.")
        .define(
            ADVERTISED_HOST,
            ConfigDef.Type.STRING,
            "",
            Importance.MEDIUM,
            "The host under which other nodes reach this one; the address it listens on when empty.")
        .define(
            ADVERTISED_PORT,
            ConfigDef.Type.INT,
            0,
            Range.between(0, 65535),
            Importance.MEDIUM,
            "The port under which other nodes reach this one; the one it listens on when 0.")
        .define(
            MAX_IN_FLIGHT,
            ConfigDef.Type.INT,
            HttpServer.Settings.DEFAULT_MAX_IN_FLIGHT,
            Range.atLeast(1),
            Importance.MEDIUM,
            "Requests under way; one more is answered 503.")
        .define(
            MAX_HEADER_BYTES,
            ConfigDef.Type.INT,
            HttpServer.Settings.DEFAULT_MAX_HEADER_BYTES,
            Range.between(1024, 1024 * 1024),
            Importance.LOW,
            "Bytes of a request's line and headers together.")
        .define(
            HTTP_IDLE_TIMEOUT,
            ConfigDef.Type.INT,
            30_000,
            Range.atLeast(1000),
            Importance.LOW,
            "How long a connection may neither send nor take anything.")
        .define(
            DRAIN_TIMEOUT,
            ConfigDef.Type.INT,
            10_000,
            Range.atLeast(0),
            Importance.LOW,
            "How long a node that stops waits for the requests under way.");
  }

  private static void addIndex(ConfigDef definition) {
    definition
        .define(
            STREAM_THREADS,
            ConfigDef.Type.INT,
            2,
            Range.between(1, 64),
            Importance.MEDIUM,
            "Threads that process changes.")
        .define(
            STANDBY_REPLICAS,
            ConfigDef.Type.INT,
            1,
            Range.between(0, 5),
            Importance.MEDIUM,
            "Copies of each partition of the index on other nodes, which take over at once.")
        .define(
            COMMIT_INTERVAL,
            ConfigDef.Type.INT,
            500,
            Range.between(10, 30_000),
            Importance.LOW,
            "How long changes that nobody waits for are gathered before they are committed together.")
        .define(
            INDEX_MEMORY,
            ConfigDef.Type.LONG,
            256 * MIB,
            Range.atLeast(16 * MIB),
            Importance.MEDIUM,
            "Native memory of all stores together, beside the Java heap: cache and write buffers.");
  }

  private static void addLimits(ConfigDef definition) {
    definition
        .define(
            MAX_IMPORT_BYTES,
            ConfigDef.Type.LONG,
            ImportRoutes.Settings.DEFAULT_MAX_TEXT_BYTES,
            Range.atLeast(1),
            Importance.LOW,
            "Bytes of one import's text, unpacked.")
        .define(
            RESULT_TIMEOUT,
            ConfigDef.Type.INT,
            10_000,
            Range.atLeast(100),
            Importance.LOW,
            "How long a write waits for its result before it is answered 504; the change is stored all the same.")
        .define(
            MAX_PAGE,
            ConfigDef.Type.INT,
            QuerySettings.DEFAULT_MAX_LIMIT,
            Range.atLeast(QuerySettings.DEFAULT_LIMIT),
            Importance.LOW,
            "Rows of one page at most.")
        .define(
            MAX_ATTENDEES,
            ConfigDef.Type.INT,
            QuerySettings.DEFAULT_MAX_ATTENDEES,
            Range.atLeast(1),
            Importance.LOW,
            "Attendees of one query.")
        .define(
            MAX_STEPS,
            ConfigDef.Type.LONG,
            org.kalends.indexer.rule.StepBudget.DEFAULT_STEPS,
            Range.atLeast(1),
            Importance.LOW,
            "Steps of expansion of one query.")
        .define(
            QUERY_DEADLINE,
            ConfigDef.Type.INT,
            (int) QuerySettings.DEFAULT_DEADLINE.toMillis(),
            Range.atLeast(1),
            Importance.LOW,
            "How long a query waits for a partition that moves, or for the write of a token, before it is answered 503.");
  }
}
