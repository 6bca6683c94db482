package maestro.api;

import java.util.Optional;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Where a stage's answers go. Ours allocate nothing, but for {@link #send}.
 *
 * <p>Threads: the worker's own; valid during the call it was given to. Messages to one switch leave
 * in the order they were written. Those to the request's own switch are sent after the last stage
 * of the sequence has run, in one write a switch.
 *
 * <p>A request is answered once: when the switch holds the packet, the FLOW_MOD or PACKET_OUT names
 * its buffer; when it sent the packet whole, the packet goes back in a PACKET_OUT.
 */
public interface SwitchOutput {
  /** Sends the request's packet out of one port, once, and installs nothing. */
  void forward(FlowRequest request, int port);

  /**
   * Sends the request's packet out of several ports, once, and installs nothing.
   *
   * @param ports the first {@code count} of them; one that the packet came in by is sent back
   * @param count 0 drops the packet
   */
  void forward(FlowRequest request, int[] ports, int count);

  /** Sends the request's packet out of every port but the one it came in by. */
  void flood(FlowRequest request);

  /** Lets go of the packet: frees the switch's buffer when there is one. */
  void drop(FlowRequest request);

  /**
   * Does a list of actions with the request's packet, once, and installs nothing.
   *
   * @param actions what a 1.0 switch cannot do of them, it does not
   */
  void forward(FlowRequest request, FlowActions actions);

  /**
   * Installs a flow entry that matches the request's in-port, Ethernet source and destination, and
   * what stages have read of it ({@link FlowOptions}), and sends the packet after it. Where no
   * match says that, the packet is sent alone.
   *
   * @param port where matching packets go, after {@link FlowOptions#actions}
   */
  void installAndForward(FlowRequest request, int port, FlowOptions options);

  /**
   * Installs a flow entry as {@link #installAndForward(FlowRequest, int, FlowOptions)} does, and
   * sends the packet the same way after it.
   *
   * @param actions what is done with matching packets, after {@link FlowOptions#actions}
   */
  void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options);

  /**
   * Installs a flow entry that drops what it matches, and drops the packet. The match is that of
   * {@link #installAndForward(FlowRequest, int, FlowOptions)}.
   *
   * @param options its actions are left out
   */
  void installDrop(FlowRequest request, FlowOptions options);

  /**
   * Installs a flow entry for the request's packets on any switch: it matches this in-port, the
   * request's Ethernet source and destination, and what stages have read of it. The packet is not
   * sent.
   *
   * @param datapathId the switch that gets the entry
   * @param inPort where the packets come in there
   * @param port where matching packets go
   */
  Sent install(long datapathId, FlowRequest request, int inPort, int port, FlowOptions options);

  /**
   * Installs a flow entry for the request's packets on any switch, as they come in there.
   *
   * @param datapathId the switch that gets the entry
   * @param inPort where the packets come in there
   * @param vlan the VLAN id they have there, which is matched then: 0 to 4095, or -1 for untagged;
   *     or {@link FlowRequest#SAME_VLAN}, which is matched when stages have read it
   * @param actions what is done with matching packets, after {@link FlowOptions#actions}
   */
  Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options);

  /**
   * The message that {@link #install(long, FlowRequest, int, int, FlowOptions)} sends, for who must
   * send it later or with others. Allocates.
   *
   * @return empty when no such switch is connected, or no match of its version says what stages
   *     have read
   */
  Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options);

  /**
   * The message that {@link #install(long, FlowRequest, int, int, FlowActions, FlowOptions)} sends,
   * for who must send it later or with others. Allocates.
   *
   * @return empty when no such switch is connected, or no match of its version says what stages
   *     have read
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
   * Sends a frame back by the port the request came in by. It does not answer the request.
   *
   * @param frame from the destination address on; copied
   * @param length bytes of it
   */
  void reply(FlowRequest request, byte[] frame, int length);

  /**
   * Removes from the request's switch every flow entry whose Ethernet destination is this address.
   */
  void removeFlowsTo(FlowRequest request, long ethDst);

  /** Hides the request from the later stages of the sequence. It does not answer it. */
  void consume(FlowRequest request);

  /**
   * Sends any OpenFlow message to any switch. Allocates.
   *
   * @throws IllegalArgumentException when it is of another version than the switch speaks, or
   *     longer than 65535 bytes
   */
  Sent send(long datapathId, OFMessage message);
}
