package maestro.apps.routeflow;

import maestro.api.FlowActions;
import maestro.api.FlowRequest;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import maestro.apps.routing.RoutingTable;

/**
 * The switches of a flow's path, from the switch that asks, hop 0, to the destination. Reused for
 * each request; allocates only when the network has grown. Confined to one thread.
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
  private Egress egress = Egress.UNTAGGED;

  /** The actions that send to one port, by the lower bits of its number. */
  private final FlowActions[] outputs = new FlowActions[OUTPUTS];

  private final int[] outputPorts = new int[OUTPUTS];

  /**
   * Makes this the path of a request. Among equal next hops each switch takes one by a hash of the
   * flow's addresses and its own index. So a flow has the same path wherever it is asked for, and
   * flows that share a switch may part at the next.
   *
   * <p>A destination on a segment is known at one of the ports there. The path ends at the first
   * switch that sends to the segment: the switch of that port is not on the way.
   *
   * @param routes the table to find it in
   * @param from index of the request's switch
   * @param to index of the destination's switch
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
      if (here == to && inPort == toPort) {
        return true; // on the segment
      }
    }
    add(to, inPort, toPort);
    return true;
  }

  /** Makes this the path by which a request's switch alone sends it out of a port. */
  void ofOneHop(RoutingTable routes, FlowRequest request, int here, int port) {
    table = routes;
    hopCount = 0;
    ensure(table.topology().switchCount());
    add(here, request.inPort(), port);
  }

  /** Lets the path ignore tags. */
  void withoutTags() {
    knowsTags = false;
  }

  /**
   * Lets the path consider tags.
   *
   * @param tagThere the tag with which packets come to hop 0, -1 without one
   * @param ofVlan the VLAN that the packets belong to
   * @param egressLast how packets leave by the last port; between switches they have their tag
   */
  void withTags(int tagThere, int ofVlan, Egress egressLast) {
    knowsTags = true;
    tag = tagThere;
    vlan = ofVlan;
    egress = egressLast;
  }

  private void add(int switchIndex, int inPort, int outPort) {
    datapathIds[hopCount] = table.topology().datapathId(switchIndex);
    inPorts[hopCount] = inPort;
    outPorts[hopCount] = outPort;
    hopCount++;
  }

  /** Makes room. No path visits a switch twice, since each hop is nearer to the destination. */
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

  /** The table in which the path was found. */
  RoutingTable table() {
    return table;
  }

  /** The number of switches, at least 1. */
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

  /** Whether the path considers tags; only then call the methods about them. */
  boolean knowsTags() {
    return knowsTags;
  }

  /** The VLAN of the packets, or {@link Vlans#UNTAGGED}. */
  int vlan() {
    return vlan;
  }

  /** The tag with which the packets come to a hop, -1 without one. */
  int tagAt(int hop) {
    return hop == 0 || vlan == Vlans.UNTAGGED ? tag : vlan;
  }

  /** Whether the packets come to a hop with the tag that they have at hop 0. */
  boolean isAsItCame(int hop) {
    return !knowsTags || tagAt(hop) == tag;
  }

  /** How the packets leave a hop. */
  Egress egressAt(int hop) {
    return hop == hopCount - 1 ? egress : Egress.TAGGED;
  }

  /** The output that sends packets on from a hop: a port, or back. */
  int outputPort(int hop) {
    return outPorts[hop] == inPorts[hop] ? FlowActions.IN_PORT : outPorts[hop];
  }

  /** The actions that send packets on from a hop. Allocates for a port that is new here. */
  FlowActions output(int hop) {
    int port = outputPort(hop);
    int slot = port & (OUTPUTS - 1);
    if (outputs[slot] == null || outputPorts[slot] != port) {
      outputs[slot] = FlowActions.outputs(port);
      outputPorts[slot] = port;
    }
    return outputs[slot];
  }
}
