package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.TimeForm;

@Domain(EventDomain.class)
class IndexEntryTest {
  private static final CalendarId TEAM = new CalendarId("team");

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void shouldTellWhatTheEventTells(@ForAll Event event) {
    IndexEntry entry = IndexEntry.read(IndexEntry.encode(TEAM, event));

    Component master = event.getMaster();
    assertThat(entry.calendar()).isEqualTo(TEAM);
    assertThat(entry.uid()).isEqualTo(new EventUid(event.getUid()));
    assertThat(entry.sequence()).isEqualTo(master.getSequence());
    assertSameView(entry.component(Occurrence.MASTER), master);
    for (int i = 0; i < event.getOverrides().size(); i++) {
      assertSameView(entry.component(i), event.getOverrides().get(i).getComponent());
    }
  }

  private static void assertSameView(ComponentView view, Component component) {
    ComponentView expected = new RecordComponentView(component);
    assertThat(view.summary()).isEqualTo(expected.summary());
    assertThat(view.location()).isEqualTo(expected.location());
    assertThat(view.status()).isEqualTo(expected.status());
    assertThat(view.transparency()).isEqualTo(expected.transparency());
    assertThat(view.classification()).isEqualTo(expected.classification());
    assertThat(view.zone()).isEqualTo(expected.zone());
    for (String address : EventDomain.ADDRESSES) {
      AttendeeAddress asked = AttendeeAddress.of(address);
      assertThat(view.participation(asked)).isEqualTo(expected.participation(asked));
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void shouldLeaveTheEventAsItWas(@ForAll Event event) {
    Event before = Event.newBuilder(event).build();

    IndexEntry.encode(TEAM, event);

    assertThat(event).isEqualTo(before);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void shouldBeTheSameBytesForTheSameEvent(@ForAll Event event) {
    assertThat(IndexEntry.encode(TEAM, event))
        .isEqualTo(IndexEntry.encode(TEAM, Event.newBuilder(event).build()));
  }

  @Test
  void shouldCountLastModifiedBeforeStamp() {
    Event event = lone(0, 5L, 7L);

    assertThat(entry(event).modifiedMillis()).isEqualTo(7);
    event.getMaster().setModifiedMillis(null);
    assertThat(entry(event).modifiedMillis()).isEqualTo(5);
    event.getMaster().setStampMillis(null);
    assertThat(entry(event).modifiedMillis()).isZero();
  }

  @Test
  void shouldCountTheNewestOverrideWithoutMaster() {
    List<EventOverride> overrides =
        List.of(
            override(lone(1, 9L, null).getMaster()),
            override(lone(2, 3L, null).getMaster()),
            override(lone(2, 4L, null).getMaster()));
    IndexEntry entry = entry(new Event("u1", null, overrides, List.of(), null));

    assertThat(entry.sequence()).isEqualTo(2);
    assertThat(entry.modifiedMillis()).isEqualTo(4);
  }

  @Test
  void shouldRefuseAnEventOfNothing() {
    assertThatThrownBy(() -> entry(new Event("u1", null, List.of(), List.of(), null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("uid=u1");
  }

  @Test
  void shouldHaveNoOverridesWhereThereAreNone() {
    assertThatThrownBy(() -> entry(lone(0, null, null)).component(0))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("override=0");
  }

  @Test
  void shouldNameAVersionItDoesNotKnowAndWhatToDo() {
    byte[] bytes = IndexEntry.encode(TEAM, lone(0, null, null));
    bytes[0] = 7;

    assertThatThrownBy(() -> IndexEntry.read(bytes))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("row=dtend-index")
        .hasMessageContaining("version=7")
        .hasMessageContaining("kalends reindex");
  }

  private static IndexEntry entry(Event event) {
    return IndexEntry.read(IndexEntry.encode(TEAM, event));
  }

  private static EventOverride override(Component component) {
    return new EventOverride(component.getStart(), false, component);
  }

  private static Event lone(
      int sequence, @Nullable Long stampMillis, @Nullable Long modifiedMillis) {
    Component master =
        Component.newBuilder()
            .setStart(new CalendarTime(TimeForm.UTC, 0L, null))
            .setSequence(sequence)
            .setStampMillis(stampMillis)
            .setModifiedMillis(modifiedMillis)
            .build();
    return new Event("u1", master, List.of(), List.of(), null);
  }
}
