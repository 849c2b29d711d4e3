package org.kalends.indexer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.common.utils.Bytes;
import org.kalends.indexer.index.AppliedSeq;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.DtendIndexKey;
import org.kalends.indexer.index.Etags;
import org.kalends.indexer.index.EventDomain;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.IdIndexValue;
import org.kalends.indexer.index.IndexRows;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.event.InvalidEventException;

/**
 * Whatever changes come: the stores hold exactly the rows of the events that a naive calendar holds
 * after them, each event once in each index, and nothing else.
 */
class IndexModelTest {
  private static final List<String> CALENDARS = List.of("team", "team2");

  /** Calendars as maps. */
  private final SortedMap<CalendarId, SortedMap<String, Event>> model = new TreeMap<>();

  @Property(tries = 25)
  void shouldHoldTheRowsOfTheEventsThatStand(
      @ForAll("changeSets") @Size(max = 25) List<CalendarChange> changes)
      throws IOException, InvalidEventException {
    model.clear();
    Path stateDir = Files.createTempDirectory("index-model");
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      for (CalendarChange change : changes) {
        driver.send(change);
        apply(change);
      }
      for (int turn = 0; turn < 20; turn++) {
        driver.pass(CalendarDeletions.TURN);
      }

      assertThat(rows(driver, IndexStores.ID_INDEX)).isEqualTo(idIndex());
      assertThat(rows(driver, IndexStores.DTEND_INDEX)).isEqualTo(dtendIndex());
      assertThat(rows(driver, IndexStores.SUBJECT_DTEND_INDEX)).isEqualTo(subjectIndex());
      assertThat(calendars(driver)).isEqualTo(summaries());
      assertThat(driver.read(Topics.DEAD_LETTERS)).isEmpty();
    } finally {
      delete(stateDir);
    }
  }

  @Provide
  Arbitrary<List<CalendarChange>> changeSets() {
    Arbitrary<Change> puts =
        Combinators.combine(
                uids(), Arbitraries.oneOf(EventDomain.onceEvents(), EventDomain.series()))
            .as((uid, event) -> Changes.put(Event.newBuilder(event).setUid(uid).build()));
    Arbitrary<Change> deletes = uids().map(Changes::delete);
    Arbitrary<List<Change>> ordinary =
        Arbitraries.frequencyOf(Tuple.of(3, puts), Tuple.of(1, deletes))
            .list()
            .ofMinSize(1)
            .ofMaxSize(4);
    Arbitrary<List<Change>> deletion = Arbitraries.create(() -> List.of(Changes.deleteCalendar()));
    return Combinators.combine(
            Arbitraries.of(CALENDARS),
            Arbitraries.of(true, false),
            Arbitraries.frequencyOf(Tuple.of(12, ordinary), Tuple.of(1, deletion)))
        .as((calendar, atomic, set) -> new CalendarChange("c", calendar, atomic, false, set))
        .list();
  }

  private static Arbitrary<String> uids() {
    return Arbitraries.of("a", "b", "c", "d");
  }

  private void apply(CalendarChange change) {
    CalendarId calendar = new CalendarId(change.getCalendar());
    if (change.getChanges().getFirst().getAction() == ChangeAction.DELETE_CALENDAR) {
      model.remove(calendar);
      return;
    }
    SortedMap<String, Event> next = new TreeMap<>(model.getOrDefault(calendar, new TreeMap<>()));
    boolean rejected = false;
    for (Change each : change.getChanges()) {
      if (each.getAction() == ChangeAction.PUT) {
        next.put(each.getUid(), each.getEvent());
      } else {
        rejected |= next.remove(each.getUid()) == null;
      }
    }
    if (!(rejected && change.getAtomic())) {
      model.put(calendar, next);
    }
  }

  private Map<Bytes, Bytes> idIndex() {
    Map<Bytes, Bytes> rows = new TreeMap<>();
    model.forEach(
        (calendar, events) ->
            events.forEach(
                (uid, event) ->
                    rows.put(
                        Bytes.wrap(new IdIndexKey(calendar, new EventUid(uid)).encode()),
                        Bytes.wrap(IndexDriver.key(Etags.of(event) + event)))));
    return rows;
  }

  private Map<Bytes, Bytes> dtendIndex() throws InvalidEventException {
    Map<Bytes, Bytes> rows = new TreeMap<>();
    for (IndexRows each : allRows()) {
      rows.put(Bytes.wrap(each.calendarKey()), Bytes.wrap(each.entry()));
    }
    return rows;
  }

  private Map<Bytes, Bytes> subjectIndex() throws InvalidEventException {
    Map<Bytes, Bytes> rows = new TreeMap<>();
    for (IndexRows each : allRows()) {
      for (AttendeeAddress attendee : each.attendees()) {
        rows.put(Bytes.wrap(each.attendeeKey(attendee)), Bytes.wrap(each.entry()));
      }
    }
    return rows;
  }

  private List<IndexRows> allRows() throws InvalidEventException {
    List<IndexRows> rows = new ArrayList<>();
    for (Map.Entry<CalendarId, SortedMap<String, Event>> calendar : model.entrySet()) {
      for (Event event : calendar.getValue().values()) {
        rows.add(IndexRows.of(calendar.getKey(), event, EventExpansion.compile(event)));
      }
    }
    return rows;
  }

  /** Events, overrides and checksum of each calendar that has events, counted from nothing. */
  private Map<String, String> summaries() throws InvalidEventException {
    Map<String, String> summaries = new TreeMap<>();
    for (Map.Entry<CalendarId, SortedMap<String, Event>> calendar : model.entrySet()) {
      CalendarRow row = CalendarRow.NEW;
      for (Event event : calendar.getValue().values()) {
        row =
            row.plus(
                new EventUid(event.getUid()),
                Etags.of(event),
                event.getOverrides().size(),
                EventExpansion.compile(event).span());
      }
      if (row.events() > 0) {
        summaries.put(calendar.getKey().value(), summary(row));
      }
    }
    return summaries;
  }

  private static Map<String, String> calendars(IndexDriver driver) {
    Map<String, String> summaries = new TreeMap<>();
    driver
        .rows(IndexStores.CALENDARS)
        .forEach(
            each -> {
              CalendarRow row = CalendarRow.decode(each.value);
              if (row.events() > 0 || row.overrides() > 0 || row.checksum() != 0) {
                summaries.put(CalendarRow.calendarOf(each.key.get()).value(), summary(row));
              }
            });
    return summaries;
  }

  private static String summary(CalendarRow row) {
    return row.events() + " events, " + row.overrides() + " overrides, checksum " + row.checksum();
  }

  private static Map<Bytes, Bytes> rows(IndexDriver driver, String store) {
    Map<Bytes, Bytes> rows = new TreeMap<>();
    driver.rows(store).stream()
        .filter(
            row ->
                store.equals(IndexStores.ID_INDEX)
                    ? !AppliedSeq.isIdKey(row.key.get())
                    : DtendIndexKey.isEntry(row.key.get()))
        .forEach(row -> rows.put(row.key, Bytes.wrap(content(store, row.value))));
    return rows;
  }

  private static byte[] content(String store, byte[] value) {
    if (!store.equals(IndexStores.ID_INDEX)) {
      return value;
    }
    IdIndexValue stored = IdIndexValue.read(value);
    return IndexDriver.key(stored.etag() + stored.event());
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
