package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.store.PartitionOwners.Node;
import org.kalends.indexer.store.SubIndex;
import org.kalends.query.http.TestNode.Answer;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.avro.Event;

/** Two nodes, each of which owns every second partition and cannot read the others. */
class TwoNodesTest {
  private static final String MARCH = "from=2026-03-01&to=2026-04-01";

  private TestNode even;
  private TestNode odd;

  @BeforeEach
  void start() throws IOException {
    QuerySettings settings =
        TestNode.settings(
            Duration.ofMillis(400), QuerySettings.DEFAULT_MAX_ENTRIES, StepBudget.DEFAULT_STEPS);
    even = new TestNode(settings);
    odd = new TestNode(settings);
    for (SubIndex index : SubIndex.values()) {
      for (int partition = 0; partition < TestNode.PARTITIONS; partition++) {
        TestNode owner = partition % 2 == 0 ? even : odd;
        TestNode other = partition % 2 == 0 ? odd : even;
        even.owners.set(index, partition, owner.owners.self());
        odd.owners.set(index, partition, owner.owners.self());
        other.index.lose(index, partition);
      }
    }
  }

  @AfterEach
  void stop() {
    even.close();
    odd.close();
  }

  @Test
  void shouldAnswerTheSameWhicheverNodeIsAsked() {
    List<String> names = List.of("a", "b", "c", "d", "e", "f");
    StringBuilder people = new StringBuilder();
    for (String name : names) {
      String address = name + "@example.org";
      people.append("attendee=").append(address).append('&');
      put(name, Events.meeting("u" + name, "2026-03-02T09:00:00Z", 0, Events.accepted(address)));
      put(name, Events.repeated("r" + name, "2026-03-01T09:00:00Z", "FREQ=DAILY;COUNT=3"));
    }
    List<String> paths =
        new ArrayList<>(
            List.of(
                "/v1/calendars?limit=4",
                "/v1/calendars?limit=6",
                "/v1/occurrences?" + people + MARCH,
                "/v1/occurrences?limit=4&" + people + MARCH,
                "/v1/occurrences?calendar=a&calendar=b&calendar=c&" + people + MARCH,
                "/v1/occurrences?calendar=a&calendar=none&" + people + MARCH,
                "/v1/freebusy?" + people + MARCH));
    for (String name : names) {
      paths.add("/v1/calendars/" + name);
      paths.add("/v1/calendars/" + name + "/occurrences?limit=2&" + MARCH);
      paths.add("/v1/calendars/" + name + "/events?" + MARCH);
      paths.add("/v1/calendars/" + name + "/events");
      paths.add("/v1/calendars/" + name + "/events/u" + name);
      paths.add("/v1/calendars/" + name + "/events/none");
      paths.add(
          "/v1/calendars/" + name + "/events/r" + name + "/occurrences?next=1&from=2026-03-02");
    }

    for (String path : paths) {
      Answer one = even.get(path);
      Answer other = odd.get(path);
      assertThat(one.status()).as(one.body()).isIn(200, 404);
      assertThat(other.body()).as(path).isEqualTo(one.body());
      assertThat(other.status()).isEqualTo(one.status());
      assertThat(other.header("Content-Type")).isEqualTo(one.header("Content-Type"));
    }
  }

  @Test
  void shouldHandTagsAndMediaTypesThrough() {
    put("c", Events.single("u", "2026-03-02T09:00:00Z"));

    for (TestNode node : List.of(even, odd)) {
      Answer text = node.get("/v1/calendars/c/events/u", "Accept", "text/calendar");
      Answer same = node.get("/v1/calendars/c/events/u", "If-None-Match", text.header("ETag"));

      assertThat(text.header("Content-Type")).startsWith("text/calendar");
      assertThat(text.header("Kalends-Position")).isNotEmpty();
      assertThat(same.status()).isEqualTo(304);
    }
  }

  @Test
  void shouldHandTokensOn() {
    put("c", Events.meeting("u", "2026-03-02T09:00:00Z", 0, Events.accepted("ann@example.org")));
    TreeMap<Integer, Long> partitions = new TreeMap<>();
    for (int partition = 0; partition < TestNode.PARTITIONS; partition++) {
      partitions.put(partition, 2L);
    }
    String token = new ConsistencyToken(new CalendarId("c"), 2, partitions).encode();

    for (TestNode node : List.of(even, odd)) {
      assertThat(node.get("/v1/calendars/c", "Kalends-After", token).problem())
          .isEqualTo("not-yet-applied");
      assertThat(
              node.get("/v1/occurrences?attendee=ann@example.org&" + MARCH, "Kalends-After", token)
                  .problem())
          .isEqualTo("not-yet-applied");
    }
  }

  @Test
  void shouldSayWhoOwnsAPartitionToANodeThatTookItForTheOwner() {
    TestNode other = ownerOf("c") == even ? odd : even;

    Answer calendar = other.get("/v1/calendars/c", "Kalends-Hop", "1");

    assertThat(calendar.status()).isEqualTo(421);
    assertThat(calendar.problem()).isEqualTo("not-the-owner");
    assertThat(calendar.json().get("detail").asText())
        .contains("owner=127.0.0.1:" + ownerOf("c").owners.self().port());
    assertThat(other.get("/v1/calendars", "Kalends-Hop", "1").status()).isEqualTo(421);
  }

  @Test
  void shouldLookAgainWhenTheOwnerHasMoved() {
    put("c", Events.single("u", "2026-03-02T09:00:00Z"));
    int partition = Partitioning.partitionOf(new CalendarId("c"), TestNode.PARTITIONS);
    TestNode owner = ownerOf("c");
    TestNode asked = owner == even ? odd : even;
    TestNode stale = owner;
    stale.owners.set(SubIndex.CALENDAR, partition, asked.owners.self());

    CompletableFuture<Answer> reading =
        CompletableFuture.supplyAsync(() -> asked.get("/v1/calendars/c/events/u"));
    asked.index.regain(SubIndex.CALENDAR, partition);
    asked.owners.set(SubIndex.CALENDAR, partition, asked.owners.self());

    assertThat(reading.join().status()).isEqualTo(200);
  }

  @Test
  void shouldSayThatAnOwnerDoesNotAnswer() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0)) {
      port = taken.getLocalPort();
    }
    int partition = Partitioning.partitionOf(new CalendarId("c"), TestNode.PARTITIONS);
    even.owners.set(SubIndex.CALENDAR, partition, new Node("127.0.0.1", port));

    Answer answer = even.get("/v1/calendars/c");
    Answer list = even.get("/v1/occurrences?calendar=c&" + MARCH);

    assertThat(answer.problem()).isEqualTo("unavailable");
    assertThat(answer.header("Retry-After")).isEqualTo("1");
    assertThat(answer.json().get("detail").asText()).contains("does not answer");
    assertThat(list.problem()).isEqualTo("unavailable");
  }

  @Test
  void shouldRefuseADeadlineThatIsNoNumber() {
    assertThat(even.get("/v1/calendars/c", "Kalends-Hop", "1", "Kalends-Deadline", "soon").status())
        .isEqualTo(400);
  }

  private TestNode ownerOf(String calendar) {
    return Partitioning.partitionOf(new CalendarId(calendar), TestNode.PARTITIONS) % 2 == 0
        ? even
        : odd;
  }

  private void put(String calendar, Event event) {
    even.put(calendar, event);
    odd.put(calendar, event);
  }
}
