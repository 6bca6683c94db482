package maestro.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * All counters of one controller: one {@link Counters} for each worker, and shared counters for
 * rare events.
 */
@SuppressWarnings("EnumOrdinal") // the enum is the index: nothing is stored beyond the process
public final class Metrics {
  private final List<Counters> threads = new CopyOnWriteArrayList<>();
  private final OperatorEvents operatorEvents = new OperatorEvents();
  private final LongAdder[] rare = new LongAdder[Counter.values().length];

  /** Makes counters that are 0. */
  public Metrics() {
    Arrays.setAll(rare, i -> new LongAdder());
  }

  /** Counters for one thread of the hot path. */
  public Counters newThread() {
    Counters counters = new Counters();
    threads.add(counters);
    return counters;
  }

  /** Counts a rare event. Any thread. */
  public void count(Counter counter) {
    rare[counter.ordinal()].increment();
  }

  /** Counts several rare events. Any thread. */
  public void count(Counter counter, long many) {
    rare[counter.ordinal()].add(many);
  }

  /** What has happened, for operators. Any thread. */
  public OperatorEvents operatorEvents() {
    return operatorEvents;
  }

  /** The sum over all threads. Any thread. */
  public long total(Counter counter) {
    long total = rare[counter.ordinal()].sum();
    for (Counters thread : threads) {
      total += thread.get(counter);
    }
    return total;
  }

  /** Every counter that is not 0, with its label, for people. */
  public String describe() {
    List<String> parts = new ArrayList<>();
    for (Counter counter : Counter.values()) {
      long total = total(counter);
      if (total != 0) {
        parts.add(total + " " + counter.label());
      }
    }
    return parts.isEmpty() ? "nothing happened" : String.join(", ", parts);
  }
}
