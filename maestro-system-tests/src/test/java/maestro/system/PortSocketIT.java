package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bridge of Open vSwitch with two cables to an emulated switch that waits for its controller. */
@Tag("switch")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class PortSocketIT {
  private static final Pattern LISTENS =
      Pattern.compile("switch 1 listens on (127\\.0\\.0\\.1:\\d+)");

  @Test
  void shouldCarryTheFramesOfAnOpenVSwitchBothWays() throws Exception {
    assumeTrue(Commands.isInstalled("ovs-vswitchd"), "needs Open vSwitch");
    Path folder = Files.createTempDirectory("ps"); // the name of a socket has at most 108 bytes
    List<String> command =
        List.of(
            Rigs.PROJECT.resolve("maestro").toString(),
            "network",
            "--openflow=1.3",
            "--topology=linear:1",
            "--hosts=2",
            "--listen=127.0.0.1:0",
            "--connect-timeout=10m",
            "--port-socket=" + folder.resolve("ports"));
    try (ProgramOutput network = ProgramOutput.start(folder.resolve("said"), Map.of(), command);
        PrivateOpenVSwitch ovs = PrivateOpenVSwitch.dummy(folder)) {
      network.awaitText("listens on");
      Matcher matcher = LISTENS.matcher(network.text());
      assertThat(matcher.find()).as(network.text()).isTrue();
      ovs.run("ovs-ofctl -O OpenFlow13 add-flow tcp:" + matcher.group(1) + " actions=flood");
      ovs.run(
          "ovs-vsctl add-br br0 -- set bridge br0 datapath-type=dummy fail-mode=secure"
              + cable(folder, 1)
              + cable(folder, 2));
      ovs.run("ovs-ofctl add-flow br0 actions=drop");
      for (int port = 1; port <= 2; port++) {
        int to = 3 - port;
        String out =
            "in_port=controller,packet=02000000000%d02000000000%d0800%s,actions=output:%d"
                .formatted(to, port, "00".repeat(50), port);
        Awaitility.await()
            .until(
                () -> {
                  ovs.run("ovs-ofctl packet-out br0 " + out);
                  return ovs.run("ovs-ofctl dump-ports br0 " + to).matches("(?s).*rx pkts=[1-9].*");
                });
      }
    }
  }

  private static String cable(Path folder, int port) {
    return " -- add-port br0 c%d -- set interface c%d type=dummy ofport_request=%d options:stream=unix:%s"
        .formatted(port, port, port, folder.resolve("ports/p" + port));
  }
}
