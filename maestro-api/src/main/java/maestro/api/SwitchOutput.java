package maestro.api;

import java.util.Optional;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Takes a stage's answers. Only {@link #send} and {@link #entry} allocate.
 *
 * <p>Threads: the worker's own; valid during the stage's call. Messages to one switch leave in the
 * order in which they were written. Messages to the request's own switch are sent after the last
 * stage of the sequence has run, in one write a switch.
 *
 * <p>A request is answered once. When the switch holds the packet, the FLOW_MOD or PACKET_OUT names
 * its buffer; otherwise a PACKET_OUT carries the packet back.
 */
public interface SwitchOutput {
  /** Sends the request's packet out of one port, once, and installs nothing. */
  void forward(FlowRequest request, int port);

  /**
   * Sends the request's packet out of several ports, once, and installs nothing.
   *
   * @param ports the first {@code count} are used; the packet's in-port among them sends the packet
   *     back
   * @param count 0 drops the packet
   */
  void forward(FlowRequest request, int[] ports, int count);

  /** Sends the request's packet out of every port but its in-port. */
  void flood(FlowRequest request);

  /** Drops the packet and frees the switch's buffer when there is one. */
  void drop(FlowRequest request);

  /**
   * Applies a list of actions to the request's packet, once, and installs nothing.
   *
   * @param actions a 1.0 switch skips the actions that OpenFlow 1.0 lacks
   */
  void forward(FlowRequest request, FlowActions actions);

  /**
   * Installs a flow entry that matches the request's in-port, Ethernet addresses and tracked fields
   * ({@link FlowOptions}), and sends the packet after it. When a match cannot express these, only
   * the packet is sent.
   *
   * @param port where matching packets go, after {@link FlowOptions#actions}
   */
  void installAndForward(FlowRequest request, int port, FlowOptions options);

  /**
   * Installs a flow entry as {@link #installAndForward(FlowRequest, int, FlowOptions)} does, and
   * then applies the same actions to the packet.
   *
   * @param actions the actions on matching packets, after {@link FlowOptions#actions}
   */
  void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options);

  /**
   * Installs a flow entry that drops what it matches, and drops the packet. The match is that of
   * {@link #installAndForward(FlowRequest, int, FlowOptions)}.
   *
   * @param options its actions are ignored
   */
  void installDrop(FlowRequest request, FlowOptions options);

  /**
   * Installs a flow entry for the request's packets on any switch. The entry matches the given
   * in-port, the request's Ethernet addresses and its tracked fields. The packet is not sent.
   *
   * @param datapathId the switch that gets the entry
   * @param inPort the packets' in-port at that switch
   * @param port where matching packets go
   */
  Sent install(long datapathId, FlowRequest request, int inPort, int port, FlowOptions options);

  /**
   * Installs a flow entry for the request's packets on any switch, with the VLAN that they have
   * there.
   *
   * @param datapathId the switch that gets the entry
   * @param inPort the packets' in-port at that switch
   * @param vlan the VLAN id to match: 0 to 4095, or -1 for untagged; or {@link
   *     FlowRequest#SAME_VLAN}, which the entry matches only when stages have read it
   * @param actions the actions on matching packets, after {@link FlowOptions#actions}
   */
  Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options);

  /**
   * The message that {@link #install(long, FlowRequest, int, int, FlowOptions)} sends, for an
   * application that sends it later or with others. Allocates.
   *
   * @return empty when the switch is not connected, when a match of its version cannot express the
   *     tracked fields, or for a while after it has reported that its flow table is full
   */
  Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options);

  /**
   * The message that {@link #install(long, FlowRequest, int, int, FlowActions, FlowOptions)} sends,
   * for an application that sends it later or with others. Allocates.
   *
   * @return empty when the switch is not connected, when a match of its version cannot express the
   *     tracked fields, or for a while after it has reported that its flow table is full
   */
  default Optional<OFMessage> entry(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    return Optional.empty();
  }

  /**
   * Sends a frame out of the request's in-port. This does not answer the request.
   *
   * @param frame from the destination address on; copied
   * @param length number of bytes
   */
  void reply(FlowRequest request, byte[] frame, int length);

  /** Removes every flow entry to this Ethernet destination from the request's switch. */
  void removeFlowsTo(FlowRequest request, long ethDst);

  /**
   * Puts actions before those of the answer that this or a later stage gives: a meter, a queue, a
   * DSCP, a tag, a rewritten address, an output to a mirror. This does not answer the request. Of
   * several calls the actions follow each other. They come before those of {@link
   * FlowOptions#actions}, at the request's own switch alone: entries on other switches match the
   * packet as it was. What a later stage drops is dropped. Since API level 4.
   *
   * @param actions an entry that cannot be expressed with them is not installed. In OpenFlow 1.0 a
   *     queue is for answers with one port, and there are no meters
   */
  default void before(FlowRequest request, FlowActions actions) {
    throw new UnsupportedOperationException("before");
  }

  /**
   * Puts a request aside, to be answered later and by any thread, for example when a RADIUS or DNS
   * server has answered. Later stages do not see it. It copies the packet, so it allocates. Since
   * API level 4.
   *
   * @return empty when there is no room, since the application holds some thousand requests of this
   *     switch or of all. Then nothing has happened to the request
   */
  default Optional<HeldRequest> hold(FlowRequest request) {
    throw new UnsupportedOperationException("hold");
  }

  /** Hides the request from the later stages of the sequence. This does not answer the request. */
  void consume(FlowRequest request);

  /**
   * Sends any OpenFlow message to any switch. Allocates. For a while after a switch has refused a
   * flow entry, since its flow table is full or for another reason, a FLOW_MOD that adds an entry
   * is not sent: {@link Sent#TABLE_FULL}. {@link Switches#send} sends it then, too.
   *
   * @throws IllegalArgumentException when the message has another version than the switch, or is
   *     longer than 65535 bytes
   */
  Sent send(long datapathId, OFMessage message);
}
