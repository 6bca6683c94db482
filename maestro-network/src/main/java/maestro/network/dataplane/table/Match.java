package maestro.network.dataplane.table;

import java.util.Arrays;
import maestro.network.dataplane.packet.Key;

/**
 * What the frames of a flow entry have in common: the words of a {@link Key} that it is about, in
 * increasing order, with values and masks. No mask is 0, and a bit of a value is 0 where its mask
 * is 0, so equal matches have equal arrays. Immutable; the arrays are not changed by anybody.
 */
public final class Match {
  final int[] words;
  final long[] values;
  final long[] masks;

  /**
   * Takes from whole keys what is not wildcarded.
   *
   * @param keyValues {@link Key#WORDS} words
   * @param keyMasks as many
   */
  public Match(long[] keyValues, long[] keyMasks) {
    int count = 0;
    for (long mask : keyMasks) {
      count += mask != 0 ? 1 : 0;
    }
    words = new int[count];
    values = new long[count];
    masks = new long[count];
    int next = 0;
    for (int word = 0; word < Key.WORDS; word++) {
      if (keyMasks[word] != 0) {
        words[next] = word;
        values[next] = keyValues[word] & keyMasks[word];
        masks[next] = keyMasks[word];
        next++;
      }
    }
  }

  /** A whole key with the values; 0 where nothing is known. */
  public long[] key() {
    long[] key = new long[Key.WORDS];
    for (int i = 0; i < words.length; i++) {
      key[words[i]] = values[i];
    }
    return key;
  }

  /** The masks of a whole key. */
  public long[] keyMasks() {
    long[] key = new long[Key.WORDS];
    for (int i = 0; i < words.length; i++) {
      key[words[i]] = masks[i];
    }
    return key;
  }

  /** Whether a frame with this key matches. */
  boolean matches(long[] key) {
    for (int i = 0; i < words.length; i++) {
      if ((key[words[i]] & masks[i]) != values[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether it is about other than the first words of a key. */
  boolean hasOthers() {
    return words.length > 0 && words[words.length - 1] >= Key.FIRST_WORDS;
  }

  /** Whether every frame matches. */
  public boolean isForAll() {
    return words.length == 0;
  }

  /** Whether values and masks are the same. */
  public boolean isSame(Match other) {
    return isOfSameFields(other) && Arrays.equals(values, other.values);
  }

  /** Whether the masks are the same. */
  boolean isOfSameFields(Match other) {
    return Arrays.equals(words, other.words) && Arrays.equals(masks, other.masks);
  }

  /** Whether each frame that the other one matches is matched by this one, too. */
  public boolean covers(Match other) {
    int theirs = 0;
    for (int i = 0; i < words.length; i++) {
      while (theirs < other.words.length && other.words[theirs] < words[i]) {
        theirs++;
      }
      if (theirs == other.words.length
          || other.words[theirs] != words[i]
          || (masks[i] & ~other.masks[theirs]) != 0
          || (other.values[theirs] & masks[i]) != values[i]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a frame can match both. */
  boolean overlaps(Match other) {
    int theirs = 0;
    for (int i = 0; i < words.length; i++) {
      while (theirs < other.words.length && other.words[theirs] < words[i]) {
        theirs++;
      }
      if (theirs < other.words.length
          && other.words[theirs] == words[i]
          && ((values[i] ^ other.values[theirs]) & masks[i] & other.masks[theirs]) != 0) {
        return false;
      }
    }
    return true;
  }
}
