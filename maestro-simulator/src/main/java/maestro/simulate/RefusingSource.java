package maestro.simulate;

import java.util.ArrayDeque;

/**
 * A switch whose socket takes so many requests, and which drops those whose time comes while it is
 * full. Requests wait in the socket until they are answered, as under full load ({@link
 * WindowSource}).
 *
 * <p>An answer makes room from when it arrives on, so times of requests and of answers are gone
 * through in their order. The times of calls decrease by a step of a process now and then; what
 * came earlier than what is known already counts from then on.
 */
final class RefusingSource implements Source {
  private record Burst(long atNs, long count) {}

  private final Source planned;
  private final long capacity;
  private final ArrayDeque<Burst> coming = new ArrayDeque<>();
  private long plannedSoFar;
  private long refused;
  private long answered;

  /**
   * A switch.
   *
   * @param planned when it would send
   * @param capacity requests, at least 1
   */
  RefusingSource(Source planned, long capacity) {
    this.planned = planned;
    this.capacity = capacity;
  }

  @Override
  public long arrivedBy(long ns) {
    while (!coming.isEmpty() && coming.peek().atNs <= ns) {
      Burst burst = coming.poll();
      admit(burst.atNs);
      answered += burst.count;
    }
    admit(ns);
    return plannedSoFar - refused;
  }

  private void admit(long ns) {
    plannedSoFar = Math.max(plannedSoFar, planned.arrivedBy(ns));
    refused += Math.max(0, waiting() - capacity);
  }

  private long waiting() {
    return plannedSoFar - refused - answered;
  }

  @Override
  public long refusedBy(long ns) {
    arrivedBy(ns);
    return refused;
  }

  /** The next request is refused unless there is room by then. */
  @Override
  public long nextNs() {
    if (waiting() < capacity) {
      return planned.nextNs();
    }
    return coming.isEmpty() ? NEVER : Math.max(coming.peek().atNs, planned.nextNs());
  }

  @Override
  public void answered(long count, long ns) {
    coming.add(new Burst(ns, count));
  }
}
