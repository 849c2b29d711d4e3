package org.kalends.query.read;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * The writes that an answer must contain (header {@code Kalends-After}): reading waits until the
 * stores have them.
 */
public final class AfterTokens {
  public static final String HEADER = "Kalends-After";

  private final Map<CalendarId, ConsistencyToken> tokens;

  private AfterTokens(Map<CalendarId, ConsistencyToken> tokens) {
    this.tokens = tokens;
  }

  /**
   * @param header tokens separated by commas, or null for none
   * @throws ProblemException when one does not decode
   */
  public static AfterTokens of(@Nullable String header) {
    Map<CalendarId, ConsistencyToken> tokens = new TreeMap<>();
    if (header != null) {
      for (String text : header.split(",", -1)) {
        if (!text.isBlank()) {
          ConsistencyToken token = decoded(text.strip());
          tokens.merge(token.calendar(), token, ConsistencyToken::and);
        }
      }
    }
    return new AfterTokens(tokens);
  }

  private static ConsistencyToken decoded(String text) {
    try {
      return ConsistencyToken.decode(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemType.INVALID_TOKEN, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Waits until the subject's index has the writes that concern it; a calendar's deletion is one.
   *
   * @throws ProblemException not-yet-applied once the deadline has passed
   */
  public void await(Subject subject, IndexReader reader, Deadline deadline)
      throws PartitionUnavailableException, InterruptedException {
    switch (subject) {
      case Subject.OfCalendar(CalendarId calendar) -> {
        ConsistencyToken token = tokens.get(calendar);
        if (token != null) {
          await(() -> reader.calendarSeq(calendar), token.seq(), token, deadline);
        }
      }
      case Subject.OfAttendee attendee ->
          await(attendee.partition(reader.partitions()), tokens.values(), reader, deadline);
    }
  }

  private static void await(
      int partition, Collection<ConsistencyToken> tokens, IndexReader reader, Deadline deadline)
      throws PartitionUnavailableException, InterruptedException {
    for (ConsistencyToken token : tokens) {
      Long needed = token.subjectPartitions().get(partition);
      if (needed != null) {
        await(() -> reader.appliedSeq(partition, token.calendar()), needed, token, deadline);
      }
    }
  }

  private static void await(Seq seq, long needed, ConsistencyToken token, Deadline deadline)
      throws PartitionUnavailableException, InterruptedException {
    Deadline.Pauses pauses = new Deadline.Pauses(deadline);
    for (long now = seq.read(); now < needed; now = seq.read()) {
      if (!pauses.pause()) {
        throw new ProblemException(
            ProblemType.NOT_YET_APPLIED,
            "The write of the token is not in this index yet: ask again; calendar="
                + token.calendar()
                + " seq="
                + now
                + " needed="
                + needed
                + " waited="
                + deadline.whole());
      }
    }
  }

  /** A sequence number as it stands now. */
  @FunctionalInterface
  private interface Seq {
    long read() throws PartitionUnavailableException;
  }
}
