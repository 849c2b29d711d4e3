package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionOwners.Node;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.SubIndex;
import org.kalends.query.read.AfterTokens;
import org.kalends.query.read.Subject;
import org.kalends.query.read.SubjectReader;
import org.kalends.query.routing.EntriesFormat;
import org.kalends.query.routing.Hop;
import org.kalends.query.routing.NodeClient;
import org.kalends.query.routing.NotTheOwnerException;
import org.kalends.query.routing.PartitionClient;
import org.kalends.schemas.TimeRange;

/**
 * Reads the entries of several subjects in a window, here and at the other owners: these are asked
 * once each, and hand over entries.
 */
final class SubjectSource implements PartitionClient.Source<Subject, SubjectReader.Entries> {
  /** Where entries are asked for: the route for many attendees. */
  static final String PATH = "/v1/occurrences/query";

  private final IndexReader reader;
  private final NodeClient nodes;
  private final TimeRange window;
  private final @Nullable String tokens;
  private final AfterTokens after;
  private final Hop hop;
  private final int maxEntries;

  /**
   * @param tokens the header {@code Kalends-After}
   * @param maxEntries of one subject
   */
  SubjectSource(
      IndexReader reader,
      NodeClient nodes,
      TimeRange window,
      @Nullable String tokens,
      Hop hop,
      int maxEntries) {
    this.reader = reader;
    this.nodes = nodes;
    this.window = window;
    this.tokens = tokens;
    this.after = AfterTokens.of(tokens);
    this.hop = hop;
    this.maxEntries = maxEntries;
  }

  @Override
  public SubIndex index(Subject subject) {
    return subject.index();
  }

  @Override
  public int partition(Subject subject) {
    return subject.partition(reader.partitions());
  }

  @Override
  public SubjectReader.Entries here(Subject subject)
      throws PartitionUnavailableException, InterruptedException {
    after.await(subject, reader, hop.deadline());
    return new SubjectReader(reader).all(subject, window, maxEntries);
  }

  @Override
  public Map<Subject, SubjectReader.Entries> at(Node node, List<Subject> subjects)
      throws IOException, NotTheOwnerException, InterruptedException {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", Answer.JSON_TYPE);
    if (tokens != null) {
      headers.put(AfterTokens.HEADER, tokens);
    }
    NodeClient.Question question = new NodeClient.Question("POST", PATH, headers, body(subjects));
    NodeClient.Reply answer = nodes.ask(node, question, hop.deadline());
    try (InputStream body = answer.body()) {
      if (answer.status() != 200) {
        throw RemoteProblem.read(answer.status(), body);
      }
      return EntriesFormat.read(PeopleRequest.inOrder(subjects), body);
    }
  }

  private String body(List<Subject> subjects) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Answer.JsonBody body =
        json -> {
          json.writeStartObject();
          writeArray("attendees", names(subjects, SubIndex.SUBJECT), json);
          writeArray("calendars", names(subjects, SubIndex.CALENDAR), json);
          json.writeStringField(Parameters.FROM, window.from().toString());
          json.writeStringField(Parameters.TO, window.to().toString());
          json.writeEndObject();
        };
    body.writeTo(bytes);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static List<String> names(List<Subject> subjects, SubIndex index) {
    return subjects.stream()
        .filter(subject -> subject.index() == index)
        .map(
            subject ->
                switch (subject) {
                  case Subject.OfCalendar(var calendar) -> calendar.value();
                  case Subject.OfAttendee(var attendee) -> attendee.value();
                })
        .toList();
  }

  private static void writeArray(String name, List<String> values, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }
}
