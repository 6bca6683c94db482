package maestro.emulator.engine.answer;

import java.nio.ByteBuffer;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.engine.plan.RequestedHosts;

/**
 * Compares the match of a FLOW_MOD with the packet that was asked about. A match that covers the
 * packet is right, however coarse or fine it is. One implementation a version of OpenFlow.
 *
 * <p>Confined to one thread; {@link #covers} allocates nothing.
 */
interface MatchForm {
  /**
   * Whether the match covers a packet.
   *
   * @param at where the FLOW_MOD begins, which is well-formed
   * @param hosts stands at the request
   * @param batch makes the requests
   */
  boolean covers(ByteBuffer b, int at, RequestedHosts hosts, PacketInBatch batch);

  /** Finds what differs, when the match does not cover the packet; as {@link #covers}. */
  void explain(ByteBuffer b, int at, RequestedHosts hosts, PacketInBatch batch);

  /** The name of the field that {@link #explain} found; empty when it found none. */
  String field();

  /** What the packet has in it. */
  long expected();

  /** What the match wants. */
  long came();
}
