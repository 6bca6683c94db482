package maestro.emulator.cli;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import maestro.emulator.condition.Condition;
import maestro.emulator.condition.ConditionException;
import maestro.emulator.condition.Judgement;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a job demands of each controller that is measured. */
final class FailIf {
  /** The exit status when the condition holds. */
  static final int STATUS = 3;

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
      String text = outcome == Outcome.PARTIAL ? "not judged" : outcome.text();
      String how = rounds == 1 ? "" : " (median of " + rounds + " rounds)";
      return "fail-if: " + controller + ": " + text + ": " + String.join("; ", reasons) + how;
    }
  }

  /** Whether a controller passes. */
  enum Outcome {
    PASSED,
    FAILED,
    /** A run did not go to its end, so nothing is judged. */
    PARTIAL;

    @JsonValue
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Judges each controller; says nothing without a condition. */
  List<Verdict> judge(List<RunResult> results) {
    return condition.isEmpty()
        ? List.of()
        : Rounds.of(results).stream().map(this::verdict).toList();
  }

  /** 0, or {@link #STATUS} when the condition holds of a controller or cannot be told. */
  static int status(List<Verdict> verdicts) {
    return verdicts.stream().anyMatch(v -> v.outcome() == Outcome.FAILED) ? STATUS : 0;
  }

  private Verdict verdict(Rounds rounds) {
    String name = rounds.controller();
    if (rounds.counted().stream().anyMatch(r -> !r.completion().complete())) {
      return new Verdict(name, Outcome.PARTIAL, List.of("the result is partial"), 1);
    }
    Judgement judgement = condition.orElseThrow().judge(metric -> metric.median(rounds));
    Outcome outcome = judgement.holds() ? Outcome.FAILED : Outcome.PASSED;
    return new Verdict(name, outcome, judgement.reasons(), rounds.counted().size());
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
