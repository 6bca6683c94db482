package maestro.sequence.batch;

import java.nio.ByteBuffer;
import maestro.api.FlowRequest;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.nulls.Initializer;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.FrameNumbers;
import maestro.openflow.PacketInFlyweight;
import maestro.openflow.entry.MatchFields;
import maestro.sequence.application.RunningApplication;
import maestro.state.SeesViews;
import maestro.state.Versions;
import org.jspecify.annotations.Nullable;

/**
 * The flyweight through which a stage sees the requests of its worker.
 *
 * <p>It tracks the fields that stages read, so that an entry for the request can match them. The
 * idea is that of Maple (Voellmy, Wang, Yang, Ford, Hudak, SIGCOMM 2013), which builds a tree of
 * reads. Here a set of fields for each request is enough, because an entry is for packets like this
 * one:
 *
 * <ol>
 *   <li>Each request of a batch has an int of {@link MatchFields}, 0 when the batch begins. The int
 *       lasts over all stages, however often they rewind.
 *   <li>An accessor sets the bits of the field that it reads, and of the fields on which the value
 *       depends. A port depends on the IP protocol, which depends on the Ethernet type and on a
 *       whole header.
 *   <li>Fields that every entry matches, and values that are not part of the packet, set no bits.
 *   <li>{@link UntrackedRequest} is the same request and sets no bits.
 * </ol>
 *
 * <p>A stage has a view of its own, valid as {@link StageCall} says. Each accessor checks that.
 *
 * <p>An accessor that tracks costs a load and a store in the batch's array. A request of which no
 * field is read costs only the clearing of its int.
 */
public final class RequestView implements FlowRequest, SeesViews {
  private static final int HEADER = MatchFields.ETH_TYPE | MatchFields.HEADER;
  private static final int PROTOCOL = HEADER | MatchFields.IP_PROTO;

  private static final int ADDRESS_BYTES = 12;
  private static final int ETHERNET_BYTES = 14;

  final PacketInFlyweight packetIn = new PacketInFlyweight();
  final FrameFlyweight frame = new FrameFlyweight();
  private final FlowRequest untracked;

  /** The fields that were read, by the index of the request in the batch. */
  private final int[] tracked;

  /** Whose stage has the view; null for the platform. */
  private final @Nullable RunningApplication application;

  /** The worker, from the first request of a call to its end; else null. */
  private @Nullable Thread caller;

  private Connection connection;
  private ByteBuffer buffer;
  private int index;
  private long nowNs;
  private Versions versions;

  /** FLOW_MODs to the switch of this run that are not counted yet. */
  private int flowMods;

  /**
   * Makes a view of a batch's requests.
   *
   * @param tracked the fields that were read of each request; {@link BatchView#reset} clears it
   * @param application whose stage gets the view; null for the platform's own
   * @param untrackedReads gets what is read untracked, in the same way; null when nobody asks for
   *     it
   */
  RequestView(
      int[] tracked, @Nullable RunningApplication application, int @Nullable [] untrackedReads) {
    this.tracked = tracked;
    this.application = application;
    this.untracked =
        untrackedReads == null
            ? new UntrackedRequest(this)
            : WatchedRequest.of(this, untrackedReads);
  }

  /** The view behind a request that a stage has, and may use. */
  public static RequestView of(FlowRequest request) {
    RequestView view =
        request instanceof RequestView own
            ? own
            : request instanceof UntrackedRequest plain
                ? plain.view()
                : WatchedRequest.viewOf(request);
    view.check();
    return view;
  }

  /** Throws, unless the calling thread is the worker, in a call. Any thread. */
  void check() {
    if (caller != Thread.currentThread()) {
      refuse();
    }
  }

  private void refuse() {
    if (application != null) {
      throw application.misused();
    }
  }

  /** The time of {@link #nowNs}, for the platform. */
  long timeNs() {
    return nowNs;
  }

  /** The fields that were read of the request. */
  int tracked() {
    return tracked[index];
  }

  /** Replaces the fields that were read of the request. */
  void tracked(int bits) {
    tracked[index] = bits;
  }

  private void track(int bits) {
    check();
    tracked[index] |= bits; // 2
  }

  @Initializer
  void begin(long cycleNs, Versions seenVersions) {
    nowNs = cycleNs;
    versions = seenVersions;
  }

  @Override
  public Versions versions() {
    check();
    return versions;
  }

  /** Sets the connection and the buffer of the requests that follow. */
  @Initializer
  void beginRun(Connection newConnection, ByteBuffer newBuffer) {
    countFlowMods();
    caller = Thread.currentThread();
    connection = newConnection;
    buffer = newBuffer;
  }

  /** Sets when the requests that follow were read. */
  void readAt(long readNs) {
    nowNs = readNs;
  }

  /** Notes that a FLOW_MOD was written for the request's own switch. */
  void hasFlowMod() {
    flowMods++;
  }

  /** Ends the call of a stage, or the batch. */
  void end() {
    countFlowMods();
    caller = null;
  }

  /** Counts what was tracked: once a run, not for each request. */
  private void countFlowMods() {
    if (flowMods != 0) {
      connection.flowTable().add(flowMods);
      flowMods = 0;
    }
  }

  /** Moves to a request; false when it is not a PACKET_IN with an Ethernet frame. */
  boolean wrap(int newIndex, int offset, int length) {
    index = newIndex;
    if (!packetIn.wrap(buffer, offset, length)) {
      connection.closing().malformed("a PACKET_IN of " + length + " bytes", buffer, offset, length);
      return false;
    }
    return frame.wrap(buffer, packetIn.dataOffset(), packetIn.dataLength());
  }

  /** Whether the frame is an untagged LLDP or BDDP frame. */
  boolean isLldp() {
    int type = frame.outerType();
    return type == FrameNumbers.TYPE_LLDP || type == FrameNumbers.TYPE_BDDP;
  }

  int frameBytes() {
    return packetIn.dataLength();
  }

  byte[] copyOfFrame() {
    byte[] frameBytes = new byte[packetIn.dataLength()];
    buffer.get(packetIn.dataOffset(), frameBytes);
    return frameBytes;
  }

  public Connection connection() {
    return connection;
  }

  int index() {
    return index;
  }

  @Override
  public long datapathId() {
    check();
    return Session.of(connection).info().datapathId();
  }

  @Override
  public int inPort() {
    check();
    return packetIn.inPort();
  }

  @Override
  public long nowNs() {
    check();
    return nowNs;
  }

  @Override
  public long ethSrc() {
    check();
    return frame.ethSrc();
  }

  @Override
  public long ethDst() {
    check();
    return frame.ethDst();
  }

  @Override
  public boolean isMulticast() {
    check();
    return frame.isMulticast();
  }

  @Override
  public int ethType() {
    track(MatchFields.ETH_TYPE);
    return frame.ethType();
  }

  @Override
  public int vlanId() {
    track(MatchFields.VLAN);
    return frame.vlanId();
  }

  @Override
  public boolean isIpv4() {
    track(HEADER);
    return frame.isIpv4();
  }

  @Override
  public int ipv4Src() {
    track(HEADER | MatchFields.IPV4_SRC);
    return frame.ipv4Src();
  }

  @Override
  public int ipv4Dst() {
    track(HEADER | MatchFields.IPV4_DST);
    return frame.ipv4Dst();
  }

  @Override
  public int ipProtocol() {
    track(PROTOCOL);
    return frame.ipProtocol();
  }

  @Override
  public int l4Src() {
    track(PROTOCOL | MatchFields.L4_SRC);
    return frame.l4Src();
  }

  @Override
  public int l4Dst() {
    track(PROTOCOL | MatchFields.L4_DST);
    return frame.l4Dst();
  }

  @Override
  public boolean isIpv6() {
    track(HEADER);
    return frame.isIpv6();
  }

  @Override
  public long ipv6SrcHigh() {
    track(HEADER | MatchFields.IPV6_SRC);
    return frame.ipv6SrcHigh();
  }

  @Override
  public long ipv6SrcLow() {
    track(HEADER | MatchFields.IPV6_SRC);
    return frame.ipv6SrcLow();
  }

  @Override
  public long ipv6DstHigh() {
    track(HEADER | MatchFields.IPV6_DST);
    return frame.ipv6DstHigh();
  }

  @Override
  public long ipv6DstLow() {
    track(HEADER | MatchFields.IPV6_DST);
    return frame.ipv6DstLow();
  }

  @Override
  public long ndTargetHigh() {
    track(HEADER | MatchFields.ND_TARGET);
    return frame.ndTargetHigh();
  }

  @Override
  public long ndTargetLow() {
    track(HEADER | MatchFields.ND_TARGET);
    return frame.ndTargetLow();
  }

  @Override
  public boolean isArp() {
    track(HEADER);
    return frame.isArp();
  }

  @Override
  public int arpOperation() {
    track(HEADER | MatchFields.ARP_OPERATION);
    return frame.arpOperation();
  }

  @Override
  public int arpSenderIpv4() {
    track(HEADER | MatchFields.ARP_SENDER_IPV4);
    return frame.arpSenderIpv4();
  }

  @Override
  public int arpTargetIpv4() {
    track(HEADER | MatchFields.ARP_TARGET_IPV4);
    return frame.arpTargetIpv4();
  }

  @Override
  public FlowRequest untracked() {
    check();
    return untracked;
  }

  @Override
  public int reason() {
    check();
    return packetIn.reason();
  }

  @Override
  public int tableId() {
    check();
    return packetIn.tableId();
  }

  @Override
  public long cookie() {
    check();
    return packetIn.cookie();
  }

  @Override
  public int bufferId() {
    check();
    return packetIn.bufferId();
  }

  @Override
  public int frameLength() {
    check();
    return packetIn.dataLength();
  }

  @Override
  public int frameByte(int i) {
    int value = byteAt(i);
    if (i >= ADDRESS_BYTES) { // 3
      boolean isType = i < ETHERNET_BYTES && frame.tagCount() == 0 && !frame.hasClosedTag();
      track(isType ? MatchFields.VLAN | MatchFields.ETH_TYPE : MatchFields.RAW);
    }
    return value;
  }

  /** A byte of the frame, untracked. */
  int byteAt(int i) {
    check();
    if (i < 0 || i >= packetIn.dataLength()) {
      throw new IndexOutOfBoundsException(
          "byte " + i + " of a frame of " + packetIn.dataLength() + " bytes");
    }
    return packetIn.buffer().get(packetIn.dataOffset() + i) & 0xff;
  }
}
