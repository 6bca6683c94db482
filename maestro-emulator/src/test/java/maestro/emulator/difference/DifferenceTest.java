package maestro.emulator.difference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is compared is made of a file that version 0.1.0 wrote. */
class DifferenceTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void shouldReadWhatAnEarlierVersionWrote() throws Exception {
    StoredResults stored = StoredResults.read(stored("a.json", old()));
    assertThat(stored.names()).containsExactly("fair-share", "round-robin");
    assertThat(stored.first().subject().round()).isEqualTo(1);
    assertThat(stored.first().subject().emulatorVersion()).isEmpty();
    assertThat(stored.first().windows().answeredRequests()).isEmpty();
  }

  @Test
  void shouldReadResultsInAFolderWhenItIsOne() throws Exception {
    stored("results.json", old());
    assertThat(StoredResults.read(folder).controllers()).hasSize(2);
  }

  @Test
  void shouldSayThatOneRoundCannotTell() throws Exception {
    ArrayNode faster = throughputs(2e6);
    String text = text(throughputs(1e6), faster);
    assertThat(text)
        .contains("fair-share: 1 round in A, 1 round in B\n")
        .contains("One round has no spread")
        .containsPattern("throughput +1 M +2 M +2.000  one round cannot tell")
        .containsPattern("errors +0 +0 +–  no difference");
    assertThat(text).doesNotContain("B is ");
  }

  @Test
  void shouldSayNoDifferenceWhenSpreadsOverlapElseWhichIsBetter() throws Exception {
    ArrayNode a = throughputs(1e6, 1.1e6, 1.2e6);
    assertThat(text(a, throughputs(1.15e6, 1.3e6, 1.4e6)))
        .contains("fair-share: 3 rounds in A, 3 rounds in B\n")
        .containsPattern(
            "throughput +1.100 M +1 M – 1.200 M +1.300 M +1.150 M – 1.400 M +1.182  no diff")
        .contains("lie apart for 10 % of the metrics, by chance.\n");
    assertThat(text(a, throughputs(1.3e6, 1.3e6))).containsPattern("throughput .*B is better");
    assertThat(text(a, throughputs(0.8e6, 0.9e6))).containsPattern("throughput .*B is worse");
  }

  @Test
  void shouldNotCompareErrorsWhenARunDidNotGoToItsEnd() throws Exception {
    ArrayNode b = throughputs(1e6);
    ((ObjectNode) b.get(0).get("completion")).put("complete", false).put("reason", "it crashed");
    assertThat(text(throughputs(1e6), b)).containsPattern("errors +0 +≥ 0 +–  not measured");
    assertThat(text(b, throughputs(1e6))).containsPattern("errors +≥ 0 +0 +–  not measured");
  }

  @Test
  void shouldNotShowAnIndexAsOneWhenItIsLess() throws Exception {
    ArrayNode a = throughputs(1e6);
    ArrayNode b = throughputs(1e6);
    ((ObjectNode) a.get(0)).put("jain", 0.99999);
    ((ObjectNode) b.get(0)).put("jain", 1);
    assertThat(text(a, b)).containsPattern("jain +0\\.9999 +1\\.0000 ");
  }

  @Test
  void shouldKnowTheChanceOfLyingApart() throws Exception {
    assertThat(new ControllerDifference("a", 5, 5, List.of()).chance())
        .isCloseTo(2 / 252.0, within(1e-12));
    assertThat(new ControllerDifference("a", 1, 1, List.of()).chance()).isEqualTo(1);
  }

  @Test
  void shouldWarnWhenTheConditionsDiffer() throws Exception {
    ArrayNode other = throughputs(1e6);
    ((ObjectNode) other.get(0).get("machine")).put("coreCount", 64);
    ((ObjectNode) other.get(0).get("scenario")).put("frameSizeBytes", 1500).put("name", "mine");
    ((ObjectNode) other.get(0)).put("emulatorVersion", "0.2.0");
    ((ObjectNode) other.get(0)).put("startedWith", "fair-share, maestro.distribution.quantum=9");
    assertThat(text(throughputs(1e6), other))
        .contains("! scenario differs: A scenario, B mine\n")
        .contains("! frame size, bytes differs: A 60, B 1500\n")
        .containsPattern("! cores differs: A \\d+, B 64\n")
        .contains("! emulator version differs: A unknown, B 0.2.0\n")
        .containsPattern("! what .* was started with differs: A unknown, B fair-share, maestro");
  }

  @Test
  void shouldNameEachMarkedRoundWhenSeveralAreMarked() throws Exception {
    ArrayNode b = throughputs(1e6, 2e6, 3e6);
    for (int i = 1; i <= 2; i++) {
      ((ObjectNode) b.get(i).get("emulator")).put("bound", true).put("reason", "reason " + i);
      ((ObjectNode) b.get(i).get("otherPrograms")).put("disturbing", true).put("processors", i);
    }
    assertThat(text(throughputs(1e6), b))
        .contains(
            "! B: fair-share: round 2: the emulator was the bottleneck: reason 1\n",
            "! B: fair-share: round 3: the emulator was the bottleneck: reason 2\n",
            "! B: fair-share: other programs used processors meanwhile: round 1: 1.3; round 2:"
                + " 1.0; round 3: 2.0\n");
  }

  @Test
  void shouldCompareTheOnlyOnesWhenTheirNamesDiffer() throws Exception {
    ArrayNode other = throughputs(1e6);
    ((ObjectNode) other.get(0)).put("controller", "mine");
    assertThat(text(throughputs(1e6), other)).contains("\nfair-share | mine: 1 round in A");
  }

  @Test
  void shouldSayWhoIsOnlyInOneFile() throws Exception {
    assertThat(text(old(), throughputs(1e6))).contains("! only in A: round-robin\n");
  }

  @Test
  void shouldWriteEveryRoundWhenJson() throws Exception {
    Difference difference =
        Difference.of(
            StoredResults.read(stored("a.json", throughputs(1e6, 2e6))),
            StoredResults.read(stored("b.json", throughputs(3e6, 4e6))));
    JsonNode metric =
        JSON.readTree(DifferenceJson.of(difference)).at("/controllers/0/metrics").get("throughput");
    assertThat(metric.get("finding").textValue()).isEqualTo("better");
    assertThat(metric.get("ratio").doubleValue()).isEqualTo(3.5 / 1.5);
    assertThat(metric.at("/b/rounds")).hasToString("[3000000.0,4000000.0]");
  }

  @Test
  void shouldSayInOneLineWhatIsWrongWhenAFileIsSomethingElse() throws Exception {
    for (String text : new String[] {"", "[]", "{}", "[{}]", "[1]", "no json", "{"}) {
      Path file = Files.writeString(folder.resolve("x.json"), text);
      assertThatThrownBy(() -> StoredResults.read(file))
          .as(text)
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file + ": found ")
          .hasMessageContaining("allowed: results.json of a run")
          .message()
          .doesNotContain("\n", "REDACTED");
    }
  }

  private String text(ArrayNode a, ArrayNode b) throws IOException {
    return DifferenceText.of(
        Difference.of(
            StoredResults.read(stored("a.json", a)), StoredResults.read(stored("b.json", b))));
  }

  private Path stored(String name, ArrayNode results) throws IOException {
    return Files.writeString(folder.resolve(name), JSON.writeValueAsString(results));
  }

  /** One controller with a round for each throughput. */
  private static ArrayNode throughputs(double... each) throws IOException {
    ArrayNode results = JSON.createArrayNode();
    for (int i = 0; i < each.length; i++) {
      ObjectNode run = (ObjectNode) old().get(0);
      run.put("round", i + 1).put("throughputRequestsPerSecond", each[i]);
      results.add(run);
    }
    return results;
  }

  private static ArrayNode old() throws IOException {
    try (InputStream in = DifferenceTest.class.getResourceAsStream("results-0.1.0.json")) {
      return (ArrayNode) JSON.readTree(in);
    }
  }
}
