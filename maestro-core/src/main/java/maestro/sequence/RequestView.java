package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.api.FlowRequest;
import maestro.net.Connection;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.MatchFields;
import maestro.openflow.PacketInFlyweight;
import maestro.state.SeesViews;
import maestro.state.Versions;

/**
 * The one flyweight a worker shows its requests through.
 *
 * <p>It notes what is read, so that an entry for the request can match it (the idea of Maple,
 * Voellmy, Wang, Yang, Ford, Hudak, SIGCOMM 2013, which builds a tree of what was read; here each
 * request's own set of fields is enough, since an entry is for packets like this one):
 *
 * <ol>
 *   <li>Each request of a batch has an int of {@link MatchFields}, 0 when the batch begins. It
 *       stays over all stages, however often they rewind.
 *   <li>An accessor sets the bits of the field it reads and of those that its value depends on:
 *       whether there is a port depends on the protocol, whether there is that on the Ethernet type
 *       and on a whole header.
 *   <li>What every match says anyway sets nothing, nor does what is no part of the packet.
 *   <li>{@link UnnotedRequest} is the same request, and sets nothing.
 * </ol>
 *
 * <p>An accessor that notes costs a load and a store to the batch's array; a request whose fields
 * nobody reads costs nothing but the clearing of its int.
 */
final class RequestView implements FlowRequest, SeesViews {
  private static final int HEADER = MatchFields.ETH_TYPE | MatchFields.HEADER;
  private static final int PROTOCOL = HEADER | MatchFields.IP_PROTO;
  private static final int ADDRESS_BYTES = 12;
  private static final int ETHERNET_BYTES = 14;
  private static final int LLDP = 0x88cc;
  private static final int BDDP = 0x8942;

  final PacketInFlyweight packetIn = new PacketInFlyweight();
  final FrameFlyweight frame = new FrameFlyweight();
  private final UnnotedRequest unnoted = new UnnotedRequest(this);

  /** What was read, by the index of the request in the batch. */
  private final int[] noted;

  private Connection connection;
  private ByteBuffer buffer;
  private int index;
  private long nowNs;
  private Versions versions;

  /**
   * A view of a batch's requests.
   *
   * @param noted what was read of each; whoever begins a batch clears it
   */
  RequestView(int[] noted) {
    this.noted = noted;
  }

  /** The view behind a request that a stage was shown. */
  static RequestView of(FlowRequest request) {
    return request instanceof RequestView view ? view : ((UnnotedRequest) request).view();
  }

  /** What was read of the request. */
  int noted() {
    return noted[index];
  }

  private void note(int bits) {
    noted[index] |= bits; // 2
  }

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
    int type = frame.outerType();
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
    note(MatchFields.ETH_TYPE);
    return frame.ethType();
  }

  @Override
  public int vlanId() {
    note(MatchFields.VLAN);
    return frame.vlanId();
  }

  @Override
  public boolean isIpv4() {
    note(HEADER);
    return frame.isIpv4();
  }

  @Override
  public int ipv4Src() {
    note(HEADER | MatchFields.IPV4_SRC);
    return frame.ipv4Src();
  }

  @Override
  public int ipv4Dst() {
    note(HEADER | MatchFields.IPV4_DST);
    return frame.ipv4Dst();
  }

  @Override
  public int ipProtocol() {
    note(PROTOCOL);
    return frame.ipProtocol();
  }

  @Override
  public int l4Src() {
    note(PROTOCOL | MatchFields.L4_SRC);
    return frame.l4Src();
  }

  @Override
  public int l4Dst() {
    note(PROTOCOL | MatchFields.L4_DST);
    return frame.l4Dst();
  }

  @Override
  public boolean isArp() {
    note(HEADER);
    return frame.isArp();
  }

  @Override
  public int arpOperation() {
    note(HEADER | MatchFields.ARP_OPERATION);
    return frame.arpOperation();
  }

  @Override
  public int arpSenderIpv4() {
    note(HEADER | MatchFields.ARP_SENDER_IPV4);
    return frame.arpSenderIpv4();
  }

  @Override
  public int arpTargetIpv4() {
    note(HEADER | MatchFields.ARP_TARGET_IPV4);
    return frame.arpTargetIpv4();
  }

  @Override
  public FlowRequest unnoted() {
    return unnoted;
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
    int value = byteAt(i);
    if (i >= ADDRESS_BYTES) { // 3
      boolean isType = i < ETHERNET_BYTES && frame.tagCount() == 0 && !frame.hasClosedTag();
      note(isType ? MatchFields.VLAN | MatchFields.ETH_TYPE : MatchFields.RAW);
    }
    return value;
  }

  /** A byte of the frame, unnoted. */
  int byteAt(int i) {
    if (i < 0 || i >= packetIn.dataLength()) {
      throw new IndexOutOfBoundsException(
          "byte " + i + " of a frame of " + packetIn.dataLength() + " bytes");
    }
    return packetIn.buffer().get(packetIn.dataOffset() + i) & 0xff;
  }
}
