package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

/** Bytes that version 1 wrote, kept as they were: every later program reads them. */
class EntryLayoutTest {
  private static final String ONCE_VERSION_1 =
      "01" // format version
          + "01" // once
          + "00000003" // sequence
          + "0000000000000064" // modified
          + "04" // start: zoned
          + "0000000000000e10"
          + "05" // end: seconds after
          + "0000000000000384"
          + "03" // confirmed
          + "02" // transparent
          + "04"
          + "7465616d" // calendar
          + "02"
          + "7531" // uid
          + "0e"
          + "4575726f70652f4265726c696e" // zone of the start
          + "00" // zone of the end
          + "00" // classification
          + "02"
          + "53" // summary
          + "01" // location: empty
          + "01" // participants
          + "04"
          + "05"
          + "616e6e4078"; // tentative ann@x

  @Test
  void shouldWriteOnceEntriesAsDescribed() {
    assertThat(HexFormat.of().formatHex(IndexEntry.encode(new CalendarId("team"), once())))
        .isEqualTo(ONCE_VERSION_1);
  }

  @Test
  void shouldReadOnceEntriesOfVersion1() {
    IndexEntry entry = IndexEntry.read(HexFormat.of().parseHex(ONCE_VERSION_1));

    assertThat(entry.calendar()).isEqualTo(new CalendarId("team"));
    assertThat(entry.uid()).isEqualTo(new EventUid("u1"));
    assertThat(entry.sequence()).isEqualTo(3);
    assertThat(entry.modifiedMillis()).isEqualTo(100);
    ComponentView view = entry.component(Occurrence.MASTER);
    assertThat(view.zone()).isEqualTo("Europe/Berlin");
    assertThat(view.status()).isEqualTo(EventStatus.CONFIRMED);
    assertThat(view.transparency()).isEqualTo(Transparency.TRANSPARENT);
    assertThat(view.classification()).isNull();
    assertThat(view.summary()).isEqualTo("S");
    assertThat(view.location()).isEmpty();
    assertThat(view.participation(new AttendeeAddress("ann@x")))
        .isEqualTo(ParticipationStatus.TENTATIVE);
    assertThat(view.participation(new AttendeeAddress("ann@y"))).isNull();
    assertThat(
            entry.occurrences(TimeRange.ofMillis(0, 1), ZoneOffset.UTC, new StepBudget(10)).next())
        .isEqualTo(
            new Occurrence(
                0,
                900_000,
                new CalendarTime(TimeForm.UTC, 0L, null),
                new CalendarTime(TimeForm.UTC, 900L, null),
                null,
                Occurrence.MASTER));
  }

  @Test
  void shouldWriteTheHeadOfSeriesAsDescribed() {
    Event event = once();
    event.getMaster().setRules(List.of("FREQ=YEARLY"));

    assertThat(HexFormat.of().formatHex(IndexEntry.encode(new CalendarId("team"), event)))
        .startsWith(
            "01" // format version
                + "02" // series
                + "00000003" // sequence
                + "0000000000000064" // modified
                + "0001" // January
                + "00000001" // the first
                + "0001" // reach
                + "04"
                + "7465616d" // calendar
                + "02"
                + "7531" // uid
                + "c301"); // Avro, single-object encoding
  }

  private static Event once() {
    Component master =
        Component.newBuilder()
            .setStart(new CalendarTime(TimeForm.ZONED, 3_600L, "Europe/Berlin"))
            .setDuration(new EventDuration(0, 900L))
            .setSequence(3)
            .setModifiedMillis(100L)
            .setStatus(EventStatus.CONFIRMED)
            .setTransparency(Transparency.TRANSPARENT)
            .setSummary("S")
            .setLocation("")
            .setAttendees(List.of(new Attendee("mailto:Ann@x", ParticipationStatus.TENTATIVE)))
            .build();
    return new Event("u1", master, List.of(), List.of(), null);
  }
}
