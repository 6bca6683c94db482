package maestro.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import maestro.bench.paper.PaperRound.Reading;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts, and what is run again, with numbers that the test chooses. */
class PaperRunTest {
  private static final int ROUNDS = 2;

  @TempDir private Path folder;

  private final Map<String, Double> rps = new HashMap<>();
  private final Map<String, String> marks = new HashMap<>();
  private final List<String> ran = new ArrayList<>();
  private PaperEntry entry;
  private String input = "input";
  private String commit = "c0ffee";
  private boolean isFresh;
  private BooleanSupplier ended = () -> false;

  private boolean isClosed;

  private final class Scripted implements PointRunner {
    @Override
    public String input(PaperPoint point) {
      return input;
    }

    @Override
    public PaperRound run(PaperPoint point, int number) throws IOException {
      String name = point.name() + ", " + number;
      ran.add(name);
      Double value = rps.getOrDefault(name, rps.get(point.name()));
      if (value == null) {
        throw new IOException("there is no " + point.name());
      }
      Map<String, Double> values = Map.of(PaperMetric.RPS.text(), value);
      String place = point.place().orElseThrow().name();
      return new PaperRound(
          number,
          marks.getOrDefault(name, ""),
          List.of(new Reading(point.subject().name(), place, values)),
          List.of());
    }

    @Override
    public void close() {
      isClosed = true;
    }
  }

  @BeforeEach
  void choose() throws Exception {
    entry = SmallPaper.entry(folder);
    rps.put("static-partition, 1", 1e6);
    rps.put("static-partition, 2", 2e6);
    rps.put("shared-queue, 1", 1e6);
    rps.put("shared-queue, 2", 1e6);
  }

  private PaperFigure repeat() throws IOException {
    PointStore store = new PointStore(folder.resolve("points"), isFresh);
    PaperRun run =
        new PaperRun(
            Map.of(PaperKind.SIMULATE, new Scripted()),
            store,
            SmallPaper.provenance(commit),
            ROUNDS,
            line -> {},
            ended);
    PaperFigure figure = run.repeat(List.of(entry)).get(0);
    assertThat(isClosed).as("what a figure has started ends with it").isTrue();
    return figure;
  }

  @Test
  void shouldHoldWhenEachRoundSaysSo() throws Exception {
    PaperFigure figure = repeat();
    assertThat(figure.verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(figure.claims()).noneMatch(Judged::hasChanged);
    assertThat(figure.claims().get(0).reason())
        .isEqualTo("rps(static-partition, 2) 2 M; rps(shared-queue, 2) 1 M");
    assertThat(figure.claims().get(1).reason()).isEqualTo("scaling(static-partition, 2) 2");
  }

  @Test
  void shouldDisagreeWhenNoRoundSaysSo() throws Exception {
    rps.put("shared-queue, 2", 2.1e6);
    PaperFigure figure = repeat();
    assertThat(figure.claims())
        .extracting(Judged::verdict)
        .containsExactly(Verdict.DISAGREES, Verdict.HOLDS);
    assertThat(figure.verdict()).isEqualTo(Verdict.DISAGREES);
    assertThat(PaperText.verdicts(List.of(figure)))
        .contains("disagrees: The partition is faster", "another verdict than before: holds");
  }

  @Test
  void shouldNotBeShownWhenRoundsDiffer() throws Exception {
    rps.put("shared-queue, 2, 2", 2.1e6);
    PaperFigure figure = repeat();
    assertThat(figure.claims().get(0).verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(figure.claims().get(0).reason()).startsWith("in 1 of 2 rounds: ");
  }

  @Test
  void shouldRepeatAMarkedRoundOnceAndThenShowNothing() throws Exception {
    marks.put("shared-queue, 2, 1", "other programs used processors");
    PaperFigure figure = repeat();
    assertThat(ran).filteredOn("shared-queue, 2, 1"::equals).hasSize(2);
    assertThat(figure.claims().get(0).verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(figure.claims().get(0).reason())
        .isEqualTo("in doubt: rps(shared-queue, 2): other programs used processors");
    assertThat(figure.claims().get(0).hasChanged()).isFalse();
    assertThat(figure.claims().get(0).known()).isEqualTo("the registry knows: holds.");
    assertThat(figure.claims().get(1).verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(figure.failure()).isEmpty();
  }

  @Test
  void shouldSayWhatCouldNotBeMeasured() throws Exception {
    rps.remove("shared-queue, 2");
    PaperFigure figure = repeat();
    assertThat(figure.failure()).isEqualTo("there is no shared-queue, 2");
    assertThat(figure.verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(figure.claims().get(0).reason()).startsWith("not measured: ");
  }

  @Test
  void shouldGoOnWhereItWasKilled() throws Exception {
    ended = () -> ran.size() == 5;
    assertThat(repeat().failure()).isEqualTo("interrupted");
    assertThat(ran).hasSize(5).endsWith("static-partition, 1, 2");
    ended = () -> false;
    assertThat(repeat().verdict()).isEqualTo(Verdict.HOLDS);
    assertThat(ran).hasSize(8).doesNotHaveDuplicates();
  }

  @Test
  void shouldMeasureAnewWhenCodeOrInputIsAnother() throws Exception {
    repeat();
    repeat();
    assertThat(ran).hasSize(8);
    commit = "decaf0";
    repeat();
    assertThat(ran).hasSize(16);
    input = "other costs";
    repeat();
    assertThat(ran).hasSize(24);
    isFresh = true;
    repeat();
    assertThat(ran).hasSize(32);
  }
}
