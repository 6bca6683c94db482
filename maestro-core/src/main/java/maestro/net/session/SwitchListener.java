package maestro.net.session;

import java.nio.ByteBuffer;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * Receives the events of switches. Its methods must not wait; work that takes time is deferred.
 *
 * <p>Threads: the holder of the switch's claim; the conductor calls {@link #left} of a connection
 * that is closed.
 */
public interface SwitchListener {
  /**
   * Called before the first request of a switch that is to be served.
   *
   * @return the switch-local state, one element for each declared slot, and then whose it is
   */
  Object[] featuresKnown(SwitchInfo info);

  /**
   * Called when applications may use the switch.
   *
   * @return false when there is no room for the event; the connection is closed then
   */
  boolean joined(Session session);

  /**
   * Called when the connection of an admitted switch is closed, or when another controller has the
   * switch now: before it is no longer {@linkplain Session#isReady ready}. Then {@link
   * #featuresKnown} and {@link #joined} may follow.
   */
  void left(Session session);

  /** Called when a port changes after the handshake. */
  void portChanged(Session session, PortInfo port, PortChange change);

  /** Called for each FLOW_REMOVED of a switch that is ready. */
  void flowRemoved(Session session, OFFlowRemoved message);

  /**
   * Called for each ERROR of a switch that is ready, unless it answers a request, or is about a
   * message of the platform.
   *
   * @param b the ERROR in {@code [at, at + length)}, of at least 12 bytes; valid during the call
   * @return the application that has sent the message, for log lines; null when nothing tells it
   */
  @Nullable String refused(Session session, ByteBuffer b, int at, int length);
}
