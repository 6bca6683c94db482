package maestro.net.session;

import maestro.openflow.entry.FlowModEncoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the flow requests of one switch have shown: whether its packets come cut, and by which
 * entries they come. Any thread.
 */
public final class RequestsSeen {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** No entry can have this cookie. */
  private static final long NO_COOKIE = -1;

  private final Session session;

  /** Volatile: whether the switch has sent a packet cut, which is logged once. */
  private volatile boolean sendsCutPackets;

  /** Volatile: the cookie of packets without a match, or {@link #NO_COOKIE}. */
  private volatile long missCookie = NO_COOKIE;

  private volatile boolean sendsCopies;

  RequestsSeen(Session session) {
    this.session = session;
  }

  /**
   * The switch sent a part of a packet and keeps no buffer, so nobody has the rest. Logged once a
   * connection.
   */
  public void sentCutPacket(int dataBytes, int totalBytes) {
    if (!sendsCutPackets) {
      sendsCutPackets = true;
      LOG.warn(
          "{} sent {} of the {} bytes of a packet and keeps no buffer; such packets are dropped,"
              + " since they would arrive cut",
          session.describe(),
          dataBytes,
          totalBytes);
    }
  }

  /** The switch has sent a packet without a match, with a cookie. */
  public void missHas(long cookie) {
    if (missCookie != cookie) {
      missCookie = cookie;
    }
  }

  /** Whether packets without a match are known to have another cookie. */
  public boolean canTellFromMiss(long cookie) {
    long known = missCookie;
    return known != NO_COOKIE && known != cookie && cookie != FlowModEncoder.TABLE_MISS_COOKIE;
  }

  /** An entry of somebody else sends copies of packets. Logged once a connection. */
  public void sentCopy(long cookie) {
    if (!sendsCopies) {
      sendsCopies = true;
      LOG.warn(
          "{} sends packets to the controller by a flow entry with the cookie {}, which is no"
              + " application's; such packets are not sent on, since that is up to the entry",
          session.describe(),
          "0x" + Long.toHexString(cookie));
    }
  }
}
