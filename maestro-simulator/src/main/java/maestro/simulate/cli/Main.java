package maestro.simulate.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Consumer;
import maestro.cli.UnknownCommand;
import maestro.config.BadConfigurationException;
import maestro.emulator.cli.OptionFiles;
import maestro.emulator.scenario.ScenarioException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The simulator's command line. Exit status: 0 done, 1 failed, 2 wrong usage. */
@Command(
    name = "maestro",
    mixinStandardHelpOptions = true,
    description = "What Maestro's strategies would do on more cores.",
    subcommands = {SimulateCommand.class, CommandLine.HelpCommand.class})
public final class Main implements Runnable {
  private static final int HELP_COLUMNS = 100;

  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(execute(command -> {}, args));
  }

  /** Runs one command, set up further by {@code setUp}; returns the status. */
  static int execute(Consumer<CommandLine> setUp, String... args) {
    CommandLine command =
        new CommandLine(new Main())
            .setUsageHelpWidth(HELP_COLUMNS)
            .setExecutionExceptionHandler((e, failed, parsed) -> report(e, failed.getErr()));
    UnknownCommand.explainIn(command);
    setUp.accept(command);
    return command.execute(args);
  }

  /** What goes wrong by an operator's mistake is some lines; anything else is ours to explain. */
  private static int report(Exception e, PrintWriter err) {
    if (e instanceof ScenarioException
        || e instanceof BadConfigurationException
        || e instanceof IOException) {
      err.println(OptionFiles.message(e));
    } else {
      err.println("maestro: unexpected failure, please report it:");
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
