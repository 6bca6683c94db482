package maestro.cli.remote.client;

import java.util.List;
import java.util.stream.Stream;

/** The switches that a controller knows. */
public final class KnownSwitches {
  private KnownSwitches() {}

  /** The datapath ids of the connected switches, and the names of those that have one. */
  public static List<String> of(ControlClient client)
      throws ControlException, InterruptedException {
    return ControlClient.parsed(client.get(ControlPath.of("/v1/switches")))
        .at("switches")
        .items()
        .stream()
        .flatMap(each -> Stream.of(each.at("dpid"), each.at("name")))
        .filter(each -> !each.isNull())
        .map(JsonValue::text)
        .toList();
  }
}
