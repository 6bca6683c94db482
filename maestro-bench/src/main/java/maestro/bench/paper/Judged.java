package maestro.bench.paper;

import java.util.ArrayList;
import java.util.List;
import maestro.bench.paper.PaperEntry.Claimed;
import maestro.emulator.condition.Claim.Value;
import maestro.emulator.metrics.Measured;

/**
 * A claim with its verdict. Immutable.
 *
 * <ol>
 *   <li>A number that is missing, or in doubt, shows nothing.
 *   <li>The claim is judged in each round by itself: the numbers of one seed, or of one pass over
 *       all subjects, belong together.
 *   <li>When rounds differ, nothing is shown.
 * </ol>
 *
 * @param reason the numbers, or what is missing
 * @param isTried whether all numbers are there, and none is in doubt
 */
public record Judged(Claimed claimed, Verdict verdict, String reason, boolean isTried) {
  /** Judges a claim. */
  static Judged of(Claimed claimed, Readings readings) {
    List<Value> values = claimed.claim().values();
    for (Value value : values) { // 1
      if (readings.of(value).isEmpty()) {
        return new Judged(claimed, Verdict.NOT_SHOWN, "not measured: " + value, false);
      }
      if (!readings.mark(value).isEmpty()) {
        String why = "in doubt: " + value + ": " + readings.mark(value);
        return new Judged(claimed, Verdict.NOT_SHOWN, why, false);
      }
    }
    int rounds = values.stream().mapToInt(v -> readings.of(v).orElseThrow().length).min().orElse(0);
    int holding = 0;
    for (int round = 0; round < rounds; round++) { // 2
      int index = round;
      if (claimed.claim().holds(value -> readings.of(value).orElseThrow()[index])) {
        holding++;
      }
    }
    List<String> said = new ArrayList<>();
    for (Value value : values) {
      said.add(value + " " + text(value, readings.median(value)));
    }
    String numbers = String.join("; ", said);
    if (holding > 0 && holding < rounds) { // 3
      String how = "in " + holding + " of " + rounds + " rounds: ";
      return new Judged(claimed, Verdict.NOT_SHOWN, how + numbers, true);
    }
    return new Judged(claimed, holding == 0 ? Verdict.DISAGREES : Verdict.HOLDS, numbers, true);
  }

  /** A number with its unit. */
  static String text(Value value, double number) {
    PaperMetric metric = PaperMetric.named(value.metric()).orElseThrow();
    return Measured.exactly(number).text(metric.quantity());
  }

  /** Whether the verdict is another one than the registry knows. */
  boolean hasChanged() {
    return isTried && verdict != claimed.expected();
  }

  /** What the registry knows of the verdict; empty when there is nothing to explain. */
  String known() {
    return isTried || claimed.expected() == Verdict.NOT_SHOWN
        ? claimed.because()
        : ("the registry knows: " + claimed.expected().words() + ". " + claimed.because()).strip();
  }
}
