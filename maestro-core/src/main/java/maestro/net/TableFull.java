package maestro.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Decides when flow entries may be installed in a switch whose table was full:
 *
 * <ol>
 *   <li>A table-full error stops installing for a second: packets are forwarded by PACKET_OUT
 *       alone.
 *   <li>Further errors in this pause come from entries that were already sent, and change nothing.
 *   <li>An error after the pause doubles it, up to a minute.
 *   <li>When a time as long as the pause passes without an error, the next pause is a second again.
 * </ol>
 *
 * <p>Threads: {@link #mayInstall} and {@link #isFull} any; {@link #onError} the holder of the
 * claim.
 */
final class TableFull {
  private static final VarHandle UNTIL;
  private static final VarHandle CALM;
  private static final long FIRST_PAUSE_NS = 1_000_000_000;
  private static final long LONGEST_PAUSE_NS = 60 * FIRST_PAUSE_NS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      UNTIL = lookup.findVarHandle(TableFull.class, "untilNs", long.class);
      CALM = lookup.findVarHandle(TableFull.class, "calmNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Volatile: whether there was an error; without one {@link #untilNs} has no meaning. */
  private volatile boolean happened;

  /** Opaque: the end of the pause. */
  @SuppressWarnings("unused") // through its VarHandle
  private long untilNs;

  /** Opaque: an error from then on begins with the first pause again. */
  @SuppressWarnings("unused") // through its VarHandle
  private long calmNs;

  private long pauseNs;

  /** Whether an entry may be installed now. */
  boolean mayInstall(long nowNs) {
    return !happened || nowNs - (long) UNTIL.getOpaque(this) >= 0;
  }

  /**
   * Whether the table counts as full: there was an error, and not yet a time as long as the pause
   * without another one.
   */
  boolean isFull(long nowNs) {
    return happened && nowNs - (long) CALM.getOpaque(this) < 0;
  }

  /**
   * Handles a table-full error.
   *
   * @return the length of the pause that begins, in nanoseconds; 0 when a pause lasts already
   */
  long onError(long nowNs) {
    if (!mayInstall(nowNs)) { // 2
      return 0;
    }
    pauseNs = isFull(nowNs) ? Math.min(2 * pauseNs, LONGEST_PAUSE_NS) : FIRST_PAUSE_NS; // 3, 4
    UNTIL.setOpaque(this, nowNs + pauseNs); // 1
    CALM.setOpaque(this, nowNs + 2 * pauseNs);
    happened = true;
    return pauseNs;
  }
}
