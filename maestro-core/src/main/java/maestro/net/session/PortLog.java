package maestro.net.session;

import java.util.HashSet;
import java.util.Set;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs when ports are added, removed, go down, are blocked and come up. Lines are limited per
 * switch and for all switches. Changes above the limits are counted, and one line says soon after
 * how many.
 *
 * <p>Thread-safe: workers call {@link #changed}, the conductor {@link #sayRest}.
 */
public final class PortLog {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final long SECOND_NS = 1_000_000_000;

  /** How long a first omitted change waits for more before the line with the count. */
  private static final long REST_WAIT_NS = SECOND_NS;

  private static final long REST_PAUSE_NS = 10 * SECOND_NS;
  private static final String ALL = "all switches";

  private final LogLines ofSwitch = new LogLines(20, 10 * SECOND_NS);
  private final LogLines ofAll = new LogLines(100, SECOND_NS / 5);

  // The fields that follow are guarded by this.

  /** The switches with omitted changes since the last line that counted them. */
  private final Set<Long> restOf = new HashSet<>();

  private long restChanges;
  private long restSinceNs;
  private long sayRestNotBeforeNs;

  /**
   * Makes an empty log.
   *
   * @param nowNs the time by the clock of all calls
   */
  PortLog(long nowNs) {
    sayRestNotBeforeNs = nowNs;
  }

  /**
   * Logs the change of a port.
   *
   * @param before the port before; null when it was unknown
   */
  void changed(
      Session session, @Nullable PortInfo before, PortInfo port, PortChange change, long nowNs) {
    String what = describe(before, port, change);
    if (!what.isEmpty()) {
      say(session, port, what, nowNs);
    }
  }

  /** Logs that a port is taken for up, since packets come in by it. */
  void heard(Session session, PortInfo port, PortChange change, long nowNs) {
    String said =
        change == PortChange.ADDED
            ? "the switch does not describe it"
            : "the switch says that its link is down";
    say(session, port, "is taken for up: packets come in by it, though " + said, nowNs);
  }

  private void say(Session session, PortInfo port, String what, long nowNs) {
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

  /** Empty when nothing changed for an operator: the port is up, blocked or down as before. */
  private static String describe(@Nullable PortInfo before, PortInfo port, PortChange change) {
    return switch (change) {
      case ADDED -> "is new, and " + state(port);
      case REMOVED -> "is removed";
      case CHANGED -> {
        boolean isSame = before != null && state(before).equals(state(port));
        yield isSame ? "" : "is " + state(port);
      }
    };
  }

  private static String state(PortInfo port) {
    return port.up() ? "up" : port.blocked() ? "blocked" : "down";
  }

  /** Logs how many changes got no line, when that is due. */
  public synchronized void sayRest(long nowNs) {
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
