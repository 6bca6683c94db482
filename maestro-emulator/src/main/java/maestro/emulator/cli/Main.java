package maestro.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Consumer;
import maestro.cli.UnknownCommand;
import maestro.emulator.scenario.ScenarioException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The emulator's command line. Exit status: 0 done, 1 failed, 2 wrong usage; 130 and 143 when
 * Ctrl-C or SIGTERM ended it, with what was measured until then.
 */
@Command(
    name = "maestro-emulator",
    mixinStandardHelpOptions = true,
    description = "Emulated switches that measure an OpenFlow controller.",
    subcommands = {
      CompareCommand.class,
      EmulateCommand.class,
      AgentCommand.class,
      BenchCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable {
  private static final int HELP_COLUMNS = 100;

  private final Interruption interruption = new Interruption();

  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(execute(command -> {}, args));
  }

  /** Runs one command, set up further by {@code setUp}; returns the status. */
  static int execute(Consumer<CommandLine> setUp, String... args) {
    Main main = new Main();
    CommandLine command =
        new CommandLine(main)
            .setUsageHelpWidth(HELP_COLUMNS)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler((e, failed, parsed) -> report(e, failed.getErr()));
    UnknownCommand.explainIn(command);
    setUp.accept(command);
    try {
      return command.execute(args);
    } finally {
      main.interruption.end();
    }
  }

  /** What signals do to the command. */
  Interruption interruption() {
    return interruption;
  }

  /** What goes wrong by an operator's mistake is some lines; anything else is ours to explain. */
  private static int report(Exception e, PrintWriter err) {
    if (e instanceof ScenarioException || e instanceof IOException) {
      err.println(OptionFiles.message(e));
    } else {
      err.println("maestro-emulator: unexpected failure, please report it:");
      e.printStackTrace(err);
    }
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
