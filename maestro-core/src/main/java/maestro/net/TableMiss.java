package maestro.net;

import java.nio.ByteBuffer;
import maestro.openflow.FlowModEncoder;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.types.TableId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table-miss entry of one 1.3 switch. Without it the switch drops what matches no other entry,
 * and neither flow requests nor probes reach the controller.
 *
 * <p>The entry asks for FLOW_REMOVED. So when somebody else removes it, or an entry that was in its
 * place, the switch gets it again at once. A switch of 1.0 has none and needs none.
 *
 * <p>For the holder of the claim.
 */
final class TableMiss {
  /** The cookie of the entry. */
  private static final long COOKIE = 0;

  /** An ERROR about the entry answers no request. */
  private static final int NO_XID = 0;

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final Session session;

  TableMiss(Session session) {
    this.session = session;
  }

  /** Sends the entry. */
  void install(int xid) {
    byte[] message = new byte[FlowModEncoder.tableMissBytes()];
    FlowModEncoder.tableMiss(ByteBuffer.wrap(message), 0, xid);
    Connection connection = session.connection();
    connection.answer(message);
    connection.flowTable().add(1);
  }

  /**
   * Sends the entry again when a report says that it is gone.
   *
   * @return whether the report concerns nobody else
   */
  boolean takes(OFFlowRemoved removed) {
    boolean isInItsPlace =
        session.version() == OpenFlow.VERSION_13
            && removed.getPriority() == 0
            && removed.getTableId().equals(TableId.ZERO)
            && !removed.getMatch().getMatchFields().iterator().hasNext();
    if (!isInItsPlace) {
      return false;
    }
    install(NO_XID);
    String more = session.handler().permitLine(session.connection());
    if (more != null) {
      LOG.warn("{}: its table-miss entry was removed, and is back{}", session.describe(), more);
    }
    return removed.getCookie().getValue() == COOKIE;
  }
}
