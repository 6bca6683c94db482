package maestro.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioEventsTest {
  @TempDir Path folder;

  @Test
  void shouldReadEveryKind() throws Exception {
    Scenario scenario =
        load(
            """
            events = [
              { at = 1 s, link-down = "2-1" }
              { at = 2 s, switch-down = 3 }
              { at = 2 s, port-flap = "4:2", for = 200 ms }
              { at = 3 s, link-up = "1-2" }
              { at = 4 s, switch-up = 3 }
            ]\
            """);
    assertThat(scenario.events())
        .extracting(TopologyEvent::text)
        .containsExactly(
            "link-down 1-2", "switch-down 3", "port-flap 4:2", "link-up 1-2", "switch-up 3");
    assertThat(scenario.events().get(2).forNs()).isEqualTo(200_000_000);
    assertThat(scenario.asCapacityProbe(scenario.durations()).events()).isEmpty();
    assertThat(scenario.withDurations(scenario.durations()).events()).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "at = 1 s, link-down = \"1-3\"|found '1-3'; allowed: a link between neighbours",
        "at = 1 s, link-down = \"1:2\"|allowed: a link between neighbours, such as \"1-2\"",
        "at = 1 s, switch-down = 7|found 7; allowed: a switch from 1 to 6",
        "at = 1 s, port-flap = \"1:9\", for = 1 s|allowed: a switch and a port of it",
        "at = 1 s, port-flap = \"1:1\"|events[0].for: missing; allowed: a duration",
        "at = 99 s, switch-down = 1|events[0].at: found '99 s'; allowed: a duration from 0",
        "at = 1 s|found none; allowed: exactly one of link-down, link-up, switch-down,",
        "at = 1 s, link-up = \"1-2\"|found 1-2, which is up by then; allowed: what an event above",
        "switch-down = 1|events[0].at: missing",
        "at = 1 s, switch-down = 1, switch-up = 2|found switch-down and switch-up; allowed:"
            + " exactly",
      })
  void shouldSayFileLineAndWhatIsAllowedWhenAnEventIsWrong(String event, String message) {
    assertThatThrownBy(() -> load("\nevents = [{ " + event + " }]"))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining(folder.resolve("s.conf") + ":3: events[0]")
        .hasMessageContaining(message);
  }

  @Test
  void shouldSayOneThingWhenAKeyIsMisspelt() {
    String allowed =
        "unknown key; allowed: at, link-down, link-up, switch-down, switch-up, port-flap, for";
    String line = folder.resolve("s.conf") + ":2: events[0].";
    assertThatThrownBy(() -> load("events = [{ at = 1 s, port-flp = \"1:1\", for = 1 s }]"))
        .hasMessage(line + "port-flp: " + allowed + "; did you mean 'port-flap'?");
    assertThatThrownBy(() -> load("events = [{ at = 1 s, fire = 3 }]"))
        .hasMessage(line + "fire: " + allowed);
  }

  @Test
  void shouldRefuseWhatIsDownAlreadyAndWhatIsNotInOrder() {
    String down = "{ at = 2 s, switch-down = 1 },";
    assertThatThrownBy(() -> load("events = [" + down + "{ at = 3 s, switch-down = 1 }]"))
        .hasMessageContaining("found 1, which is down by then; allowed: what is up");
    assertThatThrownBy(() -> load("events = [" + down + "{ at = 1 s, switch-down = 2 }]"))
        .hasMessageContaining("found '1 s'; allowed: not before the one above");
  }

  @Test
  void shouldKnowTheNamesOfTheMapAndEachOfSeveralLinks() throws Exception {
    Files.writeString(folder.resolve("map"), "Oslo Rome\nRome Bern\nOslo Rome\n");
    String map = "network { topology = file, file = map }\n";
    Scenario scenario =
        read(
            map
                + """
                weights { Bern = 2, Oslo-s2 = 3 }
                events = [
                  { at = 1 s, link-down = "Rome-Oslo#2" }
                  { at = 2 s, link-down = "Rome-Bern" }
                  { at = 2 s, switch-down = Rome }
                  { at = 3 s, link-up = "1-2#2" }
                  { at = 3 s, port-flap = "Bern:1", for = 1 s }
                ]
                """);
    assertThat(scenario.events())
        .extracting(TopologyEvent::text)
        .containsExactly(
            "link-down Oslo-Rome#2",
            "link-down Rome-Bern",
            "switch-down Rome",
            "link-up Oslo-Rome#2",
            "port-flap Bern:1");
    assertThat(scenario.events()).extracting(TopologyEvent::index).containsExactly(2, 1, 1, 2, 2);
    assertThat(scenario.network().linkCount()).isEqualTo(3);
    assertThat(IntStream.range(0, 3).mapToDouble(scenario::weight)).containsExactly(3.0, 3.0, 2.0);
    assertThatThrownBy(() -> read(map + "events = [{ at = 1 s, link-down = Oslo-Rome }]"))
        .hasMessageContaining(
            "s.conf:2: events[0].link-down: found 'Oslo-Rome', which is 2 links; allowed:"
                + " Oslo-Rome#1, Oslo-Rome#2");
  }

  private Scenario load(String events) throws Exception {
    return read("network { topology = ring, switches = 6 }\n" + events);
  }

  private Scenario read(String text) throws Exception {
    Path file = folder.resolve("s.conf");
    Files.writeString(file, text);
    return ScenarioFile.load(file, List.of());
  }
}
