package org.kalends.indexer.store;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * The native memory that all stores of a node share: one block cache, with index and filter blocks
 * in it, and a bound on the write buffers, which count towards it. Each store would have its own
 * otherwise.
 */
public final class RocksMemory implements AutoCloseable {
  /** The Streams setting that hands this object to {@link Setter}. */
  static final String SETTING = "kalends.rocksdb.memory";

  /** The share of the memory that write buffers may take. */
  private static final double WRITE_BUFFER_SHARE = 0.25;

  private final Cache cache;
  private final WriteBufferManager writeBuffers;

  /**
   * @param bytes for blocks and write buffers together
   */
  public RocksMemory(long bytes) {
    RocksDB.loadLibrary();
    this.cache = new LRUCache(bytes);
    this.writeBuffers = new WriteBufferManager((long) (bytes * WRITE_BUFFER_SHARE), cache);
  }

  /** The Streams settings that make its stores use this memory. */
  public Map<String, Object> settings() {
    return Map.of("rocksdb.config.setter", Setter.class, SETTING, this);
  }

  /** Only once no store uses it any more. */
  @Override
  public void close() {
    writeBuffers.close();
    cache.close();
  }

  /** Made by Kafka Streams, one a store. */
  public static final class Setter implements RocksDBConfigSetter {
    /** Streams' own default suits tables of a few bytes; ours are read in scans. */
    private static final int BLOCK_BYTES = 16 * 1024;

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
      if (!(configs.get(SETTING) instanceof RocksMemory memory)) {
        throw new IllegalStateException("The Streams settings bring no " + SETTING);
      }
      if (options.tableFormatConfig() instanceof BlockBasedTableConfig table) {
        table
            .setBlockCache(memory.cache)
            .setBlockSize(BLOCK_BYTES)
            .setCacheIndexAndFilterBlocks(true)
            .setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
      }
      options.setWriteBufferManager(memory.writeBuffers);
    }

    @Override
    public void close(String storeName, Options options) {
      // the memory is shared: its owner closes it after the last store
    }
  }
}
