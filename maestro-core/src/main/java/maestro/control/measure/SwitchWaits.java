package maestro.control.measure;

import java.util.IdentityHashMap;
import java.util.List;
import maestro.metrics.DelayCounts;
import maestro.net.connection.Connection;

/**
 * How long the flow requests of each switch have waited of late: in the last ten to twenty seconds.
 * Each ten seconds it notes what the switches have counted; what was counted since the note before
 * the last is of late. A switch that asks for nothing costs no memory of its own.
 *
 * <p>Confined to the control thread.
 */
final class SwitchWaits {
  private static final int SECONDS = 10;

  private IdentityHashMap<Connection, DelayCounts> last = new IdentityHashMap<>();
  private IdentityHashMap<Connection, DelayCounts> beforeLast = new IdentityHashMap<>();
  private int seconds;

  /** To be called once a second, with all switches that are ready. */
  void sample(List<Connection> ready) {
    if (seconds++ % SECONDS != 0) {
      return;
    }
    IdentityHashMap<Connection, DelayCounts> now = new IdentityHashMap<>();
    for (Connection each : ready) {
      DelayCounts counts = each.waiting().counts();
      DelayCounts known = last.getOrDefault(each, DelayCounts.NONE);
      now.put(each, counts.count() == known.count() ? known : counts); // the same object, if equal
    }
    beforeLast = last;
    last = now;
  }

  /** The waits of late. A switch that was not there before counts from its connection. */
  DelayCounts of(Connection each) {
    return each.waiting().counts().minus(beforeLast.getOrDefault(each, DelayCounts.NONE));
  }
}
