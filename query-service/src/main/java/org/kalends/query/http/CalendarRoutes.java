package org.kalends.query.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.CalendarState;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionOwners.Node;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.SubIndex;
import org.kalends.query.read.Cursor;
import org.kalends.query.read.PageKey;
import org.kalends.query.read.Paging;
import org.kalends.query.read.Position;
import org.kalends.query.read.SubjectReader;
import org.kalends.query.routing.Hop;
import org.kalends.query.routing.NodeClient;
import org.kalends.query.routing.NotTheOwnerException;
import org.kalends.query.routing.PartitionClient;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;
import org.kalends.schemas.http.Route;

/** What is known of calendars as a whole: one, or all in order of name. */
final class CalendarRoutes {
  /** On requests between nodes: the partitions whose calendars are asked for. */
  private static final String PARTITIONS_HEADER = "Kalends-Partitions";

  private static final String PATH = "/v1/calendars";
  private static final Comparator<CalendarState> BY_NAME =
      Comparator.comparing(CalendarState::calendar);

  private final IndexReader reader;
  private final PartitionClient partitions;
  private final NodeClient nodes;
  private final OwnerAnswers owners;
  private final QuerySettings settings;

  CalendarRoutes(
      IndexReader reader,
      PartitionClient partitions,
      NodeClient nodes,
      OwnerAnswers owners,
      QuerySettings settings) {
    this.reader = reader;
    this.partitions = partitions;
    this.nodes = nodes;
    this.owners = owners;
    this.settings = settings;
  }

  List<Route> routes() {
    return List.of(
        new Route("GET", PATH, this::list), new Route("GET", PATH + "/{calendar}", this::one));
  }

  private void one(Exchange exchange) throws Exception {
    exchange.allowQueryParameters();
    CalendarId calendar = Parameters.calendar(exchange);
    owners.answer(
        exchange,
        calendar,
        () -> {
          CalendarState state = new SubjectReader(reader).state(calendar);
          return Answer.json(
              json -> {
                CalendarJson.begin(state, json);
                json.writeStringField("position", Position.of(state.seq()).encode());
                json.writeEndObject();
              });
        });
  }

  private void list(Exchange exchange) throws Exception {
    exchange.allowQueryParameters(Parameters.LIMIT, Parameters.CURSOR);
    int limit = Parameters.limit(exchange, settings);
    long fingerprint = Cursor.fingerprint("calendars");
    Cursor before = Cursor.of(exchange.queryParameter(Parameters.CURSOR), fingerprint);
    CalendarId after =
        before != null && before.key() instanceof PageKey.Name(String name)
            ? Parameters.calendar(name)
            : null;
    Hop hop = Hop.of(exchange, settings.deadline());
    Collection<List<CalendarState>> read =
        partitions
            .readAll(
                asked(exchange, hop), new Page(after, limit + 1, exchange.rawPathQuery(), hop), hop)
            .values();
    List<CalendarState> found = new ArrayList<>();
    read.forEach(found::addAll);
    found.sort(BY_NAME);
    boolean more = found.size() > limit;
    List<CalendarState> page = more ? found.subList(0, limit) : found;
    String next =
        more
            ? new Paging(fingerprint, before, Position.of(0))
                .next(new PageKey.Name(page.getLast().calendar().value()))
            : null;
    Answer.json(
            json -> {
              json.writeStartObject();
              json.writeArrayFieldStart(CalendarJson.CALENDARS);
              for (CalendarState state : page) {
                CalendarJson.begin(state, json);
                json.writeEndObject();
              }
              json.writeEndArray();
              OccurrenceJson.writeIfKnown("next", next, json);
              json.writeEndObject();
            })
        .writeTo(exchange);
  }

  /** All partitions, or those that the other node asks for. */
  private List<Integer> asked(Exchange exchange, Hop hop) {
    String header = exchange.header(PARTITIONS_HEADER);
    if (!hop.second() || header == null) {
      return IntStream.range(0, reader.partitions()).boxed().toList();
    }
    List<Integer> asked = new ArrayList<>();
    for (String text : header.split(",", -1)) {
      asked.add(partition(text));
    }
    return asked;
  }

  private int partition(String text) {
    try {
      return Objects.checkIndex(Integer.parseInt(text), reader.partitions());
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST,
          "There is no such partition; partition=" + text + " partitions=" + reader.partitions());
    }
  }

  /** The first calendars after a name, of each partition. */
  private final class Page implements PartitionClient.Source<Integer, List<CalendarState>> {
    private final @Nullable CalendarId after;
    private final int atMost;
    private final String pathQuery;
    private final Hop hop;

    Page(@Nullable CalendarId after, int atMost, String pathQuery, Hop hop) {
      this.after = after;
      this.atMost = atMost;
      this.pathQuery = pathQuery;
      this.hop = hop;
    }

    @Override
    public SubIndex index(Integer partition) {
      return SubIndex.CALENDAR;
    }

    @Override
    public int partition(Integer partition) {
      return partition;
    }

    @Override
    public List<CalendarState> here(Integer partition) throws PartitionUnavailableException {
      return reader.calendars(partition, after, atMost);
    }

    @Override
    public Map<Integer, List<CalendarState>> at(Node node, List<Integer> asked)
        throws IOException, NotTheOwnerException, InterruptedException {
      String names = asked.stream().map(String::valueOf).collect(Collectors.joining(","));
      NodeClient.Question question =
          new NodeClient.Question("GET", pathQuery, Map.of(PARTITIONS_HEADER, names), "");
      NodeClient.Reply answer = nodes.ask(node, question, hop.deadline());
      try (InputStream body = answer.body()) {
        if (answer.status() != 200) {
          throw RemoteProblem.read(answer.status(), body);
        }
        Map<Integer, List<CalendarState>> read = new HashMap<>();
        asked.forEach(partition -> read.put(partition, List.of()));
        read.put(asked.getFirst(), CalendarJson.readPage(body));
        return read;
      }
    }
  }
}
