package maestro.staticflows;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Reads numbers as operators write them. Stateless. */
final class Numbers {
  private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,19}");
  private static final Pattern HEX = Pattern.compile("0[xX][0-9a-fA-F]{1,16}");

  private static final int MOST_DIGITS = 20;

  private Numbers() {}

  /**
   * Reads a decimal number, or a hexadecimal one that begins with 0x.
   *
   * @param bits how many bits it may have, 1 to 64; a number of 64 bits is unsigned
   * @return empty when it is something else, or larger
   */
  static OptionalLong parse(String text, int bits) {
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

  /**
   * A JSON number with a point or an exponent as decimal digits: JSON has one kind of numbers, and
   * {@code 30.0} and {@code 3e1} are 30.
   *
   * @return empty when it is no whole number, or has more digits than 64 bits need
   */
  static Optional<String> whole(String text) {
    try {
      BigDecimal number = new BigDecimal(text).stripTrailingZeros();
      return number.scale() <= 0 && (long) number.precision() - number.scale() <= MOST_DIGITS
          ? Optional.of(number.toPlainString())
          : Optional.empty();
    } catch (NumberFormatException | ArithmeticException e) { // an exponent of more than 32 bits
      return Optional.empty();
    }
  }
}
