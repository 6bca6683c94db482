package maestro.apps.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.api.FlowRequest;
import maestro.api.openflow.OxmField;
import maestro.api.openflow.OxmValue;

/**
 * A set of packets: those that have the wanted value in every wanted field, prefixes allowed.
 *
 * <p>Some fields imply others, because OpenFlow can match them only together: an IPv4 address
 * implies its eth_type, a port its protocol. So two sets can be compared field by field.
 *
 * <p>Immutable. {@link #matches} allocates nothing.
 */
public final class PacketMatch {
  private static final PacketField[] FIELDS = PacketField.values();

  /** No fields. */
  public static final Set<PacketField> NO_FIELDS =
      Collections.unmodifiableSet(EnumSet.noneOf(PacketField.class));

  /** All packets. */
  public static final PacketMatch ALL =
      new PacketMatch(new long[FIELDS.length], new long[FIELDS.length]);

  private static final long EVERY_BIT = -1;
  private static final long IPV4 = 0x0800;
  private static final long IPV6 = 0x86dd;
  private static final long LEAST_ETH_TYPE = 0x600;
  private static final long ICMP = 1;
  private static final long ICMPV6 = 58;
  private static final String SWITCH = "switch";
  private static final Pattern DATAPATH_ID = Pattern.compile("[0-9a-fA-F]{2}(:[0-9a-fA-F]{2}){7}");

  private final long[] values;
  private final long[] masks;
  private final PacketField[] wanted;

  private PacketMatch(long[] values, long[] masks) {
    this.values = values;
    this.masks = masks;
    this.wanted = Arrays.stream(FIELDS).filter(f -> masks[at(f)] != 0).toArray(PacketField[]::new);
  }

  /**
   * Reads {@code field=value} words, such as {@code ipv4_dst=10.0.0.0/8 tcp_dst=23}. The fields are
   * those of {@link OxmField} that a request has, and {@code switch}.
   *
   * @param warnings takes a sentence for each old name
   * @return the packets; two sets when a protocol of both IPv4 and IPv6 is wanted without an
   *     eth_type
   */
  public static List<PacketMatch> parse(List<String> words, Consumer<String> warnings)
      throws BadMatchException {
    PacketMatch match = ALL;
    List<String> ordered = new ArrayList<>(OldNames.replaced(words, warnings));
    ordered.sort(Comparator.comparing(PacketMatch::impliesProtocol));
    for (String word : ordered) {
      match = match.and(word);
    }
    return match.complete();
  }

  private static boolean impliesProtocol(String word) {
    String name = word.replaceFirst("=.*", "");
    return OxmField.named(name).filter(each -> each.needed() == OxmField.IP_PROTO).isPresent();
  }

  @SuppressWarnings("EnumOrdinal") // not used outside this process
  private static int at(PacketField field) {
    return field.ordinal();
  }

  private PacketMatch and(String word) throws BadMatchException {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    String text = equals < 0 ? "" : word.substring(equals + 1);
    if (name.equals(SWITCH)) {
      return andSwitch(word, text);
    }
    OxmField oxm = OxmField.named(name).orElse(null);
    PacketField field = oxm == null ? null : PacketField.of(oxm).orElse(null);
    if (oxm == null || field == null) {
      throw new BadMatchException("'" + name + "'", fieldWords());
    }
    checkOnce(field, name);
    OxmValue value = oxm.parse(text).orElse(null);
    if (value == null || value.isAny() || hasOtherBits(oxm, value, text)) {
      throw new BadMatchException("'" + word + "'", name + "= " + oxm.allowed());
    }
    if (field == PacketField.ETH_TYPE && value.low() < LEAST_ETH_TYPE) {
      throw new BadMatchException("'" + word + "'", "eth_type= 0x600 to 0xffff, or a name");
    }
    PacketMatch with = with(field, value.low(), value.isExact() ? EVERY_BIT : value.lowMask());
    return oxm.needed() == OxmField.IP_PROTO ? with.of(oxm) : with;
  }

  private PacketMatch andSwitch(String word, String text) throws BadMatchException {
    checkOnce(PacketField.SWITCH, SWITCH);
    if (!DATAPATH_ID.matcher(text).matches()) {
      throw new BadMatchException(
          "'" + word + "'", "switch= a datapath id such as 00:00:00:00:00:00:00:2a");
    }
    long datapathId = Long.parseUnsignedLong(text.replace(":", ""), 16);
    return with(PacketField.SWITCH, datapathId);
  }

  private void checkOnce(PacketField field, String name) throws BadMatchException {
    if (wants(field)) {
      throw new BadMatchException("'" + name + "' twice", "each field once");
    }
  }

  /** Whether a value has bits that its mask leaves out: {@code 10.0.0.1/8}. */
  private static boolean hasOtherBits(OxmField oxm, OxmValue value, String text) {
    int slash = text.indexOf('/');
    return slash >= 0
        && oxm.parse(text.substring(0, slash)).filter(v -> v.low() == value.low()).isEmpty();
  }

  /** These packets, of the protocol that has a field. */
  private PacketMatch of(OxmField oxm) throws BadMatchException {
    long protocol = oxm.neededValues()[0];
    if (wants(PacketField.PROTOCOL) && valueOf(PacketField.PROTOCOL) != protocol) {
      throw new BadMatchException(oxm.text() + " without such a protocol", oxm.needs());
    }
    return with(PacketField.PROTOCOL, protocol);
  }

  private static String fieldWords() {
    return Stream.concat(
            Stream.of(SWITCH),
            OxmField.all().stream()
                .filter(each -> PacketField.of(each).isPresent())
                .map(OxmField::text))
        .collect(Collectors.joining(", "));
  }

  /** Adds the fields that the wanted fields imply. */
  private List<PacketMatch> complete() throws BadMatchException {
    boolean ipv4Only = wants(PacketField.IP_SRC) || wants(PacketField.IP_DST) || isProtocol(ICMP);
    boolean ipv6Only = isProtocol(ICMPV6);
    if (!ipv4Only && !ipv6Only && !wants(PacketField.PROTOCOL)) {
      return List.of(this);
    }
    List<PacketMatch> complete = new ArrayList<>();
    for (long type : new long[] {IPV4, IPV6}) {
      boolean asked = !wants(PacketField.ETH_TYPE) || valueOf(PacketField.ETH_TYPE) == type;
      if (asked && !(type == IPV4 ? ipv6Only : ipv4Only)) {
        complete.add(with(PacketField.ETH_TYPE, type, EVERY_BIT));
      }
    }
    if (complete.isEmpty()) {
      throw new BadMatchException(
          "an eth_type that has no such address or protocol",
          "eth_type= ipv4 with IPv4 addresses and icmp, ipv6 with icmpv6, one of both with others");
    }
    return complete;
  }

  private boolean isProtocol(long protocol) {
    return wants(PacketField.PROTOCOL) && valueOf(PacketField.PROTOCOL) == protocol;
  }

  /** These packets, with another value for a field. */
  public PacketMatch with(PacketField field, long value, long mask) {
    long[] newValues = values.clone();
    long[] newMasks = masks.clone();
    newValues[at(field)] = value & mask;
    newMasks[at(field)] = mask;
    return new PacketMatch(newValues, newMasks);
  }

  /** These packets, with one value for a field. */
  public PacketMatch with(PacketField field, long value) {
    return with(field, value, EVERY_BIT);
  }

  /** These packets, and those with any other value in this field. */
  public PacketMatch without(PacketField field) {
    return with(field, 0, 0);
  }

  /** Whether a request's packet is in the set. */
  public boolean matches(FlowRequest request) {
    return matches(request, NO_FIELDS);
  }

  /**
   * The same, with some fields read without being tracked. Fields are read in the order of {@link
   * PacketField}, up to the first that differs.
   */
  public boolean matches(FlowRequest request, Set<PacketField> untracked) {
    for (PacketField field : wanted) {
      int i = at(field);
      FlowRequest from = untracked.contains(field) ? request.untracked() : request;
      if ((field.of(from) & masks[i]) != values[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a field is wanted. */
  public boolean wants(PacketField field) {
    return masks[at(field)] != 0;
  }

  /** Whether only these fields are wanted. */
  public boolean wantsOnly(Set<PacketField> fields) {
    return fields.containsAll(Arrays.asList(wanted));
  }

  /** The wanted value; 0 when there is none. */
  public long valueOf(PacketField field) {
    return values[at(field)];
  }

  /** The bits of the value that count. */
  public long maskOf(PacketField field) {
    return masks[at(field)];
  }

  /** What OpenFlow calls a field of these packets. */
  OxmField oxm(PacketField field) {
    return field
        .oxm(valueOf(PacketField.PROTOCOL))
        .orElseThrow(() -> new IllegalStateException(field + " without a protocol that has it"));
  }

  /** The wanted value of a field in the words of OpenFlow. */
  OxmValue value(PacketField field) {
    return oxm(field).value(valueOf(field), maskOf(field));
  }

  /** The packets in both sets; empty when there are none. */
  public Optional<PacketMatch> intersect(PacketMatch other) {
    long[] bothValues = new long[FIELDS.length];
    long[] bothMasks = new long[FIELDS.length];
    for (int i = 0; i < FIELDS.length; i++) {
      if (((values[i] ^ other.values[i]) & masks[i] & other.masks[i]) != 0) {
        return Optional.empty();
      }
      bothValues[i] = values[i] | other.values[i];
      bothMasks[i] = masks[i] | other.masks[i];
    }
    return Optional.of(new PacketMatch(bothValues, bothMasks));
  }

  /** Whether this set has all packets of the other. */
  public boolean covers(PacketMatch other) {
    return intersect(other).filter(other::equals).isPresent();
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof PacketMatch other
        && Arrays.equals(values, other.values)
        && Arrays.equals(masks, other.masks);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + Arrays.hashCode(masks);
  }

  @Override
  public String toString() {
    return Stream.of(wanted)
        .map(
            field ->
                field == PacketField.SWITCH
                    ? SWITCH + "=0x" + Long.toHexString(valueOf(field))
                    : oxm(field).text() + "=" + value(field).text())
        .collect(Collectors.joining(" "));
  }
}
