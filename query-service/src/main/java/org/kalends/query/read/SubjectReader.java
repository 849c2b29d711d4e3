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
   * How often a scan is repeated when a write comes between its beginning and its end. Most scans
   * take less than a millisecond, so that the second try nearly always holds.
   */
  static final int MAX_TRIES = 5;

  private final IndexReader reader;

  public SubjectReader(IndexReader reader) {
    this.reader = reader;
  }

  /** Takes in a subject's entries; called anew for each try, on one thread. */
  @FunctionalInterface
  public interface Scan<T> {
    T of(EntryCursor entries) throws PartitionUnavailableException;
  }

  /**
   * What a scan made of a subject's entries.
   *
   * @param version of the subject when the scan began
   * @param exact whether the version was the same at the scan's end; if not, writes may be in it in
   *     part
   */
  public record Read<T>(long version, boolean exact, T value) {}

  /** All entries of a subject in a window. */
  public record Entries(long version, boolean exact, List<IndexEntry> entries) {}

  /**
   * Scans a subject's entries, again while writes come between.
   *
   * @throws ProblemException calendar-not-found when the subject is a calendar that is not there,
   *     and what the scan throws
   */
  public <T> Read<T> read(Subject subject, TimeRange window, Scan<T> scan)
      throws PartitionUnavailableException {
    long before = version(subject);
    for (int tries = 1; ; tries++) {
      T value;
      try (EntryCursor entries = entries(subject, window)) {
        value = scan.of(entries);
      }
      long after = version(subject);
      if (after == before || tries == MAX_TRIES) {
        return new Read<>(before, after == before, value);
      }
      before = after;
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
    Read<List<IndexEntry>> read = read(subject, window, entries -> all(entries, subject, atMost));
    return new Entries(read.version(), read.exact(), read.value());
  }

  private static List<IndexEntry> all(EntryCursor cursor, Subject subject, int atMost)
      throws PartitionUnavailableException {
    List<IndexEntry> entries = new ArrayList<>();
    for (IndexEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
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
    return entries;
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
