package maestro.sequence.event;

import java.util.concurrent.atomic.AtomicInteger;
import maestro.net.session.Session;

/**
 * Limits the events that wait for the event thread, of one switch and of all. So switches cannot
 * fill the memory, and a flood from one switch leaves room for the others.
 *
 * <ol>
 *   <li>An event costs 1, and 1 more for each {@value #BYTES_PER_COST} bytes that it holds.
 *   <li>The waiting events of one switch may cost at most a {@value #PARTS}nd of the free room, and
 *       at most {@value #MOST_OF_ONE} (dynamic thresholds: Choudhury and Hahne, IEEE/ACM
 *       Transactions on Networking 6(2), 1998). So the more switches flood, the less each has, and
 *       a switch that does not flood finds room.
 *   <li>Droppable events have the lowest limit, so they never take the room of port changes. Port
 *       changes have a lower limit than joins, so they never take the room of joins.
 * </ol>
 *
 * <p>Threads: any.
 */
final class EventBudget {
  static final int MOST_OF_ONE = 1024;
  static final int BYTES_PER_COST = 256;

  /** The limit for droppable events: LLDP frames and flow removals. */
  static final int DROPPABLE = 64 * 1024;

  private static final int PORTS = 2 * DROPPABLE;
  private static final int JOINS = 3 * DROPPABLE;
  private static final int PARTS = 32;

  /** Volatile order. */
  private final AtomicInteger waiting = new AtomicInteger();

  static int cost(int bytes) { // 1
    return 1 + bytes / BYTES_PER_COST;
  }

  /** Takes room for a droppable event; false when there is none. */
  boolean takeForDroppable(Session session, int cost) {
    return take(session, cost, DROPPABLE); // 3
  }

  /** Takes room for a change of a port; false when there is none. */
  boolean takeForPort(Session session) {
    return take(session, 1, PORTS);
  }

  private boolean take(Session session, int cost, int all) {
    int free = Math.max(0, all - waiting.get());
    if (!session.mayQueueEvent(cost, Math.min(MOST_OF_ONE, free / PARTS))) { // 2
      return false;
    }
    waiting.addAndGet(cost);
    return true;
  }

  /** Returns the room of a handled event. */
  void giveBack(Session session, int cost) {
    session.eventHandled(cost);
    waiting.addAndGet(-cost);
  }

  /** Takes room for a join; false when there is none. */
  boolean takeForJoin() {
    return waiting.get() < JOINS && waiting.incrementAndGet() > 0;
  }

  /** Returns the room of a handled join. */
  void giveBackJoin() {
    waiting.decrementAndGet();
  }
}
