package maestro.emulator.cli;

import java.io.PrintWriter;
import java.util.List;
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

  /**
   * Judges each controller, and says what came out, a line each.
   *
   * @return 0, or {@link #STATUS} when the condition holds of one or cannot be told
   */
  int judge(List<RunResult> results, PrintWriter err) {
    if (condition.isEmpty()) {
      return 0;
    }
    int status = 0;
    for (Rounds rounds : Rounds.of(results)) {
      if (rounds.counted().stream().anyMatch(r -> !r.completion().complete())) {
        err.println("fail-if: " + rounds.controller() + ": not judged: the result is partial");
        continue;
      }
      Judgement judgement = condition.get().judge(metric -> metric.median(rounds));
      String how = rounds.count() == 1 ? "" : " (median of " + rounds.counted().size() + " rounds)";
      String verdict = judgement.holds() ? "failed: " : "passed: ";
      err.println(
          "fail-if: "
              + rounds.controller()
              + ": "
              + verdict
              + String.join("; ", judgement.reasons())
              + how);
      status = judgement.holds() ? STATUS : status;
    }
    return status;
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
