package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.system.Commands.Result;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real switches under {@code config/routing.conf}, most with loops and none with a spanning tree.
 */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RoutingIT {
  private static final Duration LIMIT = Commands.PATIENCE;

  /** What a network carries without being asked to: by every port, two probes out and two in. */
  private static final int PROBES_A_PORT_AND_SECOND = 4;

  /** Above all that the hosts of a test say, and what little they say by themselves. */
  private static final int WANTED_PACKETS = 20_000;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"OpenFlow13", "OpenFlow10"})
  void shouldRouteAroundAFailedLinkAndToAMovedHostWhenTheNetworkIsATorus(String version)
      throws Exception {
    Report report =
        report(
            "at-once",
            List.of("torus", "3", version),
            List.of("pingall", "broadcast", "link-down", "pingall", "link-up", "host-move"));

    report.losesNothing(2);
    report.doesNotStorm();
    assertThat(report.number("link-down", "carried")).as("the link was used").isGreaterThan(5);
    assertThat(report.number("link-down", "lostms")).as("down").isLessThanOrEqualTo(2000);
    assertThat(report.number("link-up", "lost")).as("up again").isLessThanOrEqualTo(2);
    assertThat(report.text("host-move", "seconds")).as("moved").isNotEqualTo("never");
    assertThat(report.number("host-move", "lost")).as("moved").isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "fattree, 4, OpenFlow13, confirmed",
    "fattree, 4, OpenFlow10, at-once",
    "linear, 20, OpenFlow13, at-once",
    "linear, 20, OpenFlow10, confirmed"
  })
  void shouldLoseNothingAndNotStormWhenTheNetworkIsLarger(
      String kind, String size, String version, String release) throws Exception {
    Report report =
        report(release, List.of(kind, size, version), List.of("pingall", "broadcast", "pingall"));

    report.losesNothing(2);
    report.doesNotStorm();
  }

  @Test
  @SuppressWarnings("try") // held, not used
  void shouldReachAllHostsOfATorusWhenMininetStartsTheController() throws Exception {
    List<String> command =
        List.of(
            "mn",
            "--custom",
            Rigs.PROJECT.resolve("config/mininet/maestro.py").toString(),
            "--controller",
            "maestro",
            "--switch",
            "ovs,datapath=user",
            "--topo",
            "torus,3,3",
            "--test",
            "pingall");
    try (Rigs held = Rigs.acquire("mn", "ovs-vswitchd", "ovsdb-server", "ping");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder)) {
      Map<String, String> environment = new HashMap<>(ovs.environment());
      environment.put("JAVA_HOME", System.getProperty("java.home"));

      Result result = Commands.run(LIMIT, environment, command);

      assertThat(result.output()).contains("Results: 0% dropped (72/72 received)");
      assertThat(result.code()).as(result.output()).isZero();
    }
  }

  private Report report(String release, List<String> network, List<String> checks)
      throws Exception {
    try (Rigs rigs = Rigs.acquire("mn", "ovs-vswitchd", "ovsdb-server", "ping", "ethtool");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            StartedController.startWith(
                "routing.conf", "--set", "applications.route-flow.release=" + release)) {
      List<String> command =
          new ArrayList<>(List.of("/usr/bin/python3", rigs.script("mininet-network.py")));
      command.addAll(network);
      command.add(controller.port());
      command.addAll(checks);
      Result result = Commands.run(LIMIT, ovs.environment(), command);

      assertThat(result.code()).as(() -> result.output() + controller.describe()).isZero();
      Report report = new Report(result.output());
      assertThat(report.text("discovered", "seconds"))
          .as(() -> result.output() + controller.describe())
          .isNotEqualTo("never");
      controller.stopCleanly();
      return report;
    }
  }

  /** What the driver said of its checks: a line each, {@code NAME: key=value ...}. */
  private record Report(String output) {
    List<Map<String, String>> of(String check) {
      List<Map<String, String>> lines = new ArrayList<>();
      output
          .lines()
          .filter(line -> line.startsWith(check + ": "))
          .forEach(
              line -> {
                Map<String, String> values = new HashMap<>();
                for (String pair : line.substring(check.length() + 2).split(" ", -1)) {
                  String[] keyAndValue = pair.split("=", 2);
                  values.put(keyAndValue[0], keyAndValue[1]);
                }
                lines.add(values);
              });
      return lines;
    }

    String text(String check, String key) {
      List<Map<String, String>> lines = of(check);
      assertThat(lines).as(output).hasSize(1);
      return lines.get(0).get(key);
    }

    double number(String check, String key) {
      return Double.parseDouble(text(check, key));
    }

    void losesNothing(int runs) {
      assertThat(of("pingall")).as(output).hasSize(runs);
      assertThat(of("pingall")).as(output).allMatch(line -> line.get("lost").equals("0"));
    }

    /** Each frame came to each host once, over each link of a tree at most once. */
    void doesNotStorm() {
      assertThat(number("broadcast", "missing")).as(output).isZero();
      assertThat(number("broadcast", "copies")).as(output).isEqualTo(1);
      double alongTrees = number("broadcast", "frames") * number("broadcast", "switches");
      assertThat(number("broadcast", "packets"))
          .as(output)
          .isLessThan(1.5 * alongTrees + probes("broadcast"));
      assertThat(number("total", "packets"))
          .as(output)
          .isLessThan(WANTED_PACKETS + probes("total"));
    }

    private double probes(String check) {
      return PROBES_A_PORT_AND_SECOND * number(check, "interfaces") * number(check, "seconds");
    }
  }
}
