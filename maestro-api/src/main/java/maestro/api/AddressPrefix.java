package maestro.api;

/**
 * The first bits of an IP address, of which a flow entry matches no more. Immutable. Since API
 * level 4.
 *
 * @param field {@link FlowField#IPV4_SRC}, {@link FlowField#IPV4_DST}, {@link FlowField#IPV6_SRC}
 *     or {@link FlowField#IPV6_DST}
 * @param bits 1 to 32 for IPv4, 1 to 128 for IPv6
 */
public record AddressPrefix(FlowField field, int bits) {
  private static final int IPV4_BITS = 32;
  private static final int IPV6_BITS = 128;

  /**
   * Checks that the field has prefixes of this length.
   *
   * @throws IllegalArgumentException when it has not
   */
  public AddressPrefix {
    int max = addressBits(field);
    if (max == 0) {
      throw new IllegalArgumentException(
          "a prefix of " + field + "; allowed: of IPV4_SRC, IPV4_DST, IPV6_SRC, IPV6_DST");
    }
    if (bits < 1 || bits > max) {
      throw new IllegalArgumentException(
          "a prefix of %d bits of %s; allowed: 1 to %d".formatted(bits, field, max));
    }
  }

  private static int addressBits(FlowField field) {
    return switch (field) {
      case IPV4_SRC, IPV4_DST -> IPV4_BITS;
      case IPV6_SRC, IPV6_DST -> IPV6_BITS;
      default -> 0;
    };
  }

  /** Its length in {@link FlowOptions#prefixes}; 0 when it is the whole address. */
  int encoded() {
    return (bits & (addressBits(field) - 1)) << shift(field);
  }

  /** Where {@link FlowOptions#prefixes} has the length of an address; -1 for other fields. */
  static int shift(FlowField field) {
    return switch (field) {
      case IPV4_SRC -> 0;
      case IPV4_DST -> Byte.SIZE;
      case IPV6_SRC -> 2 * Byte.SIZE;
      case IPV6_DST -> 3 * Byte.SIZE;
      default -> -1;
    };
  }
}
