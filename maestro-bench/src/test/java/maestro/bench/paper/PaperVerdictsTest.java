package maestro.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.emulator.condition.Claim;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The verdicts on simulated figures are those that the registry knows; numbers may change. Usually
 * one figure is judged after a short run of one seed; {@code -Dmaestro.papers=all} judges all as
 * they are, which takes minutes.
 */
class PaperVerdictsTest {
  private static final boolean ALL = System.getProperty("maestro.papers", "").equals("all");

  /** Four switches and no skew, so that so short a run says the same. */
  private static final List<String> FAST = List.of("maestro-16");

  private static final String SHORT = "100ms";

  @TempDir private Path folder;

  static Stream<PaperEntry> figures() throws Exception {
    return PaperRegistry.read(Path.of("../config/papers")).entries().stream()
        .filter(entry -> entry.kind() == PaperKind.SIMULATE)
        .filter(entry -> ALL || FAST.contains(entry.id()))
        .map(entry -> ALL ? entry : shorter(entry));
  }

  /** With a short time, and the places alone that claims name. */
  private static PaperEntry shorter(PaperEntry entry) {
    Set<String> named =
        entry.claims().stream()
            .flatMap(claimed -> claimed.claim().values().stream())
            .map(Claim.Value::at)
            .collect(Collectors.toSet());
    PaperEntry.Sweep sweep = entry.sweep();
    List<PaperEntry.Place> places =
        sweep.places().stream().filter(place -> named.contains(place.name())).toList();
    PaperEntry.Run run = entry.run();
    return new PaperEntry(
        entry.id(),
        entry.paper(),
        entry.figure(),
        entry.title(),
        entry.section(),
        entry.kind(),
        entry.needs(),
        new PaperEntry.Run(
            run.scenario(),
            run.set(),
            run.controller(),
            run.costs(),
            run.inOrder(),
            SHORT,
            run.workers()),
        entry.subjects(),
        new PaperEntry.Sweep(sweep.label(), places, sweep.isOneRun()),
        entry.shown(),
        entry.stated(),
        entry.claims(),
        entry.differs());
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("figures")
  void shouldHaveTheVerdictsThatTheRegistryKnows(PaperEntry entry) throws Exception {
    PaperFigure figure;
    try (PaperRun run =
        PaperRun.of(
            Path.of(".."),
            folder,
            true,
            SmallPaper.provenance("c0ffee"),
            ALL ? PaperRun.USUAL_ROUNDS : 1,
            line -> {},
            () -> false)) {
      figure = run.repeat(List.of(entry)).get(0);
    }
    assertThat(figure.failure()).isEmpty();
    List<String> changed =
        figure.claims().stream()
            .filter(Judged::hasChanged)
            .map(each -> each.claimed().says() + ": " + each.reason())
            .toList();
    assertThat(changed)
        .as("claims of %s with another verdict than in config/papers", entry.id())
        .isEmpty();
  }
}
