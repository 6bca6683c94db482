package maestro.api.openflow;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.protocol.oxm.OFOxm;
import org.projectfloodlight.openflow.protocol.oxm.OFOxms;
import org.projectfloodlight.openflow.types.ArpOpcode;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.ICMPv4Code;
import org.projectfloodlight.openflow.types.ICMPv4Type;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv6Address;
import org.projectfloodlight.openflow.types.IPv6FlowLabel;
import org.projectfloodlight.openflow.types.IpDscp;
import org.projectfloodlight.openflow.types.IpEcn;
import org.projectfloodlight.openflow.types.IpProtocol;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.Masked;
import org.projectfloodlight.openflow.types.OFBooleanValue;
import org.projectfloodlight.openflow.types.OFMetadata;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFValueType;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.U16;
import org.projectfloodlight.openflow.types.U32;
import org.projectfloodlight.openflow.types.U64;
import org.projectfloodlight.openflow.types.U8;
import org.projectfloodlight.openflow.types.VlanPcp;

/**
 * A field as openflowj has it, and its values as bits. Immutable.
 *
 * @param maker makes a value of its upper and lower 64 bits
 * @param high the upper 64 bits of a value
 * @param low the lower ones
 */
record OpenflowjField<F extends OFValueType<F>>(
    MatchField<F> field, Maker<F> maker, ToLongFunction<F> high, ToLongFunction<F> low) {
  /** Makes a value. */
  @FunctionalInterface
  interface Maker<F> {
    F make(long high, long low);
  }

  /** The fields that openflowj has. */
  static Map<OxmField, OpenflowjField<?>> all() {
    Map<OxmField, OpenflowjField<?>> all = new EnumMap<>(OxmField.class);
    for (OxmField each : OxmField.values()) {
      OpenflowjField<?> field = of(each);
      if (field != null) {
        all.put(each, field);
      }
    }
    return all;
  }

  private static @Nullable OpenflowjField<?> of(OxmField field) {
    return switch (field) {
      case IN_PORT -> port(MatchField.IN_PORT);
      case IN_PHY_PORT -> port(MatchField.IN_PHY_PORT);
      case METADATA -> of(MatchField.METADATA, OFMetadata::ofRaw, m -> m.getValue().getValue());
      case ETH_DST -> mac(MatchField.ETH_DST);
      case ETH_SRC -> mac(MatchField.ETH_SRC);
      case ETH_TYPE -> of(MatchField.ETH_TYPE, n -> EthType.of((int) n), EthType::getValue);
      case VLAN_VID ->
          of(
              MatchField.VLAN_VID,
              n -> OFVlanVidMatch.ofRawVid((short) n),
              OFVlanVidMatch::getRawVid);
      case VLAN_PCP -> of(MatchField.VLAN_PCP, n -> VlanPcp.of((byte) n), VlanPcp::getValue);
      case IP_DSCP -> of(MatchField.IP_DSCP, n -> IpDscp.of((byte) n), IpDscp::getDscpValue);
      case IP_ECN -> of(MatchField.IP_ECN, n -> IpEcn.of((byte) n), IpEcn::getEcnValue);
      case IP_PROTO ->
          of(MatchField.IP_PROTO, n -> IpProtocol.of((short) n), IpProtocol::getIpProtocolNumber);
      case IPV4_SRC -> ipv4(MatchField.IPV4_SRC);
      case IPV4_DST -> ipv4(MatchField.IPV4_DST);
      case TCP_SRC -> transport(MatchField.TCP_SRC);
      case TCP_DST -> transport(MatchField.TCP_DST);
      case UDP_SRC -> transport(MatchField.UDP_SRC);
      case UDP_DST -> transport(MatchField.UDP_DST);
      case SCTP_SRC -> transport(MatchField.SCTP_SRC);
      case SCTP_DST -> transport(MatchField.SCTP_DST);
      case ICMPV4_TYPE ->
          of(MatchField.ICMPV4_TYPE, n -> ICMPv4Type.of((short) n), ICMPv4Type::getType);
      case ICMPV4_CODE ->
          of(MatchField.ICMPV4_CODE, n -> ICMPv4Code.of((short) n), ICMPv4Code::getCode);
      case ARP_OP -> of(MatchField.ARP_OP, n -> ArpOpcode.of((int) n), ArpOpcode::getOpcode);
      case ARP_SPA -> ipv4(MatchField.ARP_SPA);
      case ARP_TPA -> ipv4(MatchField.ARP_TPA);
      case ARP_SHA -> mac(MatchField.ARP_SHA);
      case ARP_THA -> mac(MatchField.ARP_THA);
      case IPV6_SRC -> ipv6(MatchField.IPV6_SRC);
      case IPV6_DST -> ipv6(MatchField.IPV6_DST);
      case IPV6_FLABEL ->
          of(
              MatchField.IPV6_FLABEL,
              n -> IPv6FlowLabel.of((int) n),
              IPv6FlowLabel::getIPv6FlowLabelValue);
      case ICMPV6_TYPE -> octet(MatchField.ICMPV6_TYPE);
      case ICMPV6_CODE -> octet(MatchField.ICMPV6_CODE);
      case IPV6_ND_TARGET -> ipv6(MatchField.IPV6_ND_TARGET);
      case IPV6_ND_SLL -> mac(MatchField.IPV6_ND_SLL);
      case IPV6_ND_TLL -> mac(MatchField.IPV6_ND_TLL);
      case MPLS_LABEL -> of(MatchField.MPLS_LABEL, U32::of, U32::getValue);
      case MPLS_TC -> octet(MatchField.MPLS_TC);
      case MPLS_BOS ->
          of(MatchField.MPLS_BOS, n -> OFBooleanValue.of(n == 1), OFBooleanValue::getInt);
      case TUNNEL_ID -> of(MatchField.TUNNEL_ID, U64::of, U64::getValue);
      case IPV6_EXTHDR -> of(MatchField.IPV6_EXTHDR, n -> U16.of((int) n), U16::getValue);
      case PBB_ISID -> null;
    };
  }

  /** A field of at most 64 bits. */
  static <F extends OFValueType<F>> OpenflowjField<F> of(
      MatchField<F> field, LongFunction<F> maker, ToLongFunction<F> bits) {
    return new OpenflowjField<>(field, (high, low) -> maker.apply(low), value -> 0, bits);
  }

  static OpenflowjField<OFPort> port(MatchField<OFPort> field) {
    return of(field, n -> OFPort.of((int) n), OFPort::getPortNumber);
  }

  static OpenflowjField<MacAddress> mac(MatchField<MacAddress> field) {
    return of(field, MacAddress::of, MacAddress::getLong);
  }

  static OpenflowjField<IPv4Address> ipv4(MatchField<IPv4Address> field) {
    return of(field, n -> IPv4Address.of((int) n), IPv4Address::getInt);
  }

  static OpenflowjField<TransportPort> transport(MatchField<TransportPort> field) {
    return of(field, n -> TransportPort.of((int) n), TransportPort::getPort);
  }

  static OpenflowjField<U8> octet(MatchField<U8> field) {
    return of(field, n -> U8.of((short) n), U8::getValue);
  }

  static OpenflowjField<IPv6Address> ipv6(MatchField<IPv6Address> field) {
    return new OpenflowjField<>(
        field, IPv6Address::of, value -> half(value, 0), value -> half(value, 4));
  }

  private static long half(IPv6Address address, int firstWord) {
    long half = 0;
    for (int word = firstWord; word < firstWord + 4; word++) {
      half = half << 16 | address.getUnsignedShortWord(word);
    }
    return half;
  }

  boolean add(OxmValue value, Match.Builder match) {
    boolean isExact = value.isExact();
    if (!match.supports(field) || !(isExact || match.supportsMasked(field))) {
      return false;
    }
    try {
      F exact = maker.make(value.high(), value.low());
      if (isExact) {
        match.setExact(field, exact);
      } else {
        match.setMasked(field, exact, maker.make(value.highMask(), value.lowMask()));
      }
      return true;
    } catch (UnsupportedOperationException | IllegalArgumentException e) { // such as a mask of 1.0
      return false;
    }
  }

  OFOxm<F> oxm(OxmValue value, OFOxms oxms) {
    return oxms.fromValue(maker.make(value.high(), value.low()), field);
  }

  OxmValue in(Match match, OxmField of) {
    if (!match.isPartiallyMasked(field)) {
      F value = match.get(field);
      return new OxmValue(of, high.applyAsLong(value), low.applyAsLong(value));
    }
    Masked<F> masked = match.getMasked(field);
    F value = masked.getValue();
    F mask = masked.getMask();
    return new OxmValue(
        of,
        high.applyAsLong(value),
        low.applyAsLong(value),
        high.applyAsLong(mask),
        low.applyAsLong(mask));
  }
}
