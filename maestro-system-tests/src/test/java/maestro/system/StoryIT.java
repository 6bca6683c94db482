package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The story of {@code docs/first-look.md} in short. */
@Tag("soak")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StoryIT {
  private static final String SHARE =
      "\"dpid\":\"00:00:00:00:00:00:00:%02x\".*?\"1s\":\\{\"rate\":([0-9.E]+),.*?\"fairRate\":([0-9.E]+),"
          + "\"deviation\":[-0-9.E]+,\"wantsMore\":(true|false)";
  private static final String MAESTRO = Rigs.PROJECT.resolve("maestro").toString();
  private static final Map<String, String> JAVA =
      Map.of("JAVA_HOME", System.getProperty("java.home"));

  /** What is asked for is far more than what the controller can answer. */
  private static final String TWICE_WHATEVER = "rates.total=40000000";

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  private record Share(double rate, double fairRate, boolean wantsMore) {}

  private Share shareOf(int datapathId, String base) throws Exception {
    Matcher share = Pattern.compile(SHARE.formatted(datapathId)).matcher(switches(base));
    return share.find()
        ? new Share(
            Double.parseDouble(share.group(1)),
            Double.parseDouble(share.group(2)),
            share.group(3).equals("true"))
        : new Share(0, 0, false);
  }

  private String switches(String base) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/v1/switches")).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private ProgramOutput emulate(StartedController controller) throws IOException {
    return ProgramOutput.start(
        folder.resolve("emulate"),
        JAVA,
        List.of(
            MAESTRO,
            "emulate",
            "--controller",
            "127.0.0.1:" + controller.port(),
            "--scenario",
            Rigs.PROJECT.resolve("config/scenarios/two-hogs.conf").toString(),
            "--set",
            TWICE_WHATEVER,
            "--duration",
            "20m",
            "--out",
            folder.resolve("results").toString()));
  }

  @Test
  void shouldMoveTheSharesWhenTheWeightOfAHogChanges() throws Exception {
    try (StartedController controller =
            StartedController.startWith("learning-switch.conf", "--workers", "1");
        ProgramOutput load = emulate(controller)) {
      String base = controller.controlAddress();
      Awaitility.await()
          .alias(load.text())
          .until(() -> shareOf(1, base).wantsMore() && shareOf(2, base).wantsMore());

      Commands.Result said =
          Commands.run(
              Commands.PATIENCE, JAVA, List.of(MAESTRO, "weight", "--control", base, "1", "3"));

      assertThat(switches(base))
          .as("the next answer")
          .containsPattern("\"dpid\":\"00:00:00:00:00:00:00:01\".*?\"weight\":3");
      assertThat(said.output()).contains("the weight of switch 00:00:00:00:00:00:00:01 is 3");
      assertThat(said.code()).isZero();
      Awaitility.await()
          .alias("three times the share, and more requests")
          .until(
              () -> {
                Share one = shareOf(1, base);
                Share two = shareOf(2, base);
                return two.wantsMore()
                    && one.fairRate() > 2.9 * two.fairRate()
                    && one.rate() > 1.5 * two.rate();
              });
    }
  }
}
