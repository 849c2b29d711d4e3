package org.kalends.perf;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.kalends.deploy.node.LocalDeployment;
import org.kalends.ingest.ChangeOutcome;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.Precondition;
import org.kalends.ingest.icalendar.ICalendarWriter;
import org.kalends.perf.CalendarGenerator.Mix;
import org.kalends.perf.QueryTimes.Row;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.Event;

/**
 * The seed scenario on a node of its own: a calendar is filled through Kafka, then asked in the
 * store and over HTTP with one connection; both ways must get as many answers. One thread.
 */
final class CalZope implements AutoCloseable {
  private static final CalendarId CALENDAR = new CalendarId("calzope");
  private static final Duration READY_WITHIN = Duration.ofMinutes(5);
  private static final int PARTITIONS = 4;

  private final CalendarGenerator generator;
  private final int events;
  private final LocalDeployment deployment;
  private double ingestSeconds;

  CalZope(Path dir, Mix mix, int events) throws IOException, InterruptedException {
    this.generator = new CalendarGenerator(mix, 1);
    this.events = events;
    this.deployment = LocalDeployment.start(dir, 0, PARTITIONS);
    if (!deployment.awaitReady(READY_WITHIN)) {
      throw new IOException("The node is not ready in time");
    }
  }

  /** How long it took until every event's result was in. */
  double ingestSeconds() {
    return ingestSeconds;
  }

  List<Row> run(int calls, int creates) throws Exception {
    fill();
    QueryTimes times = new QueryTimes(CALENDAR, events, calls);
    StoreProbe store = new StoreProbe(deployment.node().reader().orElseThrow());
    try (HttpProbe http = new HttpProbe(deployment.node().uri())) {
      List<Row> rows = new ArrayList<>();
      rows.add(floor(http, calls));
      List<Row> inStore = times.ask(store);
      List<Row> overHttp = times.ask(http);
      for (int i = 0; i < inStore.size(); i++) {
        if (inStore.get(i).answers() != overHttp.get(i).answers()) {
          throw new IllegalStateException(
              "Store and HTTP do not give as many answers; work="
                  + inStore.get(i).work()
                  + " store="
                  + inStore.get(i).answers()
                  + " http="
                  + overHttp.get(i).answers());
        }
        rows.add(inStore.get(i));
        rows.add(overHttp.get(i));
      }
      rows.add(create(http, creates));
      return rows;
    }
  }

  private void fill() {
    long start = System.nanoTime();
    try (KalendsProducer producer = KalendsProducer.connect(deployment.bootstrapServers())) {
      List<CompletableFuture<ChangeOutcome>> results = new ArrayList<>(events);
      Iterator<Event> all = generator.events(events);
      while (all.hasNext()) {
        results.add(producer.put(CALENDAR, all.next(), Precondition.NONE));
      }
      results.forEach(CompletableFuture::join);
    }
    ingestSeconds = (System.nanoTime() - start) / 1e9;
  }

  private static Row floor(HttpProbe http, int calls) throws Exception {
    for (int i = 0; i < calls; i++) {
      http.nothing();
    }
    Timings timings = new Timings();
    for (int i = 0; i < calls; i++) {
      long start = System.nanoTime();
      http.nothing();
      timings.add(System.nanoTime() - start);
    }
    return new Row("nothing (the floor)", http.name(), timings, 0);
  }

  private Row create(HttpProbe http, int creates) throws Exception {
    Timings timings = new Timings();
    for (int i = 0; i < creates; i++) {
      Event event = generator.event(events + i);
      String text = ICalendarWriter.write(event);
      long start = System.nanoTime();
      http.put(CALENDAR, new EventUid(event.getUid()), text);
      timings.add(System.nanoTime() - start);
    }
    return new Row("create, to its result", http.name(), timings, 1);
  }

  @Override
  public void close() {
    deployment.close();
  }
}
