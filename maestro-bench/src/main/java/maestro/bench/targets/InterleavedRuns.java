package maestro.emulator.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.OtherPrograms;
import maestro.emulator.controller.OwnProcessors;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TableResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * Compares throughputs on a machine that changes its speed.
 *
 * <p>A shared machine is faster for some seconds, and slower for others, by up to a half. Runs of
 * seconds, one after the other, then find ratios between a half and one and a half of the same two
 * programs. So all controllers and their loads are alive at the same time, and take turns that are
 * shorter than those changes:
 *
 * <ol>
 *   <li>Start the controllers, anew in each round, since what the JVM compiles differs from start
 *       to start; connect their switches, and let each stand still.
 *   <li>Let each have its turn, for as many cycles as the scenario has warm-up; then measure for as
 *       many as it has measured time. Each second cycle goes the other way round.
 *   <li>A turn begins with some time that does not count, in which the one before empties its
 *       sockets.
 *   <li>A cycle in which other programs ran does not count, and is repeated.
 *   <li>Let all end, with all answers.
 * </ol>
 *
 * <p>Used by one thread.
 */
final class Turns {
  private static final long SETTLE_MS = 200;
  private static final long MEASURE_MS = 400;
  private static final long TURN_MS = SETTLE_MS + MEASURE_MS;

  /** So many cycles more than wanted, before disturbed ones count, too. */
  private static final int MOST_REPETITIONS = 4;

  private static final long SPARE_NS = 60_000_000_000L;

  private final Rig rig;

  Turns(Rig rig) {
    this.rig = rig;
  }

  /** What a round of these is going to be, in a line. */
  static String announcement(List<TurnedRun> subjects) {
    int cycles = warmUpCycles(subjects) + measuredCycles(subjects);
    return String.format(
        "%d controllers take %d turns each, %.0f s",
        subjects.size(), cycles, ns(cycles, subjects) / 1e9);
  }

  /** One round. What went wrong in a controller is in its result; the others' are marked, too. */
  Map<Subject, TableResult.Run> run(List<TurnedRun> subjects)
      throws IOException, ScenarioException {
    List<ControllerProcess> processes = new ArrayList<>();
    try {
      for (TurnedRun subject : subjects) {
        processes.add(rig.fresh(subject.setup()));
      }
      List<Long> pids = processes.stream().map(ControllerProcess::pid).toList();
      OwnProcessors placed = OwnProcessors.apart(pids);
      try {
        return run(subjects, processes, OtherPrograms.beside(pids));
      } finally {
        placed.close();
      }
    } finally {
      processes.forEach(ControllerProcess::close);
    }
  }

  /** An interruption ends all runs, and is in their results. */
  private static Map<Subject, TableResult.Run> run(
      List<TurnedRun> subjects, List<ControllerProcess> processes, OtherPrograms others)
      throws IOException, ScenarioException {
    List<TurnedLoad> loads = new ArrayList<>();
    Scenario.Durations durations = durations(subjects);
    try {
      for (int i = 0; i < subjects.size(); i++) {
        TurnedLoad load = new TurnedLoad(subjects.get(i), processes.get(i));
        loads.add(load);
        load.begin(durations);
      }
      for (int i = 0; i < warmUpCycles(subjects) && allRun(loads); i++) {
        cycle(loads, i);
      }
      double otherCpuShare = measure(loads, measuredCycles(subjects), others);
      loads.forEach(TurnedLoad::finish);
      return results(loads, otherCpuShare);
    } catch (InterruptedException e) {
      loads.forEach(TurnedLoad::stop);
      return ended(loads);
    }
  }

  /** Returns what other programs had of a processor in what counts. */
  private static double measure(List<TurnedLoad> loads, int count, OtherPrograms others)
      throws InterruptedException {
    int counted = 0;
    double shares = 0;
    for (int i = 0; counted < count && allRun(loads); i++) {
      others.begin();
      TurnedLoad.Turn[] turns = cycle(loads, i);
      double share = others.processors();
      boolean quiet = !RunResult.OtherPrograms.of(share).disturbing();
      if (quiet || i - counted >= MOST_REPETITIONS) {
        for (int k = 0; k < turns.length; k++) {
          loads.get(k).count(turns[k]);
        }
        counted++;
        shares += share;
      }
    }
    return shares / counted;
  }

  /** One that has ended makes its round a failed one, whatever it and the others did in it. */
  private static boolean allRun(List<TurnedLoad> loads) {
    return loads.stream().allMatch(TurnedLoad::isRunning);
  }

  /** Returns the turns in the order of the loads. */
  private static TurnedLoad.Turn[] cycle(List<TurnedLoad> loads, int number)
      throws InterruptedException {
    int count = loads.size();
    TurnedLoad.Turn[] turns = new TurnedLoad.Turn[count];
    for (int k = 0; k < count; k++) {
      int i = number % 2 == 0 ? k : count - 1 - k;
      turns[i] = loads.get(i).turn(SETTLE_MS, MEASURE_MS);
    }
    return turns;
  }

  private static Map<Subject, TableResult.Run> ended(List<TurnedLoad> loads)
      throws IOException, ScenarioException {
    try {
      return results(loads, Double.NaN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static Map<Subject, TableResult.Run> results(List<TurnedLoad> loads, double otherCpuShare)
      throws InterruptedException, ScenarioException {
    Map<Subject, TableResult.Run> results = new HashMap<>();
    for (TurnedLoad load : loads) {
      results.put(load.subject(), load.result(otherCpuShare));
    }
    return results;
  }

  private static int warmUpCycles(List<TurnedRun> subjects) {
    return mostCycles(subjects, Scenario.Durations::warmUpNs, TURN_MS);
  }

  private static int measuredCycles(List<TurnedRun> subjects) {
    return mostCycles(subjects, Scenario.Durations::measureNs, MEASURE_MS);
  }

  private static int mostCycles(
      List<TurnedRun> subjects, ToLongFunction<Scenario.Durations> ns, long partMs) {
    long mostNs =
        subjects.stream().map(s -> s.scenario().durations()).mapToLong(ns).max().orElse(0);
    long partNs = partMs * 1_000_000;
    return (int) Math.max(1, (mostNs + partNs - 1) / partNs);
  }

  /**
   * Those of each run, which lasts as long as all turns. Its warm-up is over before the first turn
   * that counts, since it begins before the first that does not.
   */
  private static Scenario.Durations durations(List<TurnedRun> subjects) {
    Scenario.Durations own = subjects.get(0).scenario().durations();
    long warmUpNs = ns(warmUpCycles(subjects), subjects);
    long measureNs = ns(measuredCycles(subjects) + MOST_REPETITIONS, subjects);
    return new Scenario.Durations(own.learnNs(), warmUpNs, measureNs + SPARE_NS, own.drainNs());
  }

  private static long ns(int cycles, List<TurnedRun> subjects) {
    return TURN_MS * 1_000_000 * cycles * subjects.size();
  }
}
