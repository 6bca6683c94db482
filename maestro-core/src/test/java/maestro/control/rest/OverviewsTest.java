package maestro.control.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import maestro.config.MaestroConfig.Control;
import maestro.control.ControlListener;
import maestro.control.ControlOnLoopback;
import maestro.control.RawClient;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.control.http.Limits;
import maestro.control.http.Listeners;
import maestro.control.http.Shared;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Overviews as listeners get them, for those that take them and those that do not. */
class OverviewsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String STREAM = "Accept: text/event-stream\r\n";

  /** The hash of "secret". */
  private static final String HASH =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

  private final List<AutoCloseable> opened = new ArrayList<>();
  private Listeners listeners = new Listeners(4, LONG, LONG);

  /** How often the overview was made; it has this number and these bytes. */
  private int made;

  private String filling = "";
  private Map<String, Supplier<Answer>> others = Map.of();
  private ControlListener listener;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private void serve(Optional<String> token) throws IOException {
    Control config = ControlOnLoopback.with(Optional.empty(), token);
    Limits limits = new Limits(64, 4, 1024, 4096, 8192, LONG, LONG, LONG, LONG);
    listener = ControlListener.bind(config, limits).orElseThrow();
    opened.add(listener);
    Overviews overviews = new Overviews(new Shared(this::make), others, listeners);
    listener.serve(
        new EndpointPaths.Builder()
            .read("/v1/overview", overviews)
            .open("/counts", question -> Answer.line(200, listeners.count() + " " + made))
            .open(
                "/second",
                question -> {
                  overviews.outdated();
                  listeners.pump(System.nanoTime());
                  return Answer.line(200, "passed");
                })
            .open(
                "/change",
                question -> {
                  overviews.changed();
                  listeners.pump(System.nanoTime());
                  return Answer.line(200, "changed");
                })
            .build());
  }

  private Answer make() {
    made++;
    return new Answer(200, "application/json", "{\"made\":" + made + ",\"x\":\"" + filling + "\"}");
  }

  private RawClient client() throws IOException {
    RawClient client = RawClient.to(listener.address());
    opened.add(client);
    return client;
  }

  private RawClient listen() throws IOException {
    return client().ask("GET /v1/overview", STREAM);
  }

  private String read(String path) throws IOException {
    try (RawClient client = RawClient.to(listener.address())) {
      String answer = client.ask("GET " + path).answer();
      return answer.substring(answer.indexOf("\r\n\r\n")).strip();
    }
  }

  private void second() throws IOException {
    assertThat(read("/second")).isEqualTo("passed");
  }

  private static String event(int number) {
    return "event: overview\ndata: {\"made\":" + number + ",\"x\":\"\"}\n\n";
  }

  @Test
  void shouldGiveEachListenerThePlainAnswerOncePerSecondAndMakeItOnce() throws IOException {
    serve(Optional.empty());
    List<RawClient> clients = List.of(listen(), listen(), listen());
    for (RawClient each : clients) {
      assertThat(each.answer(false))
          .startsWith("HTTP/1.1 200 ")
          .contains("content-type: text/event-stream", "X-Accel-Buffering: no")
          .doesNotContain("content-encoding");
      each.until("retry: 2000\n\n");
      each.until(event(1));
    }
    assertThat(read("/v1/overview")).isEqualTo("{\"made\":1,\"x\":\"\"}");
    for (int number = 2; number < 5; number++) {
      second();
      for (RawClient each : clients) {
        String got = each.until(event(number));
        assertThat(got.split("event: overview", -1)).as(got).hasSize(2);
      }
    }
    assertThat(read("/counts")).isEqualTo("3 4");
  }

  @Test
  void shouldGiveTheOthersAtFirstWithEveryFifthOverviewAndAfterAChange() throws IOException {
    others = Map.of("links", () -> Answer.json(200, json -> json.writeString("seldom")));
    String seldom = "event: links\ndata: \"seldom\"\n\n";
    serve(Optional.empty());
    RawClient client = listen();
    client.until("retry: 2000\n\n");
    assertThat(client.until(event(1))).contains(seldom + event(1));
    for (int number = 2; number <= 11; number++) {
      second();
      String got = client.until(event(number));
      assertThat(got.contains(seldom)).as(got).isEqualTo(number == 6 || number == 11);
    }
    second();
    RawClient another = listen();
    assertThat(another.until(event(12))).contains(seldom);
    second();
    assertThat(another.until(event(13))).doesNotContain(seldom);
    assertThat(read("/change")).isEqualTo("changed");
    assertThat(another.until(event(14))).contains(seldom + event(14));
    client.until(event(13));
    assertThat(client.until(event(14))).contains(seldom + event(14));
  }

  @Test
  void shouldMakeNoneWhenNobodyListens() throws IOException {
    serve(Optional.empty());
    RawClient client = listen();
    client.until(event(1));
    client.close();
    Awaitility.await().until(() -> read("/counts").equals("0 1"));
    second();
    second();

    assertThat(read("/counts")).isEqualTo("0 1");
    listen().until(event(2));
  }

  @Test
  void shouldSkipOverviewsWhenAListenerReadsNothingAndGiveOthersTheirs() throws IOException {
    filling = "y".repeat(100_000);
    serve(Optional.empty());
    RawClient slow = RawClient.small(listener.address());
    opened.add(slow);
    slow.ask("GET /v1/overview", STREAM);
    RawClient other = listen();
    for (int number = 1; number <= 80; number++) {
      other.until("\"made\":" + number + ",");
      other.until("\"}\n\n");
      if (number < 80) {
        second();
      }
    }

    String got = slow.until("\"made\":80,");
    int events = got.split("event: overview", -1).length - 1;
    assertThat(events).as("of 80 overviews").isBetween(2, 60);
    assertThat(read("/counts")).isEqualTo("2 80");
  }

  @Test
  void shouldCloseAListenerThatReadsNothing() throws IOException {
    filling = "y".repeat(1_000_000);
    listeners = new Listeners(4, Duration.ofMillis(50), LONG);
    serve(Optional.empty());
    RawClient silent = listen();
    Awaitility.await()
        .until(
            () -> {
              second();
              return read("/counts").startsWith("0 ");
            });

    assertThat(silent.bytesUntilClosed()).isPositive();
  }

  @Test
  void shouldRefuseAListenerWithoutTheTokenAndOneTooMany() throws IOException {
    serve(Optional.of(HASH));
    assertThat(listen().answer()).startsWith("HTTP/1.1 401 ");
    for (int i = 0; i < 4; i++) {
      RawClient client =
          client().ask("GET /v1/overview", STREAM, "Authorization: Bearer secret\r\n");
      assertThat(client.answer(false)).startsWith("HTTP/1.1 200 ");
      client.until(event(1));
    }
    assertThat(
            client().ask("GET /v1/overview", STREAM, "Authorization: Bearer secret\r\n").answer())
        .startsWith("HTTP/1.1 503 ")
        .contains("Retry-After: 10");
  }

  @Test
  void shouldCompressForAllWhoeverCameWhen() throws Exception {
    filling = "z".repeat(5_000);
    serve(Optional.empty());
    Compressed first = new Compressed();
    assertThat(first.next()).isEqualTo("retry: 2000\n\n");
    assertThat(first.next()).contains("\"made\":1,", "zzz").endsWith("\"}\n\n");
    second();
    assertThat(first.next()).contains("\"made\":2,", "zzz").endsWith("\"}\n\n");
    Compressed another = new Compressed();
    assertThat(another.next()).isEqualTo("retry: 2000\n\n");
    assertThat(another.next()).contains("\"made\":2,", "zzz").endsWith("\"}\n\n");
    second();
    assertThat(first.next()).contains("\"made\":3,", "zzz").endsWith("\"}\n\n");
    assertThat(another.next()).contains("\"made\":3,", "zzz").endsWith("\"}\n\n");
    assertThat(read("/counts")).isEqualTo("2 3");
  }

  /** A listener that takes gzip. */
  private final class Compressed {
    private final InputStream in;
    private final Inflater inflater = new Inflater(true);

    Compressed() throws IOException {
      RawClient client = client();
      in = client.in();
      client.ask("GET /v1/overview", STREAM, "Accept-Encoding: gzip\r\n");
      assertThat(client.answer(false)).contains("content-encoding: gzip");
      assertThat(chunk()).hasSize(10).startsWith(0x1f, 0x8b, 8);
    }

    private byte[] chunk() throws IOException {
      StringBuilder size = new StringBuilder();
      for (int c = in.read(); c != '\n'; c = in.read()) {
        size.append((char) c);
      }
      byte[] bytes = in.readNBytes(Integer.parseInt(size.toString().strip(), 16));
      assertThat(in.readNBytes(2)).containsExactly('\r', '\n');
      return bytes;
    }

    /** The text of the next chunk, which ends where it ends. */
    String next() throws IOException, DataFormatException {
      inflater.setInput(chunk());
      byte[] text = new byte[100_000];
      return new String(text, 0, inflater.inflate(text), StandardCharsets.UTF_8);
    }
  }
}
