package maestro.emulator.cli;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import maestro.emulator.condition.Condition;
import maestro.emulator.condition.ConditionException;
import maestro.emulator.condition.Judgement;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a job demands of each controller that is measured. */
public final class FailIf {
  /** The exit status when the condition holds. */
  public static final int STATUS = 3;

  @Option(
      names = "--fail-if",
      paramLabel = "CONDITION",
      converter = Reader.class,
      description =
          "Exit with 3 when this holds of a controller, such as 'p99(probing) > 2 ms or errors > 0'"
              + " (docs/emulator.md lists the metrics). With --rounds it is judged by the medians.")
  private Optional<Condition> condition = Optional.empty();

  /** What is said of one controller. The components are the keys of {@code verdicts.json}. */
  record Verdict(String controller, Outcome outcome, List<String> reasons, int rounds) {
    /** For people. */
    String line() {
      boolean judged = outcome != Outcome.PARTIAL;
      String text = judged ? outcome.text() : "not judged";
      String how = !judged || rounds == 1 ? "" : " (median of " + rounds + " rounds)";
      return "fail-if: " + controller + ": " + text + ": " + String.join("; ", reasons) + how;
    }
  }

  /** Whether a controller passes. */
  enum Outcome {
    PASSED,
    FAILED,
    /** Not failed, but a run did not go to its end or did not take place. */
    PARTIAL;

    @JsonValue
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What the command was to measure.
   *
   * @param controllers their names, in order
   * @param rounds of each
   */
  record Planned(List<String> controllers, int rounds) {}

  /** Judges each controller, also one that was not measured. Empty without a condition. */
  List<Verdict> judge(List<RunResult> results, Planned planned) {
    if (condition.isEmpty()) {
      return List.of();
    }
    Map<String, Rounds> measured =
        Rounds.of(results).stream().collect(Collectors.toMap(Rounds::controller, r -> r));
    return planned.controllers().stream()
        .map(name -> verdict(name, Optional.ofNullable(measured.get(name)), planned.rounds()))
        .toList();
  }

  /** 0, or {@link #STATUS} when a controller failed, or 1 when one was not judged. */
  static int status(List<Verdict> verdicts) {
    if (verdicts.stream().anyMatch(v -> v.outcome() == Outcome.FAILED)) {
      return STATUS;
    }
    return verdicts.stream().anyMatch(v -> v.outcome() == Outcome.PARTIAL) ? 1 : 0;
  }

  private Verdict verdict(String name, Optional<Rounds> measured, int planned) {
    if (measured.isEmpty()) {
      return new Verdict(name, Outcome.PARTIAL, List.of("not measured"), 0);
    }
    Rounds rounds = measured.get();
    int complete = rounds.completeCount();
    Judgement judgement = condition.orElseThrow().judge(metric -> metric.median(rounds));
    if (complete > 0 && judgement.holds()) {
      return new Verdict(name, Outcome.FAILED, judgement.reasons(), complete);
    }
    if (complete < planned) {
      String why =
          planned == 1 ? "the result is partial" : Rounds.broken(planned - complete, planned);
      return new Verdict(name, Outcome.PARTIAL, List.of(why), complete);
    }
    return new Verdict(name, Outcome.PASSED, judgement.reasons(), complete);
  }

  /** Reads the option's value. */
  static final class Reader implements ITypeConverter<Condition> {
    @Override
    public Condition convert(String text) {
      try {
        return Condition.parse(text);
      } catch (ConditionException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
