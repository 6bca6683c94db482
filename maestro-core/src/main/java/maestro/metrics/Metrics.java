package maestro.metrics;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * All counters of one controller: one {@link Counters} for each worker, and shared counters for
 * rare events.
 */
public final class Metrics {
  private final List<Counters> threads = new CopyOnWriteArrayList<>();
  private final EnumMap<Counter, LongAdder> rare = new EnumMap<>(Counter.class);

  /** Makes counters that are 0. */
  public Metrics() {
    for (Counter counter : Counter.values()) {
      rare.put(counter, new LongAdder());
    }
  }

  /** Counters for one thread of the hot path. */
  public Counters newThread() {
    Counters counters = new Counters();
    threads.add(counters);
    return counters;
  }

  /** Counts a rare event. Any thread. */
  public void count(Counter counter) {
    rare.get(counter).increment();
  }

  /** Counts several rare events. Any thread. */
  public void count(Counter counter, long many) {
    rare.get(counter).add(many);
  }

  /** The sum over all threads. Any thread. */
  public long total(Counter counter) {
    long total = rare.get(counter).sum();
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
