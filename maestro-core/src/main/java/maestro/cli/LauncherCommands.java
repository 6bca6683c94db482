package maestro.cli;

import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;

/**
 * The commands of the launcher {@code ./maestro} as one command: those of the controller and of all
 * programs in the class path. It is there to be described, not to be executed. Stateless.
 */
public final class LauncherCommands {
  private static final String NAME = "maestro";

  /** Another program that the launcher starts. Its jar names it as a service. */
  public interface Program {
    /** The command line with all commands. */
    CommandLine commandLine();

    /** The word before its commands; empty for none. */
    default String word() {
      return "";
    }
  }

  private LauncherCommands() {}

  /** All commands. Those of a program that is not in the class path only have options for help. */
  public static CommandLine all() {
    CommandSpec launcher = copy(NAME, Main.commandLine().getCommandSpec());
    for (Program program : ServiceLoader.load(Program.class)) {
      CommandSpec commands = program.commandLine().getCommandSpec();
      if (program.word().isEmpty()) {
        addCommands(launcher, commands);
      } else {
        launcher.addSubcommand(program.word(), copy(program.word(), commands));
      }
    }
    for (String name : Main.OF_LAUNCHER) {
      if (!launcher.subcommands().containsKey(name)) {
        launcher.addSubcommand(name, CommandSpec.create().mixinStandardHelpOptions(true));
      }
    }
    return new CommandLine(launcher);
  }

  private static void addCommands(CommandSpec to, CommandSpec from) {
    from.subcommands()
        .forEach(
            (name, command) -> {
              if (!to.subcommands().containsKey(name)) {
                to.addSubcommand(name, copy(name, command.getCommandSpec()));
              }
            });
  }

  /** The same command without its object, which would want a parent of the program's class. */
  private static CommandSpec copy(String name, CommandSpec of) {
    CommandSpec copy = CommandSpec.create().name(name);
    copy.usageMessage().description(of.usageMessage().description());
    copy.usageMessage().hidden(of.usageMessage().hidden());
    of.options()
        .forEach(option -> copy.addOption(option.toBuilder().scopeType(ScopeType.LOCAL).build()));
    of.positionalParameters().forEach(each -> copy.addPositional(each.toBuilder().build()));
    addCommands(copy, of);
    return copy;
  }
}
