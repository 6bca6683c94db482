package maestro.apps.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.api.FlowRequest;

/**
 * A set of packets: those that have the wanted value in every wanted field, prefixes allowed.
 *
 * <p>Some fields imply others, because OpenFlow can match them only together: an IPv4 address
 * implies its eth-type, a port its protocol. So two sets can be compared field by field.
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
  private static final int IPV4_BITS = 32;
  private static final int MAX_ICMP = 255;

  private final long[] values;
  private final long[] masks;
  private final PacketField[] wanted;

  private PacketMatch(long[] values, long[] masks) {
    this.values = values;
    this.masks = masks;
    this.wanted = Arrays.stream(FIELDS).filter(f -> masks[at(f)] != 0).toArray(PacketField[]::new);
  }

  /**
   * Reads {@code field=value} words, such as {@code ip-dst=10.0.0.0/8 protocol=tcp l4-dst=23}.
   *
   * @return the packets; two sets when a protocol of both IPv4 and IPv6 is wanted without an
   *     eth-type
   */
  public static List<PacketMatch> parse(List<String> words) throws BadMatchException {
    PacketMatch match = ALL;
    for (String word : words) {
      match = match.and(word);
    }
    return match.complete();
  }

  @SuppressWarnings("EnumOrdinal") // not used outside this process
  private static int at(PacketField field) {
    return field.ordinal();
  }

  private PacketMatch and(String word) throws BadMatchException {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    PacketField field =
        Arrays.stream(FIELDS)
            .filter(f -> f.word().equals(name))
            .findFirst()
            .orElseThrow(() -> new BadMatchException("'" + name + "'", fieldWords()));
    if (wants(field)) {
      throw new BadMatchException("'" + name + "' twice", "each field once");
    }
    String text = equals < 0 ? "" : word.substring(equals + 1);
    int slash = field.hasPrefix() ? text.indexOf('/') : -1;
    Optional<Long> value = field.parse(slash < 0 ? text : text.substring(0, slash));
    long mask = slash < 0 ? EVERY_BIT : prefixMask(text.substring(slash + 1));
    if (value.isEmpty() || mask == 0 || (value.get() & mask) != value.get()) {
      throw new BadMatchException("'" + word + "'", name + "= " + field.allowed());
    }
    return with(field, value.get(), mask);
  }

  private static String fieldWords() {
    return Arrays.stream(FIELDS).map(PacketField::word).collect(Collectors.joining(", "));
  }

  /** The mask of a prefix length of 1 to 32, or 0. */
  private static long prefixMask(String text) {
    int length = text.matches("\\d{1,2}") ? Integer.parseInt(text) : 0;
    return length < 1 || length > IPV4_BITS ? 0 : EVERY_BIT << (IPV4_BITS - length);
  }

  /** Adds the fields that the wanted fields imply. */
  private List<PacketMatch> complete() throws BadMatchException {
    if ((wants(PacketField.L4_SRC) || wants(PacketField.L4_DST))
        && !(wants(PacketField.PROTOCOL) && hasPorts())) {
      throw new BadMatchException(
          "l4-src or l4-dst without such a protocol", "protocol= icmp, icmpv6, sctp, tcp or udp");
    }
    boolean icmp = isProtocol(PacketField.Known.ICMP) || isProtocol(PacketField.Known.ICMPV6);
    if (icmp && Math.max(valueOf(PacketField.L4_SRC), valueOf(PacketField.L4_DST)) > MAX_ICMP) {
      throw new BadMatchException("an ICMP type or code above 255", "0 to 255");
    }
    boolean ipv4Only =
        wants(PacketField.IP_SRC)
            || wants(PacketField.IP_DST)
            || isProtocol(PacketField.Known.ICMP);
    boolean ipv6Only = isProtocol(PacketField.Known.ICMPV6);
    if (!ipv4Only && !ipv6Only && !wants(PacketField.PROTOCOL)) {
      return List.of(this);
    }
    List<PacketMatch> complete = new ArrayList<>();
    for (long type : new long[] {PacketField.Known.IPV4, PacketField.Known.IPV6}) {
      boolean asked = !wants(PacketField.ETH_TYPE) || valueOf(PacketField.ETH_TYPE) == type;
      if (asked && !(type == PacketField.Known.IPV4 ? ipv6Only : ipv4Only)) {
        complete.add(with(PacketField.ETH_TYPE, type, EVERY_BIT));
      }
    }
    if (complete.isEmpty()) {
      throw new BadMatchException(
          "an eth-type that has no such address or protocol",
          "eth-type= ipv4 with IPv4 addresses and icmp, ipv6 with icmpv6, one of both with others");
    }
    return complete;
  }

  private boolean isProtocol(long protocol) {
    return wants(PacketField.PROTOCOL) && valueOf(PacketField.PROTOCOL) == protocol;
  }

  private boolean hasPorts() {
    return PacketField.Known.PROTOCOLS.containsValue(valueOf(PacketField.PROTOCOL));
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
        .map(f -> f.word() + "=0x" + Long.toHexString(valueOf(f)))
        .collect(Collectors.joining(" "));
  }
}
