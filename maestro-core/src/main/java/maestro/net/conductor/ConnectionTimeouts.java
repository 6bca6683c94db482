package maestro.net.conductor;

import maestro.config.MaestroConfig;
import maestro.metrics.Counter;
import maestro.net.connection.Connection;
import maestro.net.connection.Standstill;
import maestro.net.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timeouts of one connection. The conductor checks some ten times a second. Only the switch's
 * own delays count, not the controller's:
 *
 * <ol>
 *   <li>The handshake has to be over within its timeout, whatever the switch sends. Time in which
 *       its bytes lay unread does not count.
 *   <li>A switch is <em>held</em> while its output waits: it is not read, so its silence proves
 *       nothing. In each stalled timeout it has to take a quarter of the high-water mark, or all
 *       that waits. So a switch on a slow line stays, and a switch that takes a byte a second is
 *       closed.
 *   <li>A switch that is not held and is silent for the echo interval gets an echo request, and
 *       another each interval until the echo timeout. It is not dead while its bytes lie unread:
 *       the echo reply may be behind requests that no worker has read.
 *   <li>A switch whose visits do not bring it forward ({@link Standstill}) is named.
 *   <li>When the conductor itself was stopped (a suspended machine), that time counts against no
 *       switch.
 * </ol>
 *
 * <p>Threads: the conductor's.
 */
final class ConnectionTimeouts {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionTimeouts.class);

  /**
   * The divisor of the high-water mark: a switch has to take this part of it in a stalled timeout.
   */
  private static final int LEAST_PART = 4;

  private final Connection connection;
  private final MaestroConfig.Connection settings;

  /** Silence counts from this time. */
  private long heardNs;

  private long lastEchoNs;
  private long lastCheckNs;

  /** Time of the handshake that does not count. */
  private long owedNs;

  /** Whether bytes lay unread at the last check. */
  private boolean unread;

  private boolean exceeded;
  private boolean stoodStill;
  private boolean held;
  private long heldSinceNs;
  private long takenBefore;

  ConnectionTimeouts(Connection connection, MaestroConfig.Connection settings, long nowNs) {
    this.connection = connection;
    this.settings = settings;
    this.heardNs = nowNs;
    this.lastEchoNs = nowNs;
    this.lastCheckNs = nowNs;
  }

  Connection connection() {
    return connection;
  }

  /** Checks the timeouts: closes the connection or sends an echo request when that is due. */
  void check(long nowNs) {
    long sinceCheckNs = nowNs - lastCheckNs;
    lastCheckNs = nowNs;
    boolean isEstablished = Session.of(connection).isEstablished();
    if (!isEstablished) { // 1
      checkHandshake(nowNs, sinceCheckNs);
    }
    if (connection.isCongested() || connection.isSuspended()) { // 2
      checkHeld(nowNs);
    } else if (held) {
      held = false;
      heardNs = nowNs;
    } else if (isEstablished) { // 3
      checkSilence(nowNs);
    }
    if (!stoodStill && connection.standstill().isOn()) { // 4
      stoodStill = true;
      LOG.error("{} stands still: {}", connection, Standstill.WHAT);
    }
  }

  private void checkHandshake(long nowNs, long sinceCheckNs) {
    if (unread && nowNs - connection.lastReceivedNs() >= sinceCheckNs) {
      owedNs += sinceCheckNs;
    }
    unread = connection.backlogBytes() > 0;
    if (nowNs - Session.of(connection).connectedNs() - owedNs > settings.handshakeTimeoutNs()) {
      String missing = Session.of(connection).handshake().missing();
      close(Counter.LATE_HANDSHAKES, "no " + missing + " within the handshake timeout");
    }
  }

  private void checkHeld(long nowNs) {
    long taken = connection.output().takenBytes();
    boolean tookEnough = taken - takenBefore >= settings.outputHighWaterBytes() / LEAST_PART;
    if (!held || tookEnough) {
      held = true;
      heldSinceNs = nowNs;
      takenBefore = taken;
    } else if (nowNs - heldSinceNs > settings.stalledTimeoutNs()) {
      close(Counter.STALLED_PEERS, "it has not read its answers for too long");
    }
  }

  private void checkSilence(long nowNs) {
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
      Session.of(connection).sendEcho();
    }
  }

  /** Whether the switch is above its rate limit for the first time: true on the first call. */
  boolean isFirstExcess() {
    boolean isFirst = !exceeded;
    exceeded = true;
    return isFirst;
  }

  /** Excuses a time in which the conductor did not run. */
  void excuse(long missedNs, long nowNs) { // 5
    owedNs += missedNs;
    heldSinceNs += missedNs;
    heardNs = nowNs;
    lastCheckNs = nowNs;
  }

  private void close(Counter counter, String reason) {
    if (connection.closeReason() == null) {
      Session.of(connection).handler().count(counter);
      connection.requestClose(reason);
    }
  }
}
