package maestro.api;

/**
 * The cookies of one application: all cookies whose bits under a mask have a given value.
 * Immutable.
 *
 * @param value the cookie's bits under the mask; no other bit is set
 * @param mask the bits that are compared; at least {@value #MIN_MASK_BITS} of them, so that no
 *     application takes the cookies of others
 */
public record CookieRange(long value, long mask) {
  /** The lowest number of bits that are set in a mask. */
  public static final int MIN_MASK_BITS = 16;

  /**
   * Checks that value and mask fit each other.
   *
   * @throws IllegalArgumentException when the value has bits outside the mask, or when the mask has
   *     too few
   */
  public CookieRange {
    if ((value & ~mask) != 0) {
      throw new IllegalArgumentException(
          "cookie %#x has bits that its mask %#x has not".formatted(value, mask));
    }
    if (Long.bitCount(mask) < MIN_MASK_BITS) {
      throw new IllegalArgumentException(
          "mask %#x of cookies; allowed: %d bits or more".formatted(mask, MIN_MASK_BITS));
    }
  }

  /** One cookie and no other. */
  public static CookieRange of(long cookie) {
    return new CookieRange(cookie, -1);
  }

  /** Whether a cookie is in the range. */
  public boolean contains(long cookie) {
    return (cookie & mask) == value;
  }
}
