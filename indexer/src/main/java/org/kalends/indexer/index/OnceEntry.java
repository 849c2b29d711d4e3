package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.recurrence.StepBudget;
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
    if (end != null) {
      out.putByte(EnumCodes.TIME_FORM.code(end.getForm())).putLong(end.getLocal());
    } else if (duration != null && duration.getDays() == 0) {
      out.putByte(EntryLayout.END_SECONDS_AFTER).putLong(duration.getSeconds());
    } else if (duration != null) {
      out.putByte(EntryLayout.END_DAYS_AFTER).putLong(duration.getDays());
    } else {
      boolean allDay = master.getStart().getForm() == TimeForm.DATE;
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

  @Override
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    TimeForm form = EnumCodes.TIME_FORM.value(bytes[EntryLayout.START_FORM]);
    ZoneRules rules = form == TimeForm.ZONED ? rulesOf(zones().getNullableText()) : zone.getRules();
    long startLocal = OrderedBytes.getLong(bytes, EntryLayout.START);
    long start = isLocal(form) || form == TimeForm.ZONED ? instant(startLocal, rules) : startLocal;
    long end = Math.max(start, end(start, startLocal, form, rules));
    if (!window.overlaps(start * MILLIS_A_SECOND, end * MILLIS_A_SECOND)) {
      return NONE;
    }
    return new Single(occurrence(form, start, end, startLocal, rules));
  }

  /** The end in epoch seconds. */
  private long end(long start, long startLocal, TimeForm form, ZoneRules rules) {
    int kind = bytes[EntryLayout.END_KIND];
    long value = OrderedBytes.getLong(bytes, EntryLayout.END);
    if (kind == EntryLayout.END_SECONDS_AFTER) {
      return start + value;
    }
    if (kind == EntryLayout.END_DAYS_AFTER) {
      long endLocal = startLocal + value * SECONDS_A_DAY;
      return form == TimeForm.UTC ? endLocal : instant(endLocal, rules);
    }
    TimeForm endForm = EnumCodes.TIME_FORM.value(kind);
    if (endForm == TimeForm.ZONED) {
      String endZone = zones().skipNullableText().getNullableText();
      return instant(value, endZone == null ? rules : rulesOf(endZone));
    }
    return endForm == TimeForm.UTC ? value : instant(value, rules);
  }

  private Occurrence occurrence(
      TimeForm form, long start, long end, long startLocal, ZoneRules rules) {
    boolean local = isLocal(form);
    TimeForm told = local ? form : TimeForm.UTC;
    return new Occurrence(
        start * MILLIS_A_SECOND,
        end * MILLIS_A_SECOND,
        new CalendarTime(told, local ? startLocal : start, null),
        new CalendarTime(told, local ? endLocal(startLocal, end, rules) : end, null),
        null,
        Occurrence.MASTER);
  }

  /** The wall-clock end of an all-day or floating event. */
  private long endLocal(long startLocal, long end, ZoneRules rules) {
    long value = OrderedBytes.getLong(bytes, EntryLayout.END);
    return switch (bytes[EntryLayout.END_KIND]) {
      case EntryLayout.END_SECONDS_AFTER ->
          end + rules.getOffset(Instant.ofEpochSecond(end)).getTotalSeconds();
      case EntryLayout.END_DAYS_AFTER -> startLocal + value * SECONDS_A_DAY;
      default -> value;
    };
  }

  private static boolean isLocal(TimeForm form) {
    return form == TimeForm.DATE || form == TimeForm.FLOATING;
  }

  /** The instant of a local time: shifted by a gap's length, the earlier one of an overlap. */
  private static long instant(long local, ZoneRules rules) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(local, 0, ZoneOffset.UTC);
    return local - rules.getOffset(time).getTotalSeconds();
  }

  private static ZoneRules rulesOf(@Nullable String zone) {
    return ZoneId.of(Objects.requireNonNull(zone, "a zoned time names its zone")).getRules();
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
