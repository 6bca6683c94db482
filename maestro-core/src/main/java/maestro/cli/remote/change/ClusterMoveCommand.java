package maestro.cli.remote.change;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Optional;
import maestro.cli.remote.client.ControlPath;
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

  @Option(names = "--switch", paramLabel = "SWITCH", description = "Only this switch.")
  private Optional<String> one = Optional.empty();

  @Override
  String body() {
    String dpid = one.map(id -> ",\"dpid\":\"" + quoted(id) + "\"").orElse("");
    return "{\"to\":\"" + quoted(member) + "\"" + dpid + "}";
  }

  private static String quoted(String text) {
    return new String(JsonStringEncoder.getInstance().quoteAsString(text));
  }

  @Override
  public ControlPath path() {
    return ControlPath.of("/v1/cluster/move");
  }
}
