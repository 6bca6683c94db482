package maestro.cli.line;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.commandSpec().helpCommand() && !last.unmatched().isEmpty()
        ? help(last)
        : new RunLast().execute(parsed);
  }

  /**
   * The help of a command within another one, such as {@code help tls init}. Picocli's own command
   * takes the first word, and lets any further argument pass.
   */
  private static int help(ParseResult parsed) {
    CommandLine help = parsed.commandSpec().commandLine();
    List<String> words = new ArrayList<>();
    parsed.matchedPositionals().forEach(word -> words.addAll(word.originalStringValues()));
    words.addAll(parsed.unmatched());
    CommandLine command = help.getParent();
    for (String word : words) {
      Map<String, CommandLine> within = command.getSubcommands();
      if (!within.containsKey(word)) {
        boolean isCommand = !within.isEmpty() && !word.startsWith("-");
        throw new UnmatchedArgumentException(isCommand ? command : help, List.of(word));
      }
      command = within.get(word);
    }
    command.usage(help.getOut());
    return CommandLine.ExitCode.OK;
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
