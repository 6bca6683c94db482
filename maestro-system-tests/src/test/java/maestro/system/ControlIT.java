package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The control listener of the packaged controller. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ControlIT {
  private final HttpClient client = HttpClient.newHttpClient();

  private HttpResponse<String> get(StartedController controller, String path) throws Exception {
    URI uri = URI.create(controller.controlAddress() + path);
    return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  @Test
  void shouldTellOfASwitchWhenAsked() throws Exception {
    try (StartedController controller = StartedController.start("fair-share");
        BareSwitch one = new BareSwitch(Integer.parseInt(controller.port()), 1)) {
      one.ask(1, 2, -1);

      assertThat(get(controller, "/healthz").body()).isEqualTo("ok\n");
      assertThat(get(controller, "/readyz").body()).isEqualTo("ready\n");
      assertThat(get(controller, "/metrics").body().lines())
          .contains(
              "maestro_requests_total 1.0",
              "maestro_switches 1.0",
              "maestro_switch_requests_total{dpid=\"00:00:00:00:00:00:00:01\"} 1.0")
          .anyMatch(line -> line.startsWith("process_open_fds "))
          .anyMatch(line -> line.startsWith("jvm_gc_collection_seconds_count{"));
      assertThat(get(controller, "/unknown").statusCode()).isEqualTo(404);
      controller.stopCleanly();
    }
  }
}
