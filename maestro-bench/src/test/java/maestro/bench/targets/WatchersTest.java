package maestro.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a control listener is asked by those who watch. */
class WatchersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final byte[] ANSWER = "{}".getBytes(StandardCharsets.US_ASCII);

  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private final AtomicInteger listeners = new AtomicInteger();
  private final AtomicInteger browsers = new AtomicInteger();
  private final HttpServer server;

  WatchersTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(exchange.getRequestURI().getPath());
    if ("text/event-stream".equals(exchange.getRequestHeaders().getFirst("Accept"))) {
      boolean isBrowser = exchange.getRequestURI().getPath().equals("/v1/overview");
      (isBrowser ? browsers : listeners).incrementAndGet();
      exchange.sendResponseHeaders(200, 0); // and goes on
    } else {
      exchange.sendResponseHeaders(200, ANSWER.length);
      exchange.getResponseBody().write(ANSWER);
      exchange.close();
    }
  }

  @Test
  void shouldAskWhatAPrometheusAndThePageAskOnceTheyWatch() throws IOException {
    try (Watchers watchers = new Watchers(server.getAddress().getPort())) {
      await().atMost(PATIENCE).until(() -> listeners.get() == 10);
      assertThat(asked).containsExactly("/v1/events");

      watchers.watch(Watchers.Pace.OF_THE_PAGE);

      await().atMost(PATIENCE).until(() -> watchers.answers() > 2 && browsers.get() == 10);
      assertThat(asked).containsExactlyInAnyOrder("/metrics", "/v1/overview", "/v1/events");
      assertThatCode(watchers::check).doesNotThrowAnyException();
    }
  }

  @Test
  void shouldSayWhenTheyCannotWatchAnyMore() throws IOException {
    try (Watchers watchers = new Watchers(server.getAddress().getPort())) {
      watchers.watch(Watchers.Pace.OF_THE_PAGE);
      await().atMost(PATIENCE).until(() -> watchers.answers() > 0);

      server.stop(0);

      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThatThrownBy(watchers::check).isInstanceOf(IOException.class));
    }
  }
}
