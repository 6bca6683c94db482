package maestro.emulator.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Objects;

/**
 * How the emulator sent, in measured time.
 *
 * @param limitRequests of one switch that may wait for an answer; 0 for as many as its socket takes
 * @param emptySwitches under full load, switches that some sample found with nothing outstanding
 * @param emptyShare the part of all samples of a socket that found that; NaN unless under full load
 * @param boundSwitches switches whose socket would have taken more than the emulator can note
 * @param refusedRequests requests of all switches that were refused, since a socket was full when
 *     their time came; 0 when the plan is made up for
 * @param waitingAtEnd requests that the controller had not come to when the time for the drain was
 *     over; they are not counted as missing
 * @param kernel what TCP said on this machine; unknown in files of earlier versions
 * @param lateP50Ns half of the requests left no later than this after their planned time, in
 *     nanoseconds; NaN without a plan
 * @param lateP99Ns 99 of 100 requests
 * @param probesLateP99Ns 99 of 100 requests of the probing switch; NaN without any
 * @param summary one line of what a reader should know; may be empty
 * @param doubt one line of why the numbers are partly the emulator's own; empty when they are not
 */
public record Sending(
    int limitRequests,
    int emptySwitches,
    double emptyShare,
    int boundSwitches,
    long refusedRequests,
    long waitingAtEnd,
    KernelTcp kernel,
    double lateP50Ns,
    double lateP99Ns,
    double probesLateP99Ns,
    String summary,
    String doubt) {
  /** Nobody looked. */
  static final Sending UNKNOWN =
      new Sending(
          0, 0, Double.NaN, 0, 0, 0, KernelTcp.UNKNOWN, Double.NaN, Double.NaN, Double.NaN, "", "");

  /** Files of earlier versions say nothing of the kernel. */
  public Sending {
    kernel = Objects.requireNonNullElse(kernel, KernelTcp.UNKNOWN);
  }

  /** The same numbers with other words. */
  Sending saying(String otherSummary, String otherDoubt) {
    return new Sending(
        limitRequests,
        emptySwitches,
        emptyShare,
        boundSwitches,
        refusedRequests,
        waitingAtEnd,
        kernel,
        lateP50Ns,
        lateP99Ns,
        probesLateP99Ns,
        otherSummary,
        otherDoubt);
  }

  /** Whether the numbers are partly the emulator's own. */
  @JsonIgnore
  public boolean isDoubtful() {
    return !doubt.isEmpty();
  }
}
