package org.kalends.indexer.store;

import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * The state stores: persistent, logged to their changelogs, without Streams' cache, so that reads
 * see every committed write in order. Their rows are laid out in {@code org.kalends.indexer.index}.
 */
public final class IndexStores {
  public static final String ID_INDEX = "id-index";
  public static final String DTEND_INDEX = "dtend-index";
  public static final String CALENDARS = "calendars";
  public static final String SUBJECT_DTEND_INDEX = "subject-dtend-index";

  /** Of the CALENDAR sub-topology. */
  public static final List<String> CALENDAR_STORES = List.of(ID_INDEX, DTEND_INDEX, CALENDARS);

  /** Of the SUBJECT sub-topology. */
  public static final List<String> SUBJECT_STORES = List.of(SUBJECT_DTEND_INDEX);

  private IndexStores() {}

  static List<String> of(SubIndex index) {
    return switch (index) {
      case CALENDAR -> CALENDAR_STORES;
      case SUBJECT -> SUBJECT_STORES;
    };
  }

  public static StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(String name) {
    return Stores.keyValueStoreBuilder(
            Stores.persistentKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
        .withCachingDisabled();
  }
}
