package maestro.simulate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void shouldPrintARowForEachStrategyAndNumberOfCores() {
    int status =
        run(
            "simulate",
            "--cores",
            "1,3",
            "--strategies",
            "fair-share,round-robin",
            "--duration",
            "100ms");
    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    assertThat(out.toString().lines())
        .filteredOn(line -> line.startsWith("fair-share") || line.startsWith("round-robin"))
        .hasSize(4)
        .allMatch(line -> line.contains(" M "));
  }

  @Test
  void shouldWriteJsonAndAPageWhenAskedTo() throws IOException {
    Path page = folder.resolve("page.html");
    int status =
        run(
            "simulate",
            "--cores",
            "2",
            "--strategies",
            "fair-share",
            "--duration",
            "100ms",
            "--json",
            "--html",
            page.toString());
    assertThat(status).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/runs/0/strategy").asText()).isEqualTo("fair-share");
    assertThat(json.at("/runs/0/workers").asInt()).isEqualTo(2);
    assertThat(json.at("/runs/0/throughputRequestsPerSecond").asDouble()).isPositive();
    assertThat(Files.readString(page))
        .contains("<title>Maestro simulation</title>")
        .contains("\"name\":\"fair-share\"", "Probing delay, 99th percentile")
        .doesNotContain("/*TITLE*/", "/*DATA*/", "/*REPORT*/");
  }

  @Test
  void shouldShowMediansAndTheExtremesWhenThereAreSeveralSeeds() throws IOException {
    String[] words =
        ("simulate --cores 1,2 --strategies round-robin --duration 200ms --seed 7 --rounds 3"
                + " --controller maestro.batching.delay-upper-bound=2ms"
                + " --set load=rate --set rates.total=100k --set network.switches=3")
            .split(" ", -1);
    assertThat(run(words)).as(err.toString()).isZero();
    assertThat(out.toString().lines())
        .contains("the controller has maestro.batching.delay-upper-bound=2ms")
        .filteredOn(line -> line.matches("(round-robin, median of 3|  lowest|  highest) .*"))
        .hasSize(6);
    out.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--json");
    assertThat(run(arguments.toArray(String[]::new))).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.findValues("seed"))
        .extracting(JsonNode::asInt)
        .containsExactly(7, 8, 9, 7, 8, 9);
    JsonNode run = json.at("/runs/5");
    assertThat(run.at("/switches/offered")).hasSize(3).allMatch(each -> each.asDouble() > 30_000);
    assertThat(run.at("/switches/answered")).hasSize(3).allMatch(each -> each.asDouble() > 30_000);
    assertThat(run.at("/timeline")).hasSize(2);
    assertThat(run.at("/timeline/1/thresholds")).hasSize(2).allMatch(each -> each.asInt() >= 10);
    assertThat(run.at("/delays/0/delayNs").asDouble()).isPositive();
  }

  @Test
  void shouldPreferASettingOverTheDurationAndDrawNothingWhenAskedTo() throws IOException {
    String[] words =
        "simulate --no-progress --cores 1 --strategies fair-share --json".split(" ", -1);
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--duration", "2s", "--set", "durations.measure=100ms"));
    assertThat(run(arguments.toArray(String[]::new))).isZero();
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.at("/measuredSeconds").asDouble()).isEqualTo(0.1);
  }

  @Test
  void shouldSayThatTheEventsOfTheScenarioAreNotPlayed() throws IOException {
    Path scenario =
        Files.writeString(
            folder.resolve("s.conf"),
            """
            network.switches = 2
            events = [{ at = 10 ms, switch-down = 1 }]
            """);
    String[] words =
        "simulate --cores 1 --strategies fair-share --duration 100ms --scenario".split(" ", -1);
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add(scenario.toString());
    assertThat(run(arguments.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(out.toString().lines()).contains("the scenario's events are not played: 1");
    arguments.add("--json");
    out.getBuffer().setLength(0);
    assertThat(run(arguments.toArray(String[]::new))).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).at("/eventsNotPlayed").asInt())
        .isEqualTo(1);
  }

  @Test
  void shouldSayWhatIsWrongWithThePageBeforeAnythingIsSimulated() {
    Path page = folder.resolve("none/page.html");
    assertThat(run("simulate", "--html", page.toString())).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "--html: %s cannot be written: there is no folder %s%n"
                .formatted(page, page.getParent()));
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void shouldSayWhatIsAllowedWhenUsedWrongly() {
    assertThat(run("simulate", "--strategies", "fairest")).isEqualTo(2);
    assertThat(err.toString()).contains("found 'fairest'; allowed: shared-queue, static-partition");
    assertThat(run("simulate", "--cores", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("found 0; allowed: numbers from 1 to 256");
    assertThat(run("simulate", "--probes", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--probes: found 0.0; allowed: more than 0;");
    assertThat(run("simulate", "--socket-buffer", "1023")).isEqualTo(2);
    assertThat(err.toString()).contains("--socket-buffer: found 1023; allowed: 1024 or more;");
    assertThat(run("simulate", "--share-cores", "-1")).isEqualTo(2);
    assertThat(err.toString()).contains("--share-cores: found -1; allowed: 1 or more;");
    assertThat(run("simulate", "--share-cores", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--share-cores: found 0; allowed: 1 or more;");
    assertThat(run("simulate", "--rounds", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rounds: found 0; allowed: 1 to 1000;");
    assertThat(run("simulate", "--ordering", "some")).isEqualTo(2);
    assertThat(err.toString()).contains("found 'some'; allowed: strict, none");
  }

  @Test
  void shouldNameTheSettingWhenTheControllersConfigurationIsWrong() {
    assertThat(run("simulate", "--controller", "maestro.distribution.quantum=many")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "--controller: maestro.distribution.quantum: found 'many'; allowed: a whole number");
  }

  private int run(String... args) {
    return Main.execute(
        command -> command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), args);
  }
}
