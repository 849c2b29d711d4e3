package org.kalends.ingest.example;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A change set from the Avro schema alone: any Kafka producer with string keys can send it. */
public final class PlainProducerExample {
  private PlainProducerExample() {}

  static ProducerRecord<String, byte[]> deletion(String calendar, String uid) throws IOException {
    Schema schema;
    try (InputStream file =
        PlainProducerExample.class.getResourceAsStream("/history/CalendarChange/1.avsc")) {
      schema = new Schema.Parser().parse(file);
    }
    Schema change = schema.getField("changes").schema().getElementType();
    Schema action = change.getField("action").schema();
    GenericRecord delete =
        new GenericRecordBuilder(change)
            .set("action", new GenericData.EnumSymbol(action, "DELETE"))
            .set("uid", uid)
            .build();
    GenericRecord set =
        new GenericRecordBuilder(schema)
            .set("changeId", UUID.randomUUID().toString())
            .set("calendar", calendar)
            .set("changes", List.of(delete))
            .build();
    byte[] value =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(set).array();
    return new ProducerRecord<>("calendar-changes", calendar, value);
  }
}
