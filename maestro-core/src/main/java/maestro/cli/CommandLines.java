package maestro.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Makes the command lines of all programs alike: the width of their help, the answer to wrong
 * arguments, and the report of a failure. An operator's mistake is some lines; any other exception
 * is ours to explain, with its stack trace. Stateless.
 */
public final class CommandLines {
  private static final int HELP_COLUMNS = 100;

  private CommandLines() {}

  /**
   * What an operator has done wrong.
   *
   * @param lines one for each mistake; none for an exception that is nothing of the kind
   * @param inArguments whether all of it is in the command line, and nothing in a file
   */
  public record Mistakes(List<String> lines, boolean inArguments) {
    /** No mistake of the operator. */
    public static final Mistakes NONE = new Mistakes(List.of(), false);
  }

  /**
   * The command line of a program.
   *
   * @param name as the program names itself in messages
   * @param main the program's command with its subcommands
   * @param mistakes what an exception of a command tells the operator
   * @param others commands that other programs of the launcher have
   */
  public static CommandLine of(
      String name, Object main, Function<Exception, Mistakes> mistakes, String... others) {
    return new CommandLine(main)
        .setUsageHelpWidth(HELP_COLUMNS)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(CommandLines::execute)
        .setParameterExceptionHandler(new WrongArguments(List.of(others)))
        .setExecutionExceptionHandler(
            (e, command, parsed) -> report(name, e, mistakes.apply(e), command));
  }

  /** Picocli lets any argument of the command help pass. */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    if (last.commandSpec().helpCommand() && !last.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(last.commandSpec().commandLine(), last.unmatched());
    }
    return new RunLast().execute(parsed);
  }

  private static int report(String name, Exception e, Mistakes mistakes, CommandLine command) {
    if (mistakes.inArguments()) {
      return WrongArguments.report(command, mistakes.lines());
    }
    PrintWriter err = command.getErr();
    if (mistakes.lines().isEmpty()) {
      err.println(name + ": unexpected failure, please report it:");
      e.printStackTrace(err);
    } else {
      mistakes.lines().forEach(err::println);
    }
    err.flush();
    return CommandLine.ExitCode.SOFTWARE;
  }
}
