package maestro.emulator.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bench}: what to measure other numbers against, and what to survive. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Yardsticks for this machine, attacks, and what Maestro reaches.",
    subcommands = {
      LimitCommand.class,
      MachineCommand.class,
      IsolationCommand.class,
      SoakCommand.class,
      TableCommand.class,
      BatchingCommand.class
    })
final class BenchCommand implements Runnable {
  @ParentCommand private Main main;

  @Spec private CommandSpec spec;

  Main main() {
    return main;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "bench needs a command: limit, machine, isolation, soak, table, batching");
  }
}
