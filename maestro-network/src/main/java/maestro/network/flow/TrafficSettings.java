package maestro.network.flow;

import java.util.List;
import maestro.config.Spelled;

/**
 * Flows of one kind between some hosts.
 *
 * @param from the hosts that send, at least one
 * @param to the hosts that receive, at least one; with one host in both, another one is taken
 * @param beginNs when the first one may begin, since the scenario's beginning
 * @param endNs after which none begins
 * @param flows the most that begin; 0 for no bound
 * @param flowsPerSecond of all hosts together; 0 for all at once
 * @param arrivals how their beginnings are spaced
 * @param size of each
 * @param bitsPerSecond at which each UDP flow sends; of no meaning for TCP
 * @param windowBytes that a TCP flow has out at most; of no meaning for UDP
 * @param frameBytes of each data frame, without checksum
 * @param port at which the receiver is addressed
 */
public record TrafficSettings(
    Kind kind,
    List<Integer> from,
    List<Integer> to,
    long beginNs,
    long endNs,
    int flows,
    double flowsPerSecond,
    FlowArrivals arrivals,
    FlowSizes size,
    long bitsPerSecond,
    int windowBytes,
    int frameBytes,
    int port) {
  /** What flows are like. */
  public enum Kind implements Spelled {
    UDP,
    TCP
  }
}
