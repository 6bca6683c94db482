package maestro.cluster;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Virtual time, and ways between members on which nothing overtakes. One thread: that of the test.
 */
abstract class VirtualGroup {
  static final long MS = 1_000_000;

  private record Event(long atNs, long order, Runnable action) {}

  final Random random;
  long nowNs;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::atNs).thenComparing(Event::order));
  private final Map<String, Long> lastOnWay = new HashMap<>();
  private long order;

  VirtualGroup(long seed) {
    random = new Random(seed);
  }

  final long nowNs() {
    return nowNs;
  }

  /** Lets time pass. */
  final void pass(long ms) {
    long untilNs = nowNs + ms * MS;
    while (!events.isEmpty() && events.element().atNs() <= untilNs) {
      Event next = events.remove();
      nowNs = next.atNs();
      next.action().run();
    }
    nowNs = untilNs;
  }

  final void at(long atNs, Runnable action) {
    events.add(new Event(atNs, ++order, action));
  }

  /** After a delay, and behind what was sent on that way before. */
  final void inOrder(String way, long delayNs, Runnable action) {
    long atNs = Math.max(nowNs + delayNs, lastOnWay.getOrDefault(way, 0L));
    lastOnWay.put(way, atNs);
    at(atNs, action);
  }

  final boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
