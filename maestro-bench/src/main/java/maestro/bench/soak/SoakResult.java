package maestro.emulator.report;

import java.util.List;

/**
 * What came of hours of mixed load on one controller. Immutable; what is unknown is NaN.
 *
 * @param controller what it is called
 * @param startedAt local date and time
 * @param machine the emulator's
 * @param load one line in words
 * @param seed of what was drawn by chance
 * @param plannedSeconds how long it was to be
 * @param seconds how long it was
 * @param steady answers to the switches that stayed connected
 * @param churning answers to those that came and went
 * @param joins how often switches that came and went connected
 * @param brokenLoads how often a connection that was to live was lost
 * @param slow the switches that hardly read
 * @param reloads exchanges of the configuration
 * @param delays of the switches that stayed, from the planned time
 * @param probing of one that asks ten times a second, from the planned time
 * @param longestDelayNs of any switch: nobody waited longer for an answer
 * @param samples looks at the controller, in order of time
 * @param findings the verdict, line by line
 * @param failures what broke off, the first of them
 */
public record SoakResult(
    String controller,
    String startedAt,
    RunResult.MachineFacts machine,
    String load,
    long seed,
    double plannedSeconds,
    double seconds,
    Answers steady,
    Answers churning,
    int joins,
    int brokenLoads,
    SlowReaders slow,
    Reloads reloads,
    RunResult.DelaySummary delays,
    RunResult.DelaySummary probing,
    double longestDelayNs,
    List<Sample> samples,
    List<Finding> findings,
    List<String> failures) {

  /** Keeps copies of the lists. */
  public SoakResult {
    samples = List.copyOf(samples);
    findings = List.copyOf(findings);
    failures = List.copyOf(failures);
  }

  /** Whether nothing was lost and nothing grew. */
  public boolean isGood() {
    return findings.stream().noneMatch(finding -> finding.verdict() == Verdict.BAD);
  }

  /**
   * Requests and what came of them.
   *
   * @param sent since load began
   * @param right answers
   * @param missing no answer, though the connection lived and the end was waited for
   * @param flooded right answers that went to all ports
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
    public static final Answers NONE = new Answers(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Both together. */
    public Answers plus(Answers more) {
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

    /** Answers that came and should not have, or not like that. */
    public long bad() {
      return wrongPort + doubled + unasked + outOfOrder + malformed;
    }
  }

  /**
   * Switches that hardly read.
   *
   * @param connections how often they connected
   * @param disconnected how often the controller disconnected one
   * @param brokenStreams how often what they read was not OpenFlow
   */
  public record SlowReaders(long connections, long disconnected, long brokenStreams) {}

  /**
   * Exchanges of the controller's configuration.
   *
   * @param asked how often the file was changed
   * @param inForce how often the controller said that it took it over
   */
  public record Reloads(int asked, int inForce) {}

  /**
   * One look at the controller.
   *
   * @param atSeconds since the soak began
   * @param answersPerSecond since the last look
   * @param switches connected, about
   * @param heapBytes in use after a collection; NaN when this look made none
   * @param directBytes buffers outside of the heap, after the same collection
   * @param residentBytes of the process
   * @param descriptors open files and sockets
   * @param threads of the process
   * @param collectionMs time that the collections of this look took
   * @param worstProbeNs longest delay of the probing switch since the last look
   * @param ownPauseNs longest time for which the emulator itself did not run since the last look
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

  /** What is to be thought of something. */
  public enum Verdict {
    GOOD,
    BAD,
    /** It is told, and not judged. */
    TOLD,
    UNKNOWN
  }

  /**
   * One line of the verdict.
   *
   * @param what was looked at
   * @param found in figures
   * @param verdict on it
   * @param word the verdict in a word
   */
  public record Finding(String what, String found, Verdict verdict, String word) {}
}
