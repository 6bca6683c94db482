package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.control.events.EventRing;
import maestro.control.events.Events;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.control.http.Limits;
import maestro.control.http.Listeners;
import maestro.control.http.Shared;
import maestro.control.measure.Times;
import maestro.control.rest.JsonFields;
import maestro.control.rest.Overviews;
import maestro.metrics.OperatorEvent;
import maestro.metrics.OperatorEvent.Severity;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Crowds and tricks: each client gets a clear refusal or is closed, and others are answered. */
class HostileClientsTest {
  private static final String HOST = "Host: 127.0.0.1\r\n";
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int CONNECTIONS = 32;
  private static final int LISTENERS = 64;

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final AtomicInteger changes = new AtomicInteger();
  private final EventRing ring = new EventRing(256, new Times(Instant.EPOCH, 0), "run");
  private final Listeners listeners = new Listeners(LISTENERS, Duration.ofSeconds(1), LONG);
  private final Shared overview =
      new Shared(() -> Answer.json(200, json -> json.writeString("x".repeat(40_000))));
  private final Overviews overviews = new Overviews(overview, Map.of(), listeners);
  private ControlListener listener;

  @BeforeEach
  void serve() throws IOException {
    Limits limits = new Limits(CONNECTIONS, LISTENERS, 1024, 4096, 8192, LONG, LONG, LONG, LONG);
    listener = ControlListener.bind(ControlOnLoopback.open(), limits).orElseThrow();
    opened.add(listener);
    listener.serve(
        new EndpointPaths.Builder()
            .read("/v1/events", new Events(ring, listeners))
            .read("/v1/overview", overviews)
            .read("/v1/switches/{dpid}", question -> Answer.line(200, question.part("dpid")))
            .read(
                "/tick",
                question -> {
                  for (int i = 0; i < 32; i++) {
                    ring.add(
                        new OperatorEvent(0, "tick", Severity.INFO, "x".repeat(4096), Map.of()));
                  }
                  overviews.outdated();
                  listeners.pump(System.nanoTime());
                  return Answer.line(200, "" + listeners.count());
                })
            .change(
                "PUT",
                "/v1/weight",
                question -> {
                  int weight = JsonFields.of(question.body(), List.of("w")).integer("w", 1, 9);
                  changes.incrementAndGet();
                  return Answer.line(200, "weight " + weight);
                })
            .build());
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private RawClient client() throws IOException {
    RawClient client = RawClient.to(listener.address());
    opened.add(client);
    return client;
  }

  /** Lets things happen; how many listen. */
  private int tick() throws IOException {
    try (RawClient client = RawClient.to(listener.address())) {
      String answer = client.ask("GET /tick").answer();
      return Integer.parseInt(answer.substring(answer.indexOf("\r\n\r\n")).trim());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/events", "/v1/overview"})
  void shouldStayBoundedWhenAThousandListenAndHalfOfThemReadNothing(String path)
      throws IOException {
    List<RawClient> silent = new ArrayList<>();
    int refused = 0;
    int accepted = 0;
    for (int i = 0; i < 1000; i++) {
      RawClient client = client().ask("GET " + path, "Accept: text/event-stream\r\n");
      if (i % 2 == 0) {
        silent.add(client);
      } else {
        String head = client.answer(false);
        assertThat(head).containsAnyOf("HTTP/1.1 200 ", "HTTP/1.1 503 ");
        refused += head.startsWith("HTTP/1.1 503 ") ? 1 : 0;
        accepted += head.startsWith("HTTP/1.1 200 ") ? 1 : 0;
        client.close();
      }
      assertThat(tick()).isLessThanOrEqualTo(LISTENERS);
    }

    assertThat(accepted).isPositive();
    assertThat(refused + accepted).isEqualTo(500);
    assertThat(listener.connections()).isLessThanOrEqualTo(CONNECTIONS);
    Awaitility.await().until(() -> tick() == 0);
    for (RawClient each : silent) {
      assertThat(each.bytesUntilClosed()).isPositive();
    }
  }

  @Test
  void shouldAnswerWhenThousandsSendAByteAtATime() throws IOException {
    List<RawClient> slow = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      slow.add(client().send("G"));
      if (i % 25 == 0) { // fewer than may wait to be accepted, or the kernel drops one
        assertThat(tick()).isZero();
      }
    }

    assertThat(listener.connections()).isLessThanOrEqualTo(CONNECTIONS);
    for (RawClient each : slow.subList(0, 1900)) {
      assertThat(each.bytesUntilClosed()).isZero();
    }
    assertThat(tick()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/switches/../weight, 404",
    "/v1/switches/..%2f..%2fetc%2fpasswd, 200",
    "/v1//switches/1, 404",
    "/v1/switches/1/, 404",
    "/v1/switches//, 404",
    "/v1/switches, 404",
    "/V1/switches/1, 404",
    "/v1/switches/%00, 200",
    "/v1/switches/%, 404",
    "/v1%2fswitches/1, 404",
    "http://127.0.0.1/v1/switches/1, 200",
    "http://evil.example/v1/switches/1, 421",
    "*, 404",
    "//evil.example/v1/switches/1, 404"
  })
  void shouldNotBeLedAstrayByAPath(String path, int status) throws IOException {
    assertThat(client().ask("GET " + path).answer()).startsWith("HTTP/1.1 " + status + " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"w\":4} | application/json | 200",
        "{\"w\":4 | application/json | 400",
        "{\"w\":40} | application/json | 400",
        "{\"w\":\"\\ud800\"} | application/json | 400",
        "{\"w\":4} | text/plain | 415",
        "w=4 | application/x-www-form-urlencoded | 415"
      })
  void shouldChangeNothingWhenTheBodyHasAMistake(String body, String type, int status)
      throws IOException {
    String answer =
        client()
            .send(
                ("PUT /v1/weight HTTP/1.1\r\n"
                        + HOST
                        + "Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s")
                    .formatted(type, body.length(), body))
            .answer();

    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(changes.get()).isEqualTo(status == 200 ? 1 : 0);
  }

  @Test
  void shouldRefuseABodyThatNestsDeeply() throws IOException {
    String body = "{\"w\":" + "[".repeat(8000);
    assertThat(
            client()
                .send(
                    "PUT /v1/weight HTTP/1.1\r\n"
                        + HOST
                        + "Content-Type: application/json\r\n"
                        + "Content-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body)
                .answer())
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void shouldSayWhichMethodsThereAre() throws IOException {
    RawClient client = client();
    for (String method : List.of("GET", "POST", "DELETE", "OPTIONS", "PATCH", "put")) {
      assertThat(client.ask(method + " /v1/weight").answer())
          .as(method)
          .startsWith("HTTP/1.1 405 ")
          .contains("Allow: PUT\r\n");
    }
    assertThat(client.ask("PUT /v1/switches/1").answer()).contains("Allow: GET, HEAD\r\n");
  }
}
