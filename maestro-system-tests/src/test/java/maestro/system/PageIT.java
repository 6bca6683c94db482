package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The live page in a real browser. */
class PageIT extends OnPage {
  private static final Pattern TWO_WAY = Pattern.compile("\"twoWay\":true");
  private static final Pattern MEASURED = Pattern.compile("\"10s\"");

  /**
   * What a script of the page reports, or the browser about it: nothing when all is well. Pages of
   * the browser's own say that the network is slow when the machine is busy.
   */
  private static final Pattern REPORT = Pattern.compile(":CONSOLE:.*source: (?!chrome:)");

  private final HttpClient client = HttpClient.newHttpClient();

  /** What the browser has made of an address once all of these expressions are true. */
  private String opened(String address, String... expressions) {
    browser.open(address);
    List.of(expressions).forEach(browser::await);
    return browser.evaluate("document.documentElement.outerHTML");
  }

  /** How often something occurs in what an address answers. */
  private long count(Pattern what, String address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    String body = client.send(request, BodyHandlers.ofString()).body();
    return what.matcher(body).results().count();
  }

  @Test
  void shouldShowABarForEachSwitchAndReportNothing() throws Exception {
    try (StartedController controller = StartedController.start("fair-share");
        BareSwitch one = new BareSwitch(Integer.parseInt(controller.port()), 1);
        BareSwitch two = new BareSwitch(Integer.parseInt(controller.port()), 2)) {
      one.ask(1, 2, -1);
      two.ask(1, 2, -1);
      String base = controller.controlAddress();
      Awaitility.await()
          .atMost(Commands.PATIENCE)
          .until(() -> count(MEASURED, base + "/v1/switches") == 2);

      String page =
          opened(
              base + "/",
              "document.querySelectorAll('#rows tbody tr').length === 2",
              "document.querySelector('#events').innerText.includes('switch 00:')");

      assertThat(page)
          .contains("class=\"state ok\"")
          .contains("<tr data-dpid=\"00:00:00:00:00:00:00:01\">")
          .contains("<tr data-dpid=\"00:00:00:00:00:00:00:02\">")
          .contains(">switch 00:00:00:00:00:00:00:01 at 127.0.0.1:")
          .containsPattern("<canvas id=\"canvas\" [^>]*width=\"[1-9][0-9]+\"");
      assertThat(browser.log()).doesNotContainPattern(REPORT);
    }
  }

  @Test
  void shouldDrawTheLinksOfANetwork() throws Exception {
    try (StartedController controller = StartedController.startWith("routing.conf");
        ProgramOutput network = network(controller, "--topology", "ring:3")) {
      String base = controller.controlAddress();
      Awaitility.await()
          .atMost(Commands.PATIENCE)
          .alias(network.text())
          .until(() -> count(TWO_WAY, base + "/v1/links") == 6);

      opened(
          base + "/",
          "document.querySelector('#topology p')?.innerText.includes('3 switches, 3 links')",
          "document.querySelector('#applications').innerText.includes('discovery')");
      assertThat(browser.log()).doesNotContainPattern(REPORT);
    }
  }

  @Test
  void shouldSeeAnErrorOfAScriptWhenThereIsOne() {
    browser.open("data:text/html,<script>nothing.there</script>");
    Awaitility.await().atMost(Commands.PATIENCE).until(() -> REPORT.matcher(browser.log()).find());
  }
}
