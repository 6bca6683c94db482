package maestro.config;

import java.util.Optional;
import java.util.regex.Pattern;

/** Reads datapath ids as operators write them. */
public final class DatapathIds {
  /** The allowed forms, for a message. */
  public static final String ALLOWED = "\"00:00:00:00:00:00:00:2a\", 000000000000002a, 0x2a or 42";

  private static final Pattern OCTETS = Pattern.compile("(?i)[0-9a-f]{2}(:[0-9a-f]{2}){7}");

  /**
   * As Open vSwitch writes it: 16 digits that are no decimal number, since they begin with 0 or
   * have a letter.
   */
  private static final Pattern BARE_HEX =
      Pattern.compile("(?i)0[0-9a-f]{15}|(?=[0-9]*[a-f])[0-9a-f]{16}");

  private static final Pattern HEX = Pattern.compile("(?i)0x[0-9a-f]{1,16}");

  /** A number with leading zeros is not decimal: it is more likely hexadecimal. */
  private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,19}");

  /**
   * Texts that are meant as datapath ids, and not as names; also 16 digits with one too few or too
   * many.
   */
  private static final Pattern MEANT =
      Pattern.compile("(?i)0x.*|[0-9a-f]{1,2}(:[0-9a-f]{1,2})+|0[0-9a-f]{14,16}|[1-9][0-9]*");

  private DatapathIds() {}

  /**
   * Parses {@code 00:00:00:00:00:00:00:2a}, {@code 000000000000002a}, {@code 0x2a} or {@code 42}.
   */
  public static Optional<Long> parse(String text) {
    if (OCTETS.matcher(text).matches() || BARE_HEX.matcher(text).matches()) {
      return Optional.of(Long.parseUnsignedLong(text.replace(":", ""), 16));
    }
    if (HEX.matcher(text).matches()) {
      return Optional.of(Long.parseUnsignedLong(text.substring(2), 16));
    }
    if (DECIMAL.matcher(text).matches()) {
      try {
        return Optional.of(Long.parseUnsignedLong(text));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Whether a text is meant as a datapath id, valid or not. */
  public static boolean isMeant(String text) {
    return MEANT.matcher(text).matches();
  }
}
