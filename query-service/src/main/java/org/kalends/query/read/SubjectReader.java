package org.kalends.query.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.store.CalendarState;
import org.kalends.indexer.store.EntryCursor;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** Reads subjects' entries together with the version that they are exact for. */
public final class SubjectReader {
  /**
   * How often an opening is repeated when a write comes between it and its version. A commit takes
   * milliseconds and an opening microseconds, so that the second try nearly always holds. Behind
   * the last one the version is that from before the opening: the entries have all of it, and
   * possibly more.
   */
  static final int MAX_TRIES = 5;

  private final IndexReader reader;

  public SubjectReader(IndexReader reader) {
    this.reader = reader;
  }

  /** Entries as they stood at a version. Close it. */
  public record Snapshot(long version, EntryCursor entries) implements AutoCloseable {
    @Override
    public void close() {
      entries.close();
    }
  }

  /** All entries of a subject in a window, at a version. */
  public record Entries(long version, List<IndexEntry> entries) {}

  /**
   * @throws ProblemException calendar-not-found when the subject is a calendar that is not there
   */
  public Snapshot open(Subject subject, TimeRange window) throws PartitionUnavailableException {
    for (int tries = 1; ; tries++) {
      long before = version(subject);
      EntryCursor entries = entries(subject, window);
      boolean kept = false;
      try {
        kept = tries == MAX_TRIES || version(subject) == before;
        if (kept) {
          return new Snapshot(before, entries);
        }
      } finally {
        if (!kept) {
          entries.close();
        }
      }
    }
  }

  /**
   * Reads them all and lets go of the store.
   *
   * @param atMost how many may be kept in memory
   * @throws ProblemException calendar-not-found, or limit-exceeded when there are more
   */
  public Entries all(Subject subject, TimeRange window, int atMost)
      throws PartitionUnavailableException {
    try (Snapshot snapshot = open(subject, window)) {
      List<IndexEntry> entries = new ArrayList<>();
      for (IndexEntry entry = snapshot.entries().next();
          entry != null;
          entry = snapshot.entries().next()) {
        if (entries.size() == atMost) {
          throw new ProblemException(
              ProblemType.LIMIT_EXCEEDED,
              "The query meets more events than it may: ask for a shorter time or fewer attendees; "
                  + subject
                  + " limit="
                  + atMost);
        }
        entries.add(entry);
      }
      return new Entries(snapshot.version(), entries);
    }
  }

  /**
   * What was read of a subject.
   *
   * @throws IllegalArgumentException when it was not read
   */
  public static Entries entriesOf(Subject subject, Map<Subject, Entries> read) {
    Entries entries = read.get(subject);
    if (entries == null) {
      throw new IllegalArgumentException("The entries were not read; " + subject);
    }
    return entries;
  }

  /**
   * A number that grows with each change of the subject's entries.
   *
   * @throws ProblemException calendar-not-found when the subject is a calendar that is not there
   */
  public long version(Subject subject) throws PartitionUnavailableException {
    return switch (subject) {
      case Subject.OfCalendar(CalendarId calendar) -> state(calendar).seq();
      case Subject.OfAttendee(var attendee) -> reader.subjectVersion(attendee);
    };
  }

  /**
   * @throws ProblemException calendar-not-found
   */
  public CalendarState state(CalendarId calendar) throws PartitionUnavailableException {
    CalendarState state = reader.calendar(calendar);
    if (state == null) {
      throw new ProblemException(
          ProblemType.CALENDAR_NOT_FOUND, "There is no such calendar; calendar=" + calendar);
    }
    return state;
  }

  private EntryCursor entries(Subject subject, TimeRange window)
      throws PartitionUnavailableException {
    return switch (subject) {
      case Subject.OfCalendar(CalendarId calendar) -> reader.entries(calendar, window);
      case Subject.OfAttendee(var attendee) -> reader.entries(attendee, window);
    };
  }
}
