package maestro.emulator.format;

import java.util.List;

/**
 * Values against what they must reach, as the script of a {@link ReportPage} draws them. Immutable.
 *
 * @param scores from top to bottom
 */
public record Scores(List<Score> scores) {
  /**
   * One value.
   *
   * @param text with its unit
   * @param verdict in words
   * @param score how many times better than it must be; 1 is just enough
   * @param aim the same of the aim; NaN when it is unknown
   * @param rounds the same of each round
   */
  public record Score(
      String name, String text, String verdict, double score, double aim, List<Double> rounds) {}

  /** Keeps a copy of the list. */
  public Scores {
    scores = List.copyOf(scores);
  }
}
