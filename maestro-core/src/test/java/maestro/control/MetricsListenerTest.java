package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import maestro.Maestro;
import maestro.config.ListenAddress;
import maestro.config.file.ConfigLoader;
import org.junit.jupiter.api.Test;

/** The listener for metrics and health alone, beside one that asks for a token. */
class MetricsListenerTest {
  private static final String SHA256_OF_SECRET =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";
  private static final String NAME = "Host: maestro.prometheus.svc:9654\r\n";

  private static String answer(InetSocketAddress address, String line, String... headers)
      throws IOException {
    try (RawClient client = RawClient.to(address)) {
      return client.ask(line, headers).answer();
    }
  }

  @Test
  void shouldShowMetricsAndHealthToAnybodyAndNothingElse() throws Exception {
    try (Maestro maestro =
            Maestro.start(ConfigLoader.defaultsWith("maestro.listen=127.0.0.1:0"), List.of());
        ControlListener listener =
            ControlListener.bind(
                    ControlOnLoopback.with(Optional.empty(), Optional.of(SHA256_OF_SECRET)))
                .orElseThrow()) {
      InetSocketAddress metrics = listener.bindMetrics(new ListenAddress("127.0.0.1", 0));
      listener.serve(maestro, new NoOperations());

      assertThat(answer(metrics, "GET /metrics", NAME))
          .startsWith("HTTP/1.1 200 ")
          .contains("\nmaestro_switches 0.0\n");
      assertThat(answer(metrics, "GET /healthz", NAME)).startsWith("HTTP/1.1 200 ");
      assertThat(answer(metrics, "GET /readyz", NAME)).startsWith("HTTP/1.1 200 ");
      for (String path : List.of("/", "/v1/status", "/v1/switches", "/v1/events")) {
        assertThat(answer(metrics, "GET " + path)).as(path).startsWith("HTTP/1.1 404 ");
      }
      assertThat(answer(metrics, "POST /v1/reload")).startsWith("HTTP/1.1 404 ");
      assertThat(answer(listener.address(), "GET /metrics")).startsWith("HTTP/1.1 401 ");
    }
  }
}
