package org.kalends.query.read;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.IndexEntry;

/**
 * Asks what several attendees and calendars have.
 *
 * @param subjects each once, in the order asked
 * @param copies whether each copy of a meeting counts, instead of the newest
 * @param declined whether what an attendee declined counts
 */
public record PeopleQuery(List<Subject> subjects, Window window, boolean copies, boolean declined) {
  public PeopleQuery {
    subjects = List.copyOf(subjects);
  }

  /** The query for a page of its occurrences. */
  public OccurrenceQuery occurrences(int limit, @Nullable String cursor, long steps) {
    List<String> names = new ArrayList<>();
    subjects.forEach(subject -> names.add(subject.toString()));
    names.sort(null);
    return OccurrenceQuery.of(
        window, limit, cursor, steps, "people", names, window, copies, declined);
  }

  /**
   * A page of occurrences.
   *
   * @param read every subject's entries in the whole window: which copy of a meeting is the newest
   *     must not depend on the page
   */
  public OccurrencePage page(OccurrenceQuery query, Map<Subject, SubjectReader.Entries> read) {
    Meetings meetings = new Meetings();
    List<Long> versions = new ArrayList<>();
    for (Subject subject : subjects) {
      SubjectReader.Entries entries = SubjectReader.entriesOf(subject, read);
      versions.add(entries.version());
      for (IndexEntry entry : entries.entries()) {
        meetings.add(subject, ExpandableEvent.of(entry));
      }
    }
    OccurrenceQuery.Collector page = query.collect();
    Collection<Meetings.Meeting> shown = copies ? meetings.all() : meetings.newest();
    for (Meetings.Meeting meeting : shown) {
      page.add(meeting.event(), meeting.shown(declined));
    }
    return page.page(new Position(versions));
  }
}
