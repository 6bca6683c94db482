package maestro.emulator.cli;

import java.io.IOException;
import java.io.PrintWriter;
import maestro.emulator.scenario.ScenarioException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The emulator's command line. Exit status: 0 done, 1 failed, 2 wrong usage. */
@Command(
    name = "maestro-emulator",
    mixinStandardHelpOptions = true,
    description = "Emulated switches that measure an OpenFlow controller.",
    subcommands = {
      CompareCommand.class,
      EmulateCommand.class,
      AgentCommand.class,
      BenchCommand.class
    })
public final class Main implements Runnable {
  private static final int HELP_COLUMNS = 100;

  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setUsageHelpWidth(HELP_COLUMNS)
        .setExecutionExceptionHandler((e, command, parsed) -> report(e, command.getErr()));
  }

  /** What goes wrong by an operator's mistake is some lines; anything else is ours to explain. */
  private static int report(Exception e, PrintWriter err) {
    if (e instanceof ScenarioException || e instanceof IOException) {
      err.println(e.getMessage());
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
