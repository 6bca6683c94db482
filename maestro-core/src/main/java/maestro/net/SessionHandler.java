package maestro.net;

import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * What all sessions of a controller share: the clock, the weights, who listens, what is counted,
 * and the way in which the conductor hears of connections that were closed. Thread-safe.
 */
public final class SessionHandler {
  private final LongSupplier clock;
  private final LongToIntFunction weightOf;
  private final SwitchTable switches;
  private final SwitchListener listener;
  private final Metrics metrics;
  private final MpscUnboundedAtomicArrayQueue<Connection> closed =
      new MpscUnboundedAtomicArrayQueue<>(256);

  /**
   * Ties the parts together.
   *
   * @param clock nanoseconds
   * @param weightOf the weight of a datapath id
   */
  public SessionHandler(
      LongSupplier clock,
      LongToIntFunction weightOf,
      SwitchTable switches,
      SwitchListener listener,
      Metrics metrics) {
    this.clock = clock;
    this.weightOf = weightOf;
    this.switches = switches;
    this.listener = listener;
    this.metrics = metrics;
  }

  long nowNs() {
    return clock.getAsLong();
  }

  int weightOf(long datapathId) {
    return weightOf.applyAsInt(datapathId);
  }

  SwitchTable switches() {
    return switches;
  }

  SwitchListener listener() {
    return listener;
  }

  void count(Counter counter) {
    metrics.count(counter);
  }

  void malformed() {
    metrics.count(Counter.MALFORMED);
  }

  void closed(Connection connection) {
    closed.offer(connection);
  }

  /** The next connection that was closed, for the conductor; or null. */
  Connection pollClosed() {
    return closed.poll();
  }
}
