package maestro.network.flow;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sizes of flows; immutable.
 *
 * @param law of their distribution
 * @param meanBytes 1 or more
 * @param shape of Pareto, above 1
 */
public record FlowSizes(Law law, long meanBytes, double shape) {
  /** What {@link #parse} takes, for error messages. */
  public static final String FORM =
      "a size from 1 B to 1 GiB, or exponential(SIZE), or pareto(A, SIZE) with A from 1.05 to 10,"
          + " where SIZE is the mean";

  private static final long MOST_BYTES = 1L << 30;
  private static final double LEAST_SHAPE = 1.05;
  private static final double MOST_SHAPE = 10;
  private static final Pattern TEXT =
      Pattern.compile(
          "(?:(exponential|pareto)\\(\\s*)?(?:([0-9.]{1,9})\\s*,\\s*)?([^(),]+?)\\s*(\\))?");

  /** How sizes differ. */
  public enum Law {
    FIXED,
    EXPONENTIAL,
    PARETO
  }

  public static FlowSizes fixed(long bytes) {
    return new FlowSizes(Law.FIXED, bytes, 0);
  }

  public static Optional<FlowSizes> parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches() || (matcher.group(1) == null) != (matcher.group(4) == null)) {
      return Optional.empty();
    }
    boolean isPareto = "pareto".equals(matcher.group(1));
    String shapeText = matcher.group(2);
    if (isPareto != (shapeText != null)) {
      return Optional.empty();
    }
    double shape = 0;
    if (shapeText != null) {
      if (!shapeText.matches("[0-9]+(\\.[0-9]+)?")) {
        return Optional.empty();
      }
      shape = Double.parseDouble(shapeText);
      if (shape < LEAST_SHAPE || shape > MOST_SHAPE) {
        return Optional.empty();
      }
    }
    Law law = isPareto ? Law.PARETO : matcher.group(1) == null ? Law.FIXED : Law.EXPONENTIAL;
    double given = shape;
    return bytes(matcher.group(3))
        .filter(n -> n >= 1 && n <= MOST_BYTES)
        .map(n -> new FlowSizes(law, n, given));
  }

  private static Optional<Long> bytes(String text) {
    if (!text.matches("[0-9.]+\\s*[A-Za-z]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(ConfigFactory.parseString("v=\"" + text + "\"").getBytes("v"));
    } catch (ConfigException e) {
      return Optional.empty();
    }
  }

  /** The size of the next flow, at most 1 GiB. */
  public long next(SplittableRandom random) {
    double factor =
        switch (law) {
          case FIXED -> 1;
          case EXPONENTIAL -> FlowArrivals.exponential(random);
          case PARETO -> FlowArrivals.pareto(random, shape);
        };
    return Math.max(1, Math.min(MOST_BYTES, Math.round(meanBytes * factor)));
  }
}
