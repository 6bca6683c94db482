package maestro.apps.routeflow;

import maestro.api.FlowRequest;
import maestro.apps.routing.RoutingTable;

/**
 * The switches that a flow goes over from where it was asked for, hop 0, to its destination. Reused
 * for one request after the other; allocates only when the network has grown. One thread.
 */
final class Path {
  private long[] datapathIds = new long[0];
  private int[] inPorts = new int[0];
  private int[] outPorts = new int[0];
  private int hopCount;
  private RoutingTable table = RoutingTable.EMPTY;

  /**
   * Makes this the path of a request. Of equal alternatives each switch takes one by a hash of the
   * flow's addresses and its own index: a flow has the same path wherever it is asked for, and
   * flows that share a switch part again at the next.
   *
   * @param routes the table to find it in
   * @param from index of the request's switch
   * @param to index of the switch that the destination is at
   * @param toPort the destination's port there
   * @return false when there is no path
   */
  boolean find(RoutingTable routes, FlowRequest request, int from, int to, int toPort) {
    table = routes;
    hopCount = 0;
    if (!table.isReachable(from, to)) {
      return false;
    }
    ensure(table.topology().switchCount());
    long flow = mix(request.ethSrc() * 0x9e37_79b9_7f4a_7c15L + request.ethDst());
    int here = from;
    int inPort = request.inPort();
    while (here != to) {
      int link = table.nextLink(here, to, (int) mix(flow + here));
      add(here, inPort, table.portOf(link));
      inPort = table.targetPortOf(link);
      here = table.targetOf(link);
    }
    add(to, inPort, toPort);
    return true;
  }

  private void add(int switchIndex, int inPort, int outPort) {
    datapathIds[hopCount] = table.topology().datapathId(switchIndex);
    inPorts[hopCount] = inPort;
    outPorts[hopCount] = outPort;
    hopCount++;
  }

  /** No path visits a switch twice, since each hop is nearer to the destination. */
  private void ensure(int switchCount) {
    if (datapathIds.length < switchCount) {
      datapathIds = new long[switchCount];
      inPorts = new int[switchCount];
      outPorts = new int[switchCount];
    }
  }

  /** Spreads a number over 64 bits: the last steps of MurmurHash3 (Appleby). */
  private static long mix(long number) {
    long mixed = (number ^ (number >>> 33)) * 0xff51_afd7_ed55_8ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ce_b9fe_1a85_ec53L;
    return mixed ^ (mixed >>> 33);
  }

  /** The table it was found in. */
  RoutingTable table() {
    return table;
  }

  /** How many switches it goes over, at least 1. */
  int hopCount() {
    return hopCount;
  }

  long datapathId(int hop) {
    return datapathIds[hop];
  }

  int inPort(int hop) {
    return inPorts[hop];
  }

  int outPort(int hop) {
    return outPorts[hop];
  }
}
