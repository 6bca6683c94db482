package maestro.emulator.dataplane.pipeline;

import java.util.Arrays;

/**
 * What the frames of a flow entry have in common: values and masks in the layout of {@link Key}. A
 * bit of a value is 0 where its mask is 0. Immutable; the arrays are not changed by anybody.
 */
final class Match {
  private final long[] values;
  private final long[] masks;

  /** Takes the arrays over; clears the bits of the values that no mask has. */
  Match(long[] values, long[] masks) {
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      values[w] &= masks[w];
    }
    this.values = values;
    this.masks = masks;
  }

  long value(int word) {
    return values[word];
  }

  long mask(int word) {
    return masks[word];
  }

  /** Whether a frame with this key matches. */
  boolean matches(long[] key) {
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      if ((key[w] & masks[w]) != values[w]) {
        return false;
      }
    }
    return true;
  }

  /** Whether values and masks are the same. */
  boolean isSame(Match other) {
    return Arrays.equals(values, other.values) && Arrays.equals(masks, other.masks);
  }

  /** Whether each frame that the other one matches is matched by this one, too. */
  boolean covers(Match other) {
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      if ((masks[w] & ~other.masks[w]) != 0 || (other.values[w] & masks[w]) != values[w]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a frame can match both. */
  boolean overlaps(Match other) {
    for (int w = 0; w < Key.FIRST_WORDS; w++) {
      if (((values[w] ^ other.values[w]) & masks[w] & other.masks[w]) != 0) {
        return false;
      }
    }
    return true;
  }
}
