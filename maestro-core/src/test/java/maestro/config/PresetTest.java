package maestro.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.ConfigLoader;
import maestro.config.file.LoadedConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a preset sets, and what wins over it. */
class PresetTest {
  private static final int KIB = 1024;
  private static final String SEQUENCES =
      """

      sequences {
        switching { on = flow-request, run = [learning-switch] }
        leaving { on = switch-left, run = [learning-switch] }
      }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "paper, shared-queue,      2, NONE",
    "paper, static-partition, 64, STRICT",
    "paper, dynamic-partition, 2, STRICT",
    "paper, round-robin,       2, NONE",
    "beacon, static-partition, 64, STRICT",
    "nox,  static-partition, 512, STRICT"
  })
  void shouldSetWhatComesNearestToTheDesign(
      String preset, String strategy, int readKib, Ordering ordering) throws Exception {
    MaestroConfig config = load(preset, strategy, "").maestro();
    assertThat(config.distribution().readSizeBytes()).isEqualTo(readKib * KIB);
    assertThat(config.sequences().get(0).ordering()).isEqualTo(ordering);
    assertThat(config.sequences().get(1).ordering()).isEqualTo(Ordering.STRICT);
    boolean adapts = !strategy.equals("static-partition");
    assertThat(config.batching().wholeBatches()).isEqualTo(adapts);
    assertThat(config.batching().policy()).isEqualTo(BatchingPolicyName.ADAPTIVE);
    assertThat(config.distribution().chop())
        .isEqualTo(
            strategy.equals("shared-queue") ? ChoppingThread.SELECT_THREAD : ChoppingThread.WORKER);
    boolean repartitions = strategy.equals("dynamic-partition");
    assertThat(config.distribution().repartitionIntervalNs())
        .isEqualTo((repartitions ? 10 : 1) * 1_000_000_000L);
    assertThat(config.distribution().repartitionTolerance()).isEqualTo(repartitions ? 0 : 0.1);
  }

  @Test
  void shouldRefuseAPresetThatTheStrategyDoesNotHaveAndNoOther() throws Exception {
    for (StrategyName strategy : StrategyName.values()) {
      for (Preset preset : Preset.values()) {
        BadConfigurationException refused =
            catchThrowableOfType(
                BadConfigurationException.class, () -> load(preset.text(), strategy.text(), ""));
        boolean isKnown = preset.settings(strategy).isPresent();
        assertThat(refused == null).as("%s with %s", preset, strategy).isEqualTo(isKnown);
      }
    }
    assertThat(problem("paper", "fair-share"))
        .isEqualTo(
            "my.conf:1: maestro.distribution.preset: found 'paper'; allowed: none, since the"
                + " strategy is fair-share");
    assertThat(problem("papper", "round-robin")).endsWith("; did you mean 'paper'?");
  }

  /** Each key, set to something else beside the preset: nothing else changes. */
  @Test
  void shouldLetEveryOwnKeyWin() throws Exception {
    MaestroConfig plain = load("paper", "round-robin", "").maestro();
    assertThat(own("maestro.distribution.read-size = 8 KiB", d -> d.distribution().readSizeBytes()))
        .isEqualTo(8 * KIB);
    assertThat(own("maestro.batching.policy = rounds", d -> d.batching().policy()))
        .isEqualTo(BatchingPolicyName.ROUNDS);
    assertThat(
            own("maestro.batching.delay-upper-bound = 9 ms", d -> d.batching().delayUpperBoundNs()))
        .isEqualTo(9_000_000L);
    assertThat(own("maestro.batching.whole-batches = false", d -> d.batching().wholeBatches()))
        .isEqualTo(false);
    assertThat(own("sequences.switching.ordering = strict", d -> d.sequences().get(0).ordering()))
        .isEqualTo(Ordering.STRICT);
    assertThat(
            load("paper", "round-robin", "maestro.distribution.quantum = 7").maestro().batching())
        .isEqualTo(plain.batching());
  }

  @Test
  void shouldWinOverDefaultsThatAFileIncludes() throws Exception {
    Path file = file("include \"reference\"\n" + text("nox", "static-partition", ""));
    assertThat(load(file).maestro().distribution().readSizeBytes()).isEqualTo(512 * KIB);
  }

  @Test
  void shouldSayWhatItMeansAndWhatWonOverIt() throws Exception {
    String own = "maestro.batching { policy = adaptive, delay-upper-bound = 9 ms }";
    assertThat(load("paper", "round-robin", own).presetLines())
        .containsExactly(
            "preset paper with round-robin means:",
            "  maestro.distribution.read-size = 2 KiB",
            "  maestro.batching.policy = adaptive",
            "  maestro.batching.delay-upper-bound = 3 ms, but '9 ms' by " + path() + ":2",
            "  maestro.batching.whole-batches = true",
            "  sequences.switching.ordering = none");
    assertThat(load("none", "round-robin", own).presetLines()).isEmpty();
  }

  private Object own(String setting, Function<MaestroConfig, Object> value)
      throws IOException, BadConfigurationException {
    return value.apply(load("paper", "round-robin", setting).maestro());
  }

  private String problem(String preset, String strategy) {
    BadConfigurationException refused =
        catchThrowableOfType(BadConfigurationException.class, () -> load(preset, strategy, ""));
    assertThat(refused.problems()).hasSize(1);
    return refused.problems().get(0).replace(path().toString(), "my.conf");
  }

  private LoadedConfig load(String preset, String strategy, String more)
      throws IOException, BadConfigurationException {
    return load(file(text(preset, strategy, more)));
  }

  private static String text(String preset, String strategy, String more) {
    return "maestro.distribution { preset = %s, strategy = %s }%n%s"
            .formatted(preset, strategy, more)
        + SEQUENCES;
  }

  private Path path() {
    return folder.resolve("my.conf");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(path(), text);
  }

  private static LoadedConfig load(Path file) throws BadConfigurationException {
    return ConfigLoader.parse(Optional.of(file), List.of())
        .validate(List.of(new ApplicationDefaults("learning-switch", ConfigFactory.empty())));
  }
}
