package maestro.apps.match;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import maestro.api.FlowRequest;
import maestro.api.openflow.OxmField;

/**
 * What a match can say of a request: the switch, and fields of its packet, as the bits of {@link
 * OxmField}. Several fields of OpenFlow are one here if the IP protocol tells which it is.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum PacketField {
  SWITCH(FlowRequest::datapathId),
  IN_PORT(request -> Integer.toUnsignedLong(request.inPort()), OxmField.IN_PORT),
  ETH_SRC(FlowRequest::ethSrc, OxmField.ETH_SRC),
  ETH_DST(FlowRequest::ethDst, OxmField.ETH_DST),
  VLAN(request -> vlan(request.vlanId()), OxmField.VLAN_VID),
  ETH_TYPE(FlowRequest::ethType, OxmField.ETH_TYPE),
  IP_SRC(request -> Integer.toUnsignedLong(request.ipv4Src()), OxmField.IPV4_SRC),
  IP_DST(request -> Integer.toUnsignedLong(request.ipv4Dst()), OxmField.IPV4_DST),
  PROTOCOL(FlowRequest::ipProtocol, OxmField.IP_PROTO),
  /** A source port, or the type of an ICMP message. */
  L4_SRC(
      FlowRequest::l4Src,
      OxmField.TCP_SRC,
      OxmField.UDP_SRC,
      OxmField.SCTP_SRC,
      OxmField.ICMPV4_TYPE,
      OxmField.ICMPV6_TYPE),
  /** A destination port, or the code of an ICMP message. */
  L4_DST(
      FlowRequest::l4Dst,
      OxmField.TCP_DST,
      OxmField.UDP_DST,
      OxmField.SCTP_DST,
      OxmField.ICMPV4_CODE,
      OxmField.ICMPV6_CODE);

  private final ToLongFunction<FlowRequest> of;
  private final List<OxmField> fields;

  PacketField(ToLongFunction<FlowRequest> of, OxmField... fields) {
    this.of = of;
    this.fields = List.of(fields);
  }

  /** The field that OpenFlow's is; empty when requests do not have it. */
  static Optional<PacketField> of(OxmField field) {
    return Arrays.stream(values()).filter(each -> each.fields.contains(field)).findFirst();
  }

  /**
   * The field of OpenFlow that it is with an IP protocol; empty for {@link #SWITCH}, and for ports
   * of a protocol without any.
   */
  Optional<OxmField> oxm(long protocol) {
    return fields.size() == 1
        ? Optional.of(fields.get(0))
        : fields.stream().filter(each -> each.isMetBy(protocol, 0xff)).findFirst();
  }

  /**
   * A VLAN as its bits.
   *
   * @param id as {@link FlowRequest#vlanId} has it: -1 without a tag
   */
  public static long vlan(int id) {
    return id < 0 ? 0 : id | OxmField.VLAN_PRESENT;
  }

  /** Its value in a request. Allocates nothing. */
  long of(FlowRequest request) {
    return of.applyAsLong(request);
  }
}
