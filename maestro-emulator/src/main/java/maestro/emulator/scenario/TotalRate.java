package maestro.emulator.scenario;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rate of all switches together: absolute, or relative to what the controller was measured to
 * take.
 *
 * @param value requests a second; with {@code ofCapacity} a factor
 * @param ofCapacity whether the value multiplies the measured capacity
 */
public record TotalRate(double value, boolean ofCapacity) {
  /** What {@link #parse} takes, for error messages. */
  static final String FORM =
      "requests per second from 1 to 100M, such as 850k or 1.4M, or a factor up to 100 such as"
          + " 2.0 x capacity";

  private static final Pattern TEXT =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([kM]?)(\\s*x\\s*capacity)?");
  private static final double MAX_REQUESTS_PER_SECOND = 100e6;
  private static final double MAX_FACTOR = 100;

  /** Reads {@code 4M}, {@code 850k}, {@code 1400000} or {@code 0.8 x capacity}. */
  static Optional<TotalRate> parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String unit = matcher.group(2);
    boolean ofCapacity = matcher.group(3) != null;
    if (ofCapacity && !unit.isEmpty()) {
      return Optional.empty();
    }
    double value = Counts.scaled(matcher.group(1), unit);
    boolean inBounds =
        ofCapacity
            ? value > 0 && value <= MAX_FACTOR
            : value >= 1 && value <= MAX_REQUESTS_PER_SECOND;
    return inBounds ? Optional.of(new TotalRate(value, ofCapacity)) : Optional.empty();
  }

  /**
   * The absolute rate.
   *
   * @param capacityRequestsPerSecond used when this rate is relative
   */
  TotalRate resolve(double capacityRequestsPerSecond) {
    return ofCapacity
        ? new TotalRate(Math.max(1, Math.rint(value * capacityRequestsPerSecond)), false)
        : this;
  }

  /** As a scenario writes it. */
  public String text() {
    String number = BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    return ofCapacity ? number + " x capacity" : number;
  }
}
