package maestro.api.openflow;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.types.IPAddress;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv6Address;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;

/** How the values of a field are written. A mask stands behind a slash. */
enum FieldSyntax {
  /** A number; one of more than 16 bits is shown with 0x. */
  NUMBER,
  /** Bits, shown with 0x. */
  BITS,
  ETH_TYPE,
  /** 255 is reserved, and none. */
  PROTOCOL,
  /** A port by which packets come in. */
  PORT,
  /** The VLAN of a tag; also as on the wire of OpenFlow 1.3, with the bit 0x1000. */
  VLAN,
  MAC,
  IPV4,
  IPV6;

  private static final Map<String, Long> TYPES =
      new TreeMap<>(Map.of("arp", 0x806L, "ipv4", 0x800L, "ipv6", 0x86ddL, "lldp", 0x88ccL));
  private static final Map<String, Long> PROTOCOLS =
      new TreeMap<>(Map.of("icmp", 1L, "icmpv6", 58L, "sctp", 132L, "tcp", 6L, "udp", 17L));

  private static final long MOST_PROTOCOL = 254;
  private static final long MOST_PORT = 0xffff_feffL;
  private static final long LOCAL_PORT = 0xffff_fffeL;
  private static final long MOST_VLAN = 4095;
  private static final int HEX_DIGITS_ABOVE_BITS = 16;

  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final String ADDRESS_4 = OCTET + "(\\." + OCTET + "){3}";
  private static final Pattern OF_IPV4 = Pattern.compile(ADDRESS_4);
  private static final Pattern OF_IPV6 =
      Pattern.compile("([0-9a-fA-F]{0,4}:){2,8}([0-9a-fA-F]{1,4}|" + ADDRESS_4 + ")?");
  private static final Pattern OF_MAC = Pattern.compile("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}");
  private static final Pattern OF_PREFIX = Pattern.compile("0|[1-9][0-9]{0,2}");

  private static final String UNTAGGED = "untagged";
  private static final String ANY = "any";
  private static final String HEX = "0x";

  /** The allowed values, for a message. */
  String allowed(OxmField field) {
    return switch (this) {
      case NUMBER -> "0 to " + field.allBits();
      case BITS ->
          "a number of %d bits such as 0x5, or one with a mask such as 0x5/0xf"
              .formatted(field.bits());
      case ETH_TYPE -> "0 to 0xffff, or one of " + String.join(", ", TYPES.keySet());
      case PROTOCOL ->
          "0 to %d, or one of %s".formatted(MOST_PROTOCOL, String.join(", ", PROTOCOLS.keySet()));
      case PORT -> "1 to %d, or local".formatted(MOST_PORT);
      case VLAN -> "0 to 4095, untagged, or any for every packet with a tag";
      case MAC ->
          "an Ethernet address such as 00:00:00:00:00:2a"
              + (field.isMaskable()
                  ? ", also with a mask such as 01:00:00:00:00:00/01:00:00:00:00:00"
                  : "");
      case IPV4 ->
          "an IPv4 address such as 10.0.0.1, a prefix such as 10.0.0.0/8, or one with a mask such"
              + " as 10.0.0.1/255.0.0.255";
      case IPV6 ->
          "an IPv6 address such as 2001:db8::1"
              + (field.isMaskable() ? ", or a prefix such as 2001:db8::/32" : "");
    };
  }

  /** Reads a value; empty when it is none. */
  Optional<OxmValue> parse(OxmField field, String text) {
    if (this == VLAN && text.equals(ANY)) {
      return Optional.of(new OxmValue(field, 0, OxmField.VLAN_PRESENT, 0, OxmField.VLAN_PRESENT));
    }
    int slash = text.indexOf('/');
    if (slash < 0) {
      return Optional.ofNullable(value(field, text));
    }
    String head = text.substring(0, slash);
    String tail = text.substring(slash + 1);
    OxmValue value = this == VLAN ? number(field, head) : value(field, head);
    OxmValue mask = mask(field, tail);
    return !field.isMaskable() || value == null || mask == null
        ? Optional.empty()
        : Optional.of(new OxmValue(field, value.high(), value.low(), mask.high(), mask.low()));
  }

  private @Nullable OxmValue value(OxmField field, String text) {
    return switch (this) {
      case NUMBER, BITS -> number(field, text);
      case ETH_TYPE -> named(field, text, TYPES, field.allBits());
      case PROTOCOL -> named(field, text, PROTOCOLS, MOST_PROTOCOL);
      case PORT -> port(field, text);
      case VLAN -> vlan(field, text);
      case MAC ->
          OF_MAC.matcher(text).matches()
              ? new OxmValue(field, 0, Long.parseLong(text.replace(":", ""), 16))
              : null;
      case IPV4 ->
          OF_IPV4.matcher(text).matches()
              ? new OxmValue(field, 0, IPv4Address.of(text).getInt())
              : null;
      case IPV6 -> OF_IPV6.matcher(text).matches() ? ipv6(field, text) : null;
    };
  }

  private static @Nullable OxmValue number(OxmField field, String text) {
    OptionalLong number = Numbers.parse(text, field.bits());
    return number.isPresent() ? new OxmValue(field, 0, number.getAsLong()) : null;
  }

  private static @Nullable OxmValue named(
      OxmField field, String text, Map<String, Long> names, long most) {
    Long named = names.get(text);
    OxmValue value = named == null ? number(field, text) : new OxmValue(field, 0, named);
    return value == null || value.low() > most ? null : value;
  }

  private static @Nullable OxmValue port(OxmField field, String text) {
    if (text.equalsIgnoreCase("local")) {
      return new OxmValue(field, 0, LOCAL_PORT);
    }
    OxmValue port = number(field, text);
    return port == null || port.low() == 0 || port.low() > MOST_PORT ? null : port;
  }

  private static @Nullable OxmValue vlan(OxmField field, String text) {
    if (text.equals(UNTAGGED)) {
      return new OxmValue(field, 0, 0);
    }
    OxmValue number = number(field, text);
    boolean isWire = text.startsWith(HEX) || text.startsWith("0X");
    return number == null || (number.low() > MOST_VLAN && !isWire)
        ? null
        : new OxmValue(field, 0, number.low() | OxmField.VLAN_PRESENT);
  }

  private static @Nullable OxmValue ipv6(OxmField field, String text) {
    try {
      byte[] bytes = InetAddress.getByName(text).getAddress(); // asks nobody: it has a colon
      boolean isMapped = bytes.length == Integer.BYTES; // ::ffff:10.0.0.1, which Java shortens
      ByteBuffer b = ByteBuffer.wrap(bytes);
      return isMapped
          ? new OxmValue(field, 0, 0xffff_0000_0000L | (b.getInt() & 0xffff_ffffL))
          : new OxmValue(field, b.getLong(), b.getLong());
    } catch (UnknownHostException e) {
      return null;
    }
  }

  /** The bits that count, as a value. */
  private @Nullable OxmValue mask(OxmField field, String text) {
    if ((this == IPV4 || this == IPV6) && OF_PREFIX.matcher(text).matches()) {
      int length = Integer.parseInt(text);
      return length <= field.bits() ? prefix(field, length) : null;
    }
    OxmValue mask = this == VLAN ? number(field, text) : value(field, text);
    boolean isNumber = this == BITS || this == VLAN;
    return mask == null || (isNumber && mask.low() == 0) ? null : mask;
  }

  private OxmValue prefix(OxmField field, int length) {
    if (this == IPV4) {
      return new OxmValue(field, 0, IPv4Address.ofCidrMaskLength(length).getInt());
    }
    ByteBuffer mask = ByteBuffer.wrap(IPv6Address.ofCidrMaskLength(length).getBytes());
    return new OxmValue(field, mask.getLong(), mask.getLong());
  }

  /** Writes a value. */
  String text(OxmValue v) {
    if (this == VLAN) {
      return vlan(v);
    }
    String value = text(v.field(), v.high(), v.low());
    return v.isExact() ? value : value + "/" + mask(v);
  }

  private static String vlan(OxmValue v) {
    if (v.isExact() && v.low() == 0) {
      return UNTAGGED;
    }
    if (v.lowMask() == OxmField.VLAN_PRESENT && v.low() == OxmField.VLAN_PRESENT) {
      return ANY;
    }
    return v.isExact() && (v.low() & OxmField.VLAN_PRESENT) != 0
        ? Long.toString(v.low() & MOST_VLAN)
        : HEX + Long.toHexString(v.low()) + "/" + HEX + Long.toHexString(v.lowMask());
  }

  private String text(OxmField field, long high, long low) {
    return switch (this) {
      case NUMBER, PROTOCOL ->
          field.bits() > HEX_DIGITS_ABOVE_BITS ? HEX + Long.toHexString(low) : Long.toString(low);
      case BITS, ETH_TYPE, VLAN -> HEX + Long.toHexString(low);
      case PORT -> OFPort.of((int) low).toString();
      case MAC -> MacAddress.of(low).toString();
      case IPV4 -> IPv4Address.of((int) low).toString();
      case IPV6 -> IPv6Address.of(high, low).toString();
    };
  }

  private String mask(OxmValue v) {
    return switch (this) {
      case MAC -> MacAddress.of(v.lowMask()).toString();
      case IPV4 -> prefix(IPv4Address.of((int) v.lowMask()));
      case IPV6 -> prefix(IPv6Address.of(v.highMask(), v.lowMask()));
      default -> HEX + Long.toHexString(v.lowMask());
    };
  }

  private static String prefix(IPAddress<?> mask) {
    return mask.isCidrMask() ? Integer.toString(mask.asCidrMaskLength()) : mask.toString();
  }
}
