package maestro.distribution;

import java.util.List;

/**
 * A workload distribution strategy: hands out one {@link Schedule} to each worker and deals members
 * to them.
 *
 * <p>Threads: {@link #join}, {@link #left} and {@link #tick} are called by the conductor thread
 * only.
 */
public interface Distribution {
  /** The schedule of worker 0, 1, …; the same object each time. */
  Schedule schedule(int worker);

  /** A member has connected. From now on it is served. */
  void join(Member member);

  /** A member that had joined is gone. */
  default void left(Member member) {}

  /** Called about ten times a second. */
  default void tick(long nowNs) {}

  /** Threads of its own, to be run like workers; most strategies have none. */
  default List<Helper> helpers() {
    return List.of();
  }

  /** A duty cycle that a strategy wants run on a thread of its own. */
  interface Helper {
    /** What the thread is called. */
    String name();

    /** Does what there is to do, and waits when there is nothing, at most {@code maxWaitNs}. */
    int doWork(long maxWaitNs);

    /** Ends a wait. Any thread. */
    void wakeup();
  }
}
