package maestro.staticflows;

import com.google.common.net.InetAddresses;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv6Address;
import org.projectfloodlight.openflow.types.IpProtocol;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFValueType;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;

/**
 * How the values of a field are written. Immutable.
 *
 * @param <F> the value's type
 */
final class FieldSyntax<F extends OFValueType<F>> {
  private static final Pattern MAC = Pattern.compile("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){5}");
  private static final Pattern PREFIX = Pattern.compile("0|[1-9][0-9]{0,2}");
  private static final int VLAN_BITS = 12;
  private static final int VLAN_PRESENT = 0x1000;
  private static final int MOST_PROTOCOL = 254;
  private static final int MOST_VLAN = 4095;

  /** A value, and the bits of it that count; null for all. */
  private record Masked<F>(F value, @Nullable F mask, String text) {}

  private final String allowed;
  private final Function<String, @Nullable Masked<F>> parser;

  private FieldSyntax(String allowed, Function<String, @Nullable Masked<F>> parser) {
    this.allowed = allowed;
    this.parser = parser;
  }

  /** The allowed values, for a message. */
  String allowed() {
    return allowed;
  }

  /**
   * Reads a value.
   *
   * @return null when every value matches
   * @throws BadFlowException when it is none
   */
  @Nullable FieldValue<F> parse(NamedField<F> field, String text) throws BadFlowException {
    Masked<F> parsed = parser.apply(text);
    if (parsed == null) {
      throw BadFlowException.found("match: " + field.name(), text, allowed);
    }
    F mask = parsed.mask();
    return mask != null && isZero(mask)
        ? null
        : new FieldValue<>(field, parsed.value(), mask, parsed.text());
  }

  private static boolean isZero(Object mask) {
    return mask.equals(MacAddress.FULL_MASK)
        || mask.equals(IPv4Address.FULL_MASK)
        || mask.equals(IPv6Address.FULL_MASK);
  }

  // ---- numbers ----

  /** A number. */
  static <F extends OFValueType<F>> FieldSyntax<F> number(int bits, LongFunction<F> make) {
    return upTo((1L << bits) - 1, bits > 16, make);
  }

  /** The number of a protocol; 255 is reserved, and none. */
  static FieldSyntax<IpProtocol> protocol() {
    return upTo(MOST_PROTOCOL, false, n -> IpProtocol.of((short) n));
  }

  private static <F extends OFValueType<F>> FieldSyntax<F> upTo(
      long most, boolean hex, LongFunction<F> make) {
    return new FieldSyntax<>(
        "0 to " + most,
        text -> {
          OptionalLong number = Numbers.parse(text, 32);
          return number.isPresent() && number.getAsLong() <= most
              ? of(number.getAsLong(), make, hex)
              : null;
        });
  }

  /** A number that is written with 0x. */
  static <F extends OFValueType<F>> FieldSyntax<F> hexadecimal(int bits, LongFunction<F> make) {
    return new FieldSyntax<>(
        "0 to 0x" + Long.toHexString(bits == 64 ? -1L : (1L << bits) - 1),
        text -> {
          OptionalLong number = Numbers.parse(text, bits);
          return number.isPresent() ? of(number.getAsLong(), make, true) : null;
        });
  }

  private static <F> Masked<F> of(long number, LongFunction<F> make, boolean hex) {
    String text = hex ? "0x" + Long.toHexString(number) : Long.toString(number);
    return new Masked<>(make.apply(number), null, text);
  }

  /** A number with a mask behind a slash, if some bits do not count. */
  static <F extends OFValueType<F>> FieldSyntax<F> masked(int bits, LongFunction<F> make) {
    return new FieldSyntax<>(
        "a number of %d bits such as 0x5, or one with a mask such as 0x5/0xf".formatted(bits),
        text -> {
          String[] parts = text.split("/", -1);
          OptionalLong value = Numbers.parse(parts[0], bits);
          OptionalLong mask =
              parts.length == 1 ? OptionalLong.of(ones(bits)) : Numbers.parse(parts[1], bits);
          if (parts.length > 2 || value.isEmpty() || mask.isEmpty() || mask.getAsLong() == 0) {
            return null;
          }
          return of(value.getAsLong() & mask.getAsLong(), mask.getAsLong(), bits, make);
        });
  }

  private static <F> Masked<F> of(long value, long mask, int bits, LongFunction<F> make) {
    String text = "0x" + Long.toHexString(value);
    return mask == ones(bits)
        ? new Masked<>(make.apply(value), null, text)
        : new Masked<>(make.apply(value), make.apply(mask), text + "/0x" + Long.toHexString(mask));
  }

  private static long ones(int bits) {
    return bits == 64 ? -1L : (1L << bits) - 1;
  }

  // ---- ports and VLANs ----

  /** A port by which packets come in. */
  static FieldSyntax<OFPort> port() {
    return new FieldSyntax<>(
        "a port number from 1, or local",
        text -> {
          OFPort port = PortNames.parseIn(text);
          return port == null ? null : new Masked<>(port, null, PortNames.text(port));
        });
  }

  /** The VLAN of a tag; also written as on the wire of OpenFlow 1.3, with the bit 0x1000. */
  static FieldSyntax<OFVlanVidMatch> vlan() {
    return new FieldSyntax<>(
        "0 to 4095, untagged, or any for every packet with a tag",
        text -> {
          if (text.equals("untagged")) {
            return new Masked<>(OFVlanVidMatch.UNTAGGED, null, text);
          }
          if (text.equals("any") || text.equals("0x1000/0x1000")) {
            return new Masked<>(OFVlanVidMatch.PRESENT, OFVlanVidMatch.PRESENT, "any");
          }
          OptionalLong number = Numbers.parse(text, VLAN_BITS + 1);
          if (number.isEmpty()
              || (number.getAsLong() >= VLAN_PRESENT
                  && !text.toLowerCase(Locale.ROOT).startsWith("0x"))) {
            return null;
          }
          int vlan = (int) number.getAsLong() & MOST_VLAN;
          return new Masked<>(OFVlanVidMatch.ofVlan(vlan), null, Integer.toString(vlan));
        });
  }

  // ---- addresses ----

  /** An Ethernet address, with a mask if it may have one. */
  static FieldSyntax<MacAddress> mac(boolean maskable) {
    return new FieldSyntax<>(
        maskable
            ? "an Ethernet address such as 00:00:00:00:00:2a, also with a mask"
                + " such as 01:00:00:00:00:00/01:00:00:00:00:00"
            : "an Ethernet address such as 00:00:00:00:00:2a",
        text -> {
          String[] parts = text.split("/", -1);
          if (parts.length > (maskable ? 2 : 1)
              || !MAC.matcher(parts[0]).matches()
              || !MAC.matcher(parts[parts.length - 1]).matches()) {
            return null;
          }
          MacAddress mask = parts.length == 1 ? MacAddress.NO_MASK : MacAddress.of(parts[1]);
          MacAddress value = MacAddress.of(parts[0]).applyMask(mask);
          return mask.equals(MacAddress.NO_MASK)
              ? new Masked<>(value, null, value.toString())
              : new Masked<>(value, mask, value + "/" + mask);
        });
  }

  /** An IPv4 address or prefix. */
  static FieldSyntax<IPv4Address> ipv4() {
    return new FieldSyntax<>(
        "an IPv4 address such as 10.0.0.1, a prefix such as 10.0.0.0/8, or one with a mask such as"
            + " 10.0.0.1/255.0.0.255",
        text -> {
          String[] parts = text.split("/", -1);
          if (parts.length > 2 || !isAddress(parts[0], false)) {
            return null;
          }
          IPv4Address mask = parts.length == 1 ? IPv4Address.NO_MASK : mask4(parts[1]);
          if (mask == null) {
            return null;
          }
          IPv4Address value = IPv4Address.of(parts[0]).applyMask(mask);
          if (mask.equals(IPv4Address.NO_MASK)) {
            return new Masked<>(value, null, value.toString());
          }
          String shown = mask.isCidrMask() ? "" + mask.asCidrMaskLength() : mask.toString();
          return new Masked<>(value, mask, value + "/" + shown);
        });
  }

  private static @Nullable IPv4Address mask4(String text) {
    if (PREFIX.matcher(text).matches()) {
      int length = Integer.parseInt(text);
      return length <= 32 ? IPv4Address.ofCidrMaskLength(length) : null;
    }
    return isAddress(text, false) ? IPv4Address.of(text) : null;
  }

  /** An IPv6 address or prefix. */
  static FieldSyntax<IPv6Address> ipv6(boolean maskable) {
    return new FieldSyntax<>(
        maskable
            ? "an IPv6 address such as 2001:db8::1, or a prefix such as 2001:db8::/32"
            : "an IPv6 address such as 2001:db8::1",
        text -> {
          String[] parts = text.split("/", -1);
          if (parts.length > (maskable ? 2 : 1) || !isAddress(parts[0], true)) {
            return null;
          }
          IPv6Address mask = parts.length == 1 ? IPv6Address.NO_MASK : mask6(parts[1]);
          if (mask == null) {
            return null;
          }
          IPv6Address value = address6(parts[0]).applyMask(mask);
          if (mask.equals(IPv6Address.NO_MASK)) {
            return new Masked<>(value, null, value.toString());
          }
          String shown = mask.isCidrMask() ? "" + mask.asCidrMaskLength() : mask.toString();
          return new Masked<>(value, mask, value + "/" + shown);
        });
  }

  private static @Nullable IPv6Address mask6(String text) {
    if (PREFIX.matcher(text).matches()) {
      int length = Integer.parseInt(text);
      return length <= 128 ? IPv6Address.ofCidrMaskLength(length) : null;
    }
    return isAddress(text, true) ? address6(text) : null;
  }

  private static IPv6Address address6(String text) {
    byte[] bytes = InetAddresses.forString(text).getAddress();
    if (bytes.length == 4) { // ::ffff:10.0.0.1, which Java shortens
      byte[] mapped = new byte[16];
      mapped[10] = (byte) 0xff;
      mapped[11] = (byte) 0xff;
      System.arraycopy(bytes, 0, mapped, 12, bytes.length);
      return IPv6Address.of(mapped);
    }
    return IPv6Address.of(bytes);
  }

  private static boolean isAddress(String text, boolean version6) {
    return InetAddresses.isInetAddress(text)
        && text.contains(":") == version6
        && text.indexOf('%') < 0
        && text.chars().allMatch(c -> c < 0x80);
  }
}
