package maestro.cli.remote;

import java.util.List;

/** The datapath ids that a controller knows. */
final class KnownSwitches {
  private KnownSwitches() {}

  /** The datapath ids of the connected switches. */
  static List<String> of(ControlClient client) throws ControlException, InterruptedException {
    return ControlClient.parsed(client.get(ControlPath.of("/v1/switches")))
        .at("switches")
        .items()
        .stream()
        .map(each -> each.at("dpid").text())
        .toList();
  }
}
