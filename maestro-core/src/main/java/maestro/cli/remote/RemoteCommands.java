package maestro.cli.remote;

import java.util.List;
import maestro.cli.remote.ask.ClusterCommand;
import maestro.cli.remote.ask.EventsCommand;
import maestro.cli.remote.ask.FlowsCommand;
import maestro.cli.remote.ask.HostsCommand;
import maestro.cli.remote.ask.LinksCommand;
import maestro.cli.remote.ask.PathCommand;
import maestro.cli.remote.ask.PortsCommand;
import maestro.cli.remote.ask.ReservationsCommand;
import maestro.cli.remote.ask.StaticFlowsCommand;
import maestro.cli.remote.ask.StatusCommand;
import maestro.cli.remote.ask.SwitchCommand;
import maestro.cli.remote.ask.SwitchesCommand;
import maestro.cli.remote.change.ClusterMoveCommand;
import maestro.cli.remote.change.DelayBoundCommand;
import maestro.cli.remote.change.LogLevelCommand;
import maestro.cli.remote.change.RateLimitCommand;
import maestro.cli.remote.change.ReloadCommand;
import maestro.cli.remote.change.ReservationAskCommand;
import maestro.cli.remote.change.ReservationGiveBackCommand;
import maestro.cli.remote.change.RoleCommand;
import maestro.cli.remote.change.StaticFlowDeleteCommand;
import maestro.cli.remote.change.StaticFlowPutCommand;
import maestro.cli.remote.change.WeightCommand;
import maestro.cli.remote.top.TopCommand;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that ask a running controller. */
public final class RemoteCommands {
  private RemoteCommands() {}

  /** Adds the commands to the command of a program. */
  public static void addTo(CommandSpec program) {
    List<Object> commands =
        List.of(
            new StatusCommand(),
            new TopCommand(),
            new SwitchesCommand(),
            new SwitchCommand(),
            new PortsCommand(),
            new LinksCommand(),
            new HostsCommand(),
            new FlowsCommand(),
            new StaticFlowsCommand(),
            new ReservationsCommand(),
            new PathCommand(),
            new ClusterCommand(),
            new EventsCommand(),
            new WeightCommand(),
            new RateLimitCommand(),
            new DelayBoundCommand(),
            new RoleCommand(),
            new LogLevelCommand(),
            new ReloadCommand());
    for (Object each : commands) {
      CommandSpec command = CommandSpec.forAnnotatedObject(each);
      program.addSubcommand(command.name(), command);
      if (each instanceof StaticFlowsCommand) {
        addAll(command, List.of(new StaticFlowPutCommand(), new StaticFlowDeleteCommand()));
      } else if (each instanceof ReservationsCommand) {
        addAll(command, List.of(new ReservationAskCommand(), new ReservationGiveBackCommand()));
      } else if (each instanceof ClusterCommand) {
        addAll(command, List.of(new ClusterMoveCommand()));
      }
    }
  }

  private static void addAll(CommandSpec parent, List<Object> commands) {
    for (Object each : commands) {
      CommandSpec command = CommandSpec.forAnnotatedObject(each);
      parent.addSubcommand(command.name(), command);
    }
  }
}
