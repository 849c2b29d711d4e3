package org.kalends.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.message.SchemaStore;

/**
 * Every version of every record's schema that was ever published, kept as {@code
 * history/<Record>/<version>.avsc}, version 1 first. The newest equals the one in {@code
 * src/main/avro}; a test holds them to that and to compatibility in both directions.
 */
final class SchemaHistory {
  /** The versions of a record, oldest first. */
  List<Schema> versions(String recordName) {
    List<Schema> versions = new ArrayList<>();
    for (int version = 1; ; version++) {
      try (InputStream in =
          SchemaHistory.class.getResourceAsStream(
              "/history/" + recordName + "/" + version + ".avsc")) {
        if (in == null) {
          return versions;
        }
        versions.add(new Schema.Parser().parse(in));
      } catch (IOException e) {
        throw new UncheckedIOException("a bundled schema is unreadable", e);
      }
    }
  }

  SchemaStore of(String recordName) {
    SchemaStore.Cache store = new SchemaStore.Cache();
    versions(recordName).forEach(store::addSchema);
    return store;
  }
}
