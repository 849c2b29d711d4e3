package org.kalends.ingest.icalendar;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.http.ProblemType;

/**
 * What the scan found in a text: its events, its time zone definitions, what its calendars state,
 * and what was passed over. Bounded by {@link ReaderLimits}. For one thread.
 */
final class ScannedText {
  /** Different combinations of METHOD, CALSCALE and X-WR-TIMEZONE in one text. */
  static final int MAX_FACTS = 10_000;

  private static final String ZONE = "VTIMEZONE";

  private final CalendarText text;
  private final ReaderLimits limits;
  private final ComponentIndex events = new ComponentIndex();
  private final ZoneTexts zones;
  private final Map<CalendarFacts, Integer> factsIndex = new HashMap<>();
  private final List<CalendarFacts> facts = new ArrayList<>();
  private final Map<String, PassedOver> passedOver = new LinkedHashMap<>();
  private final MessageDigest sha256 = sha256();
  private CalendarFacts currentFacts = CalendarFacts.NONE;
  private int calendars;

  private record PassedOver(int firstLine, int count) {}

  ScannedText(CalendarText text, ReaderLimits limits) {
    this.text = text;
    this.limits = limits;
    this.zones = new ZoneTexts(limits.maxZoneBytes());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  void beginCalendar() {
    calendars++;
    currentFacts = CalendarFacts.NONE;
  }

  void calendarProperty(ContentLine property) {
    currentFacts = currentFacts.with(property);
  }

  /**
   * @param uid null when it has none
   */
  void addEvent(long offset, int length, int line, @Nullable String uid)
      throws CalendarFaultException {
    if (events.size() == limits.maxComponents()) {
      throw limit("The text has too many events; max=" + limits.maxComponents(), line, "VEVENT");
    }
    int event = events.add(offset, length, line, calendars, currentFactsIndex(line));
    if (uid != null) {
      byte[] digest = sha256.digest(uid.getBytes(StandardCharsets.UTF_8));
      events.chain(event, ByteBuffer.wrap(digest).getLong());
    }
  }

  private int currentFactsIndex(int line) throws CalendarFaultException {
    Integer known = factsIndex.get(currentFacts);
    if (known != null) {
      return known;
    }
    if (facts.size() == MAX_FACTS) {
      throw limit("The calendars of the text differ too much; max=" + MAX_FACTS, line, "METHOD");
    }
    facts.add(currentFacts);
    factsIndex.put(currentFacts, facts.size() - 1);
    return facts.size() - 1;
  }

  void addZone(long offset, int length, int line, @Nullable String tzid)
      throws IOException, CalendarFaultException {
    if (tzid == null || length > ZoneTexts.MAX_DEFINITION_BYTES) {
      addPassedOver(ZONE, line);
      return;
    }
    switch (zones.add(tzid, calendars, line, text.slice(offset, length))) {
      case SECOND -> addPassedOver(ZONE, line);
      case FULL ->
          throw limit(
              "The time zone definitions of the text are too large; maxBytes="
                  + limits.maxZoneBytes(),
              line,
              ZONE);
      case KEPT -> {
        // found again by its TZID
      }
    }
  }

  void addPassedOver(String component, int line) {
    if (passedOver.size() < Notes.MAX_NOTES || passedOver.containsKey(component)) {
      passedOver.merge(
          component,
          new PassedOver(line, 1),
          (old, one) -> new PassedOver(old.firstLine(), old.count() + 1));
    }
  }

  private static CalendarFaultException limit(String detail, int line, String property) {
    return new CalendarFaultException(
        new CalendarFault(ProblemType.LIMIT_EXCEEDED, detail, line, property, "limit: one text"));
  }

  int calendars() {
    return calendars;
  }

  ComponentIndex events() {
    return events;
  }

  ZoneTexts zones() {
    return zones;
  }

  /** What the VCALENDAR of this event states. */
  CalendarFacts factsOf(int event) {
    return facts.get(events.facts(event));
  }

  /** The bytes of this event, at most {@code maxBytes} of them. */
  byte[] bytesOf(int event, int maxBytes) throws IOException {
    return text.slice(events.offset(event), Math.min(maxBytes, events.length(event)));
  }

  /** What was passed over in the text as a whole. */
  List<ReadItem.Note> notes() {
    Notes notes = new Notes();
    passedOver.forEach(
        (component, which) ->
            notes.add(
                which.firstLine(),
                Tolerance.PASSED_OVER,
                "component=" + component + " count=" + which.count()));
    return notes.asList();
  }
}
