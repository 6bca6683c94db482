package maestro.bench.isolation;

import java.util.List;
import maestro.emulator.report.MachineFacts;

/**
 * The results of attacks on one controller. Immutable; travels as JSON.
 *
 * @param startedAt date and time of the first, ISO 8601 with zone
 * @param machine the machine of the attacks
 * @param controller its address, or the strategy of Maestro
 * @param openflow version, 1.0 or 1.3
 * @param attacks in the order they were made
 */
public record Isolation(
    String startedAt,
    MachineFacts machine,
    String controller,
    String openflow,
    List<IsolationResult> attacks) {
  /** Keeps a copy of the list. */
  public Isolation {
    attacks = List.copyOf(attacks);
  }

  /** Whether every promise was kept. */
  public boolean allKept() {
    return attacks.stream().allMatch(IsolationResult::isKept);
  }
}
