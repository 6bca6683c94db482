package maestro.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import maestro.config.file.BadConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperRegistryTest {
  @TempDir Path folder;

  @Test
  void shouldReadWhatAFigureShows() throws Exception {
    PaperEntry entry = SmallPaper.entry(folder);
    assertThat(entry.id()).isEqualTo("small-1");
    assertThat(entry.subjects())
        .extracting(PaperEntry.Line::name)
        .containsExactly("static-partition", "shared-queue");
    assertThat(entry.sweep().names()).containsExactly("1", "2");
    assertThat(entry.stated()).singleElement().extracting(e -> e.number()).isEqualTo(2e6);
    assertThat(entry.claims()).hasSize(2);
    assertThat(entry.isQuick()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run = simulate|run = symulate|:7: figures.small-1.run: found 'symulate'; allowed: simulate,"
            + " emulate, batching, dataplane, table, none; did you mean 'simulate'?",
        "workers = [1, 2]|workers = [1, 300]|:14: figures.small-1.sweep.workers: found '300'; allowed:",
        "workers = [1, 2]|workers = [1, 1]|:14: figures.small-1.sweep.workers: found '1'; allowed:",
        "workers = [1, 2]|set = x|figures.small-1.sweep.values: missing; allowed: a list of texts",
        "metrics = [rps|metrics = [rsp|:15: figures.small-1.show.metrics: found 'rsp'; allowed: rps,",
        "= 2 M|> 2 M|:16: figures.small-1.stated: found 'rps(static-partition, 2) > 2 M'; allowed:",
        "> rps(shared-queue, 2)|> rps(shared, 2)|figures.small-1.claims[0].claim: column 32: found"
            + " 'shared'; allowed: static-partition, shared-queue",
        "verdict = holds }|verdict = disagrees }|:22: figures.small-1.claims[1].verdict: found"
            + " disagrees without because; allowed: with the reason",
        "duration = 100ms|durration = 100ms|figures.small-1.what.durration: unknown key; allowed:"
            + " scenario,",
        "seconds = 1|seconds = 0|:8: figures.small-1.needs.seconds: found 0; allowed: a number from"
            + " 0.1"
      })
  void shouldSayFileLineWhatWasFoundAndWhatIsAllowed(String part, String by, String message)
      throws Exception {
    Path file = SmallPaper.write(folder, part, by);
    BadConfigurationException e =
        catchThrowableOfType(BadConfigurationException.class, () -> PaperRegistry.read(folder));
    assertThat(String.join("\n", e.problems()))
        .contains(message)
        .satisfies(text -> assertThat(text.lines()).allMatch(l -> l.startsWith(file.toString())));
  }

  @Test
  void shouldReadTheFiguresThatShipInOrder() throws Exception {
    List<String> ids =
        PaperRegistry.read(Path.of("../config/papers")).entries().stream()
            .map(PaperEntry::id)
            .toList();
    assertThat(ids)
        .containsSubsequence("maestro-6", "maestro-9a", "maestro-9b", "maestro-10", "maestro-12")
        .containsSubsequence("maestro-16", "maestro-table-1", "maestro-table-2")
        .doesNotHaveDuplicates();
  }
}
