package maestro.emulator.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One switch. Of one whose agent was lost nothing is known: counts are 0, all else is NaN.
 *
 * @param dpid datapath id, 16 hexadecimal digits
 * @param weight its weight in the fair share
 * @param offeredRequestsPerSecond planned; NaN when it sent as fast as it could
 * @param refusedRequests planned for measured time and refused, since the socket was full then; 0
 *     when the plan is made up for
 * @param sentRequests written to the socket for measured time
 * @param answeredRequests of these, answered rightly in measured time
 * @param fairShareRequestsPerSecond max-min fair share of the throughput
 * @param deviation (got − share) ÷ share; NaN when the share is 0
 * @param delay of its answered requests
 * @param overTime how it fared within the run
 * @param answerers which controllers answered it; null, and no key in JSON, when there is one
 */
public record SwitchResult(
    String dpid,
    double weight,
    double offeredRequestsPerSecond,
    long refusedRequests,
    long sentRequests,
    long answeredRequests,
    double fairShareRequestsPerSecond,
    double deviation,
    SwitchDelay delay,
    OverTime overTime,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Answerers answerers) {
  /** Files of earlier versions know neither delay nor how it fared within the run. */
  public SwitchResult {
    delay = Objects.requireNonNullElse(delay, SwitchDelay.UNKNOWN);
    overTime = Objects.requireNonNullElse(overTime, OverTime.UNKNOWN);
  }
}
