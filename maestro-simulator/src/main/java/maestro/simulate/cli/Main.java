package maestro.simulate.cli;

import java.util.function.Consumer;
import maestro.cli.line.CommandLines;
import maestro.cli.line.WrongArguments;
import maestro.emulator.cli.OptionFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The simulator's command line. Exit status: 0 done, 1 failed, 2 wrong usage. */
@Command(
    name = "maestro",
    mixinStandardHelpOptions = true,
    description = "Simulate Maestro's strategies on any number of cores.",
    subcommands = {SimulateCommand.class, CommandLine.HelpCommand.class})
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    System.exit(execute(command -> {}, args));
  }

  /** The command line with all commands; for tests, too. */
  public static CommandLine commandLine() {
    return CommandLines.of("maestro", new Main(), OptionFiles::mistakes);
  }

  /** Runs one command, set up further by {@code setUp}; returns the status. */
  static int execute(Consumer<CommandLine> setUp, String... args) {
    CommandLine command = commandLine();
    setUp.accept(command);
    return command.execute(args);
  }

  @Override
  public void run() {
    throw WrongArguments.noCommand(spec.commandLine());
  }
}
