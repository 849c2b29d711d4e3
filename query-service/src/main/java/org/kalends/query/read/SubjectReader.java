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
  private final IndexReader reader;

  public SubjectReader(IndexReader reader) {
    this.reader = reader;
  }

  /** Takes in a subject's entries. */
  @FunctionalInterface
  public interface Scan<T> {
    T of(EntryCursor entries) throws PartitionUnavailableException;
  }

  /**
   * What a scan made of a subject's entries.
   *
   * @param version of the subject that it is exact for
   */
  public record Read<T>(long version, T value) {}

  /** All entries of a subject in a window, exact for a version. */
  public record Entries(long version, List<IndexEntry> entries) {}

  /**
   * Scans a subject's entries.
   *
   * <p>A calendar's entries and its sequence number lie in two stores, which are not committed at
   * the same moment: entries of an older number than the calendar's are not read.
   *
   * @throws ProblemException calendar-not-found when the subject is a calendar that is not there,
   *     and what the scan throws
   */
  public <T> Read<T> read(Subject subject, TimeRange window, Scan<T> scan)
      throws PartitionUnavailableException {
    long version = version(subject);
    try (EntryCursor entries = entries(subject, window)) {
      if (entries.version() < version) {
        throw new PartitionUnavailableException(
            subject.index(), subject.partition(reader.partitions()), "a commit is under way");
      }
      return new Read<>(entries.version(), scan.of(entries));
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
    return new Entries(read.version(), read.value());
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
   * Makes sure that the calendar's events, which lie in a store that is committed by itself, are
   * those of this version or of a later one.
   */
  public void requireEvents(CalendarId calendar, long version)
      throws PartitionUnavailableException {
    Subject subject = new Subject.OfCalendar(calendar);
    if (reader.calendarSeq(calendar) < version) {
      throw new PartitionUnavailableException(
          subject.index(), subject.partition(reader.partitions()), "a commit is under way");
    }
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
