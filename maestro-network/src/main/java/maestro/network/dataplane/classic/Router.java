package maestro.network.dataplane.classic;

import java.nio.ByteBuffer;
import java.util.List;
import maestro.network.dataplane.FrameBurst;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.FrameOutput;
import maestro.openflow.FrameNumbers;

/**
 * A router for IPv4 (RFC 1812, section 5.2), without ARP, ICMP and fragmentation.
 *
 * <ol>
 *   <li>A packet whose header is too short or has a wrong version, length or checksum is dropped.
 *   <li>So is one whose time to live ends here, and one without a route.
 *   <li>The time to live is decremented, and the checksum updated (RFC 1141).
 *   <li>The frame gets the Ethernet addresses of the next hop, and leaves by its port.
 * </ol>
 *
 * <p>Confined to one thread. A frame allocates nothing.
 */
public final class Router implements FrameInput {
  private static final int SRC_AT = 6;
  private static final int TYPE_AT = 12;
  private static final int HEADER_AT = 14;
  private static final int LEAST_HEADER_BYTES = 20;
  private static final int TTL_AT = 8;
  private static final int SUM_AT = 10;
  private static final int DST_AT = 16;

  /** A time to live of 1, in the word with the protocol. */
  private static final int ONE_HOP = 0x0100;

  private final RouteTable routes;
  private final int[] ports;
  private final long[] sources;
  private final long[] destinations;
  private final FrameOutput output;
  private long droppedFrames;
  private long unroutableFrames;

  /** What was read ahead; kept, or the compiler would leave the reading out. */
  long touched;

  /**
   * A router.
   *
   * @param nextHops those of the routes; the first one has number 1
   * @param output takes the frames that leave
   */
  public Router(RouteTable routes, List<NextHop> nextHops, FrameOutput output) {
    this.routes = routes;
    this.ports = new int[nextHops.size() + 1];
    this.sources = new long[ports.length];
    this.destinations = new long[ports.length];
    for (int i = 1; i < ports.length; i++) {
      NextHop hop = nextHops.get(i - 1);
      ports[i] = hop.port();
      sources[i] = hop.source();
      destinations[i] = hop.destination();
    }
    this.output = output;
  }

  /** {@inheritDoc} The frame is changed where it lies. */
  @Override
  public void receive(int port, ByteBuffer b, int at, int lengthBytes) {
    int header = at + HEADER_AT;
    if (lengthBytes > FrameInput.MOST_FRAME_BYTES || !isRight(b, at, lengthBytes)) {
      droppedFrames++;
      return;
    }
    int lifeAndProtocol = b.getShort(header + TTL_AT) & 0xffff;
    if (lifeAndProtocol < 2 * ONE_HOP) {
      droppedFrames++;
      return;
    }
    int hop = routes.nextHop(b.getInt(header + DST_AT));
    if (hop == RouteTable.NONE) {
      unroutableFrames++;
      return;
    }
    b.putShort(header + TTL_AT, (short) (lifeAndProtocol - ONE_HOP));
    int sum = (b.getShort(header + SUM_AT) & 0xffff) + ONE_HOP; // what the header lost
    b.putShort(header + SUM_AT, (short) (sum + (sum >>> 16)));
    b.putShort(at, (short) (destinations[hop] >>> 32)).putInt(at + 2, (int) destinations[hop]);
    b.putShort(at + SRC_AT, (short) (sources[hop] >>> 32));
    b.putInt(at + SRC_AT + 2, (int) sources[hop]);
    output.send(ports[hop], b, at, lengthBytes);
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
      if (burst.lengthBytes(i) >= HEADER_AT + LEAST_HEADER_BYTES) {
        read += routes.nextHop(b.getInt(burst.at(i) + HEADER_AT + DST_AT));
      }
    }
    touched = read;
    FrameInput.super.receive(burst);
  }

  private static boolean isRight(ByteBuffer b, int at, int lengthBytes) {
    int availableBytes = lengthBytes - HEADER_AT;
    if (availableBytes < LEAST_HEADER_BYTES
        || (b.getShort(at + TYPE_AT) & 0xffff) != FrameNumbers.TYPE_IPV4) {
      return false;
    }
    int header = at + HEADER_AT;
    int versionAndWords = b.get(header) & 0xff;
    int headerBytes = (versionAndWords & 0xf) * 4;
    int packetBytes = b.getShort(header + 2) & 0xffff;
    return versionAndWords >>> 4 == 4
        && headerBytes >= LEAST_HEADER_BYTES
        && headerBytes <= packetBytes
        && packetBytes <= availableBytes
        && sumIsRight(b, header, headerBytes);
  }

  /** Sums words of 32 bits, which gives the same folded sum as words of 16. */
  private static boolean sumIsRight(ByteBuffer b, int header, int headerBytes) {
    long sum = 0;
    for (int i = 0; i < headerBytes; i += 4) {
      sum += b.getInt(header + i) & 0xffff_ffffL;
    }
    sum = (sum & 0xffff) + (sum >>> 16 & 0xffff) + (sum >>> 32);
    sum = (sum & 0xffff) + (sum >>> 16);
    return (sum & 0xffff) + (sum >>> 16) == 0xffff;
  }

  /** Frames that were too long, not IPv4, wrong, or at the end of their life. */
  long droppedFrames() {
    return droppedFrames;
  }

  /** Packets without a route. */
  long unroutableFrames() {
    return unroutableFrames;
  }
}
