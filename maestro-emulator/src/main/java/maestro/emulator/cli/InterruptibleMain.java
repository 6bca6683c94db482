package maestro.emulator.cli;

import java.util.function.Consumer;
import maestro.cli.line.CommandLines;
import maestro.cli.line.WrongArguments;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The top command of a program whose runs Ctrl-C and SIGTERM end, with what was measured until
 * then. Used once, by one thread.
 */
public abstract class InterruptibleMain implements Runnable {
  private final Interruption interruption = new Interruption();

  @Spec private CommandSpec spec;

  /** A top command. */
  protected InterruptibleMain() {}

  /**
   * Runs one command and ends the process with its status, or with the signal's.
   *
   * @param name as the program names itself in messages
   */
  protected final void run(String name, String... args) {
    interruption.exit(execute(name, command -> {}, args));
  }

  /**
   * Runs one command; returns the exit status.
   *
   * @param name as the program names itself in messages
   * @param setUp sets the command line up further
   */
  protected final int execute(String name, Consumer<CommandLine> setUp, String... args) {
    CommandLine command = commandLine(name);
    setUp.accept(command);
    try {
      return command.execute(args);
    } finally {
      interruption.end();
    }
  }

  /**
   * The command line with all commands.
   *
   * @param name as the program names itself in messages
   */
  protected final CommandLine commandLine(String name) {
    return CommandLines.of(name, program(), OptionFiles::mistakes);
  }

  /** The top command with all commands. */
  protected CommandSpec program() {
    return CommandSpec.forAnnotatedObject(this);
  }

  /** What signals do to the command. */
  public final Interruption interruption() {
    return interruption;
  }

  @Override
  public final void run() {
    throw WrongArguments.noCommand(spec.commandLine());
  }
}
