package maestro.api;

import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Where a stage's answers go. Ours allocate nothing, but for {@link #send}.
 *
 * <p>Threads: the worker's own; valid during the call it was given to. Messages to one switch leave
 * in the order they were written. They are sent after the last stage of the sequence has run, in
 * one write a switch.
 *
 * <p>A request is answered once: when the switch holds the packet, the FLOW_MOD or PACKET_OUT names
 * its buffer; when it sent the packet whole, the packet goes back in a PACKET_OUT.
 */
public interface SwitchOutput {
  /** What became of a message to another switch. */
  enum Sent {
    /** It will be written. */
    YES,
    /** The switch reads too slowly; the message was not taken. */
    CONGESTED,
    /** No such switch is connected. */
    NO_SUCH_SWITCH
  }

  /** Sends the request's packet out of one port, once, and installs nothing. */
  void forward(FlowRequest request, int port);

  /** Sends the request's packet out of every port but the one it came in by. */
  void flood(FlowRequest request);

  /** Lets go of the packet: frees the switch's buffer when there is one. */
  void drop(FlowRequest request);

  /**
   * Installs a flow entry that matches the request's in-port, Ethernet source and destination, and
   * sends the packet after it.
   *
   * @param port where matching packets go
   * @param idleTimeoutSeconds the entry goes after so long without a packet; 0 is never; at most
   *     65535
   * @param hardTimeoutSeconds the entry goes after so long; 0 is never; at most 65535
   */
  void installAndForward(
      FlowRequest request, int port, int idleTimeoutSeconds, int hardTimeoutSeconds);

  /**
   * Removes from the request's switch every flow entry whose Ethernet destination is this address.
   */
  void removeFlowsTo(FlowRequest request, long ethDst);

  /** Hides the request from the later stages of the sequence. It does not answer it. */
  void consume(FlowRequest request);

  /**
   * Sends any OpenFlow message to any switch. Allocates.
   *
   * @param message of the version the switch speaks
   */
  Sent send(long datapathId, OFMessage message);
}
