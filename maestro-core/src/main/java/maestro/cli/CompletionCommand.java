package maestro.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * Prints what makes a shell complete the commands of this program, with their options, and the
 * names of the launcher's other commands.
 */
@Command(
    name = "completion",
    description = {
      "Prints a script with which bash and zsh complete commands, and options of those that the"
          + " controller has.",
      "Once: source <(./maestro completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.println(AutoComplete.bash("maestro", new CommandLine(launcher())));
    out.flush();
    return 0;
  }

  /** This program's commands, and others that have no option but that for help. */
  private CommandSpec launcher() {
    CommandSpec launcher = CommandSpec.create().name("maestro");
    CommandSpec root = spec.root();
    root.options()
        .forEach(each -> launcher.addOption(each.toBuilder().scopeType(ScopeType.LOCAL).build()));
    root.subcommands().forEach(launcher::addSubcommand);
    for (String name : Main.OF_LAUNCHER) {
      launcher.addSubcommand(name, CommandSpec.create().mixinStandardHelpOptions(true));
    }
    return launcher;
  }
}
