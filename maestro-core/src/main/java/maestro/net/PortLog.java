package maestro.net;

import java.util.HashSet;
import java.util.Set;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log when ports come, go, go down and come up: some lines for each switch, and some
 * for all. What is above is counted and said in one line soon after.
 *
 * <p>Thread-safe: workers call {@link #changed}, the conductor {@link #sayRest}.
 */
final class PortLog {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final long SECOND_NS = 1_000_000_000;

  /** The first count of what was left out waits so long for more, and the next ones longer. */
  private static final long REST_WAIT_NS = SECOND_NS;

  private static final long REST_PAUSE_NS = 10 * SECOND_NS;
  private static final String ALL = "all switches";

  private final LogLines ofSwitch = new LogLines(20, 10 * SECOND_NS);
  private final LogLines ofAll = new LogLines(100, SECOND_NS / 5);

  // Guarded by this, all of what follows.

  /** The switches of the changes that were left out since the last line about such. */
  private final Set<Long> restOf = new HashSet<>();

  private long restChanges;
  private long restSinceNs;
  private long sayRestNotBeforeNs;

  /**
   * Makes an empty one.
   *
   * @param nowNs the time by the clock that the calls have
   */
  PortLog(long nowNs) {
    sayRestNotBeforeNs = nowNs;
  }

  /**
   * A switch has said something of a port.
   *
   * @param before what was known of it; null when nothing was
   */
  void changed(Session session, PortInfo before, PortInfo port, PortChange change, long nowNs) {
    String what = describe(before, port, change);
    if (what.isEmpty()) {
      return;
    }
    long datapathId = session.info().datapathId();
    if (ofSwitch.permit(datapathId, nowNs) != null && ofAll.permit(ALL, nowNs) != null) {
      LOG.info("{}: {} {}", session.describe(), port.text(), what);
      return;
    }
    synchronized (this) {
      restSinceNs = restChanges == 0 ? nowNs : restSinceNs;
      restChanges++;
      restOf.add(datapathId);
    }
  }

  /** Empty when it is the same for an operator: a port that is as up as it was. */
  private static String describe(PortInfo before, PortInfo port, PortChange change) {
    return switch (change) {
      case ADDED -> port.up() ? "is new, and up" : "is new, and down";
      case REMOVED -> "is removed";
      case CHANGED -> {
        boolean isSame = before != null && before.up() == port.up();
        yield isSame ? "" : port.up() ? "is up" : "is down";
      }
    };
  }

  /** Says how many changes got no line, when it is time. */
  synchronized void sayRest(long nowNs) {
    boolean isTime =
        nowNs - restSinceNs >= REST_WAIT_NS && nowNs - sayRestNotBeforeNs >= 0 && restChanges > 0;
    if (isTime) {
      String of = restOf.size() == 1 ? "one switch" : restOf.size() + " switches";
      LOG.info("and {} further port changes, of {}", restChanges, of);
      restChanges = 0;
      restOf.clear();
      sayRestNotBeforeNs = nowNs + REST_PAUSE_NS;
    }
  }
}
