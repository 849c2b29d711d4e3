package org.kalends.deploy.broker;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.Topics;

/**
 * A Kafka broker of one node in this JVM, for a laptop and for tests: real topics, transactions and
 * storage, without replicas. Its data and its ports stay over restarts, also after a crash.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final String PORTS_FILE = "ports.properties";

  private final KafkaRaftServer server;
  private final FileChannel lockChannel;
  private final String bootstrapServers;

  private EmbeddedBroker(KafkaRaftServer server, FileChannel lockChannel, String bootstrapServers) {
    this.server = server;
    this.lockChannel = lockChannel;
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * Starts the broker on a folder; the first time it takes some seconds.
   *
   * @throws IOException when the folder cannot be written, or another process uses it
   */
  public static EmbeddedBroker start(Path dir) throws IOException {
    Files.createDirectories(dir);
    FileChannel lockChannel = lock(dir);
    try {
      Properties ports = ports(dir);
      Properties settings = settings(dir.resolve("log"), ports);
      format(dir.resolve("log"));
      KafkaRaftServer server =
          new KafkaRaftServer(KafkaConfig.fromProps(settings, false), Time.SYSTEM);
      server.startup();
      return new EmbeddedBroker(server, lockChannel, HOST + ":" + ports.getProperty("broker"));
    } catch (Exception e) {
      lockChannel.close();
      throw new IOException("The broker did not start; folder=" + dir, e);
    }
  }

  private static FileChannel lock(Path dir) throws IOException {
    FileChannel channel =
        FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    @Nullable FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      channel.close();
      throw new IOException(
          "Another process uses this data folder: stop it, or choose another with --data; folder="
              + dir);
    }
    return channel;
  }

  /**
   * The ports of the folder's last start when they are still free, for clients that know them; new
   * ones otherwise.
   */
  private static Properties ports(Path dir) throws IOException {
    Path file = dir.resolve(PORTS_FILE);
    Properties ports = new Properties();
    if (Files.exists(file)) {
      try (var reader = Files.newBufferedReader(file)) {
        ports.load(reader);
      }
    }
    for (String name : new String[] {"broker", "controller"}) {
      String kept = ports.getProperty(name);
      if (kept == null || !isFree(Integer.parseInt(kept))) {
        ports.setProperty(name, Integer.toString(freePort()));
      }
    }
    try (var writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      ports.store(writer, null);
    }
    return ports;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** A port that nobody listens on now. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Properties settings(Path log, Properties ports) {
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@" + HOST + ":" + ports.getProperty("controller"));
    String broker = "PLAINTEXT://" + HOST + ":" + ports.getProperty("broker");
    settings.put(
        "listeners", broker + ",CONTROLLER://" + HOST + ":" + ports.getProperty("controller"));
    settings.put("advertised.listeners", broker);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("log.dirs", log.toString());
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "8");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("log.cleaner.dedupe.buffer.size", "8388608");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("auto.create.topics.enable", "false");
    settings.put("message.max.bytes", Integer.toString(Topics.MAX_RECORD_BYTES));
    settings.put("replica.fetch.max.bytes", Integer.toString(Topics.MAX_RECORD_BYTES));
    return settings;
  }

  private static void format(Path log) throws Exception {
    if (Files.exists(log.resolve("meta.properties"))) {
      return;
    }
    Files.createDirectories(log);
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(log.toString())
        .setMetadataLogDirectory(log.toString())
        .setControllerListenerName("CONTROLLER")
        .setReleaseVersion(MetadataVersion.latestProduction())
        .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
        .setIgnoreFormatted(true)
        .run();
  }

  /** host:port for clients of this machine. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  @Override
  public void close() throws IOException {
    server.shutdown();
    server.awaitShutdown();
    lockChannel.close();
  }
}
