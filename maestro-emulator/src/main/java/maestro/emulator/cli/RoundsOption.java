package maestro.emulator.cli;

import maestro.cli.line.Bounds;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** How often a command measures everything. */
final class RoundsOption {
  private static final int MOST = 1000;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Measure everything so many times, every second time in reverse order, and show medians"
              + " with the lowest and the highest (default: 1).")
  private int count = 1;

  /** The number, which is allowed. */
  int count(CommandLine command) {
    Bounds.check(command, "--rounds", count, 1, MOST);
    return count;
  }
}
