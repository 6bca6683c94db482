package maestro.net;

import maestro.metrics.Counter;

/**
 * What the clock says of one connection. The conductor looks some ten times a second; the switch
 * has to answer for its own delays and not for the controller's:
 *
 * <ol>
 *   <li>The handshake has to be over within its timeout, however much the switch says meanwhile.
 *       Time in which its bytes lay unread is the controller's and does not count.
 *   <li>A switch is <em>held</em> while its output waits: it is not read, so its silence says
 *       nothing. In each stalled timeout it has to take a quarter of the high-water mark, or
 *       everything. So a switch on a slow line stays, and one that takes a byte a second does not.
 *   <li>A switch that is not held and has sent nothing for the echo interval is asked, and asked
 *       again, until the echo timeout. It is not dead while bytes of it lie unread: one of them may
 *       be the answer, behind requests that workers have not come to.
 *   <li>When the conductor itself was stopped (a suspended machine), that time counts for nobody.
 * </ol>
 *
 * <p>Threads: the conductor's.
 */
final class Watch {
  /** Of the high-water mark, what has to be taken in a stalled timeout. */
  private static final int LEAST_PART = 4;

  private final Connection connection;
  private final ConnectionSettings settings;

  /** From here on silence counts. */
  private long heardNs;

  private long lastEchoNs;
  private long lastLookNs;

  /** Time of the handshake that was lost by the controller. */
  private long owedNs;

  /** Whether bytes lay unread at the last look. */
  private boolean unread;

  private boolean exceeded;
  private boolean held;
  private long heldSinceNs;
  private long takenBefore;

  Watch(Connection connection, ConnectionSettings settings, long nowNs) {
    this.connection = connection;
    this.settings = settings;
    this.heardNs = nowNs;
    this.lastEchoNs = nowNs;
    this.lastLookNs = nowNs;
  }

  Connection connection() {
    return connection;
  }

  /** Looks at the connection, and closes it or asks for a sign of life when that is due. */
  void look(long nowNs) {
    long sinceLookNs = nowNs - lastLookNs;
    lastLookNs = nowNs;
    boolean isReady = connection.session().isReady();
    if (!isReady) { // 1
      watchHandshake(nowNs, sinceLookNs);
    }
    if (connection.isCongested() || connection.isSuspended()) { // 2
      watchHeld(nowNs);
    } else if (held) {
      held = false;
      heardNs = nowNs;
    } else if (isReady) { // 3
      watchSilence(nowNs);
    }
  }

  private void watchHandshake(long nowNs, long sinceLookNs) {
    if (unread && nowNs - connection.lastReceivedNs() >= sinceLookNs) {
      owedNs += sinceLookNs;
    }
    unread = connection.backlogBytes() > 0;
    if (nowNs - connection.session().connectedNs() - owedNs > settings.handshakeTimeoutNs()) {
      String missing = connection.session().info() == null ? "features" : "port descriptions";
      close(Counter.LATE_HANDSHAKES, "no " + missing + " within the handshake timeout");
    }
  }

  private void watchHeld(long nowNs) {
    long taken = connection.takenBytes();
    boolean tookEnough = taken - takenBefore >= settings.outputHighWaterBytes() / LEAST_PART;
    if (!held || tookEnough) {
      held = true;
      heldSinceNs = nowNs;
      takenBefore = taken;
    } else if (nowNs - heldSinceNs > settings.stalledTimeoutNs()) {
      close(Counter.STALLED_PEERS, "it has not read its answers for too long");
    }
  }

  private void watchSilence(long nowNs) {
    long silentNs = Math.min(nowNs - connection.lastReceivedNs(), nowNs - heardNs);
    if (silentNs > settings.echoTimeoutNs()) {
      if (connection.backlogBytes() > 0) {
        heardNs = nowNs;
      } else {
        close(Counter.DEAD_PEERS, "silent for too long, echo requests unanswered");
      }
    } else if (silentNs > settings.echoIntervalNs()
        && nowNs - lastEchoNs > settings.echoIntervalNs()) {
      lastEchoNs = nowNs;
      connection.session().sendEcho();
    }
  }

  /** Whether it has not been above its rate limit before. */
  boolean isFirstExcess() {
    boolean isFirst = !exceeded;
    exceeded = true;
    return isFirst;
  }

  /** Nobody has looked for so long; that is not the switch's fault. */
  void excuse(long missedNs, long nowNs) { // 4
    owedNs += missedNs;
    heldSinceNs += missedNs;
    heardNs = nowNs;
    lastLookNs = nowNs;
  }

  private void close(Counter counter, String reason) {
    if (connection.closeReason() == null) {
      connection.session().handler().count(counter);
      connection.requestClose(reason);
    }
  }
}
