package org.kalends.deploy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class KalendsConfigTest {
  @Test
  void shouldHaveDefaultsForEverything() {
    KalendsConfig config = KalendsConfig.of(Map.of());

    assertThat(config.roles()).isEqualTo(EnumSet.allOf(Role.class));
    assertThat(config.httpHost()).isEqualTo("localhost");
    assertThat(config.advertisedHost()).isEqualTo("localhost");
    assertThat(config.httpPort()).isEqualTo(8080);
    assertThat(config.advertisedPort()).isEqualTo(8080);
    assertThat(config.partitions()).isEqualTo(24);
    assertThat(config.commitInterval()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.kafka()).containsEntry("bootstrap.servers", "localhost:9092");
  }

  @Test
  void shouldTakeEverySetting() {
    Map<String, String> all = new TreeMap<>();
    all.put("roles", "ingest");
    all.put("node.id", "n7");
    all.put("data.dir", "/var/lib/kalends");
    all.put("log.json", "true");
    all.put("bootstrap.servers", "a:1,b:2");
    all.put("application.id", "other");
    all.put("partitions", "8");
    all.put("replication.factor", "1");
    all.put("min.insync.replicas", "1");
    all.put("http.host", "0.0.0.0");
    all.put("http.port", "9000");
    all.put("http.advertised.host", "node7");
    all.put("http.advertised.port", "9001");
    all.put("http.max.in.flight", "7");
    all.put("http.max.header.bytes", "2048");
    all.put("http.idle.timeout.ms", "1001");
    all.put("http.drain.timeout.ms", "1002");
    all.put("index.threads", "3");
    all.put("index.standby.replicas", "2");
    all.put("index.commit.interval.ms", "100");
    all.put("index.memory.bytes", "33554432");
    all.put("import.max.bytes", "1003");
    all.put("write.result.timeout.ms", "1004");
    all.put("query.max.page", "2000");
    all.put("query.max.attendees", "10");
    all.put("query.max.steps", "11");
    all.put("query.deadline.ms", "12");

    assertThat(all.keySet()).isEqualTo(ConfigKeys.DEFINITION.names());
    assertThat(KalendsConfig.of(all))
        .isEqualTo(
            new KalendsConfig(
                Set.of(Role.INGEST),
                "n7",
                Map.of("bootstrap.servers", "a:1,b:2"),
                "other",
                8,
                (short) 1,
                1,
                "0.0.0.0",
                9000,
                "node7",
                9001,
                7,
                2048,
                Duration.ofMillis(1001),
                Duration.ofMillis(1002),
                Path.of("/var/lib/kalends"),
                3,
                2,
                Duration.ofMillis(100),
                33_554_432L,
                1003,
                Duration.ofMillis(1004),
                2000,
                10,
                11,
                Duration.ofMillis(12),
                true));
  }

  @Test
  void shouldHandKafkasSettingsOn() {
    assertThat(KalendsConfig.of(Map.of("kafka.security.protocol", "SSL")).kafka())
        .containsEntry("security.protocol", "SSL");
  }

  @Test
  void shouldNameTheNearestSetting() {
    assertThatThrownBy(() -> KalendsConfig.of(Map.of("http.prt", "1")))
        .hasMessageContaining("setting=http.prt nearest=http.port");
  }

  @Test
  void shouldNameWhatIsOutOfRange() {
    assertThatThrownBy(() -> KalendsConfig.of(Map.of("http.port", "65536")))
        .hasMessageContaining("http.port");
    assertThatThrownBy(() -> KalendsConfig.of(Map.of("partitions", "many")))
        .hasMessageContaining("partitions");
    assertThatThrownBy(() -> KalendsConfig.of(Map.of("roles", "query")))
        .hasMessageContaining("needs the role indexer");
    assertThatThrownBy(() -> KalendsConfig.of(Map.of("replication.factor", "1")))
        .hasMessageContaining("in sync");
  }

  @Test
  void shouldLetTheStrongerSourceWin() {
    Map<String, String> merged =
        KalendsConfig.merged(
            Map.of("http.port", "1", "node.id", "file", "application.id", "file"),
            Map.of("KALENDS_HTTP_PORT", "2", "KALENDS_NODE_ID", "environment"),
            Map.of("http.port", "3"));

    assertThat(merged)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("http.port", "3", "node.id", "environment", "application.id", "file"));
  }

  @Test
  void shouldTakeEverySettingFromTheEnvironment() {
    Map<String, String> merged =
        KalendsConfig.merged(
            Map.of(),
            Map.of(
                "KALENDS_HTTP_MAX_IN_FLIGHT", "7",
                "KALENDS_KAFKA_SECURITY_PROTOCOL", "SSL",
                "KALENDS_HEAP", "1g",
                "KALENDS_URL", "http://localhost:1",
                "HOME", "/"),
            Map.of());

    assertThat(merged)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("http.max.in.flight", "7", "kafka.security.protocol", "SSL"));
  }

  @Test
  void shouldRefuseAVariableThatIsNoSetting() {
    assertThatThrownBy(
            () -> KalendsConfig.merged(Map.of(), Map.of("KALENDS_HTTP_PROT", "9"), Map.of()))
        .hasMessageContaining("variable=KALENDS_HTTP_PROT nearest=KALENDS_HTTP_PORT");
  }

  @Test
  void shouldAdvertiseTheMachineWhenItListensOnAllAddresses() throws Exception {
    assertThat(KalendsConfig.of(Map.of("http.host", "0.0.0.0")).advertisedHost())
        .isEqualTo(InetAddress.getLocalHost().getHostName());
    assertThat(KalendsConfig.of(Map.of("http.host", "127.0.0.1")).advertisedHost())
        .isEqualTo("127.0.0.1");
    assertThat(
            KalendsConfig.of(Map.of("http.host", "::", "http.advertised.host", "node-7"))
                .advertisedHost())
        .isEqualTo("node-7");
  }

  @Test
  void shouldShipTheDocumentedFile() throws Exception {
    assertThat(Files.readString(Path.of("src/main/distribution/conf/kalends.properties")))
        .as("./kalends config print > deploy/src/main/distribution/conf/kalends.properties")
        .isEqualTo(ConfigFile.documented());
  }
}
