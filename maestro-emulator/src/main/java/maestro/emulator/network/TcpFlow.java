package maestro.emulator.network;

import java.util.concurrent.TimeUnit;

/**
 * Sends as TCP does, without its handshakes. Frames are counted instead of bytes. Confined to one
 * thread.
 *
 * <ol>
 *   <li>Each data frame is acknowledged by the number of the first one that is missing.
 *   <li>As many frames are out as the congestion window has, at most those of the {@code window}.
 *   <li>The congestion window begins with {@value #FIRST_WINDOW} frames; it doubles each round trip
 *       up to the threshold, then grows by a frame each round trip (RFC 5681).
 *   <li>The third acknowledgement of the same number has that frame sent again, and halves window
 *       and threshold, once for all frames that are out (RFC 5681, 6582).
 *   <li>Without an acknowledgement for the time that RFC 6298 computes from round trips, all frames
 *       from the first missing one are sent again, beginning with a window of one, and the time
 *       doubles.
 *   <li>After {@value #MOST_TIMEOUTS} timeouts in a row the flow gives up.
 * </ol>
 */
final class TcpFlow extends Flow {
  private static final int FIRST_WINDOW = 10;
  private static final int MOST_TIMEOUTS = 10;
  private static final int SAME_ACKS = 3;
  private static final long LEAST_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long FIRST_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long MOST_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

  private final int mostWindow;
  private double window = FIRST_WINDOW;
  private double threshold;
  private int acknowledged;
  private int next;

  /** Frames below have been sent at least once. */
  private int sentUpTo;

  /** A loss below is known, so that the window is not halved again. */
  private int recovered;

  private int sameAcks;
  private int timeoutsInARow;
  private long retransmitted;

  /** The frame whose round trip is measured, or −1. */
  private int timed = -1;

  private long timedNs;
  private double smoothedNs;
  private double variationNs;
  private long timeoutNs = FIRST_TIMEOUT_NS;

  TcpFlow(
      int number, TrafficSettings settings, int source, int target, long sizeBytes, long begunNs) {
    super(number, settings, source, target, sizeBytes, begunNs);
    this.mostWindow = Math.max(1, settings.windowBytes() / settings.frameBytes());
    this.threshold = mostWindow;
  }

  @Override
  void begin(long nowNs, Sender sender) {
    fill(nowNs, sender);
    dueNs = nowNs + timeoutNs;
  }

  private void fill(long nowNs, Sender sender) {
    while (next < frameCount && next - acknowledged < Math.min(window, mostWindow)) { // 2
      if (next < sentUpTo) {
        retransmitted++;
      } else if (timed < 0) {
        timed = next;
        timedNs = nowNs;
      }
      sender.data(this, next++);
      sentUpTo = Math.max(sentUpTo, next);
    }
  }

  @Override
  void arrived(boolean again, Sender sender) { // 1
    sender.acknowledge(this, firstMissing());
  }

  @Override
  void acknowledged(int firstMissing, long nowNs, Sender sender) {
    if (isOver() || firstMissing < acknowledged || firstMissing > frameCount) {
      return;
    }
    if (firstMissing == acknowledged) {
      repeated(nowNs, sender);
      return;
    }
    if (timed >= 0 && firstMissing > timed) {
      measured(nowNs - timedNs);
      timed = -1;
    }
    for (int i = acknowledged; i < firstMissing; i++) { // 3
      window = Math.min(mostWindow, window + (window < threshold ? 1 : 1 / window));
    }
    acknowledged = firstMissing;
    next = Math.max(next, firstMissing);
    sameAcks = 0;
    timeoutsInARow = 0;
    if (acknowledged == frameCount) {
      end();
      return;
    }
    if (acknowledged < recovered && acknowledged < sentUpTo) { // the next hole
      again(acknowledged, sender);
    }
    fill(nowNs, sender);
    dueNs = nowNs + timeoutNs;
  }

  private void repeated(long nowNs, Sender sender) {
    if (++sameAcks == SAME_ACKS && acknowledged >= recovered) { // 4
      recovered = next;
      threshold = Math.max(2, window / 2);
      window = threshold;
      again(acknowledged, sender);
      dueNs = nowNs + timeoutNs;
    }
  }

  private void again(int frame, Sender sender) {
    timed = -1; // nobody knows which of the two was acknowledged (Karn)
    retransmitted++;
    sender.data(this, frame);
  }

  private void measured(long roundTripNs) {
    if (smoothedNs == 0) {
      smoothedNs = roundTripNs;
      variationNs = roundTripNs / 2.0;
    } else {
      variationNs = 0.75 * variationNs + 0.25 * Math.abs(smoothedNs - roundTripNs);
      smoothedNs = 0.875 * smoothedNs + 0.125 * roundTripNs;
    }
    long computedNs = (long) (smoothedNs + 4 * variationNs);
    timeoutNs = Math.max(LEAST_TIMEOUT_NS, Math.min(MOST_TIMEOUT_NS, computedNs));
  }

  @Override
  void onTime(long nowNs, Sender sender) { // 5
    if (++timeoutsInARow > MOST_TIMEOUTS) { // 6
      end();
      return;
    }
    threshold = Math.max(2, window / 2);
    window = 1;
    next = acknowledged;
    recovered = acknowledged;
    sameAcks = 0;
    timed = -1;
    timeoutNs = Math.min(MOST_TIMEOUT_NS, 2 * timeoutNs);
    fill(nowNs, sender);
    dueNs = nowNs + timeoutNs;
  }

  @Override
  long retransmittedFrames() {
    return retransmitted;
  }
}
