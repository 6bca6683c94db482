package maestro.cli.line;

import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Checks the numbers that options and parameters take. Stateless. */
public final class Bounds {
  private Bounds() {}

  /**
   * Refuses a number out of bounds.
   *
   * @param option its name, for the message
   * @throws ParameterException when it is below {@code least} or above {@code most}
   */
  public static void check(CommandLine command, String option, int found, int least, int most) {
    if (found < least || found > most) {
      throw wrong(command, option, found, least + " to " + most);
    }
  }

  /**
   * Refuses a number that is too small.
   *
   * @param option its name, for the message
   * @throws ParameterException when it is below {@code least}
   */
  public static void atLeast(CommandLine command, String option, int found, int least) {
    if (found < least) {
      throw wrong(command, option, found, least + " or more");
    }
  }

  private static ParameterException wrong(
      CommandLine command, String option, int found, String allowed) {
    return new ParameterException(command, option + ": found " + found + "; allowed: " + allowed);
  }

  /** The whole number that a text is, or empty when it is none within the bounds. */
  public static OptionalInt parse(String text, int least, int most) {
    try {
      int number = Integer.parseInt(text);
      return number >= least && number <= most ? OptionalInt.of(number) : OptionalInt.empty();
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }
}
