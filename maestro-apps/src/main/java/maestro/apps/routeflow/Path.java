package maestro.apps.routeflow;

import maestro.api.FlowActions;
import maestro.api.FlowRequest;
import maestro.api.Vlans;
import maestro.api.Vlans.Leaving;
import maestro.apps.routing.RoutingTable;

/**
 * The switches that a flow goes over from where it was asked for, hop 0, to its destination. Reused
 * for one request after the other; allocates only when the network has grown. One thread.
 */
final class Path {
  private static final int OUTPUTS = 256;

  private long[] datapathIds = new long[0];
  private int[] inPorts = new int[0];
  private int[] outPorts = new int[0];
  private int hopCount;
  private RoutingTable table = RoutingTable.EMPTY;

  private boolean knowsTags;
  private int tag;
  private int vlan;
  private Leaving leaving = Leaving.UNTAGGED;

  /** Lists that send to one port, by the lower bits of its number. */
  private final FlowActions[] outputs = new FlowActions[OUTPUTS];

  private final int[] outputPorts = new int[OUTPUTS];

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

  /** Its packets' tags are not looked at. */
  void withoutTags() {
    knowsTags = false;
  }

  /**
   * Its packets' tags are looked at.
   *
   * @param tagThere with which they come to hop 0, -1 without one
   * @param ofVlan that they belong to
   * @param leavingLast how they leave by the last port; between switches they have their tag
   */
  void withTags(int tagThere, int ofVlan, Leaving leavingLast) {
    knowsTags = true;
    tag = tagThere;
    vlan = ofVlan;
    leaving = leavingLast;
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

  /** Whether its packets' tags are looked at; only then ask about them. */
  boolean knowsTags() {
    return knowsTags;
  }

  /** The VLAN of its packets, or {@link Vlans#UNTAGGED}. */
  int vlan() {
    return vlan;
  }

  /** The tag with which its packets come to a hop, -1 without one. */
  int tagAt(int hop) {
    return hop == 0 || vlan == Vlans.UNTAGGED ? tag : vlan;
  }

  /** Whether its packets come to a hop with the tag that they have at hop 0. */
  boolean isAsItCame(int hop) {
    return !knowsTags || tagAt(hop) == tag;
  }

  /** How its packets leave a hop. */
  Leaving leavingAt(int hop) {
    return hop == hopCount - 1 ? leaving : Leaving.TAGGED;
  }

  /** The list that sends its packets on from a hop. Allocates for a port that is new here. */
  FlowActions output(int hop) {
    int port = outPorts[hop] == inPorts[hop] ? FlowActions.IN_PORT : outPorts[hop];
    int slot = port & (OUTPUTS - 1);
    if (outputs[slot] == null || outputPorts[slot] != port) {
      outputs[slot] = FlowActions.outputs(port);
      outputPorts[slot] = port;
    }
    return outputs[slot];
  }
}
