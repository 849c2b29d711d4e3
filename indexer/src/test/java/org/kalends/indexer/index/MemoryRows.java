package org.kalends.indexer.index;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Ordered rows in memory: the model of a store. */
public final class MemoryRows implements OrderedRows {
  private final NavigableMap<byte[], byte[]> rows = new TreeMap<>(Arrays::compareUnsigned);
  private int open;

  public void put(byte[] key, byte[] value) {
    rows.put(key, value);
  }

  public void remove(byte[] key) {
    rows.remove(key);
  }

  public NavigableMap<byte[], byte[]> all() {
    return rows;
  }

  /** Cursors that nobody closed yet. */
  public int open() {
    return open;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return rows.get(key);
  }

  @Override
  public RowCursor range(KeyRange range) {
    open++;
    NavigableMap<byte[], byte[]> asNow =
        new TreeMap<>(rows.subMap(range.from(), true, range.to(), true));
    return new Cursor(asNow.entrySet().iterator());
  }

  private final class Cursor implements RowCursor {
    private final Iterator<Map.Entry<byte[], byte[]>> rest;
    private Map.@Nullable Entry<byte[], byte[]> row;
    private boolean closed;

    Cursor(Iterator<Map.Entry<byte[], byte[]>> rest) {
      this.rest = rest;
    }

    @Override
    public boolean next() {
      row = rest.hasNext() ? rest.next() : null;
      return row != null;
    }

    @Override
    public byte[] key() {
      return current().getKey();
    }

    @Override
    public byte[] value() {
      return current().getValue();
    }

    private Map.Entry<byte[], byte[]> current() {
      if (row == null || closed) {
        throw new IllegalStateException("stands on no row");
      }
      return row;
    }

    @Override
    public void close() {
      open -= closed ? 0 : 1;
      closed = true;
    }
  }
}
