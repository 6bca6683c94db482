package maestro.emulator.network;

import java.util.List;

/**
 * How long the ping-alls of a scenario can take. A ping-all waits for the one before. Its pings go
 * through a window of {@link ScenarioRun#WINDOW}: in the order in which they began, each makes room
 * for one more when it is over. So ping n is one of the turn n ÷ window, and a turn takes at least
 * {@link PingAll#LINGER_NS}, when all are answered at once, and at most the timeout and a little
 * more. Immutable.
 */
final class PingPlan {
  private final List<Long> timesNs;
  private final long pairCount;
  private final long turnCount;
  private final long timeoutNs;

  /**
   * @param timesNs of the ping-alls, ascending
   */
  PingPlan(int hostCount, List<Long> timesNs, long timeoutNs) {
    this.timesNs = timesNs;
    this.pairCount = Pairs.all(hostCount).count();
    this.turnCount = (pairCount + ScenarioRun.WINDOW - 1) / ScenarioRun.WINDOW;
    this.timeoutNs = timeoutNs;
  }

  /** The pings of one ping-all. */
  long pairCount() {
    return pairCount;
  }

  /** The pings of all of them. */
  long plannedCount() {
    return timesNs.size() * pairCount;
  }

  /** When the last ping of a ping-all begins at the earliest, in seconds. */
  double lastBeginsAtS(int index) {
    double beginsS = 0;
    for (int i = 0; i <= index; i++) {
      beginsS = Math.max(beginsS, timesNs.get(i) / 1e9);
      beginsS += (i < index ? turnCount : Math.max(0, turnCount - 1)) * (PingAll.LINGER_NS / 1e9);
    }
    return beginsS;
  }

  /** A duration in which all pings are over even if each is lost, in seconds, rounded up. */
  double enoughS() {
    double turnS = (timeoutNs + PingAll.LINGER_NS + 2 * ScenarioRun.PING_STEP_NS) / 1e9;
    double overS = 0;
    for (long atNs : timesNs) {
      overS = Math.max(overS, atNs / 1e9) + turnCount * turnS;
    }
    return Math.ceil(overS * 10) / 10;
  }
}
