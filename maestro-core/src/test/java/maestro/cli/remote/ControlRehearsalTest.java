package maestro.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import maestro.cli.Main;
import org.junit.jupiter.api.Test;

class ControlRehearsalTest {
  private static final byte[] EMPTY = "{}".getBytes(StandardCharsets.US_ASCII);
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  @Test
  void shouldAskForWhatPrometheusAndPageAndStatusAskFor() throws Exception {
    Queue<String> asked = new ConcurrentLinkedQueue<>();
    HttpServer server = HttpServer.create(ANY_PORT, 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(200, EMPTY.length);
          exchange.getResponseBody().write(EMPTY);
          exchange.close();
        });
    server.start();
    try {
      ControlRehearsal.run(server.getAddress(), Main.commandLine());
    } finally {
      server.stop(0);
    }
    assertThat(asked).contains("/", "/metrics", "/v1/overview", "/v1/switches", "/v1/status");
  }

  @Test
  void shouldEndQuietlyWhenNobodyAnswers() throws IOException {
    HttpServer gone = HttpServer.create(ANY_PORT, 0);
    gone.start(); // only one that was started closes its port
    InetSocketAddress address = gone.getAddress();
    gone.stop(0);
    assertThatCode(() -> ControlRehearsal.run(address, Main.commandLine()))
        .doesNotThrowAnyException();
  }
}
