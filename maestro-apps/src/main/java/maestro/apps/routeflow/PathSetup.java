package maestro.apps.routeflow;

import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchOutput;

/**
 * Installs a path in the switches, and decides when the packet that asked for it is sent on. Any
 * thread.
 */
interface PathSetup {
  /**
   * Installs a path and answers the request.
   *
   * @param path the path of the request; valid during the call
   */
  void setUp(Path path, FlowRequest request, SwitchOutput output);

  /**
   * Installs the path, far end first, and sends the packet after the entry of its own switch,
   * without waiting. A switch that gets a packet before its entry, or refuses the entry, asks again
   * and is answered from there.
   */
  record AtOnce(RouteVlans vlans) implements PathSetup {
    @Override
    public void setUp(Path path, FlowRequest request, SwitchOutput output) {
      for (int hop = path.hopCount() - 1; hop > 0; hop--) {
        FlowOptions options = vlans.optionsAt(path, hop);
        long datapathId = path.datapathId(hop);
        int inPort = path.inPort(hop);
        if (path.isAsItCame(hop)) {
          output.install(datapathId, request, inPort, path.outPort(hop), options);
        } else {
          output.install(datapathId, request, inPort, path.tagAt(hop), path.output(hop), options);
        }
      }
      output.installAndForward(request, path.outPort(0), vlans.optionsAt(path, 0));
    }
  }
}
