package maestro.emulator.scenario;

/**
 * How the total rate is divided among the switches.
 *
 * @param kind the family
 * @param parameter zipf: exponent s; log-normal: σ of the logarithm; hog: how many times the rate
 *     of any other switch; else 0
 * @param file where the shares are listed; empty unless {@code LISTED}
 */
public record RateShape(Kind kind, double parameter, String file) {
  /** The families of distributions. */
  public enum Kind {
    UNIFORM,
    ZIPF,
    LOG_NORMAL,
    HOG,
    /** In proportion to how many neighbours the switch has. */
    DEGREE,
    /** One line a switch: its share, in any unit. */
    LISTED
  }

  /** All switches send the same. */
  static final RateShape UNIFORM = new RateShape(Kind.UNIFORM, 0, "");

  /** As a scenario writes it: {@code zipf(1.2)}. */
  public String text() {
    return switch (kind) {
      case UNIFORM -> "uniform";
      case ZIPF -> "zipf(" + parameter + ")";
      case LOG_NORMAL -> "log-normal(" + parameter + ")";
      case HOG -> "hog(" + parameter + ")";
      case DEGREE -> "degree";
      case LISTED -> "file(" + file + ")";
    };
  }
}
