package maestro.control.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import maestro.control.ControlListener;
import maestro.control.ControlOnLoopback;
import maestro.control.RawClient;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.control.http.Limits;
import maestro.control.http.Listeners;
import maestro.control.measure.Times;
import maestro.metrics.OperatorEvent;
import maestro.metrics.OperatorEvent.Severity;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events as listeners get them, for those that take them and those that do not. */
class EventsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String STREAM = "Accept: text/event-stream\r\n";
  private static final int KEPT = 100;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final EventRing ring = new EventRing(KEPT, new Times(Instant.EPOCH, 0), "run");
  private Listeners listeners = new Listeners(4, LONG, LONG);
  private ControlListener listener;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private void serve() throws IOException {
    Events events = new Events(ring, listeners);
    Limits limits = new Limits(64, 4, 1024, 4096, 8192, LONG, LONG, LONG, LONG);
    listener = ControlListener.bind(ControlOnLoopback.open(), limits).orElseThrow();
    opened.add(listener);
    listener.serve(
        new EndpointPaths.Builder()
            .read("/v1/events", events)
            .read("/listeners", q -> Answer.line(200, "" + listeners.count()))
            .read(
                "/add",
                question -> {
                  add(Integer.parseInt(question.query()));
                  listeners.pump(System.nanoTime());
                  return Answer.line(200, "added");
                })
            .build());
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      ring.add(new OperatorEvent(0, "tick", Severity.INFO, "x".repeat(1000), Map.of("i", i)));
    }
  }

  private RawClient client() throws IOException {
    RawClient client = RawClient.to(listener.address());
    opened.add(client);
    return client;
  }

  private void tick(int count) throws IOException {
    assertThat(client().ask("GET /add?" + count).answer()).endsWith("added\n");
  }

  private String listeners() throws IOException {
    String answer = client().ask("GET /listeners").answer();
    return answer.substring(answer.lastIndexOf("\r\n") + 2).trim();
  }

  @Test
  void shouldTellWhatHappensFromNowOn() throws IOException {
    add(3);
    serve();
    RawClient client = client().ask("GET /v1/events", STREAM);
    assertThat(client.answer(false)).startsWith("HTTP/1.1 200 ").contains("text/event-stream");
    client.until("retry: 2000\n\n");
    tick(1);

    assertThat(client.until("\n\n"))
        .contains(
            "id: run-4\nevent: tick\ndata: {\"id\":\"run-4\",\"time\":\"1970-01-01T00:00:00Z\"");
  }

  @Test
  void shouldGoOnBehindTheLastEventThatWasSeen() throws IOException {
    add(5);
    serve();
    RawClient client = client().ask("GET /v1/events", STREAM, "Last-Event-ID: run-3\r\n");
    assertThat(client.until("id: run-5\n")).contains("id: run-4\n").doesNotContain("id: run-3\n");
    RawClient other = client().ask("GET /v1/events?after=another-4", STREAM);
    assertThat(other.until("id: run-5\n")).contains("id: run-1\n");
  }

  @Test
  void shouldGiveOnlyWhatIsNewToAClientThatAsksAgain() throws Exception {
    add(5);
    serve();

    assertThat(client().ask("GET /v1/events?after=run-3").answer())
        .contains("\"lastId\":\"run-5\"", "\"id\":\"run-4\"", "\"id\":\"run-5\"")
        .doesNotContain("\"id\":\"run-3\"");
    assertThat(client().ask("GET /v1/events?after=run-5").answer()).contains("\"events\":[]");
    assertThat(client().ask("GET /v1/events?after=another-4").answer())
        .contains("\"id\":\"run-1\"");
  }

  @Test
  void shouldSayHowManyWereMissed() throws IOException {
    add(KEPT + 10);
    serve();
    assertThat(ring.after("run-3")).isEqualTo(11);
    assertThat(ring.after("run-110")).isEqualTo(111);
    assertThat(ring.after("run-111")).isEqualTo(11);
    assertThat(ring.after("run-x")).isEqualTo(11);
    assertThat(ring.after("")).isEqualTo(11);
    RawClient slow = client().ask("GET /v1/events", STREAM);
    Awaitility.await().until(() -> listeners().equals("1"));
    for (int i = 0; i < 200; i++) {
      tick(KEPT);
    }
    assertThat(slow.until("event: missed\n")).isNotEmpty();
  }

  @Test
  void shouldCloseAListenerThatTakesNothing() throws IOException {
    listeners = new Listeners(4, Duration.ofMillis(50), LONG);
    serve();
    RawClient silent = client().ask("GET /v1/events", STREAM);
    Awaitility.await().until(() -> listeners().equals("1"));
    Awaitility.await()
        .until(
            () -> {
              tick(KEPT);
              return listeners().equals("0");
            });

    assertThat(silent.bytesUntilClosed()).isPositive();
  }

  @Test
  void shouldMakeRoomForAListenerOnlyWhenAnotherTakesNothing() throws IOException {
    serve();
    List<RawClient> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      RawClient client = client().ask("GET /v1/events", STREAM);
      client.until("retry: 2000\n\n");
      all.add(client);
    }
    assertThat(client().ask("GET /v1/events", STREAM).answer())
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After: 10");

    Awaitility.await()
        .until(
            () -> {
              tick(KEPT);
              for (RawClient each : all.subList(1, 4)) {
                each.until("id: " + ring.lastId() + "\n");
              }
              RawClient another = client().ask("GET /v1/events", STREAM);
              return another.answer(false).startsWith("HTTP/1.1 200 ");
            });
    assertThat(all.get(0).bytesUntilClosed()).isPositive();
  }

  @Test
  void shouldStayListenersWhenOthersAskALot() throws IOException {
    serve();
    RawClient client = client().ask("GET /v1/events", STREAM);
    client.until("retry: 2000\n\n");
    for (int i = 0; i < 100; i++) {
      assertThat(listeners()).isEqualTo("1");
    }
    tick(1);
    assertThat(client.until("\n\n")).contains("id: run-1\n");
    client.close();
    Awaitility.await().until(() -> listeners().equals("0"));
  }
}
