package maestro.emulator.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import maestro.emulator.report.RunResult.Answers;
import maestro.emulator.report.RunResult.Completion;
import maestro.emulator.report.RunResult.DelayPoint;
import maestro.emulator.report.RunResult.EmulatorState;
import maestro.emulator.report.RunResult.Fairness;
import maestro.emulator.report.RunResult.OtherPrograms;
import maestro.emulator.report.RunResult.Pauses;
import maestro.emulator.report.RunResult.Processors;
import maestro.emulator.report.RunResult.ScenarioFacts;
import maestro.emulator.report.RunResult.Subject;
import maestro.emulator.report.RunResult.TimePoint;
import maestro.emulator.report.RunResult.Waits;
import maestro.fairness.WaterFilling;

/** Invented results for tests of how results are shown. They are not measurements. */
final class SampleResults {
  private static final int SWITCHES = 79;
  private static final int SECONDS = 10;
  private static final ScenarioFacts SCENARIO =
      new ScenarioFacts(
          "skewed-overload",
          "79 switches with Zipf rates offer twice the controller's capacity.",
          "rate",
          "1.3",
          "isp",
          SWITCHES,
          147,
          7900,
          60,
          true,
          "zipf(1.0), 2 x capacity",
          5,
          1,
          0,
          RunResult.Capacity.NONE);
  private static final MachineFacts MACHINE =
      new MachineFacts(
          2, 2, "a processor (sample data)", 24L << 30, "OpenJDK 17.0.12", "Linux 6.1 amd64");

  private SampleResults() {}

  static List<RunResult> five() {
    return List.of(
        run("shared-queue", 2.1e6, 0.004, 4.0, 0.61, 1),
        run("static-partition", 6.4e6, 0.45, 12.0, 0.2, 2),
        run("dynamic-partition", 5.6e6, 0.16, 5.0, 0.24, 3),
        run("round-robin", 4.4e6, 0.006, 2.6, 0.33, 4),
        run("fair-share", 6.9e6, 0.003, 0.08, 0.18, 5));
  }

  static RunResult run(
      String name, double throughput, double spread, double probingMs, double cpu, long seed) {
    Random random = new Random(seed);
    double[] offered = new double[SWITCHES];
    double[] weights = new double[SWITCHES];
    for (int i = 0; i < SWITCHES; i++) {
      offered[i] = 14e6 / (i + 1) / 4.95;
      weights[i] = 1;
    }
    double[] shares = WaterFilling.shares(offered, weights, throughput);
    FairnessMeter meter = new FairnessMeter(weights);
    long[] got = new long[SWITCHES];
    double[] planned = new double[SWITCHES];
    for (int i = 0; i < SWITCHES; i++) {
      double factor = Math.max(-0.9, spread * random.nextGaussian());
      got[i] = Math.round(SECONDS * Math.min(offered[i], shares[i] * (1 + factor)));
      planned[i] = offered[i] * SECONDS;
    }
    meter.window(planned, got);
    double[] deviations = meter.deviations();
    List<SwitchResult> switches = new ArrayList<>();
    double sum = 0;
    for (int i = 0; i < SWITCHES; i++) {
      sum += got[i];
      switches.add(
          new SwitchResult(
              String.format("%016x", i + 1),
              1,
              offered[i],
              0,
              Math.round(planned[i]),
              got[i],
              meter.sharesRequests()[i] / SECONDS,
              deviations[i],
              new SwitchDelay(1e5 * (i + 1), probingMs * 1e6 * (i + 1), probingMs * 2e6 * (i + 1)),
              new OverTime(deviations[i] * 2, 0.1, probingMs * 1e6 * (i + 1), 1e9 / offered[i]),
              null));
    }
    return new RunResult(
        new Subject(name, "", "2026-01-01T12:00:00Z", 1, "0.1.0", SCENARIO, MACHINE),
        switches,
        new Answers(
            ErrorCounts.NONE,
            ErrorCounts.NONE,
            ErrorCounts.NONE,
            List.of(),
            0,
            new AnsweredBy((long) sum, 0, 0),
            SECONDS,
            sum / SECONDS),
        new Fairness(
            meter.deviation(),
            meter.filledOnce(),
            meter.worstWindow(),
            meter.jain(),
            Portions.UNKNOWN),
        new Waits(
            new DelaySummary(
                probingMs * 1e6, probingMs * 0.9e6, probingMs * 2.2e6, probingMs * 3.4e6, 50),
            new Pauses(probingMs * 5e6, 1e6),
            OptionalDouble.of(0.1),
            delays(probingMs)),
        timeline(throughput, spread, probingMs, random),
        windows(got, random),
        List.of(),
        new Processors(OptionalDouble.of(cpu), OtherPrograms.of(0.02)),
        Sending.UNKNOWN,
        EmulatorState.NOT_BOUND,
        Completion.COMPLETE);
  }

  private static List<DelayPoint> delays(double probingMs) {
    List<DelayPoint> points = new ArrayList<>();
    for (double beyond = 1; beyond >= 1e-5; beyond *= 0.8) {
      points.add(
          new DelayPoint(100 * (1 - beyond), probingMs * 1e6 * (1 - 0.5 * Math.log(beyond))));
    }
    points.add(new DelayPoint(100, probingMs * 9e6));
    return points;
  }

  private static List<TimePoint> timeline(
      double throughput, double spread, double probingMs, Random random) {
    List<TimePoint> points = new ArrayList<>();
    for (int i = 0; i < 10 * SECONDS; i++) {
      double probe = probingMs * 1e6 * Math.exp(0.25 * random.nextGaussian());
      points.add(
          new TimePoint(
              i / 10.0,
              14e6,
              0,
              throughput * (1 + 0.03 * random.nextGaussian()),
              i % 2 == 0 ? probe : Double.NaN,
              spread * (2.5 + random.nextDouble())));
    }
    return points;
  }

  private static SwitchWindows windows(long[] got, Random random) {
    List<SwitchWindows.Row> rows = new ArrayList<>();
    for (long all : got) {
      int[] counts = new int[10 * SECONDS];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = (int) (all * (0.9 + 0.2 * random.nextDouble()) / counts.length);
      }
      rows.add(new SwitchWindows.Row(counts));
    }
    return new SwitchWindows(100, rows);
  }

  static RunResult with(
      RunResult run, List<SwitchResult> switches, Answers answers, SwitchWindows windows) {
    return new RunResult(
        run.subject(),
        switches,
        answers,
        run.fairness(),
        run.waits(),
        run.timeline(),
        windows,
        run.events(),
        run.processors(),
        run.sending(),
        run.emulator(),
        run.completion());
  }

  static RunResult disturbed(RunResult result, double processors) {
    return new RunResult(
        result.subject(),
        result.switches(),
        result.answers(),
        result.fairness(),
        result.waits(),
        result.timeline(),
        result.windows(),
        result.events(),
        new Processors(
            result.processors().cpuSecondsPerMillionRequests(), OtherPrograms.of(processors)),
        result.sending(),
        result.emulator(),
        result.completion());
  }

  static RunResult broken(RunResult result, ErrorCounts errors) {
    Answers answers = result.answers();
    Waits waits = result.waits();
    return new RunResult(
        result.subject(),
        result.switches(),
        new Answers(
            errors,
            new ErrorCounts(0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 25),
            new ErrorCounts(0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0),
            List.of(new FirstError(ErrorKind.WRONG_PORT, "expected port 1, came port 2")),
            3_500_000,
            new AnsweredBy(5, 4_000_000, 0),
            answers.measuredSeconds(),
            answers.throughputRequestsPerSecond()),
        result.fairness(),
        new Waits(DelaySummary.UNKNOWN, waits.pauses(), waits.setUpSeconds(), waits.delays()),
        result.timeline(),
        result.windows(),
        result.events(),
        new Processors(OptionalDouble.empty(), OtherPrograms.of(1.32)),
        result.sending(),
        new EmulatorState(true, "sockets were full 12 % of the time"),
        new Completion(false, "the controller closed 3 connections after 4.2 s"));
  }
}
