package maestro.apps.bandwidth;

import maestro.api.FlowRequest;
import maestro.api.topology.ReservedTraffic;
import maestro.apps.match.PacketField;
import maestro.apps.match.PacketMatch;

/**
 * The fields that identify a flow: all addresses of its packets, their ports if they have any, and
 * the VLAN of their tag, -1 without one. The key of a reservation between two hosts has these
 * alone: it is that of all their IPv4 packets without a tag.
 */
record FlowKey(
    long ethSrc,
    long ethDst,
    int ipSrc,
    int ipDst,
    int protocol,
    int l4Src,
    int l4Dst,
    int vlanId) {
  private static final long IPV4 = 0x0800;
  private static final int ALL = ReservedTraffic.ALL;
  private static final int TCP = 6;
  private static final int UDP = 17;

  /** The flow of an IPv4 packet. */
  static FlowKey of(FlowRequest request) {
    int protocol = request.ipProtocol();
    boolean hasPorts = (protocol == TCP || protocol == UDP) && request.l4Src() >= 0;
    return new FlowKey(
        request.ethSrc(),
        request.ethDst(),
        request.ipv4Src(),
        request.ipv4Dst(),
        protocol,
        hasPorts ? request.l4Src() : -1,
        hasPorts ? request.l4Dst() : -1,
        request.vlanId());
  }

  /** All IPv4 packets without a tag from one host to another. */
  static FlowKey between(long ethSrc, long ethDst) {
    return new FlowKey(ethSrc, ethDst, 0, 0, ALL, -1, -1, -1);
  }

  /** What an application reserves for. */
  static FlowKey of(ReservedTraffic traffic) {
    return new FlowKey(
        traffic.ethSrc(),
        traffic.ethDst(),
        traffic.ipv4Src(),
        traffic.ipv4Dst(),
        traffic.ipProtocol(),
        traffic.l4Src(),
        traffic.l4Dst(),
        -1);
  }

  /** The same of packets without a tag, for other applications. */
  ReservedTraffic traffic() {
    return new ReservedTraffic(ethSrc, ethDst, ipSrc, ipDst, protocol, l4Src, l4Dst);
  }

  /** Whether it is that of all packets between its hosts. */
  boolean isOfAllPackets() {
    return protocol == ALL;
  }

  /** Whether a host is the flow's source or destination. */
  boolean isOf(int vlan, long ethAddress) {
    boolean isInVlan = Math.max(0, vlan) == Math.max(0, vlanId);
    return isInVlan && (ethSrc == ethAddress || ethDst == ethAddress);
  }

  /** All packets of the flow that come in by a port. */
  PacketMatch packets(int inPort) {
    PacketMatch packets =
        PacketMatch.ALL
            .with(PacketField.IN_PORT, Integer.toUnsignedLong(inPort))
            .with(PacketField.ETH_SRC, ethSrc)
            .with(PacketField.ETH_DST, ethDst)
            .with(PacketField.VLAN, PacketField.vlan(vlanId))
            .with(PacketField.ETH_TYPE, IPV4);
    if (isOfAllPackets()) {
      return packets;
    }
    packets =
        packets
            .with(PacketField.IP_SRC, Integer.toUnsignedLong(ipSrc))
            .with(PacketField.IP_DST, Integer.toUnsignedLong(ipDst))
            .with(PacketField.PROTOCOL, protocol);
    return l4Src < 0
        ? packets
        : packets.with(PacketField.L4_SRC, l4Src).with(PacketField.L4_DST, l4Dst);
  }
}
