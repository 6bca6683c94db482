package maestro.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.bench.paper.PaperEntry.Claimed;
import maestro.emulator.condition.Claim;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The verdicts on simulated figures are those that the registry knows; numbers may change. Usually
 * the cheap figures are judged by one seed, at the places that claims name; {@code
 * -Dmaestro.papers=all} judges all of them by three, which takes minutes.
 */
class PaperVerdictsTest {
  private static final boolean ALL = System.getProperty("maestro.papers", "").equals("all");

  /** With three seeds; one takes a third of it. */
  private static final double CHEAP_SECONDS = 8;

  /** Figures that show the same runs share them. */
  @TempDir private static Path folder;

  static Stream<PaperEntry> figures() throws Exception {
    return PaperRegistry.read(Path.of("../config/papers")).entries().stream()
        .filter(entry -> entry.kind() == PaperKind.SIMULATE)
        .filter(entry -> ALL || entry.needs().seconds() <= CHEAP_SECONDS)
        .map(entry -> ALL ? entry : shorter(entry));
  }

  /** Without what no claim needs. */
  private static PaperEntry shorter(PaperEntry entry) {
    List<Claim.Value> values =
        entry.claims().stream().flatMap(claimed -> claimed.claim().values().stream()).toList();
    boolean isScaled = values.stream().anyMatch(value -> value.metric().equals("scaling"));
    PaperEntry.Sweep sweep = entry.sweep();
    List<PaperEntry.Place> places =
        sweep.places().stream()
            .filter(
                place ->
                    sweep.isOneRun()
                        || (isScaled && place.equals(sweep.places().get(0)))
                        || values.stream().anyMatch(value -> value.at().equals(place.name())))
            .toList();
    return new PaperEntry(
        entry.id(),
        entry.paper(),
        entry.figure(),
        entry.title(),
        entry.section(),
        entry.kind(),
        entry.needs(),
        entry.run(),
        entry.subjects(),
        new PaperEntry.Sweep(sweep.label(), places, sweep.isOneRun()),
        new PaperEntry.Shown(List.of(), false, Optional.empty()),
        entry.stated(),
        entry.claims(),
        entry.differs());
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("figures")
  void shouldHaveTheVerdictsThatTheRegistryKnows(PaperEntry entry) throws Exception {
    PaperRun run =
        PaperRun.of(
            Path.of(".."),
            folder,
            false,
            SmallPaper.provenance("c0ffee"),
            ALL ? PaperRun.USUAL_ROUNDS : 1,
            Map.of(),
            line -> {},
            () -> false);
    PaperFigure figure = run.repeat(List.of(entry)).get(0);
    assertThat(figure.failure()).isEmpty();
    List<String> changed =
        figure.claims().stream()
            .filter(each -> ALL || each.claimed().expected() != Verdict.NOT_SHOWN) // by one seed
            .filter(each -> !each.isTried() || each.hasChanged())
            .map(each -> each.claimed().says() + ": " + each.reason())
            .toList();
    assertThat(changed)
        .as("claims of %s with another verdict than in config/papers", entry.id())
        .isEmpty();
    for (Judged judged : figure.claims()) {
      if (judged.verdict() == Verdict.HOLDS) {
        assertThat(Judged.of(broken(entry, judged.claimed()), figure.readings()))
            .as("%s, broken on purpose", judged.claimed().says())
            .matches(Judged::hasChanged)
            .extracting(Judged::verdict)
            .isEqualTo(Verdict.DISAGREES);
      }
    }
  }

  /** The contrary of each comparison. */
  private static Claimed broken(PaperEntry entry, Claimed claimed) throws Exception {
    String text =
        claimed
            .text()
            .chars()
            .mapToObj(c -> c == '<' ? ">" : c == '>' ? "<" : Character.toString(c))
            .collect(Collectors.joining());
    Claim.Vocabulary vocabulary =
        new Claim.Vocabulary(
            PaperMetric.vocabulary(),
            entry.subjects().stream().map(PaperEntry.Line::name).collect(Collectors.toSet()),
            entry.sweep().names());
    return new Claimed(
        claimed.says(),
        claimed.section(),
        Claim.parse(text, vocabulary),
        text,
        claimed.expected(),
        claimed.because());
  }
}
