package maestro.distribution;

import java.util.BitSet;
import java.util.List;

/**
 * A workload distribution strategy: hands out one {@link Schedule} to each worker and deals members
 * to them.
 *
 * <p>Threads: {@link #join}, {@link #left}, {@link #tick} and {@link #relieve} are called by the
 * conductor thread only.
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

  /**
   * Workers are stuck in an application: gives to others what is dealt to them and is not in their
   * hands, where the strategy has such a thing. Called again and again, also when none is any more.
   *
   * @param stuck the numbers of the workers; the caller's
   * @return how many members were given to other workers
   */
  default int relieve(BitSet stuck) {
    return 0;
  }

  /** Whether a member can be served by nobody else as long as this worker is stuck. */
  default boolean waitsFor(Member member, int worker) {
    return member.isClaimedBy(worker);
  }

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
