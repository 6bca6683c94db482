package maestro.emulator.cli;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Checks the numbers that options take. Stateless. */
final class Bounds {
  private Bounds() {}

  /**
   * Refuses a number out of bounds.
   *
   * @param option its name, for the message
   * @throws ParameterException when it is below {@code least} or above {@code most}
   */
  static void check(CommandLine command, String option, int found, int least, int most) {
    if (found < least || found > most) {
      throw new ParameterException(
          command, option + ": found " + found + "; allowed: " + least + " to " + most);
    }
  }
}
