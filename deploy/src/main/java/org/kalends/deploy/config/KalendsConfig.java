package org.kalends.deploy.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;

/**
 * The settings of a node, checked. Sources, the stronger first: {@code --set}, the environment
 * ({@code KALENDS_HTTP_PORT} for {@code http.port}), the file, the defaults.
 *
 * @param kafka settings of all Kafka clients: bootstrap.servers, and those given with the prefix
 *     {@code kafka.}
 */
public record KalendsConfig(
    Set<Role> roles,
    String nodeId,
    Map<String, Object> kafka,
    String applicationId,
    int partitions,
    short replicationFactor,
    int minInsyncReplicas,
    String httpHost,
    int httpPort,
    String advertisedHost,
    int advertisedPort,
    int maxInFlight,
    int maxHeaderBytes,
    Duration httpIdleTimeout,
    Duration drainTimeout,
    Path dataDir,
    int streamThreads,
    int standbyReplicas,
    Duration commitInterval,
    long indexMemoryBytes,
    long maxImportBytes,
    Duration resultTimeout,
    int maxPage,
    int maxAttendees,
    long maxSteps,
    Duration queryDeadline,
    boolean logJson) {
  /** The prefix of settings that go to Kafka's clients as they are. */
  public static final String KAFKA_PREFIX = "kafka.";

  private static final String ENVIRONMENT_PREFIX = "KALENDS_";

  /** Variables of ours that are for the launchers and for commands that talk to a node. */
  private static final Set<String> NO_SETTINGS =
      Set.of(
          "KALENDS_HEAP",
          "KALENDS_TMP",
          "KALENDS_JAVA_OPTIONS",
          "KALENDS_CLASSPATH",
          "KALENDS_MAIN",
          "KALENDS_URL");

  public KalendsConfig {
    roles = Set.copyOf(roles);
    kafka = Map.copyOf(kafka);
  }

  /**
   * Reads settings.
   *
   * @throws IllegalArgumentException with a sentence that names the setting, its value and what it
   *     may be
   */
  public static KalendsConfig of(Map<String, String> settings) {
    refuseUnknown(settings.keySet());
    AbstractConfig parsed;
    try {
      parsed = new AbstractConfig(ConfigKeys.DEFINITION, settings, Map.of(), false);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
    }
    KalendsConfig config = new Reading(parsed).config();
    if (config.roles.contains(Role.QUERY) && !config.roles.contains(Role.INDEXER)) {
      throw new IllegalArgumentException(
          "The role query needs the role indexer on the same node; "
              + ConfigKeys.ROLES
              + "="
              + parsed.getList(ConfigKeys.ROLES));
    }
    if (config.minInsyncReplicas > config.replicationFactor) {
      throw new IllegalArgumentException(
          "More replicas would have to be in sync than there are; "
              + ConfigKeys.MIN_INSYNC_REPLICAS
              + "="
              + config.minInsyncReplicas
              + " "
              + ConfigKeys.REPLICATION_FACTOR
              + "="
              + config.replicationFactor);
    }
    return config;
  }

  /**
   * The settings of all sources together.
   *
   * @param file of the properties file; empty without one
   * @param environment of the process
   * @param flags of the command line
   * @throws IllegalArgumentException when the environment names a setting that there is not
   */
  public static Map<String, String> merged(
      Map<String, String> file, Map<String, String> environment, Map<String, String> flags) {
    Map<String, String> merged = new TreeMap<>(file);
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(ENVIRONMENT_PREFIX) && !NO_SETTINGS.contains(name)) {
            merged.put(settingOf(name), value);
          }
        });
    merged.putAll(flags);
    return merged;
  }

  private static String settingOf(String name) {
    String key =
        name.substring(ENVIRONMENT_PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '.');
    if (!ConfigKeys.DEFINITION.names().contains(key) && !key.startsWith(KAFKA_PREFIX)) {
      throw new IllegalArgumentException(
          "There is no such setting; variable="
              + name
              + " nearest="
              + environmentName(nearest(key)));
    }
    return key;
  }

  /** The environment variable of a setting. */
  public static String environmentName(String key) {
    return ENVIRONMENT_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  private static void refuseUnknown(Set<String> keys) {
    Set<String> known = ConfigKeys.DEFINITION.names();
    for (String key : keys) {
      if (!known.contains(key) && !key.startsWith(KAFKA_PREFIX)) {
        throw new IllegalArgumentException(
            "There is no such setting; setting=" + key + " nearest=" + nearest(key));
      }
    }
  }

  private static String nearest(String key) {
    return ConfigKeys.DEFINITION.names().stream()
        .min(Comparator.comparingInt(each -> EditDistance.between(each, key)))
        .orElse("");
  }

  /**
   * Where other nodes find this one: what is set, else the address it listens on, or the machine's
   * name when it listens on all of them.
   */
  private static String advertised(String set, String host) {
    if (!set.isEmpty()) {
      return set;
    }
    try {
      return InetAddress.getByName(host).isAnyLocalAddress()
          ? InetAddress.getLocalHost().getHostName()
          : host;
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "Other nodes could not find this one: set "
              + ConfigKeys.ADVERTISED_HOST
              + "; "
              + ConfigKeys.HTTP_HOST
              + "="
              + host,
          e);
    }
  }

  /** Turns Kafka's parsed values into ours. */
  private record Reading(AbstractConfig parsed) {
    KalendsConfig config() {
      String host = parsed.getString(ConfigKeys.HTTP_HOST);
      String advertised = parsed.getString(ConfigKeys.ADVERTISED_HOST);
      int port = parsed.getInt(ConfigKeys.HTTP_PORT);
      int advertisedPort = parsed.getInt(ConfigKeys.ADVERTISED_PORT);
      return new KalendsConfig(
          roles(),
          parsed.getString(ConfigKeys.NODE_ID),
          kafka(),
          parsed.getString(ConfigKeys.APPLICATION_ID),
          parsed.getInt(ConfigKeys.PARTITIONS),
          parsed.getShort(ConfigKeys.REPLICATION_FACTOR),
          parsed.getInt(ConfigKeys.MIN_INSYNC_REPLICAS),
          host,
          port,
          advertised(advertised, host),
          advertisedPort == 0 ? port : advertisedPort,
          parsed.getInt(ConfigKeys.MAX_IN_FLIGHT),
          parsed.getInt(ConfigKeys.MAX_HEADER_BYTES),
          millis(ConfigKeys.HTTP_IDLE_TIMEOUT),
          millis(ConfigKeys.DRAIN_TIMEOUT),
          Path.of(parsed.getString(ConfigKeys.DATA_DIR)),
          parsed.getInt(ConfigKeys.STREAM_THREADS),
          parsed.getInt(ConfigKeys.STANDBY_REPLICAS),
          millis(ConfigKeys.COMMIT_INTERVAL),
          parsed.getLong(ConfigKeys.INDEX_MEMORY),
          parsed.getLong(ConfigKeys.MAX_IMPORT_BYTES),
          millis(ConfigKeys.RESULT_TIMEOUT),
          parsed.getInt(ConfigKeys.MAX_PAGE),
          parsed.getInt(ConfigKeys.MAX_ATTENDEES),
          parsed.getLong(ConfigKeys.MAX_STEPS),
          millis(ConfigKeys.QUERY_DEADLINE),
          parsed.getBoolean(ConfigKeys.LOG_JSON));
    }

    private Set<Role> roles() {
      List<String> values = parsed.getList(ConfigKeys.ROLES);
      return values.stream().map(Role::of).collect(Collectors.toSet());
    }

    private Map<String, Object> kafka() {
      Map<String, Object> kafka = new HashMap<>(parsed.originalsWithPrefix(KAFKA_PREFIX));
      kafka.put(
          "bootstrap.servers", String.join(",", parsed.getList(ConfigKeys.BOOTSTRAP_SERVERS)));
      return kafka;
    }

    private Duration millis(String key) {
      return Duration.ofMillis(parsed.getInt(key));
    }
  }
}
