package maestro.network.flow;

import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/**
 * Sends as TCP with selective acknowledgements does. Frames are counted instead of bytes. Confined
 * to one thread.
 *
 * <ol>
 *   <li>Data is sent when a SYN was answered. Its round trip is the first one that is known, so
 *       that the timer suits the path. When the SYN was sent more than once, the timer is that of
 *       the time since the first one, which is 3 s and more (RFC 6298, 5.7); when it was sent more
 *       than twice, the congestion window begins with one frame (RFC 5681, 3.1, as Linux reads it).
 *   <li>Each data frame is acknowledged by the number of the first one that is missing, and by the
 *       block of frames around the one that arrived (RFC 2018).
 *   <li>A frame is lost when {@value #LATER_FRAMES} later ones have arrived (RFC 6675, IsLost).
 *   <li>Frames are in the pipe that were sent, or sent again, and have neither arrived nor are lost
 *       (RFC 6675, SetPipe). As many are in it as the congestion window has. Lost frames go first,
 *       each once, then new ones, of which at most {@code window} are unacknowledged; then, after a
 *       loss, other frames before one that has arrived, and once the last frame of all (NextSeg 1
 *       to 4).
 *   <li>The congestion window begins with {@value #FIRST_WINDOW} frames; it doubles each round trip
 *       up to the threshold, then grows by a frame each round trip (RFC 5681).
 *   <li>A loss halves window and threshold, once for all frames that are out, and the first one is
 *       sent again, however many are in the pipe. The window does not grow above the threshold
 *       until those are acknowledged (RFC 6675, 5).
 *   <li>Without an acknowledgement of the first missing frame for the time that RFC 6298 computes
 *       from the round trip of each frame, with a clock of 200 ms, all that has not arrived is
 *       lost, the window is one, and the time doubles (RFC 6675, 5.1).
 *   <li>After {@value #MOST_TIMEOUTS} timeouts in a row the flow gives up.
 * </ol>
 */
public final class TcpFlow extends Flow {
  private static final int FIRST_WINDOW = 10;
  private static final int MOST_TIMEOUTS = 10;
  private static final int LATER_FRAMES = 3;
  private static final long CLOCK_NS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Nobody knows which of the two was acknowledged (Karn). */
  private static final long SENT_AGAIN = Long.MIN_VALUE;

  private static final long FIRST_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long MOST_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);

  private final int mostWindow;
  private double window;
  private double threshold;

  /** The first frame that is missing at the target, as far as the source knows (HighACK). */
  private int acknowledged;

  /** Frames above {@link #acknowledged} that have arrived, as far as the source knows. */
  private final BitSet arrived = new BitSet();

  /** Frames below have been sent at least once (HighData). */
  private int next;

  /** Frames below have arrived, or are lost. */
  private int lostBelow;

  /** Frames below that had not arrived have been sent again (HighRxt). */
  private int againBelow;

  private int pipe;

  /** A loss below is known, so that the window is not halved again (RecoveryPoint). */
  private int recovered;

  /** Whether a loss below {@link #recovered} was found by later frames, and not by the timer. */
  private boolean recovering;

  /**
   * The last frame of all is sent again when this one and the next one have arrived (RescueRxt).
   */
  private int rescue;

  private int timeoutsInARow;
  private long retransmitted;

  /** When each frame that is out was sent, in a ring; {@link #SENT_AGAIN} of others. */
  private final long[] sentNs;

  private boolean isOpen;
  private long firstSynNs;
  private double smoothedNs;
  private double variationNs;
  private long timeoutNs = FIRST_TIMEOUT_NS;

  public TcpFlow(
      int number, TrafficSettings settings, int source, int target, long sizeBytes, long begunNs) {
    super(number, settings, source, target, sizeBytes, begunNs);
    this.mostWindow = Math.max(1, settings.windowBytes() / settings.frameBytes());
    this.window = Math.min(FIRST_WINDOW, mostWindow);
    this.threshold = mostWindow;
    this.sentNs = new long[Math.min(mostWindow, frameCount)];
  }

  @Override
  public void begin(long nowNs, Sender sender) { // 1
    firstSynNs = nowNs;
    sender.open(this);
    dueNs = nowNs + timeoutNs;
  }

  private void open(long nowNs) { // 1
    isOpen = true;
    if (timeoutsInARow == 0) {
      measured(nowNs - firstSynNs);
    } else {
      timeoutNs = Math.min(MOST_TIMEOUT_NS, 3 * (nowNs - firstSynNs));
      window = timeoutsInARow == 1 ? window : 1;
      timeoutsInARow = 0;
    }
  }

  private void fill(long nowNs, Sender sender) { // 4
    while (pipe + 1 <= window) {
      int hole = arrived.nextClearBit(Math.max(againBelow, acknowledged));
      if (hole < lostBelow) {
        again(hole, sender);
      } else if (next < frameCount && next - acknowledged < mostWindow) {
        sentNs[next % sentNs.length] = nowNs;
        pipe++;
        sender.data(this, next++);
      } else if (recovering && hole < arrived.length()) {
        again(hole, sender);
      } else {
        rescue(sender);
        return;
      }
    }
  }

  private void again(int frame, Sender sender) {
    againBelow = frame + 1;
    pipe++;
    repeat(frame, sender);
  }

  /** Sends the last frame again, of which no later one can say that it is lost. */
  private void rescue(Sender sender) {
    if (recovering && acknowledged > rescue + 1) {
      rescue = recovered - 1;
      repeat(arrived.previousClearBit(next - 1), sender);
    }
  }

  private void repeat(int frame, Sender sender) {
    sentNs[frame % sentNs.length] = SENT_AGAIN;
    retransmitted++;
    sender.data(this, frame);
  }

  @Override
  void arrived(int frame, Sender sender) { // 2
    sender.acknowledge(this, firstMissing(), blockFrom(frame), firstMissingFrom(frame));
  }

  @Override
  public void acknowledged(
      int firstMissing, int blockFrom, int blockTo, long nowNs, Sender sender) {
    if (isOver() || firstMissing > next || blockTo > next) {
      return;
    }
    for (int frame = Math.max(acknowledged, blockFrom); frame < blockTo; frame++) {
      noteArrived(frame, nowNs);
    }
    boolean isNew = firstMissing > acknowledged || !isOpen;
    if (!isOpen) {
      open(nowNs);
    }
    if (isNew) {
      advance(firstMissing, nowNs);
      if (acknowledged == frameCount) {
        end();
        return;
      }
    }
    boolean begins = findLost();
    if (begins) { // 6
      threshold = Math.max(2, window / 2);
      window = threshold;
      recovered = next;
      recovering = true;
      rescue = acknowledged;
      againBelow = acknowledged;
      pipe = pipe();
      again(acknowledged, sender);
    }
    fill(nowNs, sender);
    if (isNew || begins) {
      dueNs = nowNs + timeoutNs;
    }
  }

  private void advance(int firstMissing, long nowNs) {
    for (; acknowledged < firstMissing; acknowledged++) {
      noteArrived(acknowledged, nowNs);
      if (window < threshold) { // 5
        window++;
      } else if (acknowledged >= recovered) {
        window = Math.min(mostWindow, window + 1 / window);
      }
    }
    recovering = recovering && acknowledged < recovered;
    timeoutsInARow = 0;
  }

  private void noteArrived(int frame, long nowNs) {
    if (arrived.get(frame)) {
      return;
    }
    pipe -= copies(frame);
    arrived.set(frame);
    long frameSentNs = sentNs[frame % sentNs.length];
    if (frameSentNs != SENT_AGAIN) {
      measured(nowNs - frameSentNs);
    }
  }

  /** Returns whether a loss is known now that the window was not halved for. */
  private boolean findLost() { // 3
    int latest = arrived.length();
    for (int i = 0; i < LATER_FRAMES && latest >= 0; i++) {
      latest = arrived.previousSetBit(latest - 1);
    }
    loseBelow(latest);
    return acknowledged < lostBelow && acknowledged >= recovered;
  }

  private void loseBelow(int frame) {
    for (; lostBelow < frame; lostBelow++) {
      if (!arrived.get(lostBelow)) {
        pipe--;
      }
    }
  }

  private int pipe() {
    int frames = 0;
    for (int frame = acknowledged; frame < next; frame++) {
      frames += arrived.get(frame) ? 0 : copies(frame);
    }
    return frames;
  }

  /** How many of a frame are in the pipe that has not arrived. */
  private int copies(int frame) {
    return (frame >= lostBelow ? 1 : 0) + (frame < againBelow ? 1 : 0);
  }

  private void measured(long roundTripNs) {
    if (smoothedNs == 0) {
      smoothedNs = roundTripNs;
      variationNs = roundTripNs / 2.0;
    } else {
      variationNs = 0.75 * variationNs + 0.25 * Math.abs(smoothedNs - roundTripNs);
      smoothedNs = 0.875 * smoothedNs + 0.125 * roundTripNs;
    }
    long computedNs = (long) (smoothedNs + Math.max((double) CLOCK_NS, 4 * variationNs));
    timeoutNs = Math.min(MOST_TIMEOUT_NS, computedNs);
  }

  @Override
  public void onTime(long nowNs, Sender sender) { // 7
    if (++timeoutsInARow > MOST_TIMEOUTS) { // 8
      end();
      return;
    }
    timeoutNs = Math.min(MOST_TIMEOUT_NS, 2 * timeoutNs);
    dueNs = nowNs + timeoutNs;
    if (!isOpen) {
      sender.open(this);
      return;
    }
    threshold = Math.max(2, window / 2);
    window = 1;
    recovered = next;
    recovering = false;
    loseBelow(next);
    againBelow = acknowledged;
    pipe = 0;
    fill(nowNs, sender);
  }

  @Override
  public long retransmittedFrames() {
    return retransmitted;
  }
}
