package maestro.network.dataplane.classic;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.network.dataplane.FrameBurst;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.FrameOutput;

/**
 * A bridge that learns where addresses are (IEEE 802.1D), without spanning tree and VLANs.
 *
 * <ol>
 *   <li>A frame to an address that is reserved for bridges goes no further.
 *   <li>The source, when it is one station, is behind the port of the frame from now on.
 *   <li>A frame to a group, or to an address that is not known, leaves by all other ports.
 *   <li>A frame to an address that is known leaves by its port, unless it came from there.
 * </ol>
 *
 * <p>Confined to one thread. A frame that arrives is not changed, and allocates nothing unless its
 * source is new.
 */
public final class LearningBridge implements FrameInput {
  private static final int SRC_AT = 6;
  private static final long GROUP = 1L << 40;
  private static final long RESERVED = 0x0180_c200_0000L;
  private static final long RESERVED_MASK = 0xffff_ffff_fff0L;

  private final int portCount;
  private final BridgeTable addresses;
  private final long ageNs;
  private final FrameOutput output;
  private final LongSupplier clock;
  private long droppedFrames;
  private long unlearnedFrames;

  /** What was read ahead; kept, or the compiler would leave the reading out. */
  long touched;

  /**
   * A bridge that knows nothing.
   *
   * @param portCount 1 to 65535
   * @param mostAddresses how many it learns
   * @param ageNs after which an address without frames is forgotten
   * @param output takes the frames that leave
   * @param clock nanoseconds since an arbitrary origin
   */
  public LearningBridge(
      int portCount, int mostAddresses, long ageNs, FrameOutput output, LongSupplier clock) {
    this.portCount = portCount;
    this.addresses = new BridgeTable(mostAddresses);
    this.ageNs = ageNs;
    this.output = output;
    this.clock = clock;
  }

  /** {@inheritDoc} The frame is not changed. */
  @Override
  public void receive(int port, ByteBuffer b, int at, int lengthBytes) {
    if (lengthBytes < FrameInput.LEAST_FRAME_BYTES || lengthBytes > FrameInput.MOST_FRAME_BYTES) {
      droppedFrames++;
      return;
    }
    long dst = b.getLong(at) >>> 16;
    if ((dst & RESERVED_MASK) == RESERVED) {
      droppedFrames++;
      return;
    }
    long src = b.getLong(at + SRC_AT) >>> 16;
    if ((src & GROUP) == 0 && !addresses.learn(src, port, clock.getAsLong())) {
      unlearnedFrames++;
    }
    int to = (dst & GROUP) == 0 ? addresses.port(dst) : BridgeTable.UNKNOWN;
    if (to == BridgeTable.UNKNOWN) {
      flood(port, b, at, lengthBytes);
    } else if (to != port) {
      output.send(to, b, at, lengthBytes);
    }
  }

  /**
   * Reads the memory for all destinations first, so that the processor waits for many of them at
   * once.
   */
  @Override
  public void receive(FrameBurst burst) {
    ByteBuffer b = burst.bytes();
    long read = 0;
    for (int i = 0; i < burst.count(); i++) {
      if (burst.lengthBytes(i) >= FrameInput.LEAST_FRAME_BYTES) {
        read += addresses.touch(b.getLong(burst.at(i)) >>> 16);
      }
    }
    touched = read;
    FrameInput.super.receive(burst);
  }

  private void flood(int inPort, ByteBuffer b, int at, int lengthBytes) {
    for (int port = 1; port <= portCount; port++) {
      if (port != inPort) {
        output.send(port, b, at, lengthBytes);
      }
    }
  }

  /** Forgets the addresses whose time is over. To be called some times in their age. */
  void expire() {
    addresses.forget(clock.getAsLong(), ageNs);
  }

  /** How many addresses it knows. */
  int addressCount() {
    return addresses.count();
  }

  /** Frames that were too short, too long, or to a reserved address. */
  long droppedFrames() {
    return droppedFrames;
  }

  /** Frames from a new source that had no room. */
  long unlearnedFrames() {
    return unlearnedFrames;
  }
}
