package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.indexer.store.SubIndex;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.Route;

/** What this node holds and how far behind it is, and who owns which partition. */
final class NodeRoutes {
  private final IndexReader reader;
  private final PartitionOwners owners;

  NodeRoutes(IndexReader reader, PartitionOwners owners) {
    this.reader = reader;
    this.owners = owners;
  }

  List<Route> routes() {
    return List.of(new Route("GET", "/v1/node", this::node));
  }

  private void node(Exchange exchange) throws IOException {
    exchange.allowQueryParameters();
    Answer.json(this::write).writeTo(exchange);
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("node", name(owners.self()));
    json.writeBooleanField("ready", owners.ready());
    json.writeNumberField("partitions", reader.partitions());
    json.writeArrayFieldStart("held");
    for (PartitionOwners.Held held : owners.held()) {
      json.writeStartObject();
      json.writeStringField("index", name(held.index()));
      json.writeNumberField("partition", held.partition());
      json.writeBooleanField("active", held.active());
      json.writeNumberField("appliedOffset", held.appliedOffset());
      json.writeNumberField("lag", held.lag());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("owners");
    for (SubIndex index : SubIndex.values()) {
      for (int partition = 0; partition < reader.partitions(); partition++) {
        writeOwner(index, partition, json);
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void writeOwner(SubIndex index, int partition, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("index", name(index));
    json.writeNumberField("partition", partition);
    OccurrenceJson.writeIfKnown(
        "owner", owners.owner(index, partition).map(NodeRoutes::name).orElse(null), json);
    json.writeArrayFieldStart("standbys");
    for (PartitionOwners.Node standby : owners.standbys(index, partition)) {
      json.writeString(name(standby));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static String name(PartitionOwners.Node node) {
    return node.host() + ":" + node.port();
  }

  private static String name(SubIndex index) {
    return index.name().toLowerCase(Locale.ROOT);
  }
}
