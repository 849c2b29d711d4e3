package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.kalends.indexer.store.CalendarState;
import org.kalends.schemas.CalendarId;

/** What is known of calendars, as JSON. */
final class CalendarJson {
  static final String CALENDARS = "calendars";

  private static final String CALENDAR = "calendar";
  private static final String SEQ = "seq";
  private static final String EVENTS = "events";
  private static final String OVERRIDES = "overrides";
  private static final String CHECKSUM = "checksum";

  private CalendarJson() {}

  /** An object that is left open for more members. */
  static void begin(CalendarState state, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField(CALENDAR, state.calendar().value());
    json.writeNumberField(SEQ, state.seq());
    json.writeNumberField(EVENTS, state.events());
    json.writeNumberField(OVERRIDES, state.overrides());
    json.writeStringField(CHECKSUM, HexFormat.of().toHexDigits(state.checksum()));
  }

  /** Reads the calendars of a page that another node wrote. */
  static List<CalendarState> readPage(InputStream body) throws IOException {
    List<CalendarState> states = new ArrayList<>();
    try (JsonParser json = Answer.JSON.createParser(body)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals(CALENDARS)) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            states.add(read(json));
          }
        } else {
          json.skipChildren();
        }
      }
    }
    return states;
  }

  private static CalendarState read(JsonParser json) throws IOException {
    String calendar = "";
    long seq = 0;
    long events = 0;
    long overrides = 0;
    long checksum = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case CALENDAR -> calendar = json.getText();
        case SEQ -> seq = json.getLongValue();
        case EVENTS -> events = json.getLongValue();
        case OVERRIDES -> overrides = json.getLongValue();
        case CHECKSUM -> checksum = HexFormat.fromHexDigitsToLong(json.getText());
        default -> json.skipChildren();
      }
    }
    return new CalendarState(new CalendarId(calendar), seq, events, overrides, checksum);
  }
}
