package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the log tells of a real switch: two bridges of an Open vSwitch, and a cable between them.
 */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class LogIT {
  private static final String ONE = "00:00:00:00:00:00:00:01";
  private static final String TWO = "00:00:00:00:00:00:00:02";
  private static final String CABLE =
      "link " + ONE + " port 7 (lg1) - " + TWO + " port 8 (lg2) is ";
  private static final String OTHERS = ": probes of another controller with the same probing.key";
  private static final String HOST = "host 02:00:00:00:00:0a (10.0.0.10) ";

  /** From the host, for 10.0.0.11. */
  private static final String ARP_REQUEST =
      "ffffffffffff02000000000a08060001080006040001"
          + "02000000000a0a00000a0000000000000a00000b"
          + "00".repeat(18);

  private static final Pattern STAMP =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) .*");

  @TempDir Path folder;

  @Test
  void shouldNameLinksAndPortsAndSuspectNobodyWhenTwoControllersShareTheKeyOfTheirProbes()
      throws Exception {
    needOpenVSwitch();
    try (PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(folder);
        StartedController first = start("shared");
        StartedController second = start("shared")) {
      connect(ovs, "OpenFlow13", first, second);
      for (StartedController each : List.of(first, second)) {
        each.awaitLog(CABLE + "up", 1);
        each.awaitLog(OTHERS, 1);
      }
      first.hangUp();
      first.awaitLog("the new configuration is in force", 1); // which takes over the cable as it is
      first.awaitLog(OTHERS, 2); // it would suspect by now, and does not
      ovs.run("ovs-appctl", "netdev-dummy/set-admin-state", "lg2", "down");
      for (StartedController each : List.of(first, second)) {
        each.awaitLog(": port 8 (lg2) is down", 1);
        each.awaitLog(CABLE + "down: a port of it is down or removed", 1);
      }
      ovs.run("ovs-appctl", "netdev-dummy/set-admin-state", "lg2", "up");
      first.awaitLog(": port 8 (lg2) is up", 1);
      first.awaitLog(CABLE + "up", 2);
      ovs.run("ovs-vsctl", "del-port", "lga", "lg1");
      first.awaitLog(": port 7 (lg1) is removed", 1);
      assertThat(first.log().lines())
          .allMatch(line -> line.startsWith("maestro: ") || STAMP.matcher(line).matches());
      first.stopCleanly();
      second.stopCleanly(); // neither has warned of anything
    }
  }

  @Test
  void shouldNameAHostWhenItComesMovesAndGoes() throws Exception {
    needOpenVSwitch();
    try (PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(folder);
        StartedController controller = start("")) {
      connect(ovs, "OpenFlow13", controller);
      ovs.run("ovs-vsctl", "add-port", "lga", "lg3", "--", "add-port", "lgb", "lg4");
      sendUntilLogged(ovs, "lg3", controller, HOST + "is at " + ONE + " port ");
      ovs.run("ovs-appctl", "netdev-dummy/set-admin-state", "lg3", "down");
      controller.awaitLog(HOST + "is gone from " + ONE + " port ", 1);
      sendUntilLogged(ovs, "lg4", controller, HOST + "moved from " + ONE + " port ");
      ovs.run("ovs-vsctl", "del-port", "lgb", "lg4"); // when its switch leaves, a host stays
      controller.awaitLog(HOST + "is gone from " + TWO + " port ", 1);
      assertThat(controller.log()).contains("(lg3)", "(lg4)");
      controller.stopCleanly();
    }
  }

  /** The host sends now and then, as hosts do: nobody learns it before its port is known. */
  private static void sendUntilLogged(
      PrivateOpenVSwitch ovs, String port, StartedController controller, String line) {
    Awaitility.await()
        .alias("it logs " + line)
        .until(
            () -> {
              ovs.run("ovs-appctl", "netdev-dummy/receive", port, ARP_REQUEST);
              return controller.log().contains(line);
            });
  }

  @Test
  void shouldSuspectAnotherControllerWithAnotherKey() throws Exception {
    needOpenVSwitch();
    try (PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(folder);
        StartedController first = start("one");
        StartedController second = start("another")) {
      connect(ovs, "OpenFlow10", first, second);
      String forged = ": a forged LLDP probe was ignored, or one of a controller with another";
      first.awaitLog(forged, 1);
      second.awaitLog(forged, 1);
      assertThat(first.log()).doesNotContain(OTHERS);
      first.awaitLog(CABLE + "up", 1);
    }
  }

  @Test
  void shouldNameTheVersionsOfASwitchThatSpeaksNoneOfOurs() throws Exception {
    needOpenVSwitch();
    try (PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(folder);
        StartedController controller = StartedController.start("fair-share")) {
      connect(ovs, "OpenFlow14,OpenFlow15", controller);
      controller.awaitLog(
          "no OpenFlow version in common; its HELLO says 1.4 and 1.5, this controller speaks 1.0"
              + " and 1.3",
          2);
    }
  }

  private static void needOpenVSwitch() throws Exception {
    Rigs.needRoot();
    Rigs.need("ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-appctl");
  }

  private static StartedController start(String key) throws Exception {
    return StartedController.startWith("routing.conf", "--set", "applications.probing.key=" + key);
  }

  /** Two bridges with a cable between port 7 of one and port 8 of the other. */
  private void connect(PrivateOpenVSwitch ovs, String versions, StartedController... controllers)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("ovs-vsctl"));
    Path cable = folder.resolve("cable");
    add(command, "lga", 1, "lg1", 7, "pstream=punix:" + cable, versions, controllers);
    command.add("--");
    add(command, "lgb", 2, "lg2", 8, "stream=unix:" + cable, versions, controllers);
    ovs.run(command.toArray(String[]::new));
  }

  private void add(
      List<String> command,
      String bridge,
      int datapathId,
      String port,
      int number,
      String end,
      String versions,
      StartedController... controllers) {
    command.addAll(List.of("add-br", bridge, "--", "set", "bridge", bridge));
    command.add("other-config:datapath-id=%016x".formatted(datapathId));
    command.addAll(List.of("fail-mode=secure", "protocols=" + versions));
    command.addAll(List.of("--", "add-port", bridge, port, "--", "set", "interface", port));
    command.addAll(List.of("options:" + end, "ofport_request=" + number));
    command.addAll(List.of("--", "set-controller", bridge));
    for (StartedController controller : controllers) {
      command.add("tcp:127.0.0.1:" + controller.port());
    }
  }
}
