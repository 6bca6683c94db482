package maestro.api;

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
   * Installs a flow entry that matches the request's in-port, Ethernet source and destination, and
   * sends the packet after it.
   *
   * @param port where matching packets go
   */
  void installAndForward(FlowRequest request, int port, FlowOptions options);

  /**
   * Installs a flow entry for the request's packets on any switch: it matches the request's
   * Ethernet source and destination, and this in-port. The packet is not sent.
   *
   * @param datapathId the switch that gets the entry
   * @param inPort where the packets come in there
   * @param port where matching packets go
   */
  Sent install(long datapathId, FlowRequest request, int inPort, int port, FlowOptions options);

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
