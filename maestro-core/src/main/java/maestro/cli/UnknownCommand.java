package maestro.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import maestro.config.Nearest;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Lists all commands when an operator uses an unknown one; picocli would only guess one. Picocli
 * handles other mistakes of a command line.
 */
public final class UnknownCommand implements IParameterExceptionHandler {
  private final IParameterExceptionHandler others;
  private final List<String> ofLauncher;

  private UnknownCommand(IParameterExceptionHandler others, List<String> ofLauncher) {
    this.others = others;
    this.ofLauncher = ofLauncher;
  }

  /**
   * Installs the handler in a command line that has its subcommands already.
   *
   * @param ofLauncher further commands that only the launcher has
   */
  public static void explainIn(CommandLine commandLine, String... ofLauncher) {
    commandLine.setParameterExceptionHandler(
        new UnknownCommand(commandLine.getParameterExceptionHandler(), List.of(ofLauncher)));
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) throws Exception {
    CommandLine command = mistake.getCommandLine();
    if (!(mistake instanceof UnmatchedArgumentException unmatched)
        || unmatched.isUnknownOption()
        || command.getSubcommands().isEmpty()) {
      return others.handleParseException(mistake, arguments);
    }
    String found = unmatched.getUnmatched().get(0);
    List<String> allowed = new ArrayList<>(command.getSubcommands().keySet());
    if (command.getParent() == null) {
      allowed.addAll(ofLauncher);
    }
    PrintWriter err = command.getErr();
    err.println(
        "%s: found '%s'; allowed: %s%s"
            .formatted(
                command.getCommandSpec().qualifiedName(),
                found,
                String.join(", ", allowed),
                Nearest.hint(found, allowed)));
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }
}
