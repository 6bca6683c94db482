package maestro.simulate.cli;

import maestro.cli.LauncherCommands;
import picocli.CommandLine;

/** The commands of the simulator, for the completion and the manual of the launcher. */
public final class ForLauncher implements LauncherCommands.Program {
  @Override
  public CommandLine commandLine() {
    return Main.commandLine();
  }
}
