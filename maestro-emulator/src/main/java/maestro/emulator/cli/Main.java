package maestro.emulator.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The emulator's command line. Exit status: 0 done, 1 failed, 2 wrong usage, 3 the condition of
 * {@code --fail-if} holds; 130 and 143 when Ctrl-C or SIGTERM ended it, with what was measured
 * until then.
 */
@Command(
    name = "maestro",
    mixinStandardHelpOptions = true,
    description = "Emulated switches that measure an OpenFlow controller.")
public final class Main extends InterruptibleMain {
  private static final String NAME = "maestro-emulator";

  /** All commands, in the order of the help; the jar of the network has some of them. */
  private static final List<String> ORDER =
      List.of("demo", "compare", "emulate", "network", "diff", "agent", "help");

  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    new Main().run(NAME, args);
  }

  /** The command line with all commands; for tests. */
  public static CommandLine commandLine() {
    return new Main().commandLine(NAME);
  }

  @Override
  protected CommandSpec program() {
    List<Object> commands = new ArrayList<>();
    commands.add(new CompareCommand());
    commands.add(new EmulateCommand());
    commands.add(new DiffCommand());
    commands.add(new AgentCommand());
    commands.add(new HelpCommand());
    ServiceLoader.load(FurtherCommands.class).forEach(jar -> commands.addAll(jar.commands()));
    CommandSpec program = super.program();
    commands.stream()
        .map(CommandSpec::forAnnotatedObject)
        .sorted(Comparator.comparingInt(command -> ORDER.indexOf(command.name())))
        .forEach(command -> program.addSubcommand(command.name(), command));
    return program;
  }

  /** Runs one command, set up further by {@code setUp}; returns the status. */
  static int execute(Consumer<CommandLine> setUp, String... args) {
    return new Main().execute(NAME, setUp, args);
  }
}
