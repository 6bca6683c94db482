package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.api.FlowRequest;
import maestro.net.Connection;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.PacketInFlyweight;
import maestro.state.SeesViews;
import maestro.state.Versions;

/** The one flyweight a worker shows its requests through. */
final class RequestView implements FlowRequest, SeesViews {
  private static final int ETH_TYPE = 12;
  private static final int ETHERNET_BYTES = 14;
  private static final short LLDP = (short) 0x88cc;
  private static final short BDDP = (short) 0x8942;

  final PacketInFlyweight packetIn = new PacketInFlyweight();
  private final FrameFlyweight frame = new FrameFlyweight();
  private Connection connection;
  private ByteBuffer buffer;
  private int index;
  private long nowNs;
  private Versions versions;

  void begin(long cycleNs, Versions seenVersions) {
    nowNs = cycleNs;
    versions = seenVersions;
  }

  @Override
  public Versions versions() {
    return versions;
  }

  /** The requests that follow are of this connection and lie in this buffer. */
  void beginRun(Connection newConnection, ByteBuffer newBuffer) {
    connection = newConnection;
    buffer = newBuffer;
  }

  /** Moves to a request; false when it is no PACKET_IN with an Ethernet frame. */
  boolean wrap(int newIndex, int offset, int length) {
    index = newIndex;
    if (!packetIn.wrap(buffer, offset, length)) {
      connection.malformed("a PACKET_IN of " + length + " bytes", buffer, offset, length);
      return false;
    }
    return frame.wrap(buffer, packetIn.dataOffset(), packetIn.dataLength());
  }

  /** Whether the frame is an untagged LLDP or BDDP one. */
  boolean isLldp() {
    if (packetIn.dataLength() < ETHERNET_BYTES) {
      return false;
    }
    short type = buffer.getShort(packetIn.dataOffset() + ETH_TYPE);
    return type == LLDP || type == BDDP;
  }

  int frameBytes() {
    return packetIn.dataLength();
  }

  byte[] copyOfFrame() {
    byte[] frameBytes = new byte[packetIn.dataLength()];
    buffer.get(packetIn.dataOffset(), frameBytes);
    return frameBytes;
  }

  Connection connection() {
    return connection;
  }

  int index() {
    return index;
  }

  @Override
  public long datapathId() {
    return connection.session().info().datapathId();
  }

  @Override
  public int inPort() {
    return packetIn.inPort();
  }

  @Override
  public long nowNs() {
    return nowNs;
  }

  @Override
  public long ethSrc() {
    return frame.ethSrc();
  }

  @Override
  public long ethDst() {
    return frame.ethDst();
  }

  @Override
  public boolean isMulticast() {
    return frame.isMulticast();
  }

  @Override
  public int ethType() {
    return frame.ethType();
  }

  @Override
  public int vlanId() {
    return frame.vlanId();
  }

  @Override
  public boolean isIpv4() {
    return frame.isIpv4();
  }

  @Override
  public int ipv4Src() {
    return frame.ipv4Src();
  }

  @Override
  public int ipv4Dst() {
    return frame.ipv4Dst();
  }

  @Override
  public int ipProtocol() {
    return frame.ipProtocol();
  }

  @Override
  public int l4Src() {
    return frame.l4Src();
  }

  @Override
  public int l4Dst() {
    return frame.l4Dst();
  }

  @Override
  public int bufferId() {
    return packetIn.bufferId();
  }

  @Override
  public int frameLength() {
    return packetIn.dataLength();
  }

  @Override
  public int frameByte(int i) {
    if (i < 0 || i >= packetIn.dataLength()) {
      throw new IndexOutOfBoundsException(
          "byte " + i + " of a frame of " + packetIn.dataLength() + " bytes");
    }
    return packetIn.buffer().get(packetIn.dataOffset() + i) & 0xff;
  }
}
