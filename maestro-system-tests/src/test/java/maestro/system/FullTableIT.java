package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An Open vSwitch whose flow table holds five entries and refuses more. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class FullTableIT {
  private static final String FULL = "says that its flow table is full";
  private static final int PACKETS = 60;

  /** Entries that last until the test is over, however slow the machine is. */
  private static final String[] LASTING = {
    "--set", "applications.learning-switch.idle-timeout=1 h"
  };

  @TempDir Path folder;

  @EachSwitchVersion
  void shouldSeeThatTheTableIsFullAndTryRarely(String version) throws Exception {
    try (Rigs rigs = Rigs.acquire("ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-ofctl");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller =
            StartedController.startWith("learning-switch.conf", LASTING)) {
      assertThat(rigs).isNotNull();
      connect(ovs, version, controller.port());
      controller.awaitLog(" joined: ", 1);
      packet(ovs, version, 2, 2, 1); // now it is known where host 2 is
      for (int host = 10; host < 10 + PACKETS; host++) {
        packet(ovs, version, 1, host, 2);
      }
      controller.awaitLog(FULL + ": no flow entries for 1 s", 1);

      assertThat(controller.log().split(FULL, -1).length - 1)
          .as("doubled each time, so few of %s packets try", PACKETS)
          .isBetween(1, 8);
      assertThat(flows(ovs, version)).isEqualTo(5);
    }
  }

  @Test
  void shouldSendTheTableMissEntryAgainUntilThereIsRoomForIt() throws Exception {
    String version = "OpenFlow13";
    try (Rigs rigs = Rigs.acquire("ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-ofctl");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController controller = StartedController.start("fair-share")) {
      assertThat(rigs).isNotNull();
      connect(ovs, version, "1"); // nobody listens there
      for (int i = 1; i <= 5; i++) {
        ovs.run("ovs-ofctl -O " + version + " add-flow br0 in_port=" + i + ",actions=drop");
      }
      ovs.run("ovs-vsctl set-controller br0 tcp:127.0.0.1:" + controller.port());
      controller.awaitLog(" refuses its table-miss entry: type 5, code 1", 1);
      assertThat(flows(ovs, version)).isEqualTo(5);

      ovs.run("ovs-ofctl -O " + version + " --strict del-flows br0 in_port=1");
      Awaitility.await()
          .until(
              () -> ovs.run("ovs-ofctl -O " + version + " dump-flows br0").contains("CONTROLLER"));
    }
  }

  /** Without in-band control, whose hidden entries would fill the table. */
  private static void connect(PrivateOpenVSwitch ovs, String version, String port)
      throws IOException, InterruptedException {
    ovs.run(
        "ovs-vsctl add-br br0 -- set bridge br0 datapath_type=netdev fail-mode=secure"
            + " other-config:disable-in-band=true protocols="
            + version
            + " -- --id=@t create Flow_Table flow_limit=5 overflow_policy=refuse"
            + " -- set bridge br0 flow_tables:0=@t"
            + " -- set-controller br0 tcp:127.0.0.1:"
            + port
            + " -- set controller br0 connection-mode=out-of-band");
  }

  /** As if a packet had come in by a port and matched nothing. */
  private static void packet(PrivateOpenVSwitch ovs, String version, int inPort, int from, int to)
      throws IOException, InterruptedException {
    String frame = "%012x%012x0800".formatted(0x0200_0000_0000L + to, 0x0200_0000_0000L + from);
    String packet = frame + "00".repeat(46);
    ovs.run(
        "ovs-ofctl",
        "-O",
        version,
        "packet-out",
        "br0",
        "in_port=%d packet=%s actions=controller".formatted(inPort, packet));
  }

  private static long flows(PrivateOpenVSwitch ovs, String version)
      throws IOException, InterruptedException {
    return ovs.run("ovs-ofctl -O " + version + " dump-flows br0")
        .lines()
        .filter(line -> line.contains("actions="))
        .count();
  }
}
