package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.CalendarEvent;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.SubjectEntries;

class SchemaHistoryTest {
  static List<Schema> current() {
    return List.of(
        CalendarChange.getClassSchema(),
        ChangeResult.getClassSchema(),
        CalendarEvent.getClassSchema(),
        Event.getClassSchema(),
        SubjectEntries.getClassSchema());
  }

  @ParameterizedTest
  @MethodSource("current")
  void shouldKeepTheSchemaInUseAsTheNewest(Schema schema) {
    List<Schema> versions = new SchemaHistory().versions(schema.getName());

    assertThat(SchemaNormalization.toParsingForm(versions.getLast()))
        .as("add schemas/history/%s/%d.avsc", schema.getName(), versions.size() + 1)
        .isEqualTo(SchemaNormalization.toParsingForm(schema));
  }

  @ParameterizedTest
  @MethodSource("current")
  void shouldReadEachVersionWithEachOther(Schema schema) {
    List<Schema> versions = new SchemaHistory().versions(schema.getName());
    for (Schema writer : versions) {
      for (Schema reader : versions) {
        assertThat(SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType())
            .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
      }
    }
  }
}
