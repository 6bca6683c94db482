package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.config.StrategyName;
import maestro.system.Commands.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Hosts reach each other through real switches that this controller programs. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@SuppressWarnings("try") // the rigs are held, not used
class RealSwitchIT {
  private static final String[] TWO_HOSTS = {
    "ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ip", "ping", "ethtool", "python3"
  };
  private static final Duration LIMIT = Commands.PATIENCE;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(StrategyName.class)
  void shouldConnectTwoHostsWhateverTheStrategy(StrategyName strategy) throws Exception {
    try (Rigs rigs = Rigs.acquire(TWO_HOSTS);
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.start(strategy.text())) {
      pingBetweenTwoHosts(ovs, controller, "OpenFlow10");
      pingBetweenTwoHosts(ovs, controller, "OpenFlow13");
      controller.stopCleanly();
    }
  }

  @EachSwitchVersion
  void shouldWriteNothingMalformedWhenTwoHostsTalk(String version) throws Exception {
    Rigs.need("tcpdump", "tshark");
    try (Rigs rigs = Rigs.acquire(TWO_HOSTS);
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.start("fair-share")) {
      Path file = folder.resolve("lo.pcap");
      try (Capture capture = Capture.start(file, controller.port())) {
        pingBetweenTwoHosts(ovs, controller, version);
        capture.stop();
      }
      Result result =
          Commands.run(
              LIMIT,
              Map.of(),
              List.of("bash", rigs.script("decode-check.sh"), file.toString(), controller.port()));

      assertThat(result.code()).as(result::output).isZero();
      assertThat(result.output())
          .contains("OK: nothing malformed")
          .as("a FLOW_MOD was seen")
          .containsPattern("(?m)^ +\\d+ +14 *$");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "linear, 8, OpenFlow13",
    "linear, 8, OpenFlow10",
    "tree, 3, OpenFlow13",
    "tree, 3, OpenFlow10"
  })
  void shouldLoseNothingWhenSwitchesFormANetwork(String kind, String size, String version)
      throws Exception {
    try (Rigs rigs = Rigs.acquire("mn", "ovs-vswitchd", "ovsdb-server", "ping", "ethtool");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.start("fair-share")) {
      Result result =
          Commands.run(
              LIMIT,
              ovs.environment(),
              List.of(
                  "/usr/bin/python3",
                  rigs.script("mininet-network.py"),
                  kind,
                  size,
                  version,
                  controller.port(),
                  "pingall",
                  "pingall"));

      assertThat(result.code()).as(() -> result.output() + controller.describe()).isZero();
      assertThat(result.output().lines().filter(line -> line.startsWith("pingall: ")))
          .hasSize(2)
          .allMatch(line -> line.contains(" lost=0 "));
      controller.stopCleanly();
    }
  }

  /** With global-learning-switch no host moves: it does not know the paths between switches. */
  @ParameterizedTest
  @CsvSource({
    "learning-switch, OpenFlow13, host-move",
    "learning-switch, OpenFlow10, host-move",
    "global-learning-switch, OpenFlow13, pingall"
  })
  void shouldLoseNothingWhenWorkersServeASwitchAtOnce(
      String application, String version, String check) throws Exception {
    Path config = folder.resolve("unordered.conf");
    Files.writeString(
        config,
        "maestro.distribution { strategy = round-robin, workers = 3 }\n"
            + "sequences.switching { on = flow-request, ordering = none, run = [%s] }\n"
                .formatted(application));
    try (Rigs rigs = Rigs.acquire("mn", "ovs-vswitchd", "ovsdb-server", "ping", "ethtool");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            StartedController.start(List.of("--config", config.toString()))) {
      List<String> command = new ArrayList<>(List.of("/usr/bin/python3"));
      command.add(rigs.script("mininet-network.py"));
      command.addAll(List.of("linear", "4", version, controller.port()));
      command.addAll(List.of("pingall", check, "pingall"));
      Result result = Commands.run(LIMIT, ovs.environment(), command);

      assertThat(result.code()).as(() -> result.output() + controller.describe()).isZero();
      assertThat(result.output().lines().filter(line -> line.contains(" lost=")))
          .hasSize(3)
          .allMatch(line -> line.matches(".* lost=0( .*)?"));
      controller.stopCleanly();
    }
  }

  private void pingBetweenTwoHosts(
      PrivateOpenVSwitch ovs, StartedController controller, String version) throws Exception {
    try (TwoHosts hosts = new TwoHosts(folder, ovs, version, controller)) {
      hosts.awaitPing(TwoHosts.ADDRESS);
      assertThat(hosts.losesNoPing(TwoHosts.ADDRESS)).as(controller::describe).isTrue();
    }
  }
}
