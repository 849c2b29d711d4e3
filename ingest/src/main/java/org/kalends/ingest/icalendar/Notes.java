package org.kalends.ingest.icalendar;

import java.util.ArrayList;
import java.util.List;
import org.kalends.ingest.icalendar.ReadItem.Note;

/** Collects what was tolerated, up to a number: the first ones tell enough. For one thread. */
final class Notes {
  /** Notes of one event, or of the text as a whole. */
  static final int MAX_NOTES = 100;

  private final List<Note> notes = new ArrayList<>(0);

  /**
   * @param details {@code name=value} details
   */
  void add(int line, Tolerance tolerance, String details) {
    if (notes.size() < MAX_NOTES) {
      notes.add(new Note(line, tolerance.sentence() + "; " + details));
    }
  }

  void add(ContentLine property, Tolerance tolerance) {
    add(property.line(), tolerance, property.name() + ":" + shortened(property.value()));
  }

  void addAll(Notes others) {
    others.notes.stream().limit(MAX_NOTES - notes.size()).forEach(notes::add);
  }

  List<Note> asList() {
    return List.copyOf(notes);
  }

  private static String shortened(String value) {
    int max = 60;
    return value.length() <= max ? value : value.substring(0, max) + "…";
  }
}
