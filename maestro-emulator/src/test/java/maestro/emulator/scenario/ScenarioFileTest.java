package maestro.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.emulator.scenario.Scenario.Hosts;
import maestro.emulator.scenario.Scenario.Network;
import maestro.emulator.scenario.Scenario.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioFileTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("s.conf"), text);
  }

  private Scenario load(String text, String... overrides) throws Exception {
    return ScenarioFile.load(file(text), List.of(overrides));
  }

  @Test
  void shouldTakeDefaultsWhenFileIsEmpty() throws Exception {
    Scenario scenario = load("");
    assertThat(scenario.load()).isEqualTo(LoadMode.MAX);
    assertThat(scenario.openflow()).isEqualTo(ProtocolVersion.OPENFLOW_1_3);
    assertThat(scenario.network().switchCount()).isEqualTo(16);
    assertThat(scenario.hosts().total(16)).isEqualTo(1600);
    assertThat(scenario.schedule()).isEmpty();
    assertThat(scenario.probing().requestsPerSecond()).isEqualTo(5);
    assertThat(scenario.threads()).isZero();
  }

  @Test
  void shouldReadEveryKeyWhenGiven() throws Exception {
    Scenario scenario =
        load(
            """
            name = everything
            description = "A sentence."
            load = rate
            openflow = 1.0
            network { topology = ring, switches = 79, seed = 7, host-ports = 2 }
            hosts = 10M
            packets { frame-size = 1500, buffered = false }
            rates { distribution = zipf(1.2), seed = 3 }
            schedule = [{ at = 0 s, rate = 4M }, { at = 500 ms, rate = 0.5 x capacity }]
            weights { "3" = 4, "10-11" = 2.5 }
            probing { enabled = false, rate = 10 }
            durations { learn = 1 s, warm-up = 2 s, measure = 3 s, drain = 4 s }
            threads = 3
            """);
    assertThat(scenario.openflow().wireVersion()).isEqualTo(1);
    assertThat(scenario.network()).isEqualTo(new Network(Network.Kind.RING, 79, 79, 2, 7, ""));
    assertThat(scenario.hosts()).isEqualTo(new Hosts(10_000_000, false));
    assertThat(scenario.shape().distribution().text()).isEqualTo("zipf(1.2)");
    assertThat(scenario.schedule())
        .containsExactly(
            new Step(0, new TotalRate(4e6, false)),
            new Step(TimeUnit.MILLISECONDS.toNanos(500), new TotalRate(0.5, true)));
    assertThat(scenario.weight(0)).isEqualTo(1);
    assertThat(scenario.weight(2)).isEqualTo(4);
    assertThat(scenario.weight(10)).isEqualTo(2.5);
    assertThat(scenario.needsCapacity()).isTrue();
    assertThat(scenario.resolve(1e6).schedule().get(1).rate())
        .isEqualTo(new TotalRate(500_000, false));
    assertThat(scenario.durations().drainNs()).isEqualTo(TimeUnit.SECONDS.toNanos(4));
    assertThat(scenario.threads()).isEqualTo(3);
  }

  @Test
  void shouldPreferOverridesWhenBothAreGiven() throws Exception {
    Scenario scenario =
        load("load = max", "load=rate", "rates.total=850k", "rates.distribution=hog(10)");
    assertThat(scenario.schedule()).containsExactly(new Step(0, new TotalRate(850_000, false)));
    assertThat(scenario.shape().distribution().parameter()).isEqualTo(10);
  }

  @Test
  void shouldTravelAsJsonWhenSentToAnAgent() throws Exception {
    Scenario scenario = load("load = rate, weights { \"2\" = 3 }");
    ObjectMapper mapper = new ObjectMapper();
    String json = mapper.writeValueAsString(scenario);
    assertThat(mapper.readValue(json, Scenario.class)).isEqualTo(scenario);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          swiches = 3                     | swiches: unknown key; allowed: name, description
          network { topology = ring, switches = 2 } | network.switches: found 2 switches; allowed: at least 3 in a ring
          network.topology = fat-tree     | network.topology: found 16 switches; allowed: in a fat tree 5k²/4
          network { topology = isp, links = 3 } | network.links: found 3 links; allowed: with 16 switches from 15 to 120
          network.topology = file         | network.topology: found file; allowed: with network.file
          load = rate, rates.distribution = degree | rates.distribution: found degree without any rate
          load = fast                     | load: found 'fast'; allowed: max, ping-pong, rate
          openflow = 1.5                  | openflow: found 1.5; allowed: 1.0, 1.3
          network.switches = 0            | network.switches: found 0; allowed: a whole number from 1
          network.switches = many         | network.switches: found 'many'; allowed: a whole number
          hosts = 11M                     | hosts: found '11M'; allowed: a total from 2 to 10M
          hosts = 1M per switch           | hosts: found 16000000 in all; allowed: 2 to 10M in all
          packets.frame-size = 59         | packets.frame-size: found 59; allowed: a whole number from 60 to 1500
          packets.buffered = perhaps      | packets.buffered: found 'perhaps'; allowed: true or false
          load = rate, rates.total = 0    | rates.total: found 0; allowed: requests per second from 1 to 100M
          rates.total = 1M                | rates: is there; allowed: only with load = rate
          schedule = [{at = 0 s, rate = 1M}] | schedule: is there; allowed: only with load = rate
          load = rate, rates.unsent = lost | rates.unsent: found 'lost'; allowed: made-up, dropped
          load = rate, rates.distribution = zipf | rates.distribution: found 'zipf'; allowed: uniform, zipf(S)
          load = rate, rates.distribution = zipf(11) | rates.distribution: found 'zipf(11)'
          load = rate, schedule = [{at = 1 s, rate = 1M}] | schedule[0].at: found '1 s'; allowed: 0 s
          load = rate, schedule = [{at = 0 s, rate = 1M}, {at = 0 s, rate = 1M}] | schedule[1].at: found '0 s'; allowed: later
          load = rate, schedule = [{at = 0 s, rate = x}] | schedule[0].rate: found 'x'; allowed: requests per second
          load = rate, rates.total = 1, schedule = [{at = 0 s, rate = 1M}] | rates.total: is there; allowed: either
          weights { "17" = 2 }            | weights.17: found switch '17'; allowed: a switch from 1 to 16
          weights { "2" = 0 }             | weights.2: found 0; allowed: a number from 0.001
          durations.measure = 10          | durations.measure: found 10; allowed: a duration from 100 ms
          threads = 0                     | threads: found 0; allowed: auto
          name = "two words"              | name: found 'two words'; allowed: one word
          """)
  void shouldNameLineAndAllowedValuesWhenWrong(String text, String expected) throws Exception {
    Path file = file("# a comment first\n" + text + "\n");
    assertThatThrownBy(() -> ScenarioFile.load(file, List.of()))
        .isInstanceOf(ScenarioException.class)
        .hasMessageStartingWith(file + ":2: " + expected);
  }

  @Test
  void shouldCountSwitchesWhenTopologyIsAFile() throws Exception {
    Files.writeString(folder.resolve("map.edges"), "a b\nb c\n");
    Scenario scenario = load("network { topology = file, file = map.edges }");
    assertThat(scenario.network().switchCount()).isEqualTo(3);
    assertThat(scenario.network().linkCount()).isEqualTo(2);
    assertThat(scenario.network().topology().name(1)).isEqualTo("b");
  }

  @Test
  void shouldNameLineOfTheOtherFileWhenThatIsWrong() throws Exception {
    Path map = Files.writeString(folder.resolve("map.edges"), "a b\nb\n");
    assertThatThrownBy(() -> load("network { topology = file, file = map.edges }"))
        .hasMessage(map + ":2: found 'b'; allowed: two names, then at most two numbers");
    Path rates = Files.writeString(folder.resolve("rates"), "1\nx\n");
    assertThatThrownBy(() -> load("load = rate, rates.distribution = \"file(rates)\""))
        .hasMessageContaining(
            "rates.distribution: " + rates + ":2: found 'x'; allowed: one number");
  }

  @Test
  void shouldNameTheKeyWhenTheOtherFileIsNotThere() {
    String missing = folder.resolve("nosuch") + ": no such file";
    assertThatThrownBy(() -> load("network { topology = file, file = nosuch }"))
        .hasMessage(folder.resolve("s.conf") + ":1: network.file: " + missing);
    assertThatThrownBy(() -> load("load = rate, rates.distribution = \"file(nosuch)\""))
        .hasMessageContaining(":1: rates.distribution: " + missing);
    assertThatThrownBy(() -> load("load = rate, rates.arrivals = \"replay(nosuch)\""))
        .hasMessageContaining(":1: rates.arrivals: " + missing);
  }

  @Test
  void shouldHaveThePapersLinkCountsWhenIspIsOfThatSize() throws Exception {
    for (int[] counts : new int[][] {{79, 147}, {1347, 3927}, {50, 100}}) {
      Scenario scenario = load("network { topology = isp, switches = " + counts[0] + " }");
      assertThat(scenario.network().linkCount()).isEqualTo(counts[1]);
    }
  }

  @Test
  void shouldNameOptionWhenOverrideIsWrong() throws Exception {
    Path file = file("");
    assertThatThrownBy(() -> ScenarioFile.load(file, List.of("threads=x")))
        .hasMessageStartingWith("--set: threads: found 'x'; allowed: auto");
    assertThatThrownBy(() -> ScenarioFile.load(file, List.of("threads")))
        .hasMessage("--set: found 'threads'; allowed: KEY=VALUE");
  }

  @Test
  void shouldSayEveryMistakeWhenThereAreSeveral() throws Exception {
    Path file = file("load = x\nthreads = y\n");
    assertThatThrownBy(() -> ScenarioFile.load(file, List.of()))
        .hasMessageContaining(file + ":1: load:")
        .hasMessageContaining(file + ":2: threads:");
  }

  @Test
  void shouldSaySoWhenFileIsMissing() {
    Path file = folder.resolve("none.conf");
    assertThatThrownBy(() -> ScenarioFile.load(file, List.of()))
        .hasMessage(file + ": no such file");
  }

  @Test
  void shouldSpreadHostsEvenlyWhenTotalDoesNotDivide() {
    Hosts hosts = new Hosts(10, false);
    assertThat(new int[] {hosts.on(0, 4), hosts.on(1, 4), hosts.on(2, 4), hosts.on(3, 4)})
        .containsExactly(3, 3, 2, 2);
  }
}
