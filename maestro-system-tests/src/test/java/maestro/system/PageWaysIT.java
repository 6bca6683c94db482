package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The live page says where a host is, which way its packets take, and what is on a switch. */
class PageWaysIT extends OnPage {
  private static final String ONE = "00:00:00:00:00:00:00:01";

  /** Two hosts of the ring are as far from each other as they can be. */
  private static final String RING =
      """
      name = ring
      description = "Four switches whose hosts have sent something."
      topology = "ring:4"
      duration = 600 s
      ping-all = [{ at = 3 s }, { at = 6 s }, { at = 9 s }, { at = 12 s }, { at = 20 s }, { at = 30 s }]
      """;

  /** How many pixels of the graph have the colour of text, which is that of a way, too. */
  private static final String INK =
      """
      ((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (data[i] === 27 && data[i + 1] === 31 && data[i + 2] === 36 && data[i + 3] === 255) count++;
        }
        return count;
      })(document.querySelector("#graph"))
      """;

  /** From now on switches and ports have a name that is markup. */
  private static final String NAMES_OF_STRANGERS =
      """
      (() => {
        const name = "<img src=x onerror=window.hacked=1>";
        const real = window.fetch;
        window.fetch = async (path, how) => {
          if (path.endsWith("/ports")) return Response.json([{ port: 1, name, up: true, peer: null }]);
          const response = await real(path, how);
          if (path !== "/v1/overview") return response;
          const named = new TransformStream({ transform: (text, to) =>
            to.enqueue(text.replaceAll('"address":', '"name":' + JSON.stringify(name) + ',"address":')) });
          const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(named);
          return new Response(body.pipeThrough(new TextEncoderStream()));
        };
        for (const hidden of [true, false]) {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }
      })()
      """;

  @BeforeEach
  void resize() {
    browser.resize(1400, 1000, false);
    browser.prefer("light");
  }

  private void find(String from, String to) {
    browser.type("#way input", from);
    browser.type("#way input + input", to);
    browser.evaluate("document.querySelector('#way').requestSubmit()"); // as Enter does
  }

  @Test
  void shouldFindHostsLightTheirWayAndChangeASwitchOnIt() throws Exception {
    Path scenario = Files.writeString(folder.resolve("ring.conf"), RING);
    String flows = "maestro.control.static-flows=" + folder.resolve("flows.json");
    try (StartedController controller =
            StartedController.startWith("routing.conf", "--set", flows);
        ProgramOutput network = network(controller, "--scenario", scenario.toString())) {
      browser.open(controller.controlAddress() + "/");
      browser.await("document.querySelector('#hosts p')?.innerText.startsWith('4 known')");
      browser.await("document.querySelector('#topology p').innerText.includes('4 links')");
      assertThat(network.text()).doesNotContain("Exception");

      find("10.0.0.1", "");
      browser.await("document.querySelector('#found').innerText.includes('is at port')");
      assertThat(browser.textOf("#found")).contains("10.0.0.1 is at port").contains(ONE);
      find("10.0.0.9", "");
      browser.await("document.querySelector('#found').innerText.startsWith('Nothing known')");
      int without = Integer.parseInt(browser.evaluate(INK));
      find("10.0.0.1", "10.0.0.3");
      browser.await("document.querySelectorAll('#found ol li').length === 3");
      assertThat(browser.textOf("#found li")).startsWith("01 in by port").contains("out by port");
      browser.await(INK.strip() + " > " + without + " + 300"); // two links, five pixels wide

      browser.click("#found li button", 3, 3);
      browser.await("document.querySelector('#detail h3')?.innerText === '%s'".formatted(ONE));
      browser.await("document.querySelector('#detail .sheet').innerText.includes('10.0.0.1')");
      changeSwitch(controller);
      seeStrangers();
    }
  }

  /** Sets a rate limit, puts a static flow and removes it, as somebody does who may change it. */
  private void changeSwitch(StartedController controller) {
    browser.await("!document.querySelector('#detail form + form').hidden");
    browser.type("#detail form + form input", "777");
    browser.click("#detail form + form button", 8, 8);
    browser.await("document.querySelector('#detail form + form output').innerText !== ''");
    assertThat(browser.textOf("#detail form + form output"))
        .isEqualTo("The rate limit is 777/s until the next reload.");
    browser.await("document.querySelector('#detail dl').innerText.includes('777/s')");

    browser.type("#detail .sheet + form input", "web");
    browser.type("#detail .sheet + form input[placeholder^=in_port]", "in_port=1");
    browser.click("#detail .sheet + form button", 8, 8);
    controller.awaitLog("static flow web of switch " + ONE + " is new", 1);
    browser.await("document.querySelector('#detail .sheet + form output').innerText !== ''");
    assertThat(browser.textOf("#detail .sheet + form output"))
        .isEqualTo("The static flow web is put.");
    browser.await("document.querySelector('#detail .sheet + .sheet td button') !== null");
    browser.await(
        "document.querySelector('#detail form + .sheet:last-child').innerText"
            + ".includes('static-flows')");
    browser.click("#detail .sheet + .sheet td button", 3, 3);
    controller.awaitLog("static flow web of switch " + ONE + " is removed", 1);
    browser.await("document.querySelector('#detail .sheet + .sheet').hidden");
  }

  /** What strangers call their things is a text on the page, whatever it is. */
  private void seeStrangers() {
    browser.evaluate(NAMES_OF_STRANGERS);
    browser.await("document.querySelector('#detail h3').innerText.startsWith('<img src=x')");
    browser.await("document.querySelector('#detail td + td')?.innerText.startsWith('<img src=x')");
    find("10.0.0.1", "10.0.0.3");
    browser.await("document.querySelector('#found li button')?.innerText.startsWith('<img')");
    browser.evaluate("document.querySelector('#way input').focus()");
    browser.await("document.querySelector('#ends option')?.value.startsWith('<img')");
    assertThat(browser.evaluate("document.images.length + ' ' + window.hacked"))
        .isEqualTo("0 undefined");
  }
}
