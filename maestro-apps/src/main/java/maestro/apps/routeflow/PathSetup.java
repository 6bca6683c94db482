package maestro.apps.routeflow;

import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchOutput;

/**
 * How a path comes into the switches, and when the packet that asked for it goes on. Any thread.
 */
interface PathSetup {
  /**
   * Installs a path and answers the request.
   *
   * @param path that of the request; valid during the call
   */
  void setUp(Path path, FlowRequest request, SwitchOutput output);

  /**
   * Installs far end first and sends the packet behind the entry of its own switch, waiting for
   * nobody. Where the packet, or a later one, comes before the entry, or the entry was refused,
   * that switch asks and is answered from there.
   */
  record AtOnce(FlowOptions options) implements PathSetup {
    @Override
    public void setUp(Path path, FlowRequest request, SwitchOutput output) {
      for (int hop = path.hopCount() - 1; hop > 0; hop--) {
        output.install(path.datapathId(hop), request, path.inPort(hop), path.outPort(hop), options);
      }
      output.installAndForward(request, path.outPort(0), options);
    }
  }
}
