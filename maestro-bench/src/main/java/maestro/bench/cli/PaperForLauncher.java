package maestro.bench.cli;

import maestro.cli.LauncherCommands;
import picocli.CommandLine;

/** The command {@code paper}, which the launcher has without the word {@code bench}, too. */
public final class PaperForLauncher implements LauncherCommands.Program {
  @Override
  public CommandLine commandLine() {
    return Main.commandLine().getSubcommands().get(word());
  }

  @Override
  public String word() {
    return "paper";
  }
}
