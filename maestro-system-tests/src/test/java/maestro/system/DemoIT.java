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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./maestro demo} as somebody starts it, and what is left of it. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class DemoIT {
  private static final String HOG = "\"dpid\":\"00:00:00:00:00:00:01:00\"";
  private static final Pattern PAGE = Pattern.compile("the page: (http://\\S+)/");

  /** No browser opens where the tests run. */
  private static final Map<String, String> NO_DESKTOP =
      Map.of("DISPLAY", "", "WAYLAND_DISPLAY", "");

  private final HttpClient client = HttpClient.newHttpClient();

  @TempDir private Path folder;

  private ProgramOutput demo() throws IOException {
    String maestro = Rigs.PROJECT.resolve("maestro").toString();
    return ProgramOutput.start(
        folder.resolve("said"), NO_DESKTOP, List.of(maestro, "demo", "--port", "0", "--hog"));
  }

  private static List<ProcessHandle> childrenOf(ProgramOutput demo) {
    return ProcessHandle.of(demo.pid()).orElseThrow().descendants().toList();
  }

  @Test
  void shouldShowAHogBesideANetworkAndLeaveNothingBehindWhenInterrupted() throws Exception {
    Rigs.needHeard("INT", 2);
    try (ProgramOutput demo = demo()) {
      demo.awaitText("9 switches with 36 hosts that talk");
      demo.awaitText("the hog is on");
      Matcher page = PAGE.matcher(demo.text());
      assertThat(page.find()).isTrue();
      String base = page.group(1);
      Awaitility.await()
          .alias("the hog asks for more than its share")
          .until(() -> hasHog(get(base + "/v1/switches")));
      assertThat(get(base + "/v1/status"))
          .contains("\"switches\":10", "\"note\":\"Nine switches carry the traffic of 36 hosts,");
      List<ProcessHandle> children = childrenOf(demo);
      assertThat(children).isNotEmpty();

      Commands.succeed("kill -INT " + demo.pid());

      assertThat(demo.code()).as(demo::text).isEqualTo(130);
      assertThat(children).noneMatch(ProcessHandle::isAlive);
      assertThat(demo.text()).doesNotContain("has ended", "Exception");
    }
  }

  @Test
  void shouldEndWhenTheControllerDies() throws Exception {
    try (ProgramOutput demo = demo()) {
      demo.awaitText("the page: ");
      List<ProcessHandle> children = childrenOf(demo);
      assertThat(children).hasSize(1);

      Commands.succeed("kill -KILL " + children.get(0).pid());

      assertThat(demo.code()).as(demo::text).isEqualTo(1);
      assertThat(demo.text()).contains("the controller has ended with status 137");
    }
  }

  private static boolean hasHog(String switches) {
    int at = switches.indexOf(HOG);
    String hog = at < 0 ? "" : switches.substring(at, Math.min(switches.length(), at + 2_000));
    return hog.contains("\"wantsMore\":true");
  }

  private String get(String address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }
}
