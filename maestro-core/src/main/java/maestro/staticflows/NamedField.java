package maestro.staticflows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBooleanValue;
import org.projectfloodlight.openflow.types.OFMetadata;
import org.projectfloodlight.openflow.types.OFValueType;
import org.projectfloodlight.openflow.types.TransportPort;
import org.projectfloodlight.openflow.types.U32;
import org.projectfloodlight.openflow.types.U64;
import org.projectfloodlight.openflow.types.U8;
import org.projectfloodlight.openflow.types.VlanPcp;

/**
 * A field that a static flow may match or set, by the name that OpenFlow 1.3 gives it. Immutable.
 *
 * @param <F> the type of its values
 */
final class NamedField<F extends OFValueType<F>> {
  private static final List<NamedField<?>> ALL = new ArrayList<>();

  /**
   * What OpenFlow presupposes: another field with one of some values.
   *
   * @param values as their texts; none when any value will do, except {@code untagged}
   */
  record Need(String field, List<String> values) {
    static Need of(String field, String... values) {
      return new Need(field, List.of(values));
    }

    boolean isMetBy(@Nullable String value) {
      return value != null
          && (values.isEmpty() ? !value.equals("untagged") : values.contains(value));
    }

    /** For a message. */
    String text() {
      return values.isEmpty() ? field : field + " " + String.join(" or ", values);
    }
  }

  private static final @Nullable Need NOTHING = null;
  private static final Need TAG = Need.of("vlan_vid");
  private static final Need IP = Need.of("eth_type", "0x800", "0x86dd");
  private static final Need IPV4 = Need.of("eth_type", "0x800");
  private static final Need IPV6 = Need.of("eth_type", "0x86dd");
  private static final Need ARP = Need.of("eth_type", "0x806");
  private static final Need MPLS = Need.of("eth_type", "0x8847", "0x8848");
  private static final Need TCP = Need.of("ip_proto", "6");
  private static final Need UDP = Need.of("ip_proto", "17");
  private static final Need SCTP = Need.of("ip_proto", "132");
  private static final Need ICMPV4 = Need.of("ip_proto", "1");
  private static final Need ICMPV6 = Need.of("ip_proto", "58");
  private static final Need SOLICITATION = Need.of("icmpv6_type", "135");
  private static final Need ADVERTISEMENT = Need.of("icmpv6_type", "136");
  private static final Need NEIGHBOUR = Need.of("icmpv6_type", "135", "136");

  static {
    add("in_port", MatchField.IN_PORT, FieldSyntax.port(), NOTHING, null);
    add(
        "metadata",
        MatchField.METADATA,
        FieldSyntax.masked(64, OFMetadata::ofRaw),
        NOTHING,
        OFOxms::metadata);
    FieldSyntax<MacAddress> mac = FieldSyntax.mac(true);
    add("eth_dst", MatchField.ETH_DST, mac, NOTHING, OFOxms::ethDst);
    add("eth_src", MatchField.ETH_SRC, mac, NOTHING, OFOxms::ethSrc);
    add(
        "eth_type",
        MatchField.ETH_TYPE,
        FieldSyntax.hexadecimal(16, n -> EthType.of((int) n)),
        NOTHING,
        OFOxms::ethType);
    add("vlan_vid", MatchField.VLAN_VID, FieldSyntax.vlan(), NOTHING, OFOxms::vlanVid);
    add(
        "vlan_pcp",
        MatchField.VLAN_PCP,
        FieldSyntax.number(3, n -> VlanPcp.of((byte) n)),
        TAG,
        OFOxms::vlanPcp);
    add("ip_proto", MatchField.IP_PROTO, FieldSyntax.protocol(), IP, OFOxms::ipProto);
    add(
        "ip_dscp",
        MatchField.IP_DSCP,
        FieldSyntax.number(6, n -> IpDscp.of((byte) n)),
        IP,
        OFOxms::ipDscp);
    add(
        "ip_ecn",
        MatchField.IP_ECN,
        FieldSyntax.number(2, n -> IpEcn.of((byte) n)),
        IP,
        OFOxms::ipEcn);
    FieldSyntax<IPv4Address> ipv4 = FieldSyntax.ipv4();
    add("ipv4_src", MatchField.IPV4_SRC, ipv4, IPV4, OFOxms::ipv4Src);
    add("ipv4_dst", MatchField.IPV4_DST, ipv4, IPV4, OFOxms::ipv4Dst);
    FieldSyntax<TransportPort> l4 = FieldSyntax.number(16, n -> TransportPort.of((int) n));
    add("tcp_src", MatchField.TCP_SRC, l4, TCP, OFOxms::tcpSrc);
    add("tcp_dst", MatchField.TCP_DST, l4, TCP, OFOxms::tcpDst);
    add("udp_src", MatchField.UDP_SRC, l4, UDP, OFOxms::udpSrc);
    add("udp_dst", MatchField.UDP_DST, l4, UDP, OFOxms::udpDst);
    add("sctp_src", MatchField.SCTP_SRC, l4, SCTP, OFOxms::sctpSrc);
    add("sctp_dst", MatchField.SCTP_DST, l4, SCTP, OFOxms::sctpDst);
    add(
        "icmpv4_type",
        MatchField.ICMPV4_TYPE,
        FieldSyntax.number(8, n -> ICMPv4Type.of((short) n)),
        ICMPV4,
        OFOxms::icmpv4Type);
    add(
        "icmpv4_code",
        MatchField.ICMPV4_CODE,
        FieldSyntax.number(8, n -> ICMPv4Code.of((short) n)),
        ICMPV4,
        OFOxms::icmpv4Code);
    add(
        "arp_op",
        MatchField.ARP_OP,
        FieldSyntax.number(16, n -> ArpOpcode.of((int) n)),
        ARP,
        OFOxms::arpOp);
    add("arp_spa", MatchField.ARP_SPA, ipv4, ARP, OFOxms::arpSpa);
    add("arp_tpa", MatchField.ARP_TPA, ipv4, ARP, OFOxms::arpTpa);
    add("arp_sha", MatchField.ARP_SHA, mac, ARP, OFOxms::arpSha);
    add("arp_tha", MatchField.ARP_THA, mac, ARP, OFOxms::arpTha);
    addIpv6();
    FieldSyntax<U8> tc = FieldSyntax.number(3, n -> U8.of((short) n));
    add(
        "mpls_label",
        MatchField.MPLS_LABEL,
        FieldSyntax.number(20, U32::of),
        MPLS,
        OFOxms::mplsLabel);
    add("mpls_tc", MatchField.MPLS_TC, tc, MPLS, OFOxms::mplsTc);
    add(
        "mpls_bos",
        MatchField.MPLS_BOS,
        FieldSyntax.number(1, n -> OFBooleanValue.of(n == 1)),
        MPLS,
        OFOxms::mplsBos);
    add(
        "tunnel_id",
        MatchField.TUNNEL_ID,
        FieldSyntax.masked(64, U64::of),
        NOTHING,
        OFOxms::tunnelId);
  }

  private static void addIpv6() {
    FieldSyntax<IPv6Address> ipv6 = FieldSyntax.ipv6(true);
    add("ipv6_src", MatchField.IPV6_SRC, ipv6, IPV6, OFOxms::ipv6Src);
    add("ipv6_dst", MatchField.IPV6_DST, ipv6, IPV6, OFOxms::ipv6Dst);
    add(
        "ipv6_flabel",
        MatchField.IPV6_FLABEL,
        FieldSyntax.masked(20, n -> IPv6FlowLabel.of((int) n)),
        IPV6,
        OFOxms::ipv6Flabel);
    FieldSyntax<U8> octet = FieldSyntax.number(8, n -> U8.of((short) n));
    add("icmpv6_type", MatchField.ICMPV6_TYPE, octet, ICMPV6, OFOxms::icmpv6Type);
    add("icmpv6_code", MatchField.ICMPV6_CODE, octet, ICMPV6, OFOxms::icmpv6Code);
    add(
        "ipv6_nd_target",
        MatchField.IPV6_ND_TARGET,
        FieldSyntax.ipv6(false),
        NEIGHBOUR,
        OFOxms::ipv6NdTarget);
    FieldSyntax<MacAddress> mac = FieldSyntax.mac(false);
    add("ipv6_nd_sll", MatchField.IPV6_ND_SLL, mac, SOLICITATION, OFOxms::ipv6NdSll);
    add("ipv6_nd_tll", MatchField.IPV6_ND_TLL, mac, ADVERTISEMENT, OFOxms::ipv6NdTll);
  }

  private final String name;
  private final MatchField<F> openFlow;
  private final FieldSyntax<F> syntax;
  private final @Nullable Need need;
  private final @Nullable BiFunction<OFOxms, F, ? extends OFOxm<F>> setter;

  private NamedField(
      String name,
      MatchField<F> openFlow,
      FieldSyntax<F> syntax,
      @Nullable Need need,
      @Nullable BiFunction<OFOxms, F, ? extends OFOxm<F>> setter) {
    this.name = name;
    this.openFlow = openFlow;
    this.syntax = syntax;
    this.need = need;
    this.setter = setter;
  }

  private static <F extends OFValueType<F>> void add(
      String name,
      MatchField<F> openFlow,
      FieldSyntax<F> syntax,
      @Nullable Need need,
      @Nullable BiFunction<OFOxms, F, ? extends OFOxm<F>> setter) {
    ALL.add(new NamedField<>(name, openFlow, syntax, need, setter));
  }

  /** All fields. What a field needs stands before it. */
  static List<NamedField<?>> all() {
    return List.copyOf(ALL);
  }

  /** The names of all fields, for a message. */
  static String names() {
    return ALL.stream().map(NamedField::name).collect(Collectors.joining(", "));
  }

  /** The field with a name, or null. */
  static @Nullable NamedField<?> named(String name) {
    return ALL.stream().filter(each -> each.name.equals(name)).findFirst().orElse(null);
  }

  String name() {
    return name;
  }

  MatchField<F> openFlow() {
    return openFlow;
  }

  /** What it presupposes, or null. */
  @Nullable Need need() {
    return need;
  }

  /** Reads a value to match; null when every value matches. */
  @Nullable FieldValue<F> parse(String text) throws BadFlowException {
    return syntax.parse(this, text);
  }

  /** Whether actions may set it. */
  boolean isSettable() {
    return setter != null;
  }

  /** The part of a set-field action of OpenFlow 1.3. Only when it {@link #isSettable}. */
  OFOxm<F> oxm(OFOxms oxms, F value) {
    if (setter == null) {
      throw new IllegalStateException(name + " cannot be set");
    }
    return setter.apply(oxms, value);
  }
}
