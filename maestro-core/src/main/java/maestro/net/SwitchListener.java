package maestro.net;

import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * Hears of switches. Nothing here may wait; what takes time is put off.
 *
 * <p>Threads: {@link #left} is called by the conductor, the others by the holder of the switch's
 * claim.
 */
public interface SwitchListener {
  /**
   * The features of a switch are known; its requests follow. Called before the first request.
   *
   * @return the switch-local state, one element for each that was declared
   * @throws IllegalStateException when the switch cannot be served; it is closed with that message
   */
  Object[] featuresKnown(SwitchInfo info);

  /**
   * The handshake is over.
   *
   * @return false when there is no room to tell of it; the switch is closed then
   */
  boolean joined(Session session);

  /** The connection of a switch whose features were known is gone. */
  void left(Session session);

  /** A port changed after the handshake. */
  void portChanged(Session session, PortInfo port, PortChange change);

  /** A flow entry is gone. */
  void flowRemoved(Session session, OFFlowRemoved message);
}
