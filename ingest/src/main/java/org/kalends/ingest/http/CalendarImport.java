package org.kalends.ingest.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.ChangeOutcome;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.Precondition;
import org.kalends.ingest.icalendar.CalendarFaultException;
import org.kalends.ingest.icalendar.ICalendarReader;
import org.kalends.ingest.icalendar.ReadItem;
import org.kalends.schemas.CalendarId;

/**
 * One import: every event of a text becomes a put of its own, and the answer tells what became of
 * each.
 *
 * <p>Reading runs ahead of the results by what the producer lets be under way, so memory is
 * bounded; the lines of an event are kept until its result is in. The first change without an
 * outcome, and a client that is gone, end it; what is published by then stays, and the same import
 * again finds it unchanged. Used by one thread; results come in on others.
 */
final class CalendarImport {
  private final CalendarId calendar;
  private final ICalendarReader reader;
  private final KalendsProducer producer;
  private final ImportAnswer answer;
  private final ImportTally tally = new ImportTally();

  CalendarImport(
      CalendarId calendar, ICalendarReader reader, KalendsProducer producer, ImportAnswer answer) {
    this.calendar = calendar;
    this.reader = reader;
    this.producer = producer;
    this.answer = answer;
  }

  /** Ends reading early; never leaves this class. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped() {
      super("the import is over", null, false, false);
    }
  }

  /**
   * @throws CalendarFaultException when the text cannot be read; nothing is published by then
   * @throws IOException when the client is gone
   */
  void run(InputStream text) throws IOException, InterruptedException, CalendarFaultException {
    publishAll(text);
    while (!tally.awaitResults(answer.untilProgress())) {
      answer.progress(tally.snapshot());
    }
    Throwable failure = tally.failure();
    if (failure == null) {
      answer.report(tally.snapshot());
    } else {
      answer.fail(tally.snapshot(), WriteProblems.of(failure));
    }
  }

  /** Returns early once a change has failed. */
  private void publishAll(InputStream text) throws IOException, CalendarFaultException {
    try {
      tally.tolerated(reader.read(text, this::take));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (Stopped e) {
      return;
    }
  }

  private void take(ReadItem item) {
    switch (item) {
      case ReadItem.Accepted accepted -> publish(accepted);
      case ReadItem.Refused refused -> tally.refused(refused);
    }
    if (tally.failure() != null) {
      throw new Stopped();
    }
    try {
      if (answer.untilProgress().isZero()) {
        answer.progress(tally.snapshot());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void publish(ReadItem.Accepted accepted) {
    tally.tolerated(accepted.notes());
    tally.published();
    ReadItem.SourceLines lines = accepted.lines();
    CompletableFuture<ChangeOutcome> unused =
        producer
            .put(calendar, accepted.event(), Precondition.NONE)
            .whenComplete((outcome, fault) -> settle(outcome, fault, lines));
  }

  private void settle(
      @Nullable ChangeOutcome outcome, @Nullable Throwable fault, ReadItem.SourceLines lines) {
    if (outcome == null) {
      tally.failed(fault == null ? new IllegalStateException("no outcome and no fault") : fault);
    } else {
      tally.settled(outcome, lines);
    }
  }
}
