package maestro.bench.dataplane;

import java.util.concurrent.TimeUnit;

/**
 * How much is measured.
 *
 * @param quick whether only some frame sizes and tables
 * @param rounds of each cell; their median counts
 * @param warmUpMs before each measurement
 * @param measureMs of each measurement
 */
public record Plan(boolean quick, int rounds, int warmUpMs, int measureMs) {
  /** Everything, in about ten minutes. */
  public static final Plan FULL = new Plan(false, 5, 30, 200);

  /** Some of it, in less than two minutes. */
  public static final Plan QUICK = new Plan(true, 3, 10, 40);

  /** With another number of rounds. */
  public Plan withRounds(int others) {
    return new Plan(quick, others, warmUpMs, measureMs);
  }

  long warmUpNs() {
    return TimeUnit.MILLISECONDS.toNanos(warmUpMs);
  }

  long measureNs() {
    return TimeUnit.MILLISECONDS.toNanos(measureMs);
  }
}
