package maestro.network.fabric;

import java.util.List;
import java.util.function.Consumer;

/**
 * What became of one ping.
 *
 * @param source the host that sent it, from 0
 * @param target the host that it was sent to
 * @param answered whether a reply came
 * @param begunNs when it began, by the network's clock
 * @param roundTripNs until the reply came; 0 without one
 * @param way the switches that the request has passed, in order; until the last one that is known
 * @param wayBack those that the reply has passed
 */
public record PingOutcome(
    int source,
    int target,
    boolean answered,
    long begunNs,
    long roundTripNs,
    List<Integer> way,
    List<Integer> wayBack) {
  /** Hears of nothing. */
  public static final Consumer<PingOutcome> NOBODY = outcome -> {};
}
