package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a user sees and does on the live page: clicks, types, turns the light off. */
class PageClicksIT extends OnPage {
  private static final String ONE = "00:00:00:00:00:00:00:01";
  private static final String TWO = "00:00:00:00:00:00:00:02";

  /** The first row of the bars, below their head. */
  private static final int ROW_X = 300;

  private static final int FIRST_ROW_Y = 35;
  private static final int PHONE_WIDTH = 390;

  /**
   * What a script of the page reports, or the browser about it: nothing when all is well. Pages of
   * the browser's own say that the network is slow when the machine is busy.
   */
  private static final Pattern REPORT = Pattern.compile(":CONSOLE:.*source: (?!chrome:)");

  @BeforeEach
  void resize() {
    browser.resize(1400, 1000, false);
  }

  private static BareSwitch join(StartedController controller, int datapathId) throws IOException {
    BareSwitch joined = new BareSwitch(Integer.parseInt(controller.port()), datapathId);
    joined.ask(1, 2, -1);
    return joined;
  }

  private void awaitRows(int count) {
    browser.await("document.querySelectorAll('#rows tbody tr').length === " + count);
  }

  @Test
  void shouldShowAndChangeASwitchWhenItsBarIsClicked() throws Exception {
    try (StartedController controller = StartedController.start("fair-share");
        BareSwitch one = join(controller, 1);
        BareSwitch two = join(controller, 2)) {
      browser.open(controller.controlAddress() + "/");
      awaitRows(2);
      browser.await("document.querySelector('#events').innerText.includes('switch 00:')");
      assertThat(browser.evaluate("document.documentElement.outerHTML"))
          .contains("class=\"state ok\"", ">switch " + ONE + " at 127.0.0.1:")
          .contains("<tr data-dpid=\"" + ONE + "\">", "<tr data-dpid=\"" + TWO + "\">")
          .containsPattern("<canvas id=\"canvas\" [^>]*width=\"[1-9][0-9]+\"");
      assertThat(browser.log()).doesNotContainPattern(REPORT);
      browser.click("#canvas", ROW_X, FIRST_ROW_Y);
      browser.await("document.querySelector('#detail h3')?.innerText === '%s'".formatted(ONE));
      browser.await("!document.querySelector('#detail form').hidden");
      browser.type("#detail input", "4");
      browser.click("#detail form button", 8, 8);

      controller.awaitLog("the weight of switch " + ONE + " is 4", 1);
      browser.await("document.querySelector('#detail dl').innerText.includes('weight\\n4')");
      assertThat(browser.textOf("#detail form output"))
          .isEqualTo("The weight is 4 until the next reload.");
      browser.click("#detail .close", 8, 8);
      browser.await("document.querySelector('#detail').hidden");
      assertThat(one.ask(1, 2, -1)).isNotNull();
      assertThat(two.ask(1, 2, -1)).isNotNull();
    }
  }

  @Test
  void shouldSeeAnErrorOfAScriptWhenThereIsOne() {
    browser.open("data:text/html,<script>nothing.there</script>");
    Awaitility.await().until(() -> REPORT.matcher(browser.log()).find());
    Awaitility.await().until(() -> browser.takeExceptions().size() == 1);
  }

  @Test
  void shouldFindASwitchBySearchAndByTheKeyboard() throws Exception {
    try (StartedController controller = StartedController.start("fair-share");
        BareSwitch one = join(controller, 1);
        BareSwitch two = join(controller, 2)) {
      browser.open(controller.controlAddress() + "/");
      awaitRows(2);
      browser.type("#search", "0x2");
      awaitRows(1);
      assertThat(browser.textOf("#rows tbody")).contains(TWO);
      browser.type("#search", "nothing like that");
      awaitRows(0);
      assertThat(browser.textOf("#none")).isEqualTo("No switch is like that.");
      browser.evaluate(
          "((e) => { e.value = ''; e.dispatchEvent(new Event('input'));"
              + " })(document.querySelector('#search'))");
      awaitRows(2);
      browser.evaluate("document.querySelector('#bars').focus()");
      browser.key("ArrowDown");
      browser.key("ArrowDown");
      browser.await("document.querySelector('#detail h3').innerText === '%s'".formatted(TWO));
      browser.key("Escape");
      browser.await("document.querySelector('#detail').hidden");
      assertThat(one.ask(1, 2, -1)).isNotNull();
      assertThat(two.ask(1, 2, -1)).isNotNull();
    }
  }

  @Test
  void shouldOfferNoChangeToWhoMayOnlyRead() throws Exception {
    String hash = "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"; // of: secret
    try (StartedController controller =
            StartedController.startWith(
                "learning-switch.conf", "--set", "maestro.control.read-token-sha256=" + hash);
        BareSwitch one = join(controller, 1)) {
      browser.open(controller.controlAddress() + "/");
      browser.await("document.querySelector('#token')?.hidden === false");
      browser.type("#secret", "wrong");
      browser.click("#token button", 8, 8);
      browser.await("document.querySelector('#refused').innerText !== ''");
      browser.type("#secret", "secret");
      browser.click("#token button", 8, 8);
      awaitRows(1);
      browser.click("#canvas", ROW_X, FIRST_ROW_Y);
      browser.await("document.querySelector('#detail h3').innerText === '%s'".formatted(ONE));
      browser.await(
          "performance.getEntriesByName(location.origin + '/v1/switches/0/weight').length === 1");

      assertThat(browser.evaluate("document.querySelector('#detail form').hidden"))
          .isEqualTo("true");
      assertThat(one.ask(1, 2, -1)).isNotNull();
    }
  }

  @Test
  void shouldShowDelaysAboveASecondInSeconds() throws Exception {
    try (StartedController controller = StartedController.start("fair-share")) {
      browser.open(controller.controlAddress() + "/");
      browser.await("document.querySelector('#state')?.className === 'state ok'");
      browser.evaluate(
          """
          (() => {
            const real = JSON.parse;
            JSON.parse = (text) => {
              const parsed = real(text);
              const windows = parsed?.status?.probingDelay?.windows ?? {};
              Object.assign(windows["10s"] ?? {}, { meanMs: 2080, p99Ms: 95000 });
              Object.assign(windows["1s"] ?? {}, { p50Ms: 0.0512, maxMs: 2080 });
              return parsed;
            };
          })()
          """);
      browser.await("document.querySelector('#figures').innerText.includes('2.08 s')");
      assertThat(browser.textOf("#figures")).contains("1 min 35 s at the 99th percentile");
      browser.await(
          "document.querySelector('#curves output').innerText.includes('0.051 ms … 2.08 s')");
      browser.resize(PHONE_WIDTH, 800, true);
      browser.await("innerWidth === " + PHONE_WIDTH);
      assertThat(browser.evaluate("document.documentElement.scrollWidth"))
          .as("nothing is wider than the phone")
          .isEqualTo("" + PHONE_WIDTH);
    }
  }

  @Test
  void shouldSelectASwitchInTheTopology() throws Exception {
    try (StartedController controller = StartedController.startWith("routing.conf");
        ProgramOutput network = network(controller, "--topology", "ring:4")) {
      browser.open(controller.controlAddress() + "/");
      browser.await(
          "document.querySelector('#topology p')?.innerText.includes('4 switches, 4 links')");
      browser.await("document.querySelector('#applications').innerText.includes('discovery')");
      assertThat(browser.log()).doesNotContainPattern(REPORT);
      Awaitility.await()
          .alias(network.text())
          .until(
              () -> {
                String node = browser.evaluate(A_NODE);
                if (!node.isEmpty()) {
                  String[] at = node.split(" ", -1);
                  browser.click("#graph", Integer.parseInt(at[0]), Integer.parseInt(at[1]));
                }
                return browser
                    .evaluate("document.querySelector('#detail h3')?.innerText")
                    .startsWith("00:00:");
              });
    }
  }

  /** The middle of a disc in the topology: a pixel among pixels of the same opaque colour. */
  private static final String A_NODE =
      """
      ((canvas) => {
        const { width, height } = canvas;
        const data = canvas.getContext("2d").getImageData(0, 0, width, height).data;
        const at = (x, y) => data.slice((y * width + x) * 4, (y * width + x) * 4 + 4).join();
        for (let y = 5; y < height - 5; y += 2) {
          for (let x = 5; x < width - 5; x += 2) {
            const here = at(x, y);
            if (!here.endsWith(",255") || at(x - 4, y) !== here || at(x + 4, y) !== here) continue;
            if (at(x, y - 4) === here && at(x, y + 4) === here) return x + " " + y;
          }
        }
        return "";
      })(document.querySelector("#graph"))
      """;

  @Test
  void shouldFollowTheLightOfTheSystemAndFitAPhone() throws Exception {
    try (StartedController controller = StartedController.start("fair-share");
        BareSwitch one = join(controller, 1)) {
      browser.open(controller.controlAddress() + "/");
      awaitRows(1);
      for (String scheme : List.of("light", "dark")) {
        browser.prefer(scheme);
        browser.await("matchMedia('(prefers-color-scheme: %s)').matches".formatted(scheme));
        int corner = ImageIO.read(new ByteArrayInputStream(browser.picture())).getRGB(2, 2) & 0xff;
        assertThat(corner > 128).as(scheme).isEqualTo(scheme.equals("light"));
      }
      browser.resize(PHONE_WIDTH, 800, true);
      browser.await("innerWidth === " + PHONE_WIDTH);
      browser.await("document.querySelector('#canvas').clientWidth < " + PHONE_WIDTH);
      assertThat(browser.evaluate("document.documentElement.scrollWidth"))
          .as("nothing is wider than the phone")
          .isEqualTo("" + PHONE_WIDTH);
      assertThat(one.ask(1, 2, -1)).isNotNull();
    }
  }

  @Test
  void shouldSayWhenTheControllerWasSeenLastAndGoOnWhenItIsBack() throws Exception {
    int control = Rigs.freePort();
    List<String> arguments =
        List.of(
            "--config",
            Rigs.PROJECT.resolve("config/learning-switch.conf").toString(),
            "--set",
            "maestro.control.listen=127.0.0.1:" + control);
    String address = "http://127.0.0.1:" + control + "/";
    try (StartedController first = StartedController.start(arguments)) {
      browser.open(address);
      browser.await("document.querySelector('#state')?.className === 'state ok'");
      first.terminate();
      browser.await("/^last seen \\d+ s ago$/.test(document.querySelector('#state').innerText)");
      browser.await("document.querySelector('#main').classList.contains('stale')");
    }
    try (StartedController second = StartedController.start(arguments)) {
      browser.await("document.querySelector('#state').className === 'state ok'");
      browser.await("!document.querySelector('#main').classList.contains('stale')");
      assertThat(second.log()).doesNotContain("WARN");
    }
  }

  @Test
  void shouldAskNothingWhileNobodySeesThePage() throws Exception {
    try (StartedController controller = StartedController.start("fair-share")) {
      browser.open(controller.controlAddress() + "/");
      browser.await("document.querySelector('#state')?.className === 'state ok'");
      browser.evaluate(
          """
          (() => {
            window.asked = 0;
            const real = window.fetch;
            window.fetch = (path, how) => {
              window.asked++;
              if (path === "/v1/overview") window.stream = how.signal;
              return real(path, how);
            };
            window.see = (seen) => {
              Object.defineProperty(document, "hidden", { configurable: true, get: () => !seen });
              document.dispatchEvent(new Event("visibilitychange"));
            };
          })()
          """);
      browser.evaluate("window.see(false)");
      browser.evaluate("window.see(true)");
      browser.await("window.stream !== undefined");
      assertThat(browser.evaluate("window.stream.aborted")).isEqualTo("false");
      browser.evaluate("window.see(false)");
      assertThat(browser.evaluate("window.stream.aborted")).isEqualTo("true");
      String later = "new Promise((done) => setTimeout(() => done(window.asked), %d))";
      String before = browser.evaluate(later.formatted(3000)); // the last round is over
      String after = browser.evaluate(later.formatted(5000));
      assertThat(after).isEqualTo(before);
      browser.evaluate("window.see(true)");
      browser.await("window.asked > " + before);
      browser.await("!window.stream.aborted");
    }
  }
}
