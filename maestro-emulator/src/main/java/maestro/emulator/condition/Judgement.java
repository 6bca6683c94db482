package maestro.emulator.condition;

import java.util.List;

/**
 * What a condition says of one controller.
 *
 * @param holds whether it holds, or cannot be told since something was not measured
 * @param reasons why: the comparisons that hold or cannot be told; when nothing holds, each with
 *     what was measured. One line each
 */
public record Judgement(boolean holds, List<String> reasons) {
  /** Keeps a copy of the list. */
  public Judgement {
    reasons = List.copyOf(reasons);
  }
}
