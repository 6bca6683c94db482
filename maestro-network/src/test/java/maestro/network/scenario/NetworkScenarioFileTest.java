package maestro.network.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.scenario.ScenarioException;
import maestro.network.flow.FlowSizes;
import maestro.network.flow.TrafficSettings;
import maestro.network.plan.LinkSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkScenarioFileTest {
  @TempDir private Path folder;

  @Test
  void shouldReadEverythingWhenAFileSaysIt() throws Exception {
    NetworkScenario scenario =
        load(
            """
            name = all
            seed = 3
            topology = "linear:3"
            links { delay = 2 ms, bandwidth = 10M, queue = 64 KiB, loss = 0.5 % }
            special-links = [{ link = "2-3", delay = 9 ms }]
            duration = 10 s
            ping-all = [{ at = 1 s }]
            traffic = [
              { kind = udp, from = 1, to = "2-3", rate = 2 Mbit/s, size = 10 kB, at = 1 s }
              { kind = tcp, from = all, to = all, per-second = 5, arrivals = even, window = 32 KiB
                size = "pareto(1.2, 10 KiB)" }
            ]
            events = [
              { at = 2 s, link-down = "s1-s2" }
              { at = 3 s, port-down = "3:2" }
              { at = 4 s, link-up = "2-1" }
              { at = 5 s, controller-away = all }
            ]
            fail-if = "lost(pings) > 1 % or loops > 0"
            """);
    assertThat(scenario.plan().switchCount()).isEqualTo(3);
    LinkSettings usual = new LinkSettings(2_000_000, 10_000_000, 65_536, 0.005);
    assertThat(scenario.links())
        .containsExactly(usual, new LinkSettings(9_000_000, 10_000_000, 65_536, 0.005));
    assertThat(scenario.hostLinks().delayNs()).isEqualTo(100_000);
    assertThat(scenario.traffic()).hasSize(2);
    TrafficSettings udp = scenario.traffic().get(0);
    assertThat(udp.to()).containsExactly(1, 2);
    assertThat(udp.bitsPerSecond()).isEqualTo(2_000_000);
    assertThat(udp.flows()).isEqualTo(1);
    TrafficSettings tcp = scenario.traffic().get(1);
    assertThat(tcp.flows()).isZero();
    assertThat(tcp.size()).isEqualTo(new FlowSizes(FlowSizes.Law.PARETO, 10_240, 1.2));
    assertThat(scenario.events())
        .extracting(NetworkEvent::text)
        .containsExactly("link-down s1-s2", "port-down 3:2", "link-up 2-1", "controller-away all");
    assertThat(scenario.failIf()).isPresent();
  }

  @Test
  void shouldNameFileLineAndWhatIsAllowedWhenSomethingIsWrong() {
    assertThatThrownBy(
            () ->
                load(
                    """
                    topology = "linear:3"
                    links.loss = 200 %
                    duration = 10 s
                    traffic = [
                      { kind = udp, from = 1, to = 9 }
                      { kind = icmp, from = 1, to = 2 }
                      { kind = tcp, from = 1, to = 2, rate = 1M }
                      { kind = tcp, from = 1, to = 2, size = 0 }
                      { kind = tcp, from = 1, to = 1 }
                    ]
                    events = [
                      { at = 2 s, link-down = "1-3" }
                      { at = 1 s, link-up = "1-2" }
                      { at = 11 s, switch-down = 1 }
                      { at = 3 s }
                      { at = 3 s, switch-dwn = 1 }
                    ]
                    fail-if = "lost > 1 %"
                    durration = 5 s
                    tables.memory = 12 kB
                    """))
        .isInstanceOf(ScenarioException.class)
        .message()
        .contains(
            "net.conf:2: links.loss: found '200 %'; allowed: 0 % to 100 %, such as 0.5 %",
            "net.conf:5: traffic[0].to: found 9; allowed: all, or hosts from 1 to 3",
            "net.conf:6: traffic[1].kind: found 'icmp'; allowed: udp, tcp",
            "net.conf:7: traffic[2].rate: is there; allowed: only with kind = udp",
            "net.conf:8: traffic[3].size: found 0; allowed: a size from 1 B to 1 GiB",
            "net.conf:9: traffic[4].to: found 1; allowed: another host than from",
            "net.conf:12: events[0].link-down: found '1-3'; allowed: a link between neighbours",
            "net.conf:13: events[1].link-up: found '1-2', which is up by then; allowed: what an",
            "net.conf:14: events[2].at: found '11 s'; allowed: a duration from 0 ns to 10 s",
            "net.conf:15: events[3].at: found none; allowed: exactly one of link-down, link-up",
            "net.conf:16: events[4].switch-dwn: unknown key; allowed: at, link-down, link-up,",
            "net.conf:18: fail-if: column 1: found 'lost'; allowed: lost(pings), lost(frames)",
            "net.conf:19: durration: unknown key; allowed: ",
            "net.conf:20: tables.memory: found '12 kB'; allowed: auto, or a size from 64 KiB to 4")
        .doesNotContain("net.conf:16: events[4].at");
  }

  @Test
  void shouldLetOptionsWinWhenTheyAreGiven() throws Exception {
    Path file = write("topology = \"nosuch:1\"");
    NetworkScenario scenario =
        NetworkScenarioFile.load(
            Optional.of(file), List.of(new CommandLineSetting("--topology", "topology", "ring:4")));
    assertThat(scenario.plan().switchCount()).isEqualTo(4);
  }

  @Test
  void shouldFindTheTopologyBesideTheFileWhenItIsAFile() throws Exception {
    Files.writeString(folder.resolve("net.links"), "a b\nb c\n");
    NetworkScenario scenario =
        load(
            """
            topology = net.links
            events = [{ at = 1 s, link-down = "a-b" }, { at = 2 s, switch-down = c }]
            """);
    assertThat(scenario.plan().switchName(0)).isEqualTo("a");
    assertThat(scenario.events()).hasSize(2);
  }

  @Test
  void shouldRefuseANameWhenItMeansSeveralLinks() throws Exception {
    Files.writeString(folder.resolve("net.links"), "a b\na b\nb c\n");
    String map = "topology = net.links\n";
    assertThatThrownBy(() -> load(map + "special-links = [{ link = a-b, delay = 1 ms }]"))
        .hasMessageContaining(
            "net.conf:2: special-links[0].link: found 'a-b', which is 2 links; allowed: a-b#1,"
                + " a-b#2");
    assertThatThrownBy(() -> load(map + "events = [{ at = 1 s, link-down = \"b-a\" }]"))
        .hasMessageContaining("events[0].link-down: found 'b-a', which is 2 links; allowed: a-b#1");
    NetworkScenario scenario =
        load(
            map
                + "special-links = [{ link = \"a-b#2\", delay = 1 ms }]\n"
                + "events = [{ at = 1 s, link-down = \"b-a#2\" }]");
    assertThat(scenario.links().stream().map(LinkSettings::delayNs))
        .containsExactly(100_000L, 1_000_000L, 100_000L);
    assertThat(scenario.events().get(0).index()).isEqualTo(1);
  }

  @Test
  void shouldTakeFromTheMapWhatTheScenarioDoesNotSay() throws Exception {
    Files.writeString(
        folder.resolve("net.graphml"),
        """
        <graphml>
          <key id="s" attr.name="LinkSpeedRaw"/><key id="x" attr.name="Longitude"/>
          <key id="y" attr.name="Latitude"/>
          <graph edgedefault="undirected">
            <node id="a"><data key="x">0</data><data key="y">0</data></node>
            <node id="b"><data key="x">0</data><data key="y">9</data></node>
            <node id="c"/>
            <edge source="a" target="b"><data key="s">1e9</data></edge>
            <edge source="b" target="c"/>
          </graph>
        </graphml>
        """);
    String map = "topology = net.graphml\n";
    long delayNs = 5_007_000;
    List<LinkSettings> known = load(map + "links.loss = 1 %").links();
    assertThat(known.get(0).delayNs()).isBetween(delayNs, delayNs + 1000);
    assertThat(known.get(0).bitsPerSecond()).isEqualTo(1_000_000_000);
    assertThat(known.get(0).loss()).isEqualTo(0.01);
    assertThat(known.get(1)).isEqualTo(new LinkSettings(100_000, 0, 128 << 10, 0.01));
    List<LinkSettings> said = load(map + "links.delay = 2 ms").links();
    assertThat(said.get(0)).isEqualTo(new LinkSettings(2_000_000, 1_000_000_000, 128 << 10, 0));
    List<LinkSettings> special =
        load(map + "links.bandwidth = none, special-links = [{ link = a-b, loss = 2 % }]").links();
    assertThat(special.get(0).bitsPerSecond()).isZero();
    assertThat(special.get(0).loss()).isEqualTo(0.02);
    assertThat(special.get(0).delayNs()).isBetween(delayNs, delayNs + 1000);
  }

  @Test
  void shouldBeRightWhenTheyAreShipped() throws Exception {
    Path shipped = Path.of(System.getProperty("maestro.root", "..")).resolve("config/networks");
    try (Stream<Path> files = Files.list(shipped)) {
      for (Path file : files.sorted().toList()) {
        NetworkScenario scenario = NetworkScenarioFile.load(Optional.of(file), List.of());
        assertThat(file).hasFileName(scenario.name() + ".conf");
      }
    }
  }

  private NetworkScenario load(String text) throws IOException, ScenarioException {
    return NetworkScenarioFile.load(Optional.of(write(text)), List.of());
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("net.conf"), text);
  }
}
