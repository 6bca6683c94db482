package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HealthProbeTest {
  @Test
  void shouldBeHealthyWhenTheListenerSaysSo() throws Exception {
    assertThat(answered("HTTP/1.1 200 OK\r\n\r\nok\n")).isTrue();
  }

  @Test
  void shouldNotBeHealthyWhenTheConductorIsStuckOrSomethingElseAnswers() throws Exception {
    assertThat(answered("HTTP/1.1 503 Service Unavailable\r\n\r\n")).isFalse();
    assertThat(answered("SSH-2.0-OpenSSH_9.2\r\n")).isFalse();
    assertThat(answered("")).isFalse();
  }

  @Test
  void shouldNotBeHealthyWhenNobodyListens() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertThat(HealthProbe.isHealthy(port)).isFalse();
  }

  /** What the probe makes of this answer to the one request that it sends. */
  private static boolean answered(String answer) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      AtomicReference<IOException> failure = new AtomicReference<>();
      Thread server = new Thread(() -> serve(listener, answer, failure), "server");
      server.start();
      boolean healthy = HealthProbe.isHealthy(listener.getLocalPort());
      server.join();
      assertThat(failure.get()).isNull();
      return healthy;
    }
  }

  private static void serve(
      ServerSocket listener, String answer, AtomicReference<IOException> failure) {
    try (Socket client = listener.accept()) {
      StringBuilder request = new StringBuilder();
      while (request.indexOf("\r\n\r\n") < 0) {
        int next = client.getInputStream().read();
        if (next < 0) {
          throw new IOException("no whole request: " + request);
        }
        request.append((char) next);
      }
      client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      failure.set(e);
    }
  }
}
