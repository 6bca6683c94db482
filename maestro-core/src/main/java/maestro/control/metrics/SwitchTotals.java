package maestro.control.metrics;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import maestro.control.measure.SwitchCounts;

/**
 * The counters of switches, in few series: one for each switch that has a name of its own, and one
 * for all others together.
 *
 * <p><b>No series falls, and what is counted is in one series.</b> A connection counts in a series
 * from one moment to another, its stint. The series has the sum of its stints, those that have
 * ended too. A switch that leaves ends its stint; one that gets a name, or loses it, ends one and
 * begins another. So neither takes from a series what it had, nor brings to another what it had
 * counted before: the rate of each series is that of its switches.
 *
 * <p>A switch that comes back soon has its series again ({@link NamedFew}). A connection that comes
 * and goes between two calls of {@link #update} counts nowhere.
 *
 * <p>Confined to the control thread. A reference is kept to a connection that has ended, until the
 * next update reads what it had counted in the end.
 *
 * @param <C> a connection of a switch; it is the same one when it is the same object
 */
final class SwitchTotals<C> {
  /** Reads a connection; also one that has ended. */
  interface Source<C> {
    long datapathId(C connection);

    /** The flow requests that were served since it connected. */
    long requests(C connection);

    SwitchCounts counts(C connection);
  }

  /** One series. */
  private static final class Series<C> {
    /** The connections whose stint lasts, each with what it had counted before. */
    final IdentityHashMap<C, SwitchCounts> running = new IdentityHashMap<>();

    /** The sum of the stints that have ended. */
    private SwitchCounts ended = SwitchCounts.NONE;

    /** The requests of connections that have ended, also those before they counted here. */
    long pastRequests;

    void end(C connection, SwitchCounts now) {
      SwitchCounts before = running.remove(connection);
      ended = ended.plus(before == null ? SwitchCounts.NONE : now.minus(before));
    }

    SwitchCounts total(Source<C> source) {
      SwitchCounts total = ended;
      for (Map.Entry<C, SwitchCounts> stint : running.entrySet()) {
        total = total.plus(source.counts(stint.getKey()).minus(stint.getValue()));
      }
      return total;
    }
  }

  /** More requests than a switch with few of them makes while others do the same. */
  private static final int MARGIN_REQUESTS = 1_000;

  private final Source<C> source;
  private final NamedFew<Long> names;
  private final Map<Long, Series<C>> named = new HashMap<>();
  private final Series<C> others = new Series<>();
  private final IdentityHashMap<C, Series<C>> connected = new IdentityHashMap<>();
  private boolean hasOthers;

  /**
   * Nothing yet.
   *
   * @param most how many switches have names of their own
   */
  SwitchTotals(Source<C> source, int most) {
    this.source = source;
    this.names = new NamedFew<>(most, MARGIN_REQUESTS);
  }

  /**
   * Takes what has changed. To be called once a second, and before a series is read.
   *
   * @param ready the connected switches
   */
  void update(long nowNs, List<C> ready) {
    endAllBut(ready);
    Map<Long, Double> scores = new HashMap<>();
    for (C each : ready) {
      long datapathId = source.datapathId(each);
      Series<C> own = named.get(datapathId);
      long past = own == null ? 0 : own.pastRequests;
      scores.put(datapathId, (double) (past + source.requests(each)));
    }
    names.update(nowNs, scores);
    for (C each : ready) {
      move(each, series(source.datapathId(each)));
    }
    named.keySet().removeIf(datapathId -> !names.contains(datapathId));
  }

  private void endAllBut(List<C> ready) {
    IdentityHashMap<C, Series<C>> gone = new IdentityHashMap<>(connected);
    ready.forEach(gone::remove);
    gone.forEach(
        (each, series) -> {
          SwitchCounts counts = source.counts(each);
          series.end(each, counts);
          series.pastRequests += counts.requests();
          connected.remove(each);
        });
  }

  private Series<C> series(long datapathId) {
    return names.contains(datapathId)
        ? named.computeIfAbsent(datapathId, unused -> new Series<>())
        : others;
  }

  @SuppressWarnings("ReferenceEquality") // a series is an object
  private void move(C connection, Series<C> to) {
    Series<C> from = connected.put(connection, to);
    if (from == null) {
      to.running.put(connection, SwitchCounts.NONE);
    } else if (from != to) {
      SwitchCounts now = source.counts(connection);
      from.end(connection, now);
      to.running.put(connection, now);
    }
    hasOthers |= to == others;
  }

  /** Whether a switch has a series of its own. */
  boolean isNamed(long datapathId) {
    return named.containsKey(datapathId);
  }

  /** The series of the switches with names, by datapath id; some may have left. */
  SortedMap<Long, SwitchCounts> named() {
    SortedMap<Long, SwitchCounts> totals = new TreeMap<>(Long::compareUnsigned);
    named.forEach((datapathId, series) -> totals.put(datapathId, series.total(source)));
    return totals;
  }

  /** The series of all others; empty as long as each switch has had its own. */
  Optional<SwitchCounts> others() {
    return hasOthers ? Optional.of(others.total(source)) : Optional.empty();
  }
}
