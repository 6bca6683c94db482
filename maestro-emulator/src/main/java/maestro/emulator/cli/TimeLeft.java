package maestro.emulator.cli;

import java.util.Locale;
import maestro.emulator.engine.CapacityTimes;
import maestro.emulator.engine.Progress.Stage;
import maestro.emulator.scenario.Scenario;

/**
 * Guesses how long a command's runs will still take.
 *
 * <ol>
 *   <li>A run takes as long as the mean of those that have ended; before that, as long as the
 *       scenario says and a second for what it does not say.
 *   <li>In measured time the run has what is left of that, and the end.
 *   <li>Else it has at least what it has not begun. While the capacity is measured, that is what is
 *       left of its shortest time, or one more window.
 * </ol>
 *
 * <p>Confined to one thread.
 */
final class TimeLeft {
  private static final long MS_NS = 1_000_000;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long END_NS = 100 * MS_NS;

  private final int runCount;
  private final long plannedNs;
  private final Scenario.Durations durations;
  private final CapacityTimes capacity;

  /** Measurements in one run: the capacity may come first. */
  private final int passCount;

  private int ended;
  private long endedNs;
  private long sinceNs;
  private int pass;
  private Stage stage = Stage.CONNECTING;

  TimeLeft(Scenario scenario, int runCount) {
    this.runCount = runCount;
    this.durations = scenario.durations();
    this.capacity = CapacityTimes.of(durations);
    this.passCount = scenario.needsCapacity() ? 2 : 1;
    this.plannedNs =
        durations.warmUpNs()
            + durations.measureNs()
            + SECOND_NS
            + (scenario.needsCapacity() ? capacity.warmUpNs() + capacity.leastNs() + SECOND_NS : 0);
  }

  /** A run begins. */
  void begin(long nowNs) {
    sinceNs = nowNs;
    pass = 1;
    stage = Stage.CONNECTING;
  }

  /** It has ended. */
  void end(long nowNs) {
    ended++;
    endedNs += nowNs - sinceNs;
  }

  /**
   * How long all will take from now on, in nanoseconds.
   *
   * @param now where the run is
   * @param done of {@code total}, as {@link maestro.emulator.engine.Progress} says
   */
  long leftNs(long nowNs, Stage now, long done, long total) {
    if (now.compareTo(stage) < 0) {
      pass++;
    }
    stage = now;
    long runNs = ended == 0 ? plannedNs : endedNs / ended; // 1
    long left = runNs - (nowNs - sinceNs);
    long ahead = Math.max(0, total - done) * MS_NS;
    if (pass == passCount) {
      left =
          switch (now) {
            case CONNECTING, LEARNING ->
                Math.max(left, durations.warmUpNs() + durations.measureNs()); // 3
            case WARMING_UP -> ahead + durations.measureNs() + END_NS;
            case MEASURING -> ahead + END_NS; // 2
            case DRAINING -> END_NS;
          };
    } else {
      long more =
          now == Stage.MEASURING
              ? Math.max(capacity.windowNs(), capacity.leastNs() - done * MS_NS)
              : 0;
      left = Math.max(left, more + durations.warmUpNs() + durations.measureNs()); // 3
    }
    return left + Math.max(0, runCount - ended - 1) * runNs;
  }

  /** {@code 1 h 5 min}, {@code 3 min 20 s}, {@code 12 s}. */
  static String text(long ns) {
    long seconds = Math.round(ns / (double) SECOND_NS);
    if (seconds >= 3600) {
      return String.format(Locale.ROOT, "%d h %d min", seconds / 3600, seconds % 3600 / 60);
    }
    return seconds >= 60
        ? String.format(Locale.ROOT, "%d min %d s", seconds / 60, seconds % 60)
        : seconds + " s";
  }
}
