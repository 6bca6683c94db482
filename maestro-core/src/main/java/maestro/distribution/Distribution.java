package maestro.distribution;

import java.util.BitSet;
import java.util.List;
import maestro.thread.Duty;

/**
 * A workload distribution strategy. It has one {@link Schedule} for each worker and assigns members
 * to them.
 *
 * <p>Threads: only the conductor calls {@link #join}, {@link #left}, {@link #tick} and {@link
 * #relieve}.
 */
public interface Distribution {
  /** The schedule of worker 0, 1, …; the same object each time. */
  Schedule schedule(int worker);

  /** A member has connected. From now on workers serve it. */
  void join(Member member);

  /** A member that had joined has left. */
  default void left(Member member) {}

  /** Called about ten times a second. */
  default void tick(long nowNs) {}

  /**
   * Assigns the members of workers that are stuck in an application to other workers, except
   * members that a stuck worker has claimed. Strategies that assign no members do nothing. Called
   * periodically, also when no worker is stuck.
   *
   * @param stuck the numbers of the stuck workers; owned by the caller
   * @return how many members were assigned to other workers
   */
  default int relieve(BitSet stuck) {
    return 0;
  }

  /** Whether no other worker can serve a member as long as this worker is stuck. */
  default boolean waitsFor(Member member, int worker) {
    return member.isClaimedBy(worker);
  }

  /** The strategy's own threads, which run like workers; most strategies have none. */
  default List<Helper> helpers() {
    return List.of();
  }

  /** A duty of a strategy that runs on its own thread. */
  interface Helper extends Duty {
    /** The thread's name. */
    String name();

    @Override
    int doWork(long maxWaitNs);
  }
}
