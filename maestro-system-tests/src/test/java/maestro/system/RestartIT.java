package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real switch whose controller is killed and started again, and the hosts behind it. */
@Tag("switch")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class RestartIT {
  private static final Pattern SEQUENCE = Pattern.compile("icmp_seq=(\\d+)");

  /** Not that of any other test that runs at the same time. */
  private final String name = "mr" + ProcessHandle.current().pid() % 100_000 + "h";

  @TempDir Path folder;

  @EachSwitchVersion
  void shouldReconnectByItselfAndLoseNoPacketWhenTheControllerIsKilled(String version)
      throws Exception {
    try (Rigs rigs =
            Rigs.acquire(
                "bash", "ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-ofctl", "ip", "ping");
        PrivateOpenVSwitch ovs = new PrivateOpenVSwitch(folder);
        StartedController first = StartedController.start("fair-share")) {
      String script = rigs.script("two-hosts.sh");
      try {
        ovs.run("bash", script, "up", name, first.port(), version);
        first.awaitLog(" joined: ", 1);
        ping(ovs, 3);
        pingWhileTheControllerIsKilled(ovs, first, version);
      } finally {
        ovs.run("bash", script, "down", name);
      }
    }
  }

  private void pingWhileTheControllerIsKilled(
      PrivateOpenVSwitch ovs, StartedController first, String version) throws Exception {
    List<String> endless =
        List.of("ip", "netns", "exec", name + 1, "ping", "-i", "0.05", "10.78.0.2");
    try (ProgramOutput pings = ProgramOutput.start(folder.resolve("ping.out"), Map.of(), endless)) {
      awaitPings(pings, 20);
      first.kill();
      awaitPings(pings, 40); // two seconds without a controller
      Path config = Rigs.PROJECT.resolve("config/learning-switch.conf");
      try (StartedController second =
          StartedController.start(
              List.of("--config", config.toString()),
              "127.0.0.1:" + first.port(),
              Files.createTempFile("maestro-", ".log"))) {
        second.awaitLog(" joined: ", 1);
        awaitPings(pings, 20);
        Commands.succeed("kill", "-INT", "" + pings.pid());
        assertThat(pings.code()).isZero();
        assertThat(pings.text()).contains(" 0% packet loss");

        String flows = "dl_dst=00:00:00:00:00:02";
        ovs.run("ovs-ofctl", "-O", version, "del-flows", "br0", flows);
        ping(ovs, 3); // and whoever comes anew is served
      }
    }
  }

  /** Waits for so many answers more. */
  private static void awaitPings(ProgramOutput pings, int count) {
    int from = lastSequence(pings);
    Awaitility.await().alias("pings go on").until(() -> lastSequence(pings) >= from + count);
  }

  private static int lastSequence(ProgramOutput pings) {
    Matcher matcher = SEQUENCE.matcher(pings.text());
    int last = 0;
    while (matcher.find()) {
      last = Integer.parseInt(matcher.group(1));
    }
    return last;
  }

  private void ping(PrivateOpenVSwitch ovs, int count) throws Exception {
    ovs.run("ip netns exec %s1 ping -c %d -i 0.2 10.78.0.2".formatted(name, count));
  }
}
