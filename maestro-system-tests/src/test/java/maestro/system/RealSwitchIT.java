package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts reach each other through real switches that this controller programs. */
@Tag("switch")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RealSwitchIT {
  private static final String[] TWO_HOSTS = {
    "bash", "ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ip", "ping", "ethtool", "bc"
  };
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(StrategyName.class)
  void shouldConnectTwoHostsWhateverTheStrategy(StrategyName strategy) throws Exception {
    try (Rigs rigs = Rigs.acquire(TWO_HOSTS);
        ControllerProcess controller = ControllerProcess.start(strategy.text())) {
      pingBetweenTwoHosts(rigs, controller, "OpenFlow10");
      pingBetweenTwoHosts(rigs, controller, "OpenFlow13");
      controller.stopCleanly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"OpenFlow10", "OpenFlow13"})
  void shouldWriteNothingMalformedWhenTwoHostsTalk(String version) throws Exception {
    Rigs.need("tcpdump", "tshark");
    try (Rigs rigs = Rigs.acquire(TWO_HOSTS);
        ControllerProcess controller = ControllerProcess.start("fair-share")) {
      Path file = folder.resolve("lo.pcap");
      try (Capture capture = Capture.start(file, controller.port())) {
        pingBetweenTwoHosts(rigs, controller, version);
        capture.stop();
      }
      Result result =
          Commands.run(
              LIMIT,
              Map.of(),
              List.of(
                  "bash", rigs.script("of-decode-check.sh"), file.toString(), controller.port()));

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
        ControllerProcess controller = ControllerProcess.start("fair-share")) {
      Result result =
          Commands.run(
              LIMIT,
              ovs.environment(),
              List.of(rigs.script("mn-grid.py"), kind, size, version, controller.port()));

      assertThat(result.code()).as(() -> result.output() + controller.describe()).isZero();
      assertThat(result.output().lines().filter(line -> line.startsWith("pingall: loss 0.0%")))
          .hasSize(2);
      controller.stopCleanly();
    }
  }

  private static void pingBetweenTwoHosts(Rigs rigs, ControllerProcess controller, String version)
      throws IOException, InterruptedException {
    Result result =
        Commands.run(
            LIMIT,
            Map.of("PORT", controller.port()),
            List.of("bash", rigs.script("ovs-two-hosts.sh"), version, "none"));

    assertThat(result.code()).as(() -> result.output() + controller.describe()).isZero();
    assertThat(result.output()).contains("5 received, 0% packet loss");
  }
}
