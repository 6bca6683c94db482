package maestro.network.dataplane.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.openflow.OpenFlow;

/**
 * A FLOW_MOD with chosen values, as a switch of one version gets it, and what it says.
 *
 * @param message on the wire
 */
@SuppressWarnings("ArrayRecordComponent")
record RandomCommand(byte[] message, PlainSwitch.Command command) {
  /**
   * A command for a switch of a version.
   *
   * @param cookie of its own
   */
  static RandomCommand of(int version, Random random, long cookie) {
    return version == OpenFlow.VERSION_10
        ? RandomCommand10.of(random, cookie)
        : RandomCommand13.of(random, cookie);
  }

  /** Each port by chance. */
  static List<Integer> ports(Random random) {
    List<Integer> ports = new ArrayList<>();
    for (int port = 1; port <= SwitchRig.PORTS; port++) {
      if (random.nextInt(3) == 0) {
        ports.add(port);
      }
    }
    return ports;
  }
}
