package maestro.cli.remote.change;

import java.util.Optional;
import maestro.cli.remote.client.ControlPath;
import maestro.cli.remote.client.JsonValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets another member serve switches. */
@Command(
    name = "move",
    description = "Lets a member of the cluster serve the switches from now on: all, or one.")
public final class ClusterMoveCommand extends ChangeCommand {
  @Parameters(index = "0", paramLabel = "MEMBER", description = "The member that is to serve them.")
  private String member = "";

  @Option(
      names = "--switch",
      paramLabel = "SWITCH",
      description = "Only this switch: a datapath id or a name.")
  private Optional<String> one = Optional.empty();

  @Override
  String body() {
    String dpid = one.map(id -> ",\"dpid\":" + JsonValue.quoted(id)).orElse("");
    return "{\"to\":" + JsonValue.quoted(member) + dpid + "}";
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/cluster/move");
  }
}
