package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.zone.WallClock;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

/**
 * An event that happens once, answered from its bytes: nothing is decoded before it is asked for.
 * Gives the very occurrence that the engine gives.
 */
final class OnceEntry implements EntryBody, ComponentView {
  private static final OccurrenceCursor NONE = () -> null;
  private static final ZoneRules UTC = ZoneOffset.UTC.getRules();
  private static final int SECONDS_A_DAY = 86_400;
  private static final long MILLIS_A_SECOND = 1_000;

  private final byte[] bytes;

  OnceEntry(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Whether an event can be laid out flat: it happens once, in zones that are known by name, and
   * its end is told in a way that fits its start. All else goes the engine's way.
   */
  static boolean fits(Event event) {
    Component master = event.getMaster();
    return master != null
        && event.getOverrides().isEmpty()
        && event.getZones().isEmpty()
        && master.getRules().isEmpty()
        && master.getExceptionRules().isEmpty()
        && master.getRecurrenceDates().isEmpty()
        && master.getExceptionDates().isEmpty()
        && endFits(master);
  }

  private static boolean endFits(Component master) {
    TimeForm form = master.getStart().getForm();
    CalendarTime end = master.getEnd();
    if (end != null) {
      return isInstant(form) ? isInstant(end.getForm()) : form == end.getForm();
    }
    EventDuration duration = master.getDuration();
    if (duration == null) {
      return true;
    }
    boolean daysOnly = duration.getSeconds() == 0;
    return duration.getDays() >= 0
        && duration.getSeconds() >= 0
        && (daysOnly || duration.getDays() == 0 && form != TimeForm.DATE);
  }

  private static boolean isInstant(TimeForm form) {
    return form == TimeForm.UTC || form == TimeForm.ZONED;
  }

  /** Writes what follows the header. */
  static void write(RowWriter out, String calendar, Event event) {
    Component master = event.getMaster();
    CalendarTime start = master.getStart();
    out.putByte(EnumCodes.TIME_FORM.code(start.getForm())).putLong(start.getLocal());
    writeEnd(out, master);
    out.putByte(EnumCodes.STATUS.code(master.getStatus()))
        .putByte(EnumCodes.TRANSPARENCY.code(master.getTransparency()))
        .putText(calendar)
        .putText(event.getUid())
        .putNullableText(start.getZone())
        .putNullableText(zoneOfEnd(master))
        .putNullableText(master.getClassification())
        .putNullableText(master.getSummary())
        .putNullableText(master.getLocation());
    Map<AttendeeAddress, ParticipationStatus> participants = Participants.of(master);
    out.putVarint(participants.size());
    participants.forEach(
        (address, participation) ->
            out.putByte(EnumCodes.PARTICIPATION.code(participation)).putText(address.value()));
  }

  private static void writeEnd(RowWriter out, Component master) {
    CalendarTime end = master.getEnd();
    EventDuration duration = master.getDuration();
    boolean allDay = master.getStart().getForm() == TimeForm.DATE;
    if (end != null && allDay) {
      // a DTEND on the start's day is read as the whole day
      long days = (end.getLocal() - master.getStart().getLocal()) / SECONDS_A_DAY;
      out.putByte(EntryLayout.END_DAYS_AFTER).putLong(Math.max(1, days));
    } else if (end != null) {
      out.putByte(EnumCodes.TIME_FORM.code(end.getForm())).putLong(end.getLocal());
    } else if (duration != null && duration.getDays() == 0) {
      out.putByte(EntryLayout.END_SECONDS_AFTER).putLong(duration.getSeconds());
    } else if (duration != null) {
      out.putByte(EntryLayout.END_DAYS_AFTER).putLong(duration.getDays());
    } else {
      out.putByte(EntryLayout.END_DAYS_AFTER).putLong(allDay ? 1 : 0);
    }
  }

  private static @Nullable String zoneOfEnd(Component master) {
    CalendarTime end = master.getEnd();
    if (end == null || end.getZone() == null || end.getZone().equals(master.getStart().getZone())) {
      return null;
    }
    return end.getZone();
  }

  /**
   * A moment is an instant in epoch seconds where the start has a zone or is in UTC; the wall-clock
   * time of all-day and floating events, which the asker's zone places.
   */
  @Override
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    TimeForm form = EnumCodes.TIME_FORM.value(bytes[EntryLayout.START_FORM]);
    long local = OrderedBytes.getLong(bytes, EntryLayout.START);
    ZoneRules rules = form == TimeForm.ZONED ? rulesOf(zones().getNullableText()) : UTC;
    long start = WallClock.instant(rules, local);
    boolean placed = isInstant(form);
    // a start that is shifted out of a gap may overtake the end
    long end = placed ? Math.max(start, end(start, rules)) : end(start, rules);
    ZoneRules asker = zone.getRules();
    long startMillis = (placed ? start : WallClock.instant(asker, start)) * MILLIS_A_SECOND;
    long endMillis = (placed ? end : WallClock.instant(asker, end)) * MILLIS_A_SECOND;
    endMillis = Math.max(startMillis, endMillis);
    if (!window.overlaps(startMillis, endMillis)) {
      return NONE;
    }
    TimeForm told = placed ? TimeForm.UTC : form;
    return new Single(
        new Occurrence(
            startMillis,
            endMillis,
            new CalendarTime(told, start, null),
            new CalendarTime(told, end, null),
            null,
            Occurrence.MASTER));
  }

  /** The moment of the end. */
  private long end(long start, ZoneRules rules) {
    int kind = bytes[EntryLayout.END_KIND];
    long value = OrderedBytes.getLong(bytes, EntryLayout.END);
    if (kind == EntryLayout.END_SECONDS_AFTER) {
      return start + value;
    }
    if (kind == EntryLayout.END_DAYS_AFTER) {
      return value == 0
          ? start
          : WallClock.instant(rules, WallClock.local(rules, start) + value * SECONDS_A_DAY);
    }
    if (EnumCodes.TIME_FORM.value(kind) != TimeForm.ZONED) {
      return value;
    }
    String endZone = zones().skipNullableText().getNullableText();
    return WallClock.instant(endZone == null ? rules : rulesOf(endZone), value);
  }

  private static ZoneRules rulesOf(@Nullable String zone) {
    ZoneRules rules = zone == null ? null : ZoneResolver.known(zone);
    if (rules == null) {
      throw new IllegalStateException(
          "A stored event has a zone that this Java runtime does not know; tzid=" + zone);
    }
    return rules;
  }

  /** One occurrence, then none. */
  private static final class Single implements OccurrenceCursor {
    private @Nullable Occurrence occurrence;

    Single(Occurrence occurrence) {
      this.occurrence = occurrence;
    }

    @Override
    public @Nullable Occurrence next() {
      Occurrence next = occurrence;
      occurrence = null;
      return next;
    }
  }

  @Override
  public ComponentView component(int override) {
    if (override != Occurrence.MASTER) {
      throw new IndexOutOfBoundsException(
          "An event that happens once has no overrides; override=" + override);
    }
    return this;
  }

  @Override
  public EventStatus status() {
    return EnumCodes.STATUS.value(bytes[EntryLayout.STATUS]);
  }

  @Override
  public Transparency transparency() {
    return EnumCodes.TRANSPARENCY.value(bytes[EntryLayout.TRANSPARENCY]);
  }

  @Override
  public @Nullable String zone() {
    return zones().getNullableText();
  }

  @Override
  public @Nullable String classification() {
    return texts().getNullableText();
  }

  @Override
  public @Nullable String summary() {
    return texts().skipNullableText().getNullableText();
  }

  @Override
  public @Nullable String location() {
    return texts().skipNullableText().skipNullableText().getNullableText();
  }

  @Override
  public @Nullable ParticipationStatus participation(AttendeeAddress address) {
    byte[] wanted = address.value().getBytes(StandardCharsets.UTF_8);
    RowReader in = texts().skipNullableText().skipNullableText().skipNullableText();
    for (int left = in.getVarint(); left > 0; left--) {
      int code = in.getByte();
      if (in.matchText(wanted)) {
        return EnumCodes.PARTICIPATION.value(code);
      }
    }
    return null;
  }

  private RowReader zones() {
    return new RowReader(bytes, EntryLayout.ONCE_NAMES).skipText().skipText();
  }

  private RowReader texts() {
    return zones().skipNullableText().skipNullableText();
  }
}
