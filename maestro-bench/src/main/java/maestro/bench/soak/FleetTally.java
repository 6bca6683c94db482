package maestro.bench.soak;

import java.util.ArrayList;
import java.util.List;
import maestro.bench.soak.SoakResult.Answers;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.report.ErrorCounts;
import org.HdrHistogram.Histogram;

/** The sums over the loads of one fleet. Any thread. */
final class FleetTally {
  private static final int MOST_FAILURES = 20;

  private final Histogram delays = new Histogram(3);
  private final Histogram probing = new Histogram(3);
  private final List<String> failures = new ArrayList<>();
  private final List<LoadResult.ProbeWindow> probes = new ArrayList<>();
  private Answers answers = Answers.NONE;
  private int joins;
  private int broken;

  /**
   * Adds a load that has ended.
   *
   * @param wasStopped whether it was ended from outside, which is no failure
   */
  synchronized void add(LoadResult result, boolean wasStopped) {
    List<LoadResult.SwitchCounts> all = new ArrayList<>(result.switches());
    all.add(result.probe());
    for (LoadResult.SwitchCounts c : all) {
      ErrorCounts errors = c.allErrors();
      answers =
          answers.plus(
              new Answers(
                  c.allSentRequests(),
                  c.allAnsweredRequests(),
                  errors.missing(),
                  errors.wrongPort(),
                  errors.doubled(),
                  errors.unasked(),
                  errors.outOfOrder(),
                  errors.malformed() + errors.wrongContent(),
                  c.flooded()));
    }
    joins += result.switches().size();
    delays.add(result.delays());
    probing.add(result.probing());
    probes.addAll(result.probes());
    if (!result.isComplete() && !wasStopped) {
      broken++;
      if (failures.size() < MOST_FAILURES) {
        failures.add(result.failure());
      }
    }
  }

  synchronized Answers answers() {
    return answers;
  }

  /** How many switches connected, in all loads. */
  synchronized int joins() {
    return joins;
  }

  /** How many loads failed. */
  synchronized int broken() {
    return broken;
  }

  /** The first reasons of failures. */
  synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  synchronized Histogram delays() {
    return delays.copy();
  }

  synchronized Histogram probing() {
    return probing.copy();
  }

  /** Probes by 100 ms of measured time, of the first load. */
  synchronized List<LoadResult.ProbeWindow> probes() {
    return List.copyOf(probes);
  }
}
