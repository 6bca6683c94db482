package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import maestro.Maestro;
import maestro.config.StrategyName;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.result.LoadResult;
import maestro.metrics.Counter;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A switch in a network namespace whose cable is cut, so that neither FIN nor RST comes, while
 * others send as fast as they can.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@SuppressWarnings("try") // the switch is held, not used
@Tag("switch")
class HalfOpenIT {
  private static final long LOST = 0xdead;

  /** The load ends as soon as the switch is found to be gone. */
  private static final long MEASURE_NS = 120 * InProcess.SECOND_NS;

  /** A switch of OpenFlow 1.0 that sends an echo request each 100 ms. */
  private static final String SWITCH =
      "exec 3<>/dev/tcp/$0/$1; cat <&3 >/dev/null &"
          + " printf '\\x01\\x00\\x00\\x08\\0\\0\\0\\x01' >&3;"
          + " printf '\\x01\\x06\\x00\\x20\\0\\0\\0\\x02\\0\\0\\0\\0\\0\\0\\xde\\xad' >&3;"
          + " printf '\\0\\0\\0\\0\\x01\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0' >&3;"
          + " while sleep 0.1; do printf '\\x01\\x02\\x00\\x08\\0\\0\\0\\x03' >&3; done";

  /** Not that of any other test that runs at the same time. */
  private final long own = ProcessHandle.current().pid() % 30_000;

  private final String name = "mo" + own;
  private final String subnet = "10." + (100 + own / 250) + "." + own % 250 + ".";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(StrategyName.class)
  void shouldFindOutWhenTheCableIsCutAndOthersSendAtFullSpeed(StrategyName strategy)
      throws Exception {
    Rigs.need("ip", "bash");
    Rigs.needRoot();
    Map<String, String> settings =
        Map.of(
            "maestro.listen", "\"0.0.0.0:0\"",
            "maestro.connection.echo-interval", "1 s",
            "maestro.connection.echo-timeout", "8 s"); // in which those that send are heard
    try (Maestro maestro = InProcess.controller(strategy.text(), 2, settings, List.of())) {
      layCable();
      int port = maestro.address().getPort();
      List<String> command =
          List.of("ip", "netns", "exec", name, "bash", "-c", SWITCH, subnet + 1, "" + port);
      try (ProgramOutput unused =
          ProgramOutput.start(folder.resolve("switch.out"), Map.of(), command)) {
        Awaitility.await().until(() -> maestro.switches().get(LOST) != null);
        cutUnderLoad(maestro);
      } finally {
        Commands.succeed("ip", "netns", "del", name);
        Commands.succeed(
            "ip", "link", "del", name); // which would stay until the switch's processes are gone
      }
    }
  }

  private void cutUnderLoad(Maestro maestro) throws Exception {
    boolean[] isCut = {false};
    boolean[] isFound = {false};
    InetAddress loopback = InetAddress.getLoopbackAddress();
    LoadRun load =
        new LoadRun(
            InProcess.fullSpeed(32, 1, true, MEASURE_NS),
            new InetSocketAddress(loopback, maestro.address().getPort()));
    LoadResult result =
        load.run(
            (stage, done, total, answered) -> {
              boolean isMeasuring = stage.name().equals("MEASURING");
              if (isMeasuring && !isCut[0]) {
                isCut[0] = true;
                cutCable();
              } else if (isMeasuring && !isFound[0] && maestro.switches().get(LOST) == null) {
                isFound[0] = true;
                load.finish();
              }
            });
    assertThat(isFound[0]).as("found while others sent").isTrue();
    assertThat(maestro.metrics().total(Counter.DEAD_PEERS)).as("by its silence").isEqualTo(1);
    assertThat(result.failure()).isEmpty();
    for (LoadResult.SwitchCounts counts : result.switches()) {
      assertThat(
              counts.allErrors().missing()
                  + counts.allErrors().doubled()
                  + counts.allErrors().outOfOrder())
          .isZero();
    }
  }

  private void layCable() throws Exception {
    Commands.succeed("ip", "netns", "add", name);
    Commands.succeed(
        "ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name);
    Commands.succeed("ip", "addr", "add", subnet + "1/24", "dev", name);
    Commands.succeed("ip", "link", "set", name, "up");
    Commands.succeed(
        "ip", "netns", "exec", name, "ip", "addr", "add", subnet + "2/24", "dev", "eth0");
    Commands.succeed("ip", "netns", "exec", name, "ip", "link", "set", "eth0", "up");
  }

  private void cutCable() {
    try {
      Commands.succeed("ip", "netns", "exec", name, "ip", "link", "set", "eth0", "down");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
