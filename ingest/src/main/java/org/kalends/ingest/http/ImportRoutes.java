package org.kalends.ingest.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.icalendar.CalendarFaultException;
import org.kalends.ingest.icalendar.ICalendarReader;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.Route;

/**
 * Import of a text with any number of events: progress while it runs, the report at its end, as
 * lines of JSON (NDJSON).
 */
public final class ImportRoutes {
  /**
   * What an import may cost.
   *
   * @param maxTextBytes of the text, after inflating
   * @param progressEvery how much time is between two lines of progress
   */
  public record Settings(long maxTextBytes, Duration progressEvery) {
    /** 1 GiB: some million events. */
    public static final long DEFAULT_MAX_TEXT_BYTES = 1024L * 1024 * 1024;

    public static final Settings DEFAULTS =
        new Settings(DEFAULT_MAX_TEXT_BYTES, Duration.ofSeconds(1));
  }

  private final ICalendarReader reader;
  private final KalendsProducer producer;
  private final Settings settings;

  public ImportRoutes(ICalendarReader reader, KalendsProducer producer, Settings settings) {
    this.reader = reader;
    this.producer = producer;
    this.settings = settings;
  }

  public List<Route> routes() {
    return List.of(new Route("POST", "/v1/calendars/{calendar}/import", this::importText));
  }

  private void importText(Exchange exchange) throws IOException, InterruptedException {
    exchange.allowQueryParameters();
    CalendarId calendar = WriteRequest.calendar(exchange);
    try (InputStream text = CalendarBody.of(exchange, settings.maxTextBytes())) {
      new CalendarImport(
              calendar, reader, producer, new ImportAnswer(exchange, settings.progressEvery()))
          .run(text);
    } catch (CalendarFaultException e) {
      // nothing is published by then
      throw e.fault().asProblem().asException();
    }
  }
}
