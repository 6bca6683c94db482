package maestro.api;

import java.nio.ByteBuffer;

/**
 * A list of actions of a flow entry or a PACKET_OUT; the switch applies them in their order. Each
 * method returns a longer list: {@code FlowActions.NONE.output(1, 2).popVlan().output(3)} sends the
 * unchanged packet to two ports, and the packet without its tag to a third.
 *
 * <p>Immutable, any thread. An application should make its lists at start. Making a list allocates;
 * using it does not, because it is stored in the encodings of OpenFlow 1.0 and 1.3. A switch sends
 * a packet out of its in-port only when the output is {@link #IN_PORT}.
 *
 * <p>A value out of its range, and a list that is too long for a message, throw {@link
 * IllegalArgumentException}.
 */
public final class FlowActions {
  /** The output that sends a packet out of its in-port. */
  public static final int IN_PORT = ActionBytes.PORT_IN_PORT;

  /** The output to every port except the in-port and the ports without flooding. */
  public static final int FLOOD = ActionBytes.PORT_FLOOD;

  /** The output to the controller. */
  public static final int CONTROLLER = ActionBytes.PORT_CONTROLLER;

  /** No action: the packet is dropped. */
  public static final FlowActions NONE =
      new FlowActions(ActionBytes.EMPTY, ActionBytes.EMPTY, 0, 0, -1, 0, 0, false);

  /** Keeps two lists and a match within one message. */
  private static final int MAX_BYTES = 24_000;

  private static final int MAX_VLAN = 4095;
  private static final int MAX_PORT = 0xffff;
  private static final int MAX_TABLE = 254;
  private static final long MAX_ADDRESS = 0xffff_ffff_ffffL;

  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int SCTP = 132;

  private final ByteBuffer bytes10;
  private final ByteBuffer bytes13;
  private final int neededFields;

  /** Tags that the list has pushed and not popped; the packet need not bring them. */
  private final int ownTags;

  /** For the outputs that follow; -1 is none. */
  private final int queue;

  private final int meter;

  /** Where packets go on; 0 is nowhere. */
  private final int nextTable;

  /** Whether 1.0 lacks one of the actions. */
  private final boolean only13;

  private final boolean isNone;
  private final boolean isMultiDestination;

  private FlowActions(
      ByteBuffer bytes10,
      ByteBuffer bytes13,
      int neededFields,
      int ownTags,
      int queue,
      int meter,
      int nextTable,
      boolean only13) {
    this.bytes10 = bytes10;
    this.bytes13 = bytes13;
    this.neededFields = neededFields;
    this.ownTags = ownTags;
    this.queue = queue;
    this.meter = meter;
    this.nextTable = nextTable;
    this.only13 = only13;
    this.isNone = // 1.3 has every action of 1.0
        bytes13.capacity() == 0 && meter == 0 && nextTable == 0;
    this.isMultiDestination = ActionBytes.isMultiDestination13(bytes13);
    if (Math.max(bytes10.capacity(), bytes13.capacity()) > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a list of actions longer than " + MAX_BYTES + " bytes: some 1500 outputs");
    }
  }

  /**
   * A list that sends to these ports.
   *
   * @param ports OpenFlow 1.3 numbers
   */
  public static FlowActions outputs(int... ports) {
    return NONE.output(ports);
  }

  /**
   * Sends the packet, as earlier actions have changed it, to these ports.
   *
   * @param ports OpenFlow 1.3 numbers, also {@link #IN_PORT}, {@link #FLOOD}, {@link #CONTROLLER}.
   *     A 1.0 switch sends nothing to a number that OpenFlow 1.0 does not have
   */
  public FlowActions output(int... ports) {
    FlowActions longer = this;
    for (int port : ports) {
      longer =
          longer.and(ActionBytes.output10(port, queue), ActionBytes.output13(port), neededFields);
    }
    return longer;
  }

  /**
   * Adds an outer VLAN tag. OpenFlow 1.0 has only one tag: there, a packet with a tag gets another
   * VLAN id.
   *
   * @param vlanId 0 to 4095
   */
  public FlowActions pushVlan(int vlanId) {
    check("VLAN id", vlanId, MAX_VLAN);
    FlowActions pushed =
        and(ActionBytes.setVlan10(vlanId), ActionBytes.pushVlan13(vlanId), neededFields);
    return pushed.withOwnTags(ownTags + 1);
  }

  /**
   * Changes the VLAN id of the outer tag. An entry that does so matches the VLAN.
   *
   * @param vlanId 0 to 4095
   */
  public FlowActions setVlan(int vlanId) {
    check("VLAN id", vlanId, MAX_VLAN);
    return and(ActionBytes.setVlan10(vlanId), ActionBytes.setVlan13(vlanId), withVlan());
  }

  /** Takes the outer tag off. An entry that does so matches the VLAN. */
  public FlowActions popVlan() {
    FlowActions popped = and(ActionBytes.popVlan10(), ActionBytes.popVlan13(), withVlan());
    return popped.withOwnTags(Math.max(0, ownTags - 1));
  }

  /**
   * Changes the priority in the outer tag. An entry that does so matches the VLAN.
   *
   * @param priority 0 to 7
   */
  public FlowActions setVlanPriority(int priority) {
    check("VLAN priority", priority, 7);
    return and(
        ActionBytes.setVlanPriority10(priority),
        ActionBytes.setVlanPriority13(priority),
        withVlan());
  }

  /**
   * Changes the Ethernet source address.
   *
   * @param address 48 bits
   */
  public FlowActions setEthSrc(long address) {
    check("Ethernet address", address, MAX_ADDRESS);
    return and(
        ActionBytes.setEthernet10(ActionBytes.SET_ETH_SRC_10, address),
        ActionBytes.setEthernet13(ActionBytes.OXM_ETH_SRC, address),
        neededFields);
  }

  /**
   * Changes the Ethernet destination address.
   *
   * @param address 48 bits
   */
  public FlowActions setEthDst(long address) {
    check("Ethernet address", address, MAX_ADDRESS);
    return and(
        ActionBytes.setEthernet10(ActionBytes.SET_ETH_DST_10, address),
        ActionBytes.setEthernet13(ActionBytes.OXM_ETH_DST, address),
        neededFields);
  }

  /**
   * Changes the IPv4 source address. An entry that does so matches the Ethernet type.
   *
   * @param address an unsigned int: 10.0.0.1 is 0x0a000001
   */
  public FlowActions setIpv4Src(int address) {
    return and(
        ActionBytes.setIpv4Address10(ActionBytes.SET_IPV4_SRC_10, address),
        ActionBytes.setIpv4Address13(ActionBytes.OXM_IPV4_SRC, address),
        with(FlowField.ETH_TYPE));
  }

  /**
   * Changes the IPv4 destination address. An entry that does so matches the Ethernet type.
   *
   * @param address an unsigned int: 10.0.0.1 is 0x0a000001
   */
  public FlowActions setIpv4Dst(int address) {
    return and(
        ActionBytes.setIpv4Address10(ActionBytes.SET_IPV4_DST_10, address),
        ActionBytes.setIpv4Address13(ActionBytes.OXM_IPV4_DST, address),
        with(FlowField.ETH_TYPE));
  }

  /**
   * Changes the DSCP of an IP packet. An entry that does so matches the Ethernet type.
   *
   * @param dscp 0 to 63
   */
  public FlowActions setDscp(int dscp) {
    check("DSCP", dscp, 63);
    return and(ActionBytes.setDscp10(dscp), ActionBytes.setDscp13(dscp), with(FlowField.ETH_TYPE));
  }

  /**
   * Changes the source port of TCP, UDP or SCTP. An entry that does so matches the IP protocol.
   *
   * @param ipProtocol the packets' IP protocol: 6 (TCP), 17 (UDP) or 132 (SCTP)
   * @param port 0 to 65535
   */
  public FlowActions setL4Src(int ipProtocol, int port) {
    return setPort(ActionBytes.SET_L4_SRC_10, ActionBytes.OXM_TCP_SRC, ipProtocol, port);
  }

  /**
   * Changes the destination port of TCP, UDP or SCTP. An entry that does so matches the IP
   * protocol.
   *
   * @param ipProtocol the packets' IP protocol: 6 (TCP), 17 (UDP) or 132 (SCTP)
   * @param port 0 to 65535
   */
  public FlowActions setL4Dst(int ipProtocol, int port) {
    return setPort(ActionBytes.SET_L4_DST_10, ActionBytes.OXM_TCP_DST, ipProtocol, port);
  }

  private FlowActions setPort(int type10, int tcpField, int ipProtocol, int port) {
    check("port", port, MAX_PORT);
    int step =
        switch (ipProtocol) {
          case TCP -> 0;
          case UDP -> 1;
          case SCTP -> 2;
          default ->
              throw new IllegalArgumentException(
                  "IP protocol " + ipProtocol + "; allowed: 6, 17, 132");
        };
    int field = tcpField + step * ActionBytes.NEXT_PROTOCOL;
    FlowActions longer =
        and(
            ActionBytes.setPort10(type10, port),
            ActionBytes.setPort13(field, port),
            with(FlowField.ETH_TYPE) | FlowField.IP_PROTO.bit());
    return ipProtocol == SCTP ? longer.only13(longer.meter, longer.nextTable) : longer;
  }

  /**
   * Makes the outputs that follow use this queue of their ports. When the list is in the options of
   * {@link SwitchOutput#installAndForward(FlowRequest, int, FlowOptions)}, the queue is also for
   * its port.
   *
   * @param queueId the switch's number of the queue, at least 0
   */
  public FlowActions queue(int queueId) {
    if (queueId < 0) {
      throw new IllegalArgumentException("queue " + queueId + "; allowed: 0 to 2147483647");
    }
    FlowActions longer = and(ActionBytes.EMPTY, ActionBytes.setQueue13(queueId), neededFields);
    return new FlowActions(
        longer.bytes10, longer.bytes13, neededFields, ownTags, queueId, meter, nextTable, only13);
  }

  /**
   * Applies a group of the switch to the packet. OpenFlow 1.0 has no groups.
   *
   * @param groupId the switch's number of the group, an unsigned int
   */
  public FlowActions group(int groupId) {
    FlowActions longer = and(ActionBytes.EMPTY, ActionBytes.group13(groupId), neededFields);
    return longer.only13(meter, nextTable);
  }

  /**
   * Applies a meter of the switch to matching packets, before all other actions. Only for flow
   * entries: a PACKET_OUT has no meter. OpenFlow 1.0 has no meters.
   *
   * @param meterId at least 1
   */
  public FlowActions meter(int meterId) {
    if (meterId < 1) {
      throw new IllegalArgumentException("meter " + meterId + "; allowed: 1 to 2147483647");
    }
    return only13(meterId, nextTable);
  }

  /**
   * Lets matching packets, as the actions have changed them, go on in another flow table. Only for
   * flow entries in tables before that one: what a PACKET_OUT sends gets the actions alone. The
   * packet of an entry in table 0 is sent through the tables. OpenFlow 1.0 has one table. Since API
   * level 4.
   *
   * @param tableId 1 to 254
   */
  public FlowActions gotoTable(int tableId) {
    if (tableId < 1 || tableId > MAX_TABLE) {
      throw new IllegalArgumentException("table " + tableId + "; allowed: 1 to " + MAX_TABLE);
    }
    return only13(meter, tableId);
  }

  /**
   * The actions of this list, and then those of another. A queue of this list is for the outputs of
   * the other one in OpenFlow 1.3 alone; of two meters, and of two tables to go on in, the other
   * one's counts. Since API level 4.
   */
  public FlowActions then(FlowActions more) {
    return new FlowActions(
        ActionBytes.join(bytes10, more.bytes10),
        ActionBytes.join(bytes13, more.bytes13),
        neededFields | more.neededFields,
        ownTags + more.ownTags,
        more.queue == -1 ? queue : more.queue,
        more.meter == 0 ? meter : more.meter,
        more.nextTable == 0 ? nextTable : more.nextTable,
        only13 || more.only13);
  }

  private int with(FlowField field) {
    return neededFields | field.bit();
  }

  private int withVlan() {
    return ownTags > 0 ? neededFields : with(FlowField.VLAN);
  }

  private FlowActions and(ByteBuffer more10, ByteBuffer more13, int fields) {
    return new FlowActions(
        ActionBytes.join(bytes10, more10),
        ActionBytes.join(bytes13, more13),
        fields,
        ownTags,
        queue,
        meter,
        nextTable,
        only13);
  }

  private FlowActions withOwnTags(int tags) {
    return new FlowActions(bytes10, bytes13, neededFields, tags, queue, meter, nextTable, only13);
  }

  private FlowActions only13(int meterId, int tableId) {
    return new FlowActions(bytes10, bytes13, neededFields, ownTags, queue, meterId, tableId, true);
  }

  private static void check(String what, long value, long max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(what + " " + value + "; allowed: 0 to " + max);
    }
  }

  /**
   * The encoded list; that of 1.0 leaves out the actions that 1.0 lacks. Readers use absolute
   * positions from 0 to its capacity.
   *
   * @param openFlowVersion 1 or 4, as in the OpenFlow header
   */
  public ByteBuffer encoded(int openFlowVersion) {
    return openFlowVersion == 1 ? bytes10 : bytes13;
  }

  /** Whether the list is empty and so drops packets. */
  public boolean isNone() {
    return isNone;
  }

  /**
   * Whether it sends packets out of several ports: by several outputs, or by an output to all
   * ports. Since API level 4.
   */
  public boolean isMultiDestination() {
    return isMultiDestination;
  }

  /**
   * The name of {@link #isMultiDestination} before API level 4.
   *
   * @deprecated use {@link #isMultiDestination}; the next release has this name no more
   */
  @Deprecated(since = "API level 4", forRemoval = true)
  public boolean isForMany() {
    return isMultiDestination;
  }

  /** Whether a switch of this version can apply all actions. */
  public boolean isFor(int openFlowVersion) {
    return openFlowVersion != 1 || !only13;
  }

  /** The fields that an entry must match for these actions: bits of {@link FlowField#bit}. */
  public int neededFields() {
    return neededFields;
  }

  /** The queue of an output that follows the list; -1 is none. */
  public int queueId() {
    return queue;
  }

  /** The meter; 0 is none. */
  public int meterId() {
    return meter;
  }

  /** The flow table in which packets go on; 0 is none. Since API level 4. */
  public int nextTableId() {
    return nextTable;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof FlowActions other
        && bytes10.equals(other.bytes10)
        && bytes13.equals(other.bytes13)
        && queue == other.queue
        && meter == other.meter
        && nextTable == other.nextTable;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * bytes13.hashCode() + meter) + nextTable;
  }

  @Override
  public String toString() {
    return "FlowActions["
        + ActionBytes.hex(bytes13)
        + (meter == 0 ? "" : " meter " + meter)
        + (nextTable == 0 ? "" : " goto_table " + nextTable)
        + "]";
  }
}
