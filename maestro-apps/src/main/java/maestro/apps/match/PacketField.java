package maestro.apps.match;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import maestro.api.FlowRequest;

/**
 * A field of a packet that a match can name. Each value is a long; a mask selects the bits that
 * count.
 */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum PacketField {
  SWITCH(
      "switch",
      "a datapath id such as 00:00:00:00:00:00:00:2a",
      FlowRequest::datapathId,
      text -> hex(text, 8)),
  IN_PORT(
      "in-port",
      "1 to 4294967039, or 'local'",
      request -> Integer.toUnsignedLong(request.inPort()),
      text -> named(text, Map.of("local", 0xffff_fffeL), 1, 0xffff_feffL)),
  ETH_SRC(
      "eth-src",
      "an Ethernet address such as 00:00:00:00:00:2a",
      FlowRequest::ethSrc,
      text -> hex(text, 6)),
  ETH_DST(
      "eth-dst",
      "an Ethernet address such as 00:00:00:00:00:2a",
      FlowRequest::ethDst,
      text -> hex(text, 6)),
  VLAN(
      "vlan",
      "0 to 4095, or 'none'",
      FlowRequest::vlanId,
      text -> named(text, Map.of("none", Known.NO_VLAN), 0, 4095)),
  ETH_TYPE(
      "eth-type",
      "0x600 to 0xffff, or one of arp, ipv4, ipv6, lldp",
      FlowRequest::ethType,
      text -> named(text, Known.ETH_TYPES, 0x600, 0xffff)),
  IP_SRC(
      "ip-src",
      "an IPv4 address such as 10.0.0.1, or a prefix such as 10.0.0.0/8",
      request -> Integer.toUnsignedLong(request.ipv4Src()),
      PacketField::ipv4),
  IP_DST(
      "ip-dst",
      "an IPv4 address such as 10.0.0.1, or a prefix such as 10.0.0.0/8",
      request -> Integer.toUnsignedLong(request.ipv4Dst()),
      PacketField::ipv4),
  PROTOCOL(
      "protocol",
      "0 to 255, or one of icmp, icmpv6, sctp, tcp, udp",
      FlowRequest::ipProtocol,
      text -> named(text, Known.PROTOCOLS, 0, 255)),
  L4_SRC(
      "l4-src",
      "0 to 65535; of ICMP it is the type",
      FlowRequest::l4Src,
      text -> named(text, Map.of(), 0, 0xffff)),
  L4_DST(
      "l4-dst",
      "0 to 65535; of ICMP it is the code",
      FlowRequest::l4Dst,
      text -> named(text, Map.of(), 0, 0xffff));

  /** Values with names. */
  static final class Known {
    /** The value of {@link #VLAN} when there is no tag. */
    static final long NO_VLAN = -1;

    static final long IPV4 = 0x0800;
    static final long IPV6 = 0x86dd;
    static final long ICMP = 1;
    static final long TCP = 6;
    static final long UDP = 17;
    static final long ICMPV6 = 58;
    static final long SCTP = 132;

    static final Map<String, Long> ETH_TYPES =
        Map.of("arp", 0x0806L, "ipv4", IPV4, "ipv6", IPV6, "lldp", 0x88ccL);
    static final Map<String, Long> PROTOCOLS =
        Map.of("icmp", ICMP, "icmpv6", ICMPV6, "sctp", SCTP, "tcp", TCP, "udp", UDP);

    private Known() {}
  }

  private final String word;
  private final String allowed;
  private final ToLongFunction<FlowRequest> of;
  private final Function<String, Optional<Long>> parser;

  PacketField(
      String word,
      String allowed,
      ToLongFunction<FlowRequest> of,
      Function<String, Optional<Long>> parser) {
    this.word = word;
    this.allowed = allowed;
    this.of = of;
    this.parser = parser;
  }

  /** Its name in the configuration. */
  public String word() {
    return word;
  }

  /** The allowed values, in words. */
  String allowed() {
    return allowed;
  }

  /** Its value in a request. Allocates nothing. */
  long of(FlowRequest request) {
    return of.applyAsLong(request);
  }

  /** The value that a text names. */
  Optional<Long> parse(String text) {
    return parser.apply(text);
  }

  /** Whether a match can name a prefix of it. */
  boolean hasPrefix() {
    return this == IP_SRC || this == IP_DST;
  }

  private static Optional<Long> hex(String text, int octets) {
    boolean isHex = text.matches("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){" + (octets - 1) + "}");
    return isHex
        ? Optional.of(Long.parseUnsignedLong(text.replace(":", ""), 16))
        : Optional.empty();
  }

  private static Optional<Long> named(String text, Map<String, Long> names, long least, long most) {
    if (names.containsKey(text)) {
      return Optional.of(names.get(text));
    }
    try {
      return Optional.of(Long.decode(text)).filter(n -> n >= least && n <= most);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> ipv4(String text) {
    if (!text.matches("\\d{1,3}(\\.\\d{1,3}){3}")) {
      return Optional.empty();
    }
    long address = 0;
    for (String octet : text.split("\\.", -1)) {
      int value = Integer.parseInt(octet);
      if (value > 255) {
        return Optional.empty();
      }
      address = address << 8 | value;
    }
    return Optional.of(address);
  }
}
