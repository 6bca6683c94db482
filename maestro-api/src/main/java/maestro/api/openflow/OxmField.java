package maestro.api.openflow;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/**
 * The match fields of OpenFlow 1.3, the only list of them, in the order of their OXM numbers; what
 * a field presupposes stands before it. A row has the number, the width in bits, what may be done
 * with the field, how its values are written, its place in the match of OpenFlow 1.0, and what it
 * presupposes: another field, which has one of these values. Without values any will do, but a
 * packet must have the field: a tag, or a port. Since API level 4.
 */
@SuppressWarnings("ImmutableEnumChecker") // nobody writes the array
public enum OxmField {
  IN_PORT(0, 32, Use.FIXED, FieldSyntax.PORT, new Form10(4, 2, 0)),
  IN_PHY_PORT(1, 32, Use.FIXED, FieldSyntax.PORT, null, IN_PORT),
  METADATA(2, 64, Use.MASKED, FieldSyntax.BITS, null),
  ETH_DST(3, 48, Use.BOTH, FieldSyntax.MAC, new Form10(12, 6, 3, 5)),
  ETH_SRC(4, 48, Use.BOTH, FieldSyntax.MAC, new Form10(6, 6, 2, 4)),
  ETH_TYPE(5, 16, Use.SET, FieldSyntax.ETH_TYPE, new Form10(22, 2, 4)),
  VLAN_VID(6, 13, Use.BOTH, FieldSyntax.VLAN, new Form10(18, 2, 1, 1)),
  VLAN_PCP(7, 3, Use.SET, FieldSyntax.NUMBER, new Form10(20, 1, 20, 2), VLAN_VID),
  IP_DSCP(8, 6, Use.SET, FieldSyntax.NUMBER, new Form10(24, 1, 21, 8), ETH_TYPE, 0x800, 0x86dd),
  IP_ECN(9, 2, Use.SET, FieldSyntax.NUMBER, null, ETH_TYPE, 0x800, 0x86dd),
  IP_PROTO(10, 8, Use.SET, FieldSyntax.PROTOCOL, new Form10(25, 1, 5), ETH_TYPE, 0x800, 0x86dd),
  IPV4_SRC(11, 32, Use.BOTH, FieldSyntax.IPV4, new Form10(28, 4, 8, 6), ETH_TYPE, 0x800),
  IPV4_DST(12, 32, Use.BOTH, FieldSyntax.IPV4, new Form10(32, 4, 14, 7), ETH_TYPE, 0x800),
  TCP_SRC(13, 16, Use.SET, FieldSyntax.NUMBER, new Form10(36, 2, 6, 9), IP_PROTO, 6),
  TCP_DST(14, 16, Use.SET, FieldSyntax.NUMBER, new Form10(38, 2, 7, 10), IP_PROTO, 6),
  UDP_SRC(15, 16, Use.SET, FieldSyntax.NUMBER, new Form10(36, 2, 6, 9), IP_PROTO, 17),
  UDP_DST(16, 16, Use.SET, FieldSyntax.NUMBER, new Form10(38, 2, 7, 10), IP_PROTO, 17),
  SCTP_SRC(17, 16, Use.SET, FieldSyntax.NUMBER, null, IP_PROTO, 132),
  SCTP_DST(18, 16, Use.SET, FieldSyntax.NUMBER, null, IP_PROTO, 132),
  ICMPV4_TYPE(19, 8, Use.SET, FieldSyntax.NUMBER, new Form10(36, 2, 6), IP_PROTO, 1),
  ICMPV4_CODE(20, 8, Use.SET, FieldSyntax.NUMBER, new Form10(38, 2, 7), IP_PROTO, 1),
  ARP_OP(21, 16, Use.SET, FieldSyntax.NUMBER, new Form10(25, 1, 5), ETH_TYPE, 0x806),
  ARP_SPA(22, 32, Use.BOTH, FieldSyntax.IPV4, new Form10(28, 4, 8), ETH_TYPE, 0x806),
  ARP_TPA(23, 32, Use.BOTH, FieldSyntax.IPV4, new Form10(32, 4, 14), ETH_TYPE, 0x806),
  ARP_SHA(24, 48, Use.BOTH, FieldSyntax.MAC, null, ETH_TYPE, 0x806),
  ARP_THA(25, 48, Use.BOTH, FieldSyntax.MAC, null, ETH_TYPE, 0x806),
  IPV6_SRC(26, 128, Use.BOTH, FieldSyntax.IPV6, null, ETH_TYPE, 0x86dd),
  IPV6_DST(27, 128, Use.BOTH, FieldSyntax.IPV6, null, ETH_TYPE, 0x86dd),
  IPV6_FLABEL(28, 20, Use.BOTH, FieldSyntax.BITS, null, ETH_TYPE, 0x86dd),
  ICMPV6_TYPE(29, 8, Use.SET, FieldSyntax.NUMBER, null, IP_PROTO, 58),
  ICMPV6_CODE(30, 8, Use.SET, FieldSyntax.NUMBER, null, IP_PROTO, 58),
  IPV6_ND_TARGET(31, 128, Use.SET, FieldSyntax.IPV6, null, ICMPV6_TYPE, 135, 136),
  IPV6_ND_SLL(32, 48, Use.SET, FieldSyntax.MAC, null, ICMPV6_TYPE, 135),
  IPV6_ND_TLL(33, 48, Use.SET, FieldSyntax.MAC, null, ICMPV6_TYPE, 136),
  MPLS_LABEL(34, 20, Use.SET, FieldSyntax.NUMBER, null, ETH_TYPE, 0x8847, 0x8848),
  MPLS_TC(35, 3, Use.SET, FieldSyntax.NUMBER, null, ETH_TYPE, 0x8847, 0x8848),
  MPLS_BOS(36, 1, Use.SET, FieldSyntax.NUMBER, null, ETH_TYPE, 0x8847, 0x8848),
  PBB_ISID(37, 24, Use.BOTH, FieldSyntax.BITS, null, ETH_TYPE, 0x88e7),
  TUNNEL_ID(38, 64, Use.BOTH, FieldSyntax.BITS, null),
  IPV6_EXTHDR(39, 9, Use.MASKED, FieldSyntax.BITS, null, ETH_TYPE, 0x86dd);

  /** What may be done with a field, beside matching all its bits. */
  private enum Use {
    FIXED,
    MASKED,
    SET,
    BOTH
  }

  /** The bit of {@link #VLAN_VID} that packets with a tag have. */
  public static final int VLAN_PRESENT = 0x1000;

  private static final int LONG_BITS = 128;
  private static final List<OxmField> ALL = List.of(values());
  private static final Map<String, OxmField> BY_TEXT =
      ALL.stream().collect(Collectors.toUnmodifiableMap(OxmField::text, each -> each));
  private static final Map<OxmField, OpenflowjField<?>> OPENFLOWJ = OpenflowjField.all();
  private static final Map<MatchField<?>, OxmField> BY_OPENFLOWJ = byOpenflowj();

  private final int number;
  private final int bits;
  private final Use use;
  private final FieldSyntax syntax;
  private final @Nullable Form10 form10;
  private final @Nullable OxmField needed;
  private final long[] neededValues;
  private final String text = name().toLowerCase(Locale.ROOT);

  OxmField(int number, int bits, Use use, FieldSyntax syntax, @Nullable Form10 form10) {
    this(number, bits, use, syntax, form10, null);
  }

  OxmField(
      int number,
      int bits,
      Use use,
      FieldSyntax syntax,
      @Nullable Form10 form10,
      @Nullable OxmField needed,
      long... neededValues) {
    this.number = number;
    this.bits = bits;
    this.use = use;
    this.syntax = syntax;
    this.form10 = form10;
    this.needed = needed;
    this.neededValues = neededValues;
  }

  private static Map<MatchField<?>, OxmField> byOpenflowj() {
    Map<MatchField<?>, OxmField> fields = new HashMap<>();
    for (OxmField each : ALL) {
      OpenflowjField<?> openflowj = OPENFLOWJ.get(each);
      if (openflowj != null) {
        fields.put(openflowj.field(), each);
      }
    }
    return fields;
  }

  /** All fields, in the order of their numbers. */
  public static List<OxmField> all() {
    return ALL;
  }

  /** The field with a name such as {@code ipv4_src}. */
  public static Optional<OxmField> named(String text) {
    return Optional.ofNullable(BY_TEXT.get(text));
  }

  /**
   * The field of an OXM number of the basic class.
   *
   * @return empty for a number that OpenFlow 1.3 does not have
   */
  public static Optional<OxmField> of(int number) {
    return number >= 0 && number < ALL.size() ? Optional.of(ALL.get(number)) : Optional.empty();
  }

  /** Openflowj's field; empty for one that OpenFlow 1.3 does not have. */
  public static Optional<OxmField> of(MatchField<?> field) {
    return Optional.ofNullable(BY_OPENFLOWJ.get(field));
  }

  /**
   * What a match says of this field.
   *
   * @param match has the field
   */
  public OxmValue in(Match match) {
    return openflowj().in(match, this);
  }

  /** Its name, as OpenFlow has it, in lower case: {@code ipv4_src}. */
  public String text() {
    return text;
  }

  /** Its OXM number, and its place in the list. */
  public int number() {
    return number;
  }

  /** Its width. */
  public int bits() {
    return bits;
  }

  /** The bytes of its value on the wire: three only where the specification says so. */
  public int bytes() {
    return bits == 20 ? Integer.BYTES : (bits + 7) / 8;
  }

  /** All bits, or the lower 64. */
  public long allBits() {
    return bits >= Long.SIZE ? -1L : (1L << bits) - 1;
  }

  /** The upper 64 bits of a field of 128 bits; of another one 0. */
  public long allHighBits() {
    return bits == LONG_BITS ? -1L : 0;
  }

  /** Whether a match may leave out bits. */
  public boolean isMaskable() {
    return use == Use.MASKED || use == Use.BOTH;
  }

  /** Whether an action may set it. */
  public boolean isSettable() {
    return use == Use.SET || use == Use.BOTH;
  }

  /** Whether openflowj has it, so that it can stand in a message. */
  public boolean isSendable() {
    return OPENFLOWJ.containsKey(this);
  }

  /** How OpenFlow 1.0 says it; null when it does not. */
  public @Nullable Form10 form10() {
    return form10;
  }

  /** The field that must be matched, too; null without one. */
  public @Nullable OxmField needed() {
    return needed;
  }

  /** The values one of which {@link #needed} must have; none when any will do. */
  public long[] neededValues() {
    return neededValues.clone();
  }

  /**
   * Whether packets have this field of which these bits of {@link #needed} are known. Allocates
   * nothing.
   *
   * @param value the bits
   * @param mask which of them are known
   */
  public boolean isMetBy(long value, long mask) {
    if (needed == null) {
      return true;
    }
    if (neededValues.length == 0) {
      return (needed == VLAN_VID ? value & mask & VLAN_PRESENT : mask) != 0;
    }
    boolean isOne = false;
    for (long each : neededValues) {
      isOne |= value == each;
    }
    return isOne && mask == needed.allBits();
  }

  /** What it presupposes, for a message: {@code ip_proto 6}; empty when nothing. */
  public String needs() {
    return needed == null
        ? ""
        : LongStream.of(neededValues)
            .mapToObj(each -> needed.value(each).text())
            .collect(Collectors.joining(" or ", needed.text + " ", ""))
            .strip();
  }

  /** The allowed values, for a message. */
  public String allowed() {
    return syntax.allowed(this);
  }

  /**
   * Reads a value as operators write it, with a mask if it {@link #isMaskable}.
   *
   * @return empty when it is something else; {@link #allowed} says what it may be
   */
  public Optional<OxmValue> parse(String value) {
    return syntax.parse(this, value);
  }

  /** A value of at most 64 bits, of which all count. */
  public OxmValue value(long value) {
    return new OxmValue(this, 0, value);
  }

  /** A value of at most 64 bits, of which some count. */
  public OxmValue value(long value, long mask) {
    return new OxmValue(this, 0, value, 0, mask);
  }

  FieldSyntax syntax() {
    return syntax;
  }

  /** Only when it {@link #isSendable}. */
  OpenflowjField<?> openflowj() {
    OpenflowjField<?> openflowj = OPENFLOWJ.get(this);
    if (openflowj == null) {
      throw new UnsupportedOperationException(text);
    }
    return openflowj;
  }
}
