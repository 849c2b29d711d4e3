package org.kalends.ingest.example;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.kalends.ingest.ChangeOutcome;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.Precondition;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.TimeForm;

/** Writes a weekly stand-up, then many events at once. */
public final class ProducerExample {
  private ProducerExample() {}

  /** The first argument is a broker's {@code host:port}. */
  public static void main(String[] arguments) {
    try (KalendsProducer producer = KalendsProducer.connect(arguments[0])) {
      run(producer).forEach(System.out::println);
    }
  }

  static List<String> run(KalendsProducer producer) {
    CalendarId team = new CalendarId("team");
    List<String> said = new ArrayList<>();

    // one change: join() waits until the calendar's single writer has decided
    ChangeOutcome created = producer.put(team, standup(), Precondition.ifAbsent()).join();
    said.add(created.uid() + ": " + created.status());
    if (!created.accepted()) {
      said.add("why: " + created.rejection().getDetail());
    }

    // many changes: do not wait for each, they travel together
    List<CompletableFuture<ChangeOutcome>> changes = new ArrayList<>();
    for (int day = 1; day <= 30; day++) {
      changes.add(producer.put(team, lunch(day), Precondition.NONE));
    }
    long accepted =
        changes.stream().map(CompletableFuture::join).filter(ChangeOutcome::accepted).count();
    said.add(accepted + " lunches");

    // hand this over as the header Kalends-After, and the read will see the change
    said.add("Kalends-After: " + changes.getLast().join().token().encode());

    producer.delete(team, new EventUid("lunch-30@example.org"), Precondition.NONE).join();
    return said;
  }

  /** Mondays at 9 in Berlin, for a quarter of an hour. */
  private static Event standup() {
    Component master =
        Component.newBuilder()
            .setStart(berlin(LocalDateTime.of(2026, 3, 2, 9, 0)))
            .setDuration(new EventDuration(0, 15 * 60L))
            .setRules(List.of("FREQ=WEEKLY"))
            .setSummary("Stand-up")
            .build();
    return Event.newBuilder().setUid("standup@example.org").setMaster(master).build();
  }

  private static Event lunch(int day) {
    Component master =
        Component.newBuilder()
            .setStart(berlin(LocalDateTime.of(2026, 6, day, 12, 30)))
            .setDuration(new EventDuration(0, 45 * 60L))
            .setSummary("Lunch")
            .build();
    return Event.newBuilder().setUid("lunch-" + day + "@example.org").setMaster(master).build();
  }

  private static CalendarTime berlin(LocalDateTime local) {
    return new CalendarTime(TimeForm.ZONED, local.toEpochSecond(ZoneOffset.UTC), "Europe/Berlin");
  }
}
