package maestro.bench.batching;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import maestro.bench.batching.BatchingComparison.Round;
import maestro.bench.batching.BatchingComparison.Row;
import maestro.bench.batching.BatchingResult.Point;
import maestro.bench.batching.BatchingResult.Run;
import maestro.bench.batching.BatchingResult.Step;
import maestro.emulator.report.MachineFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchingReportTest {
  private static final MachineFacts MACHINE =
      new MachineFacts(2, 2, "a <processor>", 1L << 30, "a JVM", "an OS");

  private static final BatchingResult RESULT =
      new BatchingResult(
          "2026-11-22T03:00:00Z",
          MACHINE,
          2,
          "79 switches",
          List.of(
              new Run(
                  "nox",
                  "static-partition, maestro.distribution.preset=nox",
                  List.of(new Step(0, 6, 4e6, 1.9e6, 310.4, 322, 2.2e6, 5e6)),
                  List.of(new Point(0, 4e6, 1.9e6, 310, 2.2e6)),
                  ""),
              new Run(
                  "fixed:4000",
                  "",
                  List.of(new Step(0, 6, 4e6, 3.1e6, Double.NaN, Double.NaN, 2.1e6, 4e6)),
                  List.of(new Point(0, 4e6, 3.1e6, Double.NaN, Double.NaN)),
                  "the run was interrupted")));

  @TempDir private Path folder;

  @Test
  void shouldShowEveryStepOfEverySubjectOnATerminal() {
    List<String> lines = BatchingReport.text(RESULT).lines().toList();
    assertThat(lines.get(0)).isEqualTo("2 workers; 79 switches");
    assertThat(lines.get(1)).isEqualTo("nox: static-partition, maestro.distribution.preset=nox");
    assertThat(lines).anyMatch(l -> l.matches("nox +0–6 +4.00 M +1.90 M +310 +322 +2.20 +5.00"));
    assertThat(lines)
        .anyMatch(l -> l.matches("fixed:4000 \\* +0–6 +4.00 M +3.10 M +– +– +2.10 +4.00"));
    assertThat(lines).last().isEqualTo("* fixed:4000: the run was interrupted");
  }

  @Test
  void shouldWriteAPageAndNumbersThatSayWhatIsUnknown() throws Exception {
    Path page = BatchingReport.write(folder, RESULT);
    assertThat(Files.readString(page))
        .contains("a \\u003cprocessor>", "Input batching threshold")
        .doesNotContain("/*DATA*/", "/*SCRIPT*/");
    assertThat(Files.readString(folder.resolve("batching.json")))
        .contains("\"subject\" : \"nox\"", "distribution.preset=nox\"", "\"ibt\" : null");
  }

  @Test
  void shouldShowRatiosToTheFirstSubjectWhenComparing() throws Exception {
    Round first = new Round(2e6, 2e6, 4e6);
    Round second = new Round(3e6, 1e6, 4e6);
    BatchingComparison comparison =
        new BatchingComparison(
            "2026-11-22T03:00:00Z",
            MACHINE,
            1,
            List.of(
                new Row("max-79", "adaptive", "", List.of(first), first, new Round(1, 1, 1), ""),
                new Row(
                    "max-79",
                    "ladder",
                    "round-robin, maestro.batching.policy=ladder",
                    List.of(second),
                    second,
                    new Round(1.5, 0.5, 1),
                    "late")));
    List<String> lines = BatchingReport.text(comparison).lines().toList();
    assertThat(lines).startsWith("1 worker", "ladder: round-robin, maestro.batching.policy=ladder");
    assertThat(lines)
        .anyMatch(l -> l.matches("max-79 +ladder \\* +3.00 M +1.00 +4.00 +1.50 +0.50 +1.00"));
    assertThat(lines).last().isEqualTo("* max-79, ladder: late");
    Path json = BatchingReport.write(folder, comparison);
    assertThat(Files.readString(json)).contains("\"probingMeanNs\" : 0.5");
  }
}
