package maestro.emulator.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench}: what to measure other numbers against. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Yardsticks for this machine.",
    subcommands = LimitCommand.class)
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "bench needs a command: limit");
  }
}
