package maestro.emulator.cli;

import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The emulator's command line. Exit status: 0 done, 1 failed, 2 wrong usage, 3 the condition of
 * {@code --fail-if} holds; 130 and 143 when Ctrl-C or SIGTERM ended it, with what was measured
 * until then.
 */
@Command(
    name = "maestro",
    mixinStandardHelpOptions = true,
    description = "Emulated switches that measure an OpenFlow controller.",
    subcommands = {
      DemoCommand.class,
      CompareCommand.class,
      EmulateCommand.class,
      NetworkCommand.class,
      DiffCommand.class,
      AgentCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main extends InterruptibleMain {
  private static final String NAME = "maestro-emulator";

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
