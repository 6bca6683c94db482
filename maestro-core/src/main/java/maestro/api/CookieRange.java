package maestro.api;

/**
 * Cookies that belong to one application: those whose bits under a mask have a certain value.
 * Immutable.
 *
 * @param value what the cookie's bits under the mask are; no other bit is set
 * @param mask which bits count; at least {@value #MIN_MASK_BITS} of them, so that nobody claims
 *     what is others'
 */
public record CookieRange(long value, long mask) {
  /** So many bits of a mask are set at least. */
  public static final int MIN_MASK_BITS = 16;

  /** Checks that value and mask fit each other. */
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

  /** Whether a cookie is one of them. */
  public boolean contains(long cookie) {
    return (cookie & mask) == value;
  }
}
