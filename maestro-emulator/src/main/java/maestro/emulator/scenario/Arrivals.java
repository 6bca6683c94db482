package maestro.emulator.scenario;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the requests of a switch are spaced when load is rate.
 *
 * @param kind the law
 * @param first bursts: requests in one; on-off: mean requests in a time on; pareto: the shape; else
 *     0
 * @param second on-off: the rate while on, in mean rates; else 0
 * @param file absolute path of the times; empty unless {@code REPLAY}
 */
public record Arrivals(Kind kind, double first, double second, String file) {
  /** The laws. */
  public enum Kind {
    EVEN,
    POISSON,
    BURSTS,
    ON_OFF,
    PARETO,
    /** The times, and which switch sends, stand in a file. */
    REPLAY
  }

  /** At equal distances. */
  public static final Arrivals EVEN = new Arrivals(Kind.EVEN, 0, 0, "");

  /** Independent of one another. */
  public static final Arrivals POISSON = new Arrivals(Kind.POISSON, 0, 0, "");

  /** What {@link #parse} takes, for error messages. */
  static final String FORM =
      "poisson, even, bursts(N) with N from 2 to 100000, on-off(N x FACTOR) with N from 1 to 1M"
          + " requests and FACTOR from 1.1 to 1000, pareto(A) with A from 1.1 to 10, replay(FILE)";

  private static final Pattern TEXT = Pattern.compile("([a-z-]+)(?:\\(\\s*(.+?)\\s*\\))?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
  private static final Pattern BETWEEN = Pattern.compile("\\s*[,x]\\s*");

  /** Reads what a scenario writes. The file of a replay is taken as it stands. */
  public static Optional<Arrivals> parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String inside = matcher.group(2);
    if (inside == null) {
      return switch (matcher.group(1)) {
        case "even" -> Optional.of(EVEN);
        case "poisson" -> Optional.of(POISSON);
        default -> Optional.empty();
      };
    }
    return switch (matcher.group(1)) {
      case "bursts" -> bursts(inside);
      case "on-off" -> onOff(inside);
      case "pareto" -> number(inside, 1.1, 10).map(a -> new Arrivals(Kind.PARETO, a, 0, ""));
      case "replay" -> Optional.of(new Arrivals(Kind.REPLAY, 0, 0, inside));
      default -> Optional.empty();
    };
  }

  private static Optional<Arrivals> bursts(String inside) {
    return number(inside, 2, 100_000)
        .filter(n -> n == Math.rint(n))
        .map(n -> new Arrivals(Kind.BURSTS, n, 0, ""));
  }

  private static Optional<Arrivals> onOff(String inside) {
    String[] parts = BETWEEN.split(inside, -1);
    if (parts.length != 2) {
      return Optional.empty();
    }
    Optional<Double> factor = number(parts[1], 1.1, 1000);
    return number(parts[0], 1, 1e6)
        .flatMap(n -> factor.map(f -> new Arrivals(Kind.ON_OFF, n, f, "")));
  }

  private static Optional<Double> number(String text, double min, double max) {
    return Optional.of(text)
        .filter(t -> NUMBER.matcher(t).matches())
        .map(Double::parseDouble)
        .filter(n -> n >= min && n <= max);
  }

  /** As a scenario writes it: {@code on-off(100 x 5)}. */
  public String text() {
    return switch (kind) {
      case EVEN -> "even";
      case POISSON -> "poisson";
      case BURSTS -> "bursts(" + plain(first) + ")";
      case ON_OFF -> "on-off(" + plain(first) + " x " + plain(second) + ")";
      case PARETO -> "pareto(" + plain(first) + ")";
      case REPLAY -> "replay(" + file + ")";
    };
  }

  private static String plain(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
