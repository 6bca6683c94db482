package maestro.bench.targets;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import maestro.config.Spelled;
import maestro.emulator.format.Figures;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.MachineFacts;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchResult;

/**
 * A table of targets and what was measured for each. Immutable; travels as JSON. A number that is
 * not known is NaN, which is {@code null} in JSON.
 *
 * @param machine where it was measured
 * @param rows in the table's order
 */
public record TableResult(MachineFacts machine, List<Row> rows) {
  /**
   * A light switch asks for no more than this part of what a busy one gets. One that asks for
   * nearly all of it has a long queue at any server, fair or not.
   */
  private static final double LIGHT = 0.5;

  /** A switch with fewer answers has no p99 to speak of. */
  private static final long LEAST_FOR_P99 = 500;

  public TableResult {
    rows = List.copyOf(rows);
  }

  /** Whether a row came as far as it had to. */
  public enum Verdict {
    /** As far as one would like. */
    AIM,
    /** As far as it must. */
    MUST,
    MISSED,
    NOT_MEASURED;

    /** As a table says it. */
    public String text() {
      return switch (this) {
        case AIM -> "yes, aim";
        case MUST -> "yes";
        case MISSED -> "NO";
        case NOT_MEASURED -> "not measured";
      };
    }
  }

  /**
   * What is asked of a number.
   *
   * @param must what it has to reach
   * @param aim what one would like
   * @param atLeast whether more is better
   * @param unit how it is written
   */
  public record Target(double must, double aim, boolean atLeast, Unit unit) {
    /** At least so much of something else. */
    static Target ratio(double must, double aim) {
      return new Target(must, aim, true, Unit.RATIO);
    }

    /** At most so much. */
    static Target atMost(double must, double aim, Unit unit) {
      return new Target(must, aim, false, unit);
    }

    /**
     * The same with an aim that was measured; when that is stricter than must, must still holds.
     */
    Target withAim(double measured) {
      return new Target(must, measured, atLeast, unit);
    }

    /** Where a value stands. */
    Verdict judge(double value) {
      if (Double.isNaN(value)) {
        return Verdict.NOT_MEASURED;
      }
      if (!reaches(value, must)) {
        return Verdict.MISSED;
      }
      return reaches(value, aim) ? Verdict.AIM : Verdict.MUST;
    }

    private boolean reaches(double value, double limit) {
      return atLeast ? value >= limit : value <= limit;
    }
  }

  /** Of a row's numbers. */
  public enum Unit implements Spelled {
    RATIO,
    PER_CENT,
    MILLISECONDS,
    SECONDS,
    MEGABYTES,
    BYTES
  }

  /**
   * One row.
   *
   * @param name one word
   * @param what is measured, in one line
   * @param value over its rounds, in the target's unit; NaN when it could not be measured
   * @param measuredAt date and time, ISO 8601 with zone
   * @param rounds each by itself
   */
  public record Row(
      String name,
      String what,
      Target target,
      double value,
      String measuredAt,
      List<Round> rounds) {
    public Row {
      rounds = List.copyOf(rounds);
    }

    /** How far it came. */
    public Verdict verdict() {
      return target.judge(value);
    }

    /** What a reader has to know beside the number; may be empty. */
    public String note() {
      List<String> notes = new ArrayList<>();
      rounds.stream()
          .flatMap(round -> round.runs().stream())
          .filter(run -> !run.failure().isEmpty())
          .findFirst()
          .ifPresent(run -> notes.add(run.subject() + ": " + run.failure()));
      long errors = rounds.stream().flatMap(r -> r.runs().stream()).mapToLong(Run::errors).sum();
      if (errors > 0) {
        notes.add(errors + " answers were wrong, double or missing");
      }
      rounds.stream()
          .flatMap(round -> round.runs().stream())
          .filter(Run::emulatorBound)
          .map(Run::subject)
          .distinct()
          .forEach(subject -> notes.add("emulator was the bottleneck of " + subject));
      long disturbed = rounds.stream().filter(Round::disturbed).count();
      if (disturbed > 0) {
        notes.add(
            "other programs ran during "
                + disturbed
                + " of "
                + Figures.count(rounds.size(), "round", "rounds")
                + (disturbed < rounds.size() ? ", which are left out" : ""));
      }
      return String.join("; ", notes);
    }
  }

  /**
   * One round of a row: what it was computed from.
   *
   * @param value NaN when a run failed
   * @param aim when that is measured, too; else NaN
   */
  public record Round(double value, double aim, List<Run> runs) {
    public Round {
      runs = List.copyOf(runs);
    }

    /** Whether other programs took so much of a processor that the number means little. */
    boolean disturbed() {
      return runs.stream().anyMatch(Run::disturbed);
    }
  }

  /**
   * What one run found.
   *
   * @param subject who was loaded with what
   * @param throughputRequestsPerSecond right answers
   * @param largestDeviation of a switch over the run; 0.01 is one per cent
   * @param largestWindowDeviation the same in the worst 100 ms
   * @param waits how long switches waited
   * @param otherCpuShare of a processor, that neither controller nor emulator used in measured time
   * @param errors answers that were wrong, double or out of order, and requests without any
   * @param emulatorBound whether the emulator was what limited the run
   * @param memoryBytes of the controller; NaN unless looked at
   * @param allocatedBytesPerRequest by the controller's workers; NaN unless looked at
   * @param startSeconds of the controller's process; NaN unless that was the run
   * @param failure one line when the run did not go to its end; else empty
   */
  public record Run(
      String subject,
      double throughputRequestsPerSecond,
      double largestDeviation,
      double largestWindowDeviation,
      @JsonUnwrapped Waits waits,
      double cpuSecondsPerMillionRequests,
      double otherCpuShare,
      long errors,
      boolean emulatorBound,
      double memoryBytes,
      double allocatedBytesPerRequest,
      double startSeconds,
      String failure) {
    /** Whether other programs took so much of a processor that the numbers mean little. */
    boolean disturbed() {
      return RunResult.OtherPrograms.of(otherCpuShare).disturbing();
    }
  }

  /**
   * How long switches of one run waited.
   *
   * @param probing delay of the probing switch
   * @param lightDelayP99Ns of the light switch with the longest p99, from the planned time; light
   *     is who asks for at most half of what a busy switch gets; NaN when no switch was light, or
   *     none asked often enough for a p99
   * @param pauses the longest silence of the controller
   * @param setUpSeconds from the first connection to the end of the last handshake; NaN when
   *     unknown
   */
  public record Waits(
      DelaySummary probing, double lightDelayP99Ns, RunResult.Pauses pauses, double setUpSeconds) {
    /**
     * Nothing is known but how long it took until all were connected; NaN when that is not known.
     */
    static Waits setUp(double seconds) {
      return new Waits(DelaySummary.UNKNOWN, Double.NaN, RunResult.Pauses.UNKNOWN, seconds);
    }

    /** Of a run of the emulator. */
    static Waits of(RunResult result) {
      return new Waits(
          result.waits().probing(),
          longestP99OfLightNs(result.switches()),
          result.waits().pauses(),
          result.waits().setUpSeconds().orElse(Double.NaN));
    }

    static double longestP99OfLightNs(List<SwitchResult> switches) {
      double busy =
          switches.stream().mapToDouble(SwitchResult::fairShareRequestsPerSecond).max().orElse(0);
      return switches.stream()
          .filter(each -> each.offeredRequestsPerSecond() <= busy * LIGHT)
          .filter(each -> each.answeredRequests() >= LEAST_FOR_P99)
          .mapToDouble(each -> each.delay().p99Ns())
          .max()
          .orElse(Double.NaN);
    }
  }
}
