package maestro.config;

import java.util.Optional;
import java.util.regex.Pattern;

/** The ways operators write the 64-bit identity of a switch. */
public final class DatapathIds {
  /** The ways, for a message. */
  public static final String ALLOWED = "\"00:00:00:00:00:00:00:2a\", 0x2a or 42";

  private static final Pattern OCTETS = Pattern.compile("(?i)[0-9a-f]{2}(:[0-9a-f]{2}){7}");
  private static final Pattern HEX = Pattern.compile("(?i)0x[0-9a-f]{1,16}");

  /** A number with leading zeros is none: it is more likely hexadecimal, as Open vSwitch has it. */
  private static final Pattern DECIMAL = Pattern.compile("0|[1-9][0-9]{0,19}");

  /** What nobody calls a switch without meaning a datapath id. */
  private static final Pattern MEANT =
      Pattern.compile("(?i)0x.*|[0-9a-f]{1,2}(:[0-9a-f]{1,2})+|[1-9][0-9]*");

  private DatapathIds() {}

  /** {@code 00:00:00:00:00:00:00:2a}, {@code 0x2a} or {@code 42}. */
  public static Optional<Long> parse(String text) {
    if (OCTETS.matcher(text).matches()) {
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

  /** Whether a text looks like a datapath id, be it right or wrong. */
  public static boolean isMeant(String text) {
    return MEANT.matcher(text).matches();
  }
}
