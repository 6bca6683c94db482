package maestro.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import maestro.Maestro;
import maestro.cli.Preparation;
import maestro.config.file.CommandLineSetting;
import maestro.network.Network;
import maestro.network.channel.ControllerAddress;
import maestro.network.report.NetworkReport;
import maestro.network.scenario.NetworkScenario;
import maestro.network.scenario.NetworkScenarioFile;
import maestro.sequence.jar.FoundApplication;
import org.junit.jupiter.api.Test;

/** Controller and network over sockets, on the wall clock and on free ports. */
class WallClockTest {
  private static final Path CONFIG =
      Path.of(System.getProperty("maestro.root", ".."), "config/learning-switch.conf");
  private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(60);

  @Test
  void shouldReachAllWhenControllerAndNetworkUseSockets() throws Exception {
    NetworkScenario scenario =
        NetworkScenarioFile.load(
            Optional.empty(),
            List.of(
                CommandLineSetting.parse("test", "topology=linear:3"),
                CommandLineSetting.parse("test", "openflow=1.3"),
                CommandLineSetting.parse("test", "special-hosts=[{ hosts = 1, dhcp-server {} }]")));
    try (Maestro controller = controller();
        Network network =
            new Network(scenario, new ControllerAddress(controller.address(), false))) {
      network.awaitController(LIMIT_NS);
      NetworkReport report = network.pingAll(LIMIT_NS);
      assertThat(report.pings()).isEqualTo(6);
      assertThat(report.lost()).isZero();
      assertThat(report.loops()).isZero();
    }
  }

  private static Maestro controller() throws Exception {
    List<CommandLineSetting> settings =
        List.of(
            CommandLineSetting.parse("test", "maestro.listen=\"127.0.0.1:0\""),
            CommandLineSetting.parse("test", "maestro.control.listen=off"));
    Preparation prepared =
        Preparation.of(Optional.of(CONFIG), settings, List.of(), FoundApplication.onClassPath());
    return Maestro.start(prepared.config().maestro(), prepared.configured(), prepared.found());
  }
}
