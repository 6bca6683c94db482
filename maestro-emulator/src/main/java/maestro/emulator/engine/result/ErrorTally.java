package maestro.emulator.engine.result;

import java.util.Arrays;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.ErrorKind;

/**
 * What was wrong with the answers to one switch, those to requests of the warm-up apart. Confined
 * to one thread; allocates nothing until it is asked for the counts.
 */
public final class ErrorTally {
  private final long[] measured = new long[ErrorKind.COUNT];
  private final long[] warmUp = new long[measured.length];
  private long total;
  private ErrorKind last = ErrorKind.MISSING;

  /** Counts one. */
  public void count(ErrorKind kind, boolean isMeasured) {
    (isMeasured ? measured : warmUp)[kind.index()]++;
    last = kind;
    total++;
  }

  /** All so far, of warm-up and measured time; so that a caller notices a new one. */
  public long total() {
    return total;
  }

  /** The kind that was counted last. */
  public ErrorKind last() {
    return last;
  }

  /** A rehearsal is over: what it counted belongs to the warm-up. */
  public void rehearsed() {
    for (int i = 0; i < measured.length; i++) {
      warmUp[i] += measured[i];
      measured[i] = 0;
    }
  }

  /** Throws all away. */
  public void clear() {
    Arrays.fill(measured, 0);
    Arrays.fill(warmUp, 0);
    total = 0;
  }

  /** About requests of measured time; nobody counted what is missing. */
  public ErrorCounts measured(long missing) {
    return counts(measured, missing);
  }

  /** About requests of the warm-up; nobody counted what is missing. */
  public ErrorCounts warmUp(long missing) {
    return counts(warmUp, missing);
  }

  private static ErrorCounts counts(long[] byKind, long missing) {
    long[] all = byKind.clone();
    all[ErrorKind.MISSING.index()] += missing;
    return ErrorCounts.of(all);
  }
}
