package maestro.network.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import maestro.emulator.baseline.BaselineResponder;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioFile;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

class DemoHogTest {
  private static final Path SHIPPED =
      Path.of(System.getProperty("maestro.root", "..")).resolve("config/scenarios/hog.conf");

  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  /** A busy machine is no failure. */
  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(5));
  }

  private DemoHog hog(BaselineResponder controller) throws Exception {
    Scenario scenario = ScenarioFile.load(SHIPPED, List.of());
    return new DemoHog(scenario, controller.address(), said::add);
  }

  private static BaselineResponder controller() throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return BaselineResponder.listen(any).start();
  }

  @Test
  void shouldAskAsASwitchThatNoNetworkHasFromWhenItIsOnUntilItIsOff() throws Exception {
    try (BaselineResponder controller = controller()) {
      try (DemoHog hog = hog(controller)) {
        assertThat(hog.toggle()).isTrue();
        await().until(() -> controller.answeredRequests() > 10_000);
        assertThat(hog.toggle()).isFalse();

        assertThat(controller.answeredByDatapath()).containsOnlyKeys(DemoHog.FIRST_DATAPATH_ID);
        long before = controller.answeredRequests();
        assertThat(hog.toggle()).as("on again").isTrue();
        await().until(() -> controller.answeredRequests() > before + 10_000);
      }
      assertThat(said).as("nothing has ended by itself").isEmpty();
    }
  }

  @Test
  void shouldSayWhyItEndedWhenTheControllerIsGone() throws Exception {
    BaselineResponder controller = controller();
    try (DemoHog hog = hog(controller)) {
      assertThat(hog.toggle()).isTrue();
      await().until(() -> controller.answeredRequests() > 10_000);
      stop(controller);

      assertThat(said.poll(1, TimeUnit.MINUTES)).startsWith("the hog is off: ");
      assertThat(hog.toggle()).as("the next line switches it on").isTrue();
    }
  }

  private static void stop(BaselineResponder controller) throws IOException {
    controller.close();
  }
}
