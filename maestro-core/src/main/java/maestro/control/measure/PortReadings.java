package maestro.control.measure;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.Maestro;
import maestro.net.connection.Connection;
import maestro.net.session.PortReading;
import maestro.net.session.Session;
import org.jspecify.annotations.Nullable;

/**
 * The counters of the ports of all switches, each of which is asked again and again.
 *
 * <ol>
 *   <li>A switch is asked once an interval, and a bounded number of them a second: with thousands
 *       of switches each is asked less often. Those that have waited longest come first.
 *   <li>The second question follows soon after the first one, since a rate needs two readings.
 *   <li>A switch that refuses, is silent or reads too slowly is asked less and less often.
 *   <li>An old reading says nothing.
 * </ol>
 *
 * <p>Confined to the control thread. Workers only write counters into a {@link PortReading}.
 */
public final class PortReadings {
  /** Each question and its answer take some 20 µs of a worker. */
  static final int MOST_A_SECOND = 200;

  private static final long SOON_NS = 2_000_000_000;
  private static final long PATIENCE_NS = 3_000_000_000L;
  private static final int MOST_DOUBLINGS = 5;

  /** A reading says something for so many intervals. */
  private static final int FRESH_INTERVALS = 3;

  /** What is known of a connected switch. */
  private static final class Asked {
    private final Connection connection;
    private @Nullable PortReading before;
    private @Nullable PortReading last;
    private @Nullable PortReading awaited;
    private long askedNs;
    private long dueNs;
    private int failures;

    Asked(Connection connection, long nowNs) {
      this.connection = connection;
      this.dueNs = nowNs;
    }
  }

  private final Supplier<List<Connection>> ready;
  private final Supplier<OptionalLong> intervals;
  private final LongSupplier clockNs;
  private Map<Connection, Asked> byConnection = new HashMap<>();
  private long oldestNs;

  /**
   * Nobody was asked yet.
   *
   * @param ready the connected switches
   * @param intervals the time between two questions to a switch; empty: none is asked
   * @param clockNs for when an answer came
   */
  public PortReadings(
      Supplier<List<Connection>> ready, Supplier<OptionalLong> intervals, LongSupplier clockNs) {
    this.ready = ready;
    this.intervals = intervals;
    this.clockNs = clockNs;
  }

  /** Those of the switches of a controller. */
  public static PortReadings of(Maestro maestro, SwitchShares shares) {
    return new PortReadings(
        shares::ready, () -> maestro.config().control().portStatisticsNs(), System::nanoTime);
  }

  /** Takes answers and asks. To be called once a second. */
  public void everySecond(long nowNs) {
    OptionalLong interval = intervals.get();
    follow(interval.isEmpty() ? List.of() : ready.get(), nowNs);
    if (interval.isEmpty()) {
      return;
    }
    long intervalNs = interval.getAsLong();
    oldestNs = nowNs - FRESH_INTERVALS * intervalNs;
    byConnection.values().forEach(each -> take(each, intervalNs, nowNs));
    byConnection.values().stream() // 1
        .filter(each -> each.awaited == null && each.dueNs - nowNs <= 0)
        .sorted(Comparator.comparingLong(each -> each.dueNs - nowNs))
        .limit(MOST_A_SECOND)
        .forEach(each -> ask(each, intervalNs, nowNs));
  }

  /** Keeps what is known of the switches that are still connected. */
  private void follow(List<Connection> connected, long nowNs) {
    Map<Connection, Asked> next = new HashMap<>();
    for (Connection each : connected) {
      Asked known = byConnection.remove(each);
      next.put(each, known == null ? new Asked(each, nowNs) : known);
    }
    byConnection.values().forEach(PortReadings::ignore);
    byConnection = next;
  }

  private static void ignore(Asked each) {
    if (each.awaited != null) {
      each.awaited.forget();
      each.awaited = null;
    }
  }

  private static void take(Asked each, long intervalNs, long nowNs) {
    PortReading reading = each.awaited;
    if (reading == null) {
      return;
    }
    boolean isAnswered = reading.answer().isDone();
    if (isAnswered && reading.answer().join()) {
      ignore(each);
      boolean isFirst = each.last == null;
      each.before = each.last;
      each.last = reading;
      each.failures = 0;
      each.dueNs = each.askedNs + (isFirst ? Math.min(SOON_NS, intervalNs) : intervalNs); // 2
    } else if (isAnswered || nowNs - each.askedNs >= PATIENCE_NS) {
      ignore(each);
      each.failures = Math.min(each.failures + 1, MOST_DOUBLINGS);
      each.dueNs = each.askedNs + (intervalNs << each.failures); // 3
    }
  }

  private void ask(Asked each, long intervalNs, long nowNs) {
    each.askedNs = nowNs;
    each.awaited = Session.of(each.connection).portReading().get(clockNs, 0);
    take(each, intervalNs, nowNs); // it may be refused at once
  }

  /** The last reading of a switch; null when it is too old, or there was none. */
  public @Nullable PortReading last(Connection of) {
    Asked asked = byConnection.get(of);
    PortReading last = asked == null ? null : asked.last;
    return last == null || last.atNs() - oldestNs < 0 ? null : last; // 4
  }

  /** The reading before the last one; null when there was none. */
  @Nullable PortReading before(Connection of) {
    Asked asked = byConnection.get(of);
    return asked == null ? null : asked.before;
  }

  /** How many switches have not answered yet. */
  int awaited() {
    return (int) byConnection.values().stream().filter(each -> each.awaited != null).count();
  }
}
