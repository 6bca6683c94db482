package maestro.bench.targets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import maestro.emulator.controller.BackgroundLoad;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.CpuPinning;
import maestro.emulator.format.Figures;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * Compares throughputs on a machine that changes its speed.
 *
 * <p>A shared machine is faster for some seconds, and slower for others, by up to a half. Runs of
 * seconds, one after the other, then find ratios between a half and one and a half for the same two
 * programs. So all controllers and their loads are alive at the same time. They take turns that are
 * shorter than those changes:
 *
 * <ol>
 *   <li>Start all controllers anew in each round, since the JVM compiles differently after each
 *       start. Subjects with the same setup and scenario share one, and its switches. Connect the
 *       switches, and hold each load.
 *   <li>Release one load after the other, for as many cycles as the scenario has warm-up, and then
 *       for as many as it has measured time. Every second cycle has the reverse order.
 *   <li>The first part of a turn does not count. In it the load before empties its sockets.
 *   <li>A cycle in which other programs ran does not count, and is repeated.
 *   <li>Let all loads end with all answers.
 * </ol>
 *
 * <p>Used by one thread.
 */
final class InterleavedRuns {
  private static final long SETTLE_MS = 200;
  private static final long MEASURE_MS = 400;
  private static final long TURN_MS = SETTLE_MS + MEASURE_MS;

  /** Cycles beyond the wanted number; after them disturbed cycles count, too. */
  private static final int MOST_REPETITIONS = 4;

  private static final long SPARE_NS = 60_000_000_000L;

  private final ControllerPool pool;

  InterleavedRuns(ControllerPool pool) {
    this.pool = pool;
  }

  /** The length of a round in words. */
  static String announcement(List<InterleavedRun> subjects) {
    int cycles = warmUpCycles(subjects) + measuredCycles(subjects);
    long controllers = subjects.stream().map(Shared::of).distinct().count();
    String who = Figures.count(controllers, "controller takes", "controllers take");
    String turns =
        controllers == subjects.size()
            ? cycles + " turns each"
            : subjects.size() + " kinds of turns, " + cycles + " of each";
    return String.format("%s %s, %.0f s", who, turns, ns(cycles, subjects) / 1e9);
  }

  /**
   * What subjects have in common that share a controller and its switches.
   *
   * @param setup of the controller
   * @param scenario of the switches
   */
  private record Shared(ControllerSetup setup, Scenario scenario) {
    static Shared of(InterleavedRun subject) {
      return new Shared(subject.setup(), subject.scenario());
    }
  }

  /** Runs one round. A controller's failure is in its result, and marks the others' results. */
  Map<Subject, TableResult.Run> run(List<InterleavedRun> subjects)
      throws IOException, ScenarioException {
    Map<Shared, ControllerProcess> processes = new LinkedHashMap<>();
    try {
      for (InterleavedRun subject : subjects) {
        if (!processes.containsKey(Shared.of(subject))) {
          processes.put(Shared.of(subject), pool.fresh(subject.setup()));
        }
      }
      List<Long> pids = processes.values().stream().map(ControllerProcess::pid).toList();
      CpuPinning placed = CpuPinning.apart(pids);
      try {
        return run(subjects, processes, BackgroundLoad.beside(pids));
      } finally {
        placed.close();
      }
    } finally {
      processes.values().forEach(ControllerProcess::close);
    }
  }

  /** An interruption ends all runs, and their results say so. */
  private static Map<Subject, TableResult.Run> run(
      List<InterleavedRun> subjects,
      Map<Shared, ControllerProcess> processes,
      BackgroundLoad others)
      throws IOException, ScenarioException {
    List<InterleavedLoad> loads = new ArrayList<>();
    Map<Shared, GatedRun> runs = new HashMap<>();
    Scenario.Durations durations = durations(subjects);
    try {
      for (InterleavedRun subject : subjects) {
        Shared shared = Shared.of(subject);
        GatedRun run = runs.computeIfAbsent(shared, absent -> new GatedRun());
        InterleavedLoad load = new InterleavedLoad(subject, processes.get(shared), run);
        loads.add(load);
        load.begin(durations);
      }
      for (int i = 0; i < warmUpCycles(subjects) && allRun(loads); i++) {
        cycle(loads, i, Watchers.Pace.WITHOUT_PAUSE);
      }
      double otherCpuShare = measure(loads, measuredCycles(subjects), others);
      loads.forEach(InterleavedLoad::finish);
      return results(loads, otherCpuShare);
    } catch (InterruptedException e) {
      loads.forEach(InterleavedLoad::stop);
      return ended(loads);
    } finally {
      loads.forEach(InterleavedLoad::endWatch);
    }
  }

  /** Returns the share of a processor that other programs used in the counted cycles. */
  private static double measure(List<InterleavedLoad> loads, int count, BackgroundLoad others)
      throws InterruptedException {
    int counted = 0;
    double shares = 0;
    for (int i = 0; counted < count && allRun(loads); i++) {
      others.begin();
      InterleavedLoad.Turn[] turns = cycle(loads, i, Watchers.Pace.OF_THE_PAGE);
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

  /** A load that has ended makes the whole round a failed one. */
  private static boolean allRun(List<InterleavedLoad> loads) {
    return loads.stream().allMatch(InterleavedLoad::isRunning);
  }

  /** Returns the turns in the order of the loads. */
  private static InterleavedLoad.Turn[] cycle(
      List<InterleavedLoad> loads, int number, Watchers.Pace pace) throws InterruptedException {
    int count = loads.size();
    InterleavedLoad.Turn[] turns = new InterleavedLoad.Turn[count];
    for (int k = 0; k < count; k++) {
      int i = number % 2 == 0 ? k : count - 1 - k;
      turns[i] = loads.get(i).turn(SETTLE_MS, MEASURE_MS, pace);
    }
    return turns;
  }

  private static Map<Subject, TableResult.Run> ended(List<InterleavedLoad> loads)
      throws IOException, ScenarioException {
    try {
      return results(loads, Double.NaN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static Map<Subject, TableResult.Run> results(
      List<InterleavedLoad> loads, double otherCpuShare)
      throws IOException, InterruptedException, ScenarioException {
    Map<Subject, TableResult.Run> results = new HashMap<>();
    for (InterleavedLoad load : loads) {
      results.put(load.subject(), load.result(otherCpuShare));
    }
    return results;
  }

  private static int warmUpCycles(List<InterleavedRun> subjects) {
    return mostCycles(subjects, Scenario.Durations::warmUpNs, TURN_MS);
  }

  private static int measuredCycles(List<InterleavedRun> subjects) {
    return mostCycles(subjects, Scenario.Durations::measureNs, MEASURE_MS);
  }

  private static int mostCycles(
      List<InterleavedRun> subjects, ToLongFunction<Scenario.Durations> ns, long partMs) {
    long mostNs =
        subjects.stream().map(s -> s.scenario().durations()).mapToLong(ns).max().orElse(0);
    long partNs = partMs * 1_000_000;
    return (int) Math.max(1, (mostNs + partNs - 1) / partNs);
  }

  /**
   * The durations of each run, which lasts as long as all turns. Its warm-up ends before the first
   * turn that counts, since it begins before the first turn of the warm-up.
   */
  private static Scenario.Durations durations(List<InterleavedRun> subjects) {
    Scenario.Durations own = subjects.get(0).scenario().durations();
    long warmUpNs = ns(warmUpCycles(subjects), subjects);
    long measureNs = ns(measuredCycles(subjects) + MOST_REPETITIONS, subjects);
    return new Scenario.Durations(own.learnNs(), warmUpNs, measureNs + SPARE_NS, own.drainNs());
  }

  private static long ns(int cycles, List<InterleavedRun> subjects) {
    return TURN_MS * 1_000_000 * cycles * subjects.size();
  }
}
