package maestro.net.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Decides when flow entries may be installed in a switch that has refused one, since its table was
 * full or for any other reason:
 *
 * <ol>
 *   <li>A refusal stops installing for a second: packets are forwarded by PACKET_OUT alone.
 *   <li>Further errors in this pause come from entries that were already sent, and change nothing.
 *   <li>An error after the pause doubles it, up to a minute.
 *   <li>When a time as long as the pause passes without an error, the next pause is a second again.
 *   <li>After the first refusal no entry names the buffer of a packet any more: a switch that
 *       refuses the entry would lose the packet with it. The packet follows in a PACKET_OUT.
 * </ol>
 *
 * <p>Threads: {@link #onError} the holder of the claim; the others any.
 */
final class InstallPause {
  private static final VarHandle UNTIL;
  private static final VarHandle CALM;
  private static final long FIRST_PAUSE_NS = 1_000_000_000;
  private static final long LONGEST_PAUSE_NS = 60 * FIRST_PAUSE_NS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      UNTIL = lookup.findVarHandle(InstallPause.class, "untilNs", long.class);
      CALM = lookup.findVarHandle(InstallPause.class, "calmNs", long.class);
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
   * Whether the switch counts as one that refuses entries: there was an error, and not yet a time
   * as long as the pause without another one.
   */
  boolean isOngoing(long nowNs) {
    return happened && nowNs - (long) CALM.getOpaque(this) < 0;
  }

  /** Whether an entry may name the buffer of its packet. */
  boolean mayNameBuffers() { // 5
    return !happened;
  }

  /**
   * Handles an error for an entry.
   *
   * @return the length of the pause that begins, in nanoseconds; 0 when a pause lasts already
   */
  long onError(long nowNs) {
    if (!mayInstall(nowNs)) { // 2
      return 0;
    }
    pauseNs = isOngoing(nowNs) ? Math.min(2 * pauseNs, LONGEST_PAUSE_NS) : FIRST_PAUSE_NS; // 3, 4
    UNTIL.setOpaque(this, nowNs + pauseNs); // 1
    CALM.setOpaque(this, nowNs + 2 * pauseNs);
    happened = true;
    return pauseNs;
  }
}
