package maestro.bench.soak;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.MachineFacts;

/**
 * The result of a soak: some hours of mixed load on one controller. Immutable.
 *
 * <p>It is written as JSON. There the parts marked {@link JsonUnwrapped} have no level of their
 * own: their components are keys of the result. An unknown number is NaN here, and {@code null} in
 * JSON.
 *
 * @param subject the controller, the machine and the length
 * @param outcome of the load
 * @param waits how long switches waited for answers
 * @param samples of the controller's process, in order of time
 * @param findings the verdict, line by line
 * @param failures the first failures of the load
 */
public record SoakResult(
    @JsonUnwrapped Subject subject,
    @JsonUnwrapped Outcome outcome,
    @JsonUnwrapped Waits waits,
    List<Sample> samples,
    List<Finding> findings,
    List<String> failures) {

  /** Keeps copies of the lists. */
  public SoakResult {
    samples = List.copyOf(samples);
    findings = List.copyOf(findings);
    failures = List.copyOf(failures);
  }

  /**
   * The controller, the machine and the length of the soak.
   *
   * @param controller its name
   * @param startedAt local date and time
   * @param machine where the emulator ran
   * @param load one line in words
   * @param seed of the random numbers
   * @param plannedSeconds the planned length
   * @param seconds the length
   */
  public record Subject(
      String controller,
      String startedAt,
      MachineFacts machine,
      String load,
      long seed,
      double plannedSeconds,
      double seconds) {}

  /**
   * The results of the load.
   *
   * @param steady answers to the switches that stayed connected
   * @param churning answers to the switches that came and went
   * @param joins how often switches that came and went connected
   * @param brokenLoads how often a lasting connection was lost
   * @param slow the switches that read slowly
   * @param reloads exchanges of the configuration
   */
  public record Outcome(
      Answers steady,
      Answers churning,
      int joins,
      int brokenLoads,
      SlowReaders slow,
      Reloads reloads) {}

  /**
   * How long switches waited for answers.
   *
   * @param delays of the switches that stayed, from the planned time
   * @param probing of the switch that sends ten requests a second, from the planned time
   * @param longestDelayNs of any switch
   */
  public record Waits(DelaySummary delays, DelaySummary probing, double longestDelayNs) {}

  /** Whether nothing was lost and nothing grew. */
  public boolean isGood() {
    return findings.stream().noneMatch(finding -> finding.verdict() == Verdict.BAD);
  }

  /**
   * Requests and their answers.
   *
   * @param sent since load began
   * @param right answers
   * @param missing requests without an answer, although the connection stayed and the end was
   *     awaited
   * @param flooded right answers that went to all ports, without those of warm-ups
   */
  public record Answers(
      long sent,
      long right,
      long missing,
      long wrongPort,
      long doubled,
      long unasked,
      long outOfOrder,
      long malformed,
      long flooded) {
    /** Nothing was sent. */
    static final Answers NONE = new Answers(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Both together. */
    Answers plus(Answers more) {
      return new Answers(
          sent + more.sent,
          right + more.right,
          missing + more.missing,
          wrongPort + more.wrongPort,
          doubled + more.doubled,
          unasked + more.unasked,
          outOfOrder + more.outOfOrder,
          malformed + more.malformed,
          flooded + more.flooded);
    }

    /** Wrong and unexpected answers. */
    public long bad() {
      return wrongPort + doubled + unasked + outOfOrder + malformed;
    }
  }

  /**
   * Switches that read slowly.
   *
   * @param connections how often they connected
   * @param disconnected how often the controller disconnected one
   * @param brokenStreams how often their streams were not OpenFlow
   */
  public record SlowReaders(long connections, long disconnected, long brokenStreams) {}

  /**
   * Exchanges of the controller's configuration.
   *
   * @param asked how often the file was changed
   * @param inForce how often the controller logged that it is in force
   */
  public record Reloads(int asked, int inForce) {}

  /**
   * One sample of the controller's process.
   *
   * @param atSeconds since the soak began
   * @param answersPerSecond since the last sample
   * @param switches connected, about
   * @param heapBytes in use after a collection; NaN when there was none
   * @param directBytes buffers outside of the heap, after the same collection
   * @param residentBytes of the process
   * @param descriptors open files and sockets
   * @param threads of the process
   * @param collectionMs time that the collections for this sample took
   * @param worstProbeNs longest delay of the probing switch since the last sample
   * @param ownPauseNs longest time for which the emulator itself did not run since the last sample
   */
  public record Sample(
      double atSeconds,
      double answersPerSecond,
      int switches,
      double heapBytes,
      double directBytes,
      double residentBytes,
      double descriptors,
      double threads,
      double collectionMs,
      double worstProbeNs,
      double ownPauseNs) {}

  /** The judgement of a finding. */
  public enum Verdict {
    GOOD,
    BAD,
    /** Shown, and not judged. */
    TOLD,
    UNKNOWN
  }

  /**
   * One line of the verdict.
   *
   * @param what the subject of the line
   * @param found the figures
   * @param verdict on it
   * @param word the verdict in a word
   */
  public record Finding(String what, String found, Verdict verdict, String word) {}
}
