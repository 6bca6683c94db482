package maestro.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what makes a shell complete the launcher's commands, with their options. */
@Command(
    name = "completion",
    description = {
      "Prints a script with which bash and zsh complete commands and options.",
      "Once: source <(maestro completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(AutoComplete.bash("maestro", LauncherCommands.all()));
    out.flush();
    return 0;
  }
}
