package maestro.network.flow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import maestro.network.link.FramesInFlight;
import org.jspecify.annotations.Nullable;

/**
 * What one flow sends, and what has become of it. Subclasses say when a frame is sent. Confined to
 * one thread.
 */
public abstract class Flow {
  /** A flow that waits for no time. */
  public static final long NEVER = Long.MIN_VALUE;

  /** Of a flow that is led another way more often, the first ones are noted. */
  static final int MOST_WAYS = 8;

  public final int number;
  public final TrafficSettings settings;
  public final int source;
  public final int target;
  public final long sizeBytes;
  public final int frameCount;
  public final long begunNs;

  /** When {@link #onTime} is to be called, or {@link #NEVER}. */
  public long dueNs = NEVER;

  /**
   * When {@link maestro.network.fabric.Traffic} looks at {@link #dueNs} next, or {@link #NEVER}.
   */
  public long awaitedNs = NEVER;

  /** Null until the target's address is known. */
  public FlowFrames.@Nullable Path path;

  private final List<Way> ways = new ArrayList<>(1);
  private final BitSet received = new BitSet();
  private long sentFrames;
  private long receivedFrames;
  private long duplicateFrames;
  private long firstSentNs = NEVER;
  private long firstReceivedNs = NEVER;
  private long lastReceivedNs;
  private long hopCount;
  private long shortestHopCount;
  private boolean over;

  Flow(int number, TrafficSettings settings, int source, int target, long sizeBytes, long begunNs) {
    this.number = number;
    this.settings = settings;
    this.source = source;
    this.target = target;
    this.sizeBytes = sizeBytes;
    this.begunNs = begunNs;
    int payloadBytes = payloadBytes(settings);
    this.frameCount = (int) Math.max(1, (sizeBytes + payloadBytes - 1) / payloadBytes);
  }

  private static int payloadBytes(TrafficSettings settings) {
    boolean isTcp = settings.kind() == TrafficSettings.Kind.TCP;
    return settings.frameBytes()
        - (isTcp ? FlowFrames.TCP_HEADER_BYTES : FlowFrames.UDP_HEADER_BYTES);
  }

  /** Sends frames of the flow. */
  public interface Sender {
    /** Asks for the connection; an acknowledgement with an empty block answers it. */
    void open(Flow flow);

    void data(Flow flow, int frame);

    /**
     * Acknowledges all frames before the first that is missing, and a block behind it.
     *
     * @param blockFrom the first frame of the block
     * @param blockTo the frame behind its last one
     */
    void acknowledge(Flow flow, int firstMissing, int blockFrom, int blockTo);
  }

  /**
   * The way of data frames from a time on.
   *
   * @param sinceNs when the first of them arrived
   * @param switches in the order in which they were passed
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Way(long sinceNs, int[] switches) {}

  /** A frame has arrived that no controller has sent on: notes its way, if it is another one. */
  public final void noteWay(FramesInFlight frames, int slot, long nowNs) {
    int count = ways.size();
    if (count < MOST_WAYS && (count == 0 || !frames.isWay(slot, ways.get(count - 1).switches()))) {
      ways.add(new Way(nowNs, frames.way(slot)));
    }
  }

  /** The ways of its frames, at most {@link #MOST_WAYS}. */
  public final List<Way> ways() {
    return ways;
  }

  /** The addresses are known, so frames can be sent. */
  public abstract void begin(long nowNs, Sender sender);

  /** The time {@link #dueNs} has come. */
  public abstract void onTime(long nowNs, Sender sender);

  /**
   * An acknowledgement has arrived at the source.
   *
   * @param blockFrom and {@code blockTo}: as in {@link Sender#acknowledge}
   */
  public abstract void acknowledged(
      int firstMissing, int blockFrom, int blockTo, long nowNs, Sender sender);

  /** A data frame has arrived at the target, for the first time or again. */
  abstract void arrived(int frame, Sender sender);

  /** A data frame leaves. */
  public final void sent(long nowNs) {
    left(nowNs);
    sentFrames++;
  }

  /** A frame leaves its source. */
  public final void left(long nowNs) {
    firstSentNs = firstSentNs == NEVER ? nowNs : firstSentNs;
  }

  /** A frame has reached its target. */
  public final void reached(long nowNs) {
    firstReceivedNs = firstReceivedNs == NEVER ? nowNs : firstReceivedNs;
  }

  /**
   * A frame has arrived at the target.
   *
   * @param hops switches that the frame has passed; 0 when that is not known
   */
  public final void received(int frame, int hops, int shortestHops, long nowNs, Sender sender) {
    if (frame < 0 || frame >= frameCount) {
      return;
    }
    reached(nowNs);
    boolean again = received.get(frame);
    if (again) {
      duplicateFrames++;
    } else {
      received.set(frame);
      receivedFrames++;
      lastReceivedNs = nowNs;
      if (hops > 0) {
        hopCount += hops;
        shortestHopCount += shortestHops;
      }
    }
    arrived(frame, sender);
  }

  public final int firstMissing() {
    return firstMissingFrom(0);
  }

  final int firstMissingFrom(int frame) {
    return received.nextClearBit(frame);
  }

  /** The first one of those that have arrived in a row until this one, which has. */
  final int blockFrom(int frame) {
    return received.previousClearBit(frame) + 1;
  }

  final void end() {
    over = true;
    dueNs = NEVER;
  }

  final boolean isOver() {
    return over;
  }

  /** Whether all of it has arrived. */
  public final boolean isComplete() {
    return receivedFrames == frameCount;
  }

  public final long sentFrames() {
    return sentFrames;
  }

  /** Different data frames that were sent; 0 when an address was never known. */
  public final long neededFrames() {
    return sentFrames - retransmittedFrames();
  }

  /** Different data frames that have arrived. */
  public final long receivedFrames() {
    return receivedFrames;
  }

  public final long duplicateFrames() {
    return duplicateFrames;
  }

  /** Frames that were sent again. */
  public long retransmittedFrames() {
    return 0;
  }

  public final long hopCount() {
    return hopCount;
  }

  public final long shortestHopCount() {
    return shortestHopCount;
  }

  /** From the first frame's departure, a SYN of TCP, until the first arrival; −1 without any. */
  public final long firstPacketNs() {
    return firstReceivedNs == NEVER ? -1 : firstReceivedNs - firstSentNs;
  }

  /** When the last new frame arrived; only when one has. */
  public final long lastReceivedNs() {
    return lastReceivedNs;
  }

  /** Bits of frames that arrived, by the time from the beginning until the last one; 0 for none. */
  public final double bitsPerSecond() {
    long tookNs = lastReceivedNs - begunNs;
    return receivedFrames == 0 || tookNs <= 0
        ? 0
        : receivedFrames * settings.frameBytes() * 8e9 / tookNs;
  }
}
