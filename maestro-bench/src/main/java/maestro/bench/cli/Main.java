package maestro.bench.cli;

import java.util.function.Consumer;
import maestro.emulator.cli.InterruptibleMain;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The command line of the benchmarks: {@code ./maestro bench}. Exit status: 0 done, 1 failed or a
 * target missed, 2 wrong usage; 130 and 143 when Ctrl-C or SIGTERM ended it; the results until then
 * are kept.
 */
@Command(
    name = "maestro bench",
    mixinStandardHelpOptions = true,
    description = "Measure this machine, attack controllers, and compare Maestro with its targets.",
    subcommands = {
      BaselineCommand.class,
      MachineCommand.class,
      IsolationCommand.class,
      SoakCommand.class,
      TableCommand.class,
      BatchingCommand.class,
      ShutdownCommand.class,
      DataplaneCommand.class,
      PaperCommand.class,
      JmhCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main extends InterruptibleMain {
  private static final String NAME = "maestro bench";

  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    new Main().run(NAME, args);
  }

  /** The command line with all commands; for tests. */
  public static CommandLine commandLine() {
    return new Main().commandLine(NAME);
  }

  /** Runs one command, set up further by {@code setUp}; returns the status. */
  static int execute(Consumer<CommandLine> setUp, String... args) {
    return new Main().execute(NAME, setUp, args);
  }
}
