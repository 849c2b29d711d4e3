package org.kalends.query.routing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.indexer.store.PartitionOwners.Node;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.SubIndex;
import org.kalends.query.read.Deadline;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * Reads from the owners of partitions, wherever they are: here, or one hop away. While nobody owns
 * a partition, or its owner restores or does not answer, it looks again until the deadline, and
 * then says so: there is no empty answer instead. Safe for many threads.
 */
public final class PartitionClient implements AutoCloseable {
  private final PartitionOwners owners;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public PartitionClient(PartitionOwners owners) {
    this.owners = owners;
  }

  /**
   * What is read, and how.
   *
   * @param <K> names what lies in one partition
   * @param <V> what is read of it
   */
  public interface Source<K, V> {
    SubIndex index(K key);

    int partition(K key);

    /** Reads from this node's stores. */
    V here(K key) throws PartitionUnavailableException, InterruptedException;

    /** Asks another node once for all that it owns; the result has every key. */
    Map<K, V> at(Node node, List<K> keys)
        throws IOException, NotTheOwnerException, InterruptedException;
  }

  /** Reads one. */
  public <K, V> V read(K key, Source<K, V> source, Hop hop) throws InterruptedException {
    return new Gathering<>(List.of(key), source, hop).gather().values().iterator().next();
  }

  /**
   * Reads many, with one request to each of the other nodes that own some, at the same time.
   *
   * @throws ProblemException not-the-owner when another node took this one for the owner,
   *     unavailable once the deadline has passed, and what the sources throw
   */
  public <K, V> Map<K, V> readAll(Collection<K> keys, Source<K, V> source, Hop hop)
      throws InterruptedException {
    return new Gathering<>(keys, source, hop).gather();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** One read: what is left to read, and why it was not read yet. */
  private final class Gathering<K, V> {
    private final Set<K> pending;
    private final Source<K, V> source;
    private final Hop hop;
    private final Map<K, V> read = new HashMap<>();
    private String why = "";

    Gathering(Collection<K> keys, Source<K, V> source, Hop hop) {
      this.pending = new LinkedHashSet<>(keys);
      this.source = source;
      this.hop = hop;
    }

    Map<K, V> gather() throws InterruptedException {
      Deadline.Pauses pauses = new Deadline.Pauses(hop.deadline());
      round();
      while (!pending.isEmpty()) {
        if (!pauses.pause()) {
          K key = pending.iterator().next();
          throw new ProblemException(
              ProblemType.UNAVAILABLE,
              "A partition could not be read in time: ask again; index="
                  + source.index(key)
                  + " partition="
                  + source.partition(key)
                  + " waited="
                  + hop.deadline().whole()
                  + " why="
                  + why);
        }
        round();
      }
      return read;
    }

    private void round() throws InterruptedException {
      Map<Node, List<K>> byOwner = byOwner();
      List<K> here = byOwner.remove(owners.self());
      if (here == null && byOwner.size() == 1) {
        Map.Entry<Node, List<K>> only = byOwner.entrySet().iterator().next();
        take(only.getValue(), () -> source.at(only.getKey(), only.getValue()));
        return;
      }
      Map<List<K>, Future<Map<K, V>>> elsewhere = new LinkedHashMap<>();
      byOwner.forEach(
          (node, keys) -> elsewhere.put(keys, threads.submit(() -> source.at(node, keys))));
      try {
        for (K key : here == null ? List.<K>of() : here) {
          take(List.of(key), () -> Map.of(key, source.here(key)));
        }
        for (Map.Entry<List<K>, Future<Map<K, V>>> group : elsewhere.entrySet()) {
          take(group.getKey(), () -> result(group.getValue()));
        }
      } finally {
        elsewhere.values().forEach(future -> future.cancel(true));
      }
    }

    private Map<Node, List<K>> byOwner() {
      Map<Node, List<K>> byOwner = new LinkedHashMap<>();
      for (K key : pending) {
        Optional<Node> owner = owners.owner(source.index(key), source.partition(key));
        if (owner.isEmpty()) {
          why = "no node owns it";
        } else if (hop.second() && !owner.get().equals(owners.self())) {
          throw new ProblemException(
              ProblemType.NOT_THE_OWNER,
              "Another node owns the partition; index="
                  + source.index(key)
                  + " partition="
                  + source.partition(key)
                  + " owner="
                  + owner.get().host()
                  + ":"
                  + owner.get().port());
        } else {
          byOwner.computeIfAbsent(owner.get(), node -> new ArrayList<>()).add(key);
        }
      }
      return byOwner;
    }

    private void take(List<K> keys, Reading<K, V> reading) throws InterruptedException {
      try {
        read.putAll(reading.read());
        keys.forEach(pending::remove);
      } catch (PartitionUnavailableException | NotTheOwnerException e) {
        why = String.valueOf(e.getMessage());
      } catch (IOException e) {
        why = "its owner does not answer: " + e;
      }
    }

    private Map<K, V> result(Future<Map<K, V>> future)
        throws IOException, NotTheOwnerException, InterruptedException {
      try {
        return future.get();
      } catch (ExecutionException e) {
        switch (e.getCause()) {
          case IOException cause -> throw cause;
          case NotTheOwnerException cause -> throw cause;
          case InterruptedException cause -> throw cause;
          case RuntimeException cause -> throw cause;
          case null, default -> throw new IllegalStateException(e);
        }
      }
    }
  }

  @FunctionalInterface
  private interface Reading<K, V> {
    Map<K, V> read()
        throws PartitionUnavailableException,
            IOException,
            NotTheOwnerException,
            InterruptedException;
  }
}
