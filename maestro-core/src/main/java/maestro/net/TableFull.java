package maestro.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * When flow entries may be installed in a switch whose table was full:
 *
 * <ol>
 *   <li>An error that says so stops installing for a second: packets are sent on by PACKET_OUT
 *       alone.
 *   <li>Further errors meanwhile are of entries that were under way, and change nothing.
 *   <li>One after that doubles the time, up to a minute.
 *   <li>After as long a time again without any, it begins with a second anew.
 * </ol>
 *
 * <p>Threads: {@link #mayInstall} any; {@link #onError} the holder of the claim.
 */
final class TableFull {
  private static final VarHandle UNTIL;
  private static final long FIRST_PAUSE_NS = 1_000_000_000;
  private static final long LONGEST_PAUSE_NS = 60 * FIRST_PAUSE_NS;

  static {
    try {
      UNTIL = MethodHandles.lookup().findVarHandle(TableFull.class, "untilNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Volatile: whether there was an error, so that {@link #untilNs} means anything. */
  private volatile boolean happened;

  /** Opaque: nothing is installed until then. */
  @SuppressWarnings("unused") // through its VarHandle
  private long untilNs;

  private long pauseNs;

  /** Whether an entry may be installed now. */
  boolean mayInstall(long nowNs) {
    return !happened || nowNs - (long) UNTIL.getOpaque(this) >= 0;
  }

  /**
   * The switch says that its table is full.
   *
   * @return for how long nothing is installed from now on, in nanoseconds; 0 when that is so
   *     already
   */
  long onError(long nowNs) {
    if (!mayInstall(nowNs)) { // 2
      return 0;
    }
    boolean isSoon = happened && nowNs - (untilNs + pauseNs) < 0;
    pauseNs = isSoon ? Math.min(2 * pauseNs, LONGEST_PAUSE_NS) : FIRST_PAUSE_NS; // 3, 4
    UNTIL.setOpaque(this, nowNs + pauseNs); // 1
    happened = true;
    return pauseNs;
  }
}
