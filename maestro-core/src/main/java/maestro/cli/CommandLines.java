package maestro.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * Makes the command lines of all programs alike: the width of their help, the answer to an unknown
 * command, and the report of a failure. An operator's mistake is some lines; any other exception is
 * ours to explain, with its stack trace. Stateless.
 */
public final class CommandLines {
  private static final int HELP_COLUMNS = 100;

  private CommandLines() {}

  /**
   * The command line of a program.
   *
   * @param name as the program names itself in messages
   * @param main the program's command with its subcommands
   * @param mistakes the lines for an operator's mistake; empty for any other exception
   * @param others commands that other programs of the launcher have
   */
  public static CommandLine of(
      String name, Object main, Function<Exception, List<String>> mistakes, String... others) {
    CommandLine commandLine =
        new CommandLine(main)
            .setUsageHelpWidth(HELP_COLUMNS)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExecutionExceptionHandler(
                (e, command, parsed) -> report(name, e, mistakes.apply(e), command.getErr()));
    UnknownCommand.explainIn(commandLine, others);
    return commandLine;
  }

  private static int report(String name, Exception e, List<String> mistakes, PrintWriter err) {
    if (mistakes.isEmpty()) {
      err.println(name + ": unexpected failure, please report it:");
      e.printStackTrace(err);
    } else {
      mistakes.forEach(err::println);
    }
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }
}
