package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running controller whose configuration changes while a switch is connected. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ReloadIT {
  private static final String IN_FORCE = "the new configuration is in force: learning-switch";
  private static final String REFUSED = "not taken over, the old configuration stays: ";
  private static final int FLOW_MOD = 14;
  private static final int BUFFER = 7;

  @TempDir Path folder;

  private Path file;

  @BeforeEach
  void writeFirst() throws IOException {
    file = folder.resolve("maestro.conf");
    write("reload-on-change = false", "5 s", "");
  }

  /** Replaces the configuration at once, as editors do. */
  private void write(String applications, String idleTimeout, String more) throws IOException {
    String text =
        """
        maestro.applications { %s }
        sequences.switching { on = flow-request, run = [learning-switch] }
        applications.learning-switch { idle-timeout = %s }
        %s
        """
            .formatted(applications, idleTimeout, more);
    Path next = Files.writeString(folder.resolve("next"), text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private StartedController start() throws IOException {
    return StartedController.start(List.of("--config", file.toString()));
  }

  private static BareSwitch connect(StartedController controller) throws IOException {
    return new BareSwitch(Integer.parseInt(controller.port()), 1);
  }

  /** The idle timeout of the entry that the learning switch installs for a known host. */
  private static int idleSeconds(BareSwitch client) throws IOException {
    client.ask(2, 9, BUFFER);
    var answer = client.ask(1, 2, BUFFER);
    assertThat(answer.get(1)).isEqualTo((byte) FLOW_MOD);
    return answer.getShort(58);
  }

  @Test
  void shouldAnswerByTheNewConfigurationOnTheOldConnectionWhenToldToReload() throws Exception {
    try (StartedController controller = start();
        BareSwitch client = connect(controller)) {
      assertThat(idleSeconds(client)).isEqualTo(5);
      for (int seconds = 6; seconds < 9; seconds++) {
        write("reload-on-change = false", seconds + " s", "");
        controller.hangUp();
        controller.awaitLog(IN_FORCE, seconds - 5);
        assertThat(idleSeconds(client)).isEqualTo(seconds);
      }
      assertThat(controller.log()).doesNotContain(" left: ");
      controller.stopCleanly();
    }
  }

  @Test
  void shouldReloadByItselfWhenTheFileHasChanged() throws Exception {
    write("reload-on-change = true", "5 s", "");
    try (StartedController controller = start();
        BareSwitch client = connect(controller)) {
      assertThat(idleSeconds(client)).isEqualTo(5);
      write(
          "reload-on-change = true",
          "60 s",
          "maestro { weights { 0x1 = 4 }, control.port-statistics = off }");
      controller.awaitLog("a file has changed: reading the configuration anew", 1);
      controller.awaitLog(IN_FORCE, 1);
      assertThat(idleSeconds(client)).isEqualTo(60);
      controller.stopCleanly();
    }
  }

  /** The new configuration is refused for the first reason, the old one goes on. */
  private void assertRefused(StartedController controller, BareSwitch client, int times, String why)
      throws Exception {
    controller.hangUp();
    controller.awaitLog(REFUSED, times);
    assertThat(controller.log()).contains(REFUSED + file + why);
    assertThat(idleSeconds(client)).isEqualTo(5);
  }

  @Test
  void shouldSayWhatIsWrongAndGoOnWhenTheNewConfigurationIsBad() throws Exception {
    try (StartedController controller = start();
        BareSwitch client = connect(controller)) {
      String more = "sequences.more { on = flow-removed, run = [learning-switch] }";
      write("fault-budget = 0", "5 s", more);
      assertRefused(controller, client, 1, ":1: maestro.applications.fault-budget: found ");
      write("fault-budget = 9", "5 s", more);
      assertRefused(
          controller,
          client,
          2,
          ":4: sequences.more.run: found 'learning-switch', which does nothing on flow-removed");
      write("fault-budget = 9", "70000 s", "");
      assertRefused(
          controller,
          client,
          3,
          ":3: applications.learning-switch.idle-timeout: found '70000 s'; allowed:");
      assertThat(controller.log()).doesNotContain(" left: ", IN_FORCE, "Exception");
    }
  }

  @Test
  void shouldRefuseWhatCannotChangeWhileItRuns() throws Exception {
    try (StartedController controller = start();
        BareSwitch client = connect(controller)) {
      write(
          "reload-on-change = false",
          "60 s",
          """
          maestro.batching { delay-upper-bound = 1 ms, policy = fixed }
          maestro.connection.echo-interval = 4 s
          maestro.control { probing = false, port-statistics = 1 m }\
          """);
      controller.hangUp();
      controller.awaitLog(REFUSED, 3);
      assertThat(controller.log())
          .contains(
              REFUSED
                  + file
                  + ":4: maestro.batching.policy: found 'fixed'; allowed: 'adaptive', until Maestro"
                  + " is started again")
          .contains(REFUSED + file + ":5: maestro.connection.echo-interval: found '4 s'; allowed:")
          .contains(REFUSED + file + ":6: maestro.control.probing: found false; allowed: true,")
          .doesNotContain("delay-upper-bound: ", "port-statistics: ");
      assertThat(idleSeconds(client)).isEqualTo(5);
      write("reload-on-change = false", "60 s", "maestro.batching.delay-upper-bound = 1 ms");
      controller.hangUp();
      controller.awaitLog(IN_FORCE, 1);
      assertThat(idleSeconds(client)).isEqualTo(60);
    }
  }
}
