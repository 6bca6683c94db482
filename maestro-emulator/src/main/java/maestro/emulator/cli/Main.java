package maestro.emulator.cli;

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
    subcommands = BenchCommand.class)
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
