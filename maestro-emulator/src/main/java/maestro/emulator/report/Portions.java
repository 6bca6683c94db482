package maestro.emulator.report;

import java.util.Locale;
import java.util.Objects;

/**
 * In what portions a controller answered the switches that asked for more than their share. A
 * deviation of about one portion says where in its turn the controller was when the run ended, and
 * nothing about fairness. Over a longer run it is smaller.
 *
 * @param requests mean of a switch's portions, the median over these switches; NaN without any
 * @param ofShare the same ÷ what the switch should have got in the run
 * @param note one line of what that means; empty when it means little
 */
public record Portions(double requests, double ofShare, String note) {
  /** Nobody asked for more than its share, or nobody looked. */
  static final Portions UNKNOWN = new Portions(Double.NaN, Double.NaN, "");

  /** Below this nobody minds. */
  private static final double NOTED_SHARE = 0.01;

  /** Files of earlier versions have no note. */
  public Portions {
    note = Objects.requireNonNullElse(note, "");
  }

  /**
   * Judges what was counted.
   *
   * @param measuredSeconds length of the run
   */
  public static Portions of(double requests, double ofShare, double measuredSeconds) {
    return new Portions(
        requests, ofShare, ofShare >= NOTED_SHARE ? note(requests, ofShare, measuredSeconds) : "");
  }

  private static String note(double requests, double ofShare, double measuredSeconds) {
    return String.format(
        Locale.ROOT,
        "a switch got its answers in %.0f portions of %.0f: one portion is %.1f %% of its share, so"
            + " smaller deviations say nothing; to see %.0f %%, measure %.0f s",
        1 / ofShare,
        requests,
        100 * ofShare,
        100 * NOTED_SHARE,
        Math.ceil(measuredSeconds * ofShare / NOTED_SHARE));
  }
}
