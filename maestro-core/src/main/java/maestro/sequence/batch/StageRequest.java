package maestro.sequence.batch;

import maestro.api.FlowRequest;
import maestro.net.session.Session;
import maestro.openflow.FrameFlyweight;
import maestro.openflow.PacketInFlyweight;
import maestro.openflow.entry.MatchFields;
import maestro.state.SeesViews;
import maestro.state.Versions;
import org.jspecify.annotations.Nullable;

/**
 * The current request of a {@link RequestView}, as the stage of an application has it.
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
 *   <li>The untracked request is a second object of this class. It sets no bits; in a checked stage
 *       it sets them in ints of its own, for {@link StageCheck}.
 * </ol>
 *
 * <p>An accessor that tracks costs a load and a store in an array. A request of which no field is
 * read costs only the clearing of its int.
 */
final class StageRequest implements FlowRequest, SeesViews {
  private static final int HEADER = MatchFields.ETH_TYPE | MatchFields.HEADER;
  private static final int PROTOCOL = HEADER | MatchFields.IP_PROTO;

  private static final int ADDRESS_BYTES = 12;
  private static final int ETHERNET_BYTES = 14;

  private final RequestView view;
  private final PacketInFlyweight packetIn;
  private final FrameFlyweight frame;
  private final int @Nullable [] reads;

  /**
   * Makes a request.
   *
   * @param reads gets the fields that are read, by the index of the request in the batch; null when
   *     nobody asks for them
   */
  StageRequest(RequestView view, int @Nullable [] reads) {
    this.view = view;
    this.packetIn = view.packetIn;
    this.frame = view.frame;
    this.reads = reads;
  }

  RequestView view() {
    return view;
  }

  private void track(int bits) {
    view.check();
    if (reads != null) {
      reads[view.index()] |= bits; // 2
    }
  }

  @Override
  public Versions versions() {
    view.check();
    return view.versions();
  }

  @Override
  public long datapathId() {
    view.check();
    return Session.of(view.connection()).info().datapathId();
  }

  @Override
  public int inPort() {
    view.check();
    return packetIn.inPort();
  }

  @Override
  public long nowNs() {
    view.check();
    return view.timeNs();
  }

  @Override
  public long ethSrc() {
    view.check();
    return frame.ethSrc();
  }

  @Override
  public long ethDst() {
    view.check();
    return frame.ethDst();
  }

  @Override
  public boolean isMulticast() {
    view.check();
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
    view.check();
    return view.untracked();
  }

  @Override
  public int reason() {
    view.check();
    return packetIn.reason();
  }

  @Override
  public int tableId() {
    view.check();
    return packetIn.tableId();
  }

  @Override
  public long cookie() {
    view.check();
    return packetIn.cookie();
  }

  @Override
  public int bufferId() {
    view.check();
    return packetIn.bufferId();
  }

  @Override
  public int frameLength() {
    view.check();
    return packetIn.dataLength();
  }

  @Override
  public int frameByte(int i) {
    view.check();
    if (i < 0 || i >= packetIn.dataLength()) {
      throw new IndexOutOfBoundsException(
          "byte " + i + " of a frame of " + packetIn.dataLength() + " bytes");
    }
    if (reads != null && i >= ADDRESS_BYTES) { // 3
      boolean isType = i < ETHERNET_BYTES && frame.tagCount() == 0 && !frame.hasClosedTag();
      track(isType ? MatchFields.VLAN | MatchFields.ETH_TYPE : MatchFields.RAW);
    }
    return packetIn.buffer().get(packetIn.dataOffset() + i) & 0xff;
  }
}
