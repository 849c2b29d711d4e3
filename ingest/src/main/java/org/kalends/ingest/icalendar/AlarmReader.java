package org.kalends.ingest.icalendar;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.Alarm;
import org.kalends.schemas.avro.EventDuration;

/** VALARM components (RFC 5545 §3.6.6). One that cannot be read does not take its event away. */
final class AlarmReader {
  private static final String DEFAULT_ACTION = "DISPLAY";

  private AlarmReader() {}

  /** The alarm; null when it cannot be read, and then there is a note. */
  static @Nullable Alarm read(SourceComponent source, Notes notes) {
    try {
      return parse(source, notes);
    } catch (PropertyFault unreadable) {
      notes.add(unreadable.fault().line(), Tolerance.UNREADABLE_ALARM, unreadable.fault().detail());
      return null;
    }
  }

  private static Alarm parse(SourceComponent source, Notes notes) throws PropertyFault {
    ContentLine trigger = source.property("TRIGGER");
    if (trigger == null || trigger.value().isBlank()) {
      throw PropertyFault.broken(
          "The alarm has no TRIGGER", source.line(), "TRIGGER", "RFC 5545 3.6.6: it is required");
    }
    Alarm alarm = new Alarm();
    ContentLine action = source.property("ACTION");
    alarm.setAction(action == null || action.value().isBlank() ? DEFAULT_ACTION : action.keyword());
    if (Character.isDigit(trigger.value().strip().charAt(0))) {
      alarm.setAtMillis(TimeValue.parseStampMillis(trigger, notes));
    } else {
      alarm.setOffset(DurationValue.parse(trigger, trigger.value(), notes));
    }
    alarm.setRelatedToEnd("END".equals(trigger.keyword("RELATED")));
    setRepetition(alarm, source, notes);
    ContentLine description = source.property("DESCRIPTION");
    alarm.setDescription(description == null ? null : TextValue.unescape(description.value()));
    return alarm;
  }

  /** REPEAT and DURATION stand together or not at all. */
  private static void setRepetition(Alarm alarm, SourceComponent source, Notes notes)
      throws PropertyFault {
    ContentLine repeat = source.property("REPEAT");
    ContentLine every = source.property("DURATION");
    int times = 0;
    EventDuration interval = null;
    if (repeat != null && every != null) {
      try {
        times = Integer.parseInt(repeat.value().strip());
      } catch (NumberFormatException e) {
        throw PropertyFault.broken(
            repeat,
            "REPEAT is no number; value=" + repeat.value(),
            "RFC 5545 3.8.6.2: REPEAT is an integer");
      }
      interval = DurationValue.parse(every, every.value(), notes);
    }
    alarm.setRepeat(times);
    alarm.setRepeatEvery(interval);
  }
}
