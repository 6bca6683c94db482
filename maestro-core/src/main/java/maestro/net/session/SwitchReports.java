package maestro.net.session;

import java.nio.ByteBuffer;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.metrics.Counter;
import maestro.net.message.PortDescriptions;
import maestro.net.message.PortTable;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.entry.FlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortReason;
import org.projectfloodlight.openflow.protocol.OFPortStatus;

/**
 * The messages that one switch sends unasked: that a flow entry is gone (FLOW_REMOVED), and that a
 * port has changed (PORT_STATUS). Applications learn of it once the handshake is over, the {@link
 * TableMiss} already before.
 *
 * <p>For the holder of the claim. The bytes stay the caller's.
 */
final class SwitchReports {
  private final Session session;
  private final PortTable ports;
  private final TableMiss tableMiss;
  private final SessionHandler handler;

  /**
   * Makes the reports of a session.
   *
   * @param ports the session's, kept up to date here
   * @param tableMiss the entry that is installed again when it is gone
   */
  SwitchReports(Session session, PortTable ports, TableMiss tableMiss, SessionHandler handler) {
    this.session = session;
    this.ports = ports;
    this.tableMiss = tableMiss;
    this.handler = handler;
  }

  /**
   * Handles a FLOW_REMOVED. One that is whole and cannot be decoded is counted, and no mistake.
   *
   * @throws MalformedMessageException when it is not whole
   */
  void flowRemoved(ByteBuffer b, int at, int length) throws MalformedMessageException {
    OFMessage message;
    try {
      message = ColdCodec.read(b, at, length);
    } catch (MalformedMessageException e) {
      if (!FlowRemoved.isWhole(b, at, length)) {
        throw e;
      }
      handler.count(Counter.FLOWS_REMOVED_UNKNOWN);
      return;
    }
    handler.count(Counter.FLOWS_REMOVED);
    if (message instanceof OFFlowRemoved removed
        && !tableMiss.takes(removed)
        && session.isReady()) {
      handler.listener().flowRemoved(session, removed);
    }
  }

  /** Handles a PORT_STATUS. */
  void portStatus(ByteBuffer b, int at, int length) throws MalformedMessageException {
    if (ColdCodec.read(b, at, length) instanceof OFPortStatus status) {
      PortInfo port = PortDescriptions.describe(status.getDesc());
      PortInfo before = ports.byNumber().get(port.number());
      PortChange change =
          ports.report(
              status.getDesc(), status.getReason() == OFPortReason.DELETE, handler.nowNs());
      if (session.isReady() && change != null) {
        handler.portLog().changed(session, before, port, change, handler.nowNs());
        handler.listener().portChanged(session, port, change);
      }
    }
  }
}
