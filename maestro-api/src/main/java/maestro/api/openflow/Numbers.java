package maestro.api.openflow;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads numbers as operators write them. Stateless. Since API level 4. */
public final class Numbers {
  private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,19}");
  private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");

  private Numbers() {}

  /**
   * Reads a decimal number, or a hexadecimal one that begins with 0x.
   *
   * @param bits how many bits it may have, 1 to 64; a number of 64 bits is unsigned
   * @return empty when it is something else, or larger
   */
  public static OptionalLong parse(String text, int bits) {
    long number;
    try {
      if (HEX.matcher(text).matches()) {
        number = Long.parseUnsignedLong(text.substring(2), 16);
      } else if (DECIMAL.matcher(text).matches()) {
        number = Long.parseUnsignedLong(text);
      } else {
        return OptionalLong.empty();
      }
    } catch (NumberFormatException e) { // more than 64 bits
      return OptionalLong.empty();
    }
    return bits == 64 || Long.compareUnsigned(number, 1L << bits) < 0
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }
}
