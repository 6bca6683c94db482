package maestro.cli.remote;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that ask a running controller. */
public final class RemoteCommands {
  private RemoteCommands() {}

  /** Adds the commands to the command of a program. */
  public static void addTo(CommandSpec program) {
    for (Object each : List.of(new StatusCommand(), new SwitchesCommand())) {
      CommandSpec command = CommandSpec.forAnnotatedObject(each);
      program.addSubcommand(command.name(), command);
    }
  }
}
