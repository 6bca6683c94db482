package maestro.net.conductor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import maestro.config.MaestroConfig;
import maestro.distribution.Distribution;
import maestro.metrics.Counter;
import maestro.net.connection.Connection;
import maestro.net.connection.NioReadiness;
import maestro.net.connection.RateLimit;
import maestro.net.session.Session;
import maestro.net.session.SessionHandler;
import maestro.net.socket.GracefulClose;
import maestro.net.socket.SharedBuffers;
import maestro.net.socket.TlsChannel;
import maestro.thread.Duty;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The conductor thread: accepts connections, distributes them to workers, checks their timeouts,
 * reports closed connections, and relieves workers that are stuck in an application. It serves no
 * requests.
 *
 * <p>Threads: its own; {@link #wakeup} and {@link #silenceNs} are for any.
 */
public final class Conductor implements Duty, AutoCloseable {
  /** The claimant number of the conductor; no worker has it. */
  static final int CLAIMANT = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);
  private static final long TICK_NS = 100_000_000;

  /** After this time without a tick, the process or the machine was stopped. */
  private static final long STOPPED_NS = 2_000_000_000;

  /** The usual wait: no tick is missed, and closed connections are removed soon. */
  public static final long USUAL_WAIT_NS = TICK_NS / 2;

  /** The time between two checks of the connections that close. */
  private static final long CLOSING_WAIT_NS = 5_000_000;

  /** A connection whose handshake takes longer may be closed to make room. */
  private static final long USUAL_HANDSHAKE_NS = 1_000_000_000;

  private static final long NS_PER_MS = 1_000_000;

  private final Selector selector;
  private final Distribution distribution;
  private final SessionHandler handler;
  private final SharedBuffers buffers;
  private final MaestroConfig.Connection settings;
  private final int pollers;

  /** Null when the port is plain TCP. */
  private final @Nullable TlsHandshakes tls;

  private final Acceptor acceptor;
  private final List<ConnectionTimeouts> connections = new ArrayList<>();
  private final Admission admission;
  private final ClosingConnections closing;
  private final StuckWorkers stuckWorkers;
  private final Supplier<BitSet> stuck;
  private final MemoryRelief memoryRelief;
  private long lastTickNs;
  private long noRoomUntilNs;

  /** Volatile: by the clock of the machine. */
  private volatile long lastCycleNs = System.nanoTime();

  /**
   * Binds the address; accepts no connection yet.
   *
   * @param pollers how many {@link NioReadiness} there are
   * @param tls does the handshakes; null when the port is plain TCP
   * @param stuck the numbers of the workers that are stuck in an application
   * @throws IOException when the address cannot be bound
   */
  public Conductor(
      InetSocketAddress listen,
      Distribution distribution,
      SessionHandler handler,
      SharedBuffers buffers,
      MaestroConfig.Connection settings,
      int pollers,
      @Nullable TlsHandshakes tls,
      Supplier<BitSet> stuck)
      throws IOException {
    this.distribution = distribution;
    this.handler = handler;
    this.buffers = buffers;
    this.settings = settings;
    this.pollers = pollers;
    this.tls = tls;
    this.stuck = stuck;
    admission = new Admission(settings.maxSwitches(), settings.maxPerAddress());
    closing = new ClosingConnections(admission::left);
    stuckWorkers = new StuckWorkers(distribution);
    memoryRelief = new MemoryRelief(buffers.budget());
    selector = Selector.open();
    if (tls != null) {
      tls.onEnded(selector::wakeup);
    }
    try {
      acceptor = new Acceptor(listen, selector, settings, handler, admission, new Doorman());
    } catch (IOException | RuntimeException e) {
      selector.close();
      throw e;
    }
  }

  /** The bound address with the real port, also after the close. Any thread. */
  public InetSocketAddress address() {
    return acceptor.address();
  }

  @Override
  public int doWork(long maxWaitNs) throws IOException {
    if (maxWaitNs == 0) {
      selector.selectNow();
    } else {
      long waitNs = closing.isEmpty() ? maxWaitNs : Math.min(maxWaitNs, CLOSING_WAIT_NS);
      selector.select(Math.max(1, waitNs / NS_PER_MS));
    }
    selector.selectedKeys().clear();
    long nowNs = handler.nowNs();
    int done =
        acceptor.accept(nowNs) + takeFromTls(nowNs) + removeClosed(nowNs) + closing.goOn(nowNs);
    if (nowNs - lastTickNs >= TICK_NS || lastTickNs == 0) {
      tick(nowNs, lastTickNs == 0 ? 0 : nowNs - lastTickNs);
      lastTickNs = nowNs;
      distribution.tick(nowNs);
    }
    stuckWorkers.relieve(stuck.get(), connections);
    lastCycleNs = System.nanoTime();
    return done;
  }

  /** The time since the last cycle ended. */
  public long silenceNs() {
    return System.nanoTime() - lastCycleNs;
  }

  /** The closed connections whose sockets are still open. Its own thread. */
  public int closingCount() {
    return closing.count();
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public void ended() throws IOException {
    close();
  }

  private final class Doorman implements Acceptor.Owner {
    @Override
    public boolean hasRoom(InetAddress host, long nowNs) {
      return Conductor.this.hasRoom(host, nowNs);
    }

    @Override
    public void accepted(
        SocketChannel channel, InetSocketAddress address, boolean isProbe, long nowNs) {
      if (tls == null) {
        join(channel, address, null, isProbe, nowNs);
      } else {
        tls.begin(channel, address, isProbe, nowNs);
      }
    }
  }

  /** Takes over a connection within this process. Its own thread. */
  public void join(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    InetSocketAddress address = (InetSocketAddress) channel.getRemoteAddress();
    handler.count(Counter.CONNECTIONS);
    admission.entered(address.getAddress());
    join(channel, address, null, false, handler.nowNs());
  }

  /** Takes over established TLS connections, and closes failed ones gracefully. */
  private int takeFromTls(long nowNs) {
    int taken = 0;
    if (tls != null) {
      for (var next = tls.poll(); next != null; next = tls.poll()) {
        taken++;
        if (next.isEstablished()) {
          var of = next.of();
          join(of.socket(), of.address(), next.channel(), of.isProbe(), of.acceptedNs());
        } else if (next.toldWhy() != null) {
          GracefulClose gracefulClose = new GracefulClose(next.of().socket(), next.toldWhy(), null);
          InetAddress host = next.of().address().getAddress();
          closing.add(gracefulClose, host, next.toldWhy()::close, nowNs);
        } else if (!next.of().isProbe()) {
          admission.left(next.of().address().getAddress());
        }
      }
    }
    return taken;
  }

  private void join(
      SocketChannel channel,
      InetSocketAddress address,
      @Nullable TlsChannel secure,
      boolean isProbe,
      long sinceNs) {
    Connection connection =
        new Connection(
            channel,
            secure,
            address,
            buffers,
            pollers,
            settings.outputHighWaterBytes(),
            handler,
            sinceNs);
    if (isProbe) {
      connection.becomeProbe();
    }
    connections.add(new ConnectionTimeouts(connection, settings, sinceNs));
    Session.of(connection).handshake().begin();
    distribution.join(connection);
  }

  /** Whether there is room; overdue handshakes are closed to make it. */
  private boolean hasRoom(InetAddress host, long nowNs) {
    if (admission.isFull() || admission.isFull(host)) {
      closing.end();
    }
    if (admission.isFull(host)) {
      return makeRoom(host, nowNs) && !admission.isFull(host);
    }
    return !admission.isFull() || (makeRoom(null, nowNs) && !admission.isFull());
  }

  /**
   * Closes the oldest connection whose handshake is not over after a second.
   *
   * @param host only from this address; null: from any
   */
  private boolean makeRoom(@Nullable InetAddress host, long nowNs) {
    if (nowNs - noRoomUntilNs < 0) {
      return false;
    }
    for (ConnectionTimeouts timeouts : connections) {
      Connection connection = timeouts.connection();
      Session session = Session.of(connection);
      boolean isLate =
          !session.isEstablished() && nowNs - session.connectedNs() > USUAL_HANDSHAKE_NS;
      boolean isMeant = host == null || host.equals(connection.peer().host());
      if (isLate && isMeant && connection.tryClaim(CLAIMANT)) {
        handler.count(Counter.MADE_ROOM);
        connection.requestClose("it made room for others since its handshake was not over");
        connection.close();
        removeClosed(nowNs);
        return true;
      }
    }
    noRoomUntilNs = nowNs + TICK_NS; // the search costs time
    if (tls != null) { // for the next that comes
      tls.makeRoom(host);
    }
    return false;
  }

  /** Removes the closed connections and reports them. */
  private int removeClosed(long nowNs) {
    Set<Connection> removed = new HashSet<>();
    for (Connection gone = handler.pollClosed(); gone != null; gone = handler.pollClosed()) {
      removed.add(gone);
      distribution.left(gone);
      if (gone.isProbe()) { // counted nowhere
        gone.closing().endStream();
        LOG.debug("the probing switch left: {}", gone.closeReason());
        continue;
      }
      if (gone.closing().lingers()) {
        closing.add(
            gone.closing().gracefulClose(), gone.peer().host(), gone.closing()::endStream, nowNs);
      } else {
        admission.left(gone.peer().host());
      }
      logLeave(gone);
      if (Session.of(gone).handshake().isAdmitted()) {
        handler.switches().remove(gone);
        handler.listener().left(Session.of(gone));
        handler.tellDisconnected(Session.of(gone));
      }
    }
    if (!removed.isEmpty()) {
      connections.removeIf(timeouts -> removed.contains(timeouts.connection()));
    }
    return removed.size();
  }

  private void logLeave(Connection gone) {
    Session session = Session.of(gone);
    boolean isSwitch = session.handshake().isAdmitted() && !session.handshake().isUnfinished();
    // Mininet, for one, first connects and closes without a word
    boolean isClosed = "closed by the switch".equals(gone.closeReason());
    boolean isSilent = isClosed && session.version() == 0 && session.errors().count() == 0;
    String more = isSilent ? "" : handler.permitLine(gone);
    if (isSwitch && more != null) {
      LOG.atLevel(gone.closing().isAtFault() ? Level.WARN : Level.INFO)
          .log(
              "{} left: {}; {} flow requests served{}",
              session.describe(),
              gone.closeReason(),
              gone.served().flowRequests(),
              more);
    } else if (more != null) {
      LOG.atLevel(isSilent ? Level.DEBUG : Level.WARN)
          .log(
              "{} left before its handshake was over: {}{}{}",
              session.describe(),
              gone.closeReason(),
              isClosed ? " before it sent its " + session.handshake().missing() : "",
              session.errors().last() + more);
    }
    if (more != null && session.handshake().isRefused()) {
      handler.tellRefused(
          session.describe() + " is refused: " + gone.closeReason(), gone.peer().host());
    }
  }

  private void tick(long nowNs, long sinceLastNs) {
    boolean wasStopped = sinceLastNs > STOPPED_NS;
    if (memoryRelief.relieve(connections) > 0) {
      closing.end(); // these hold memory, too
    }
    for (ConnectionTimeouts timeouts : connections) {
      if (wasStopped) {
        timeouts.excuse(sinceLastNs, nowNs);
      }
      timeouts.check(nowNs);
      limit(timeouts);
      settle(timeouts.connection(), nowNs);
    }
    handler.portLog().sayRest(nowNs);
  }

  private void limit(ConnectionTimeouts timeouts) {
    RateLimit exceeded = timeouts.connection().gate().endPause();
    if (exceeded != null && timeouts.isFirstExcess()) {
      String more = handler.permitLine(timeouts.connection());
      if (more != null) {
        LOG.warn(
            "{} sends more than its {} requests/s: the excess {} (said once){}",
            timeouts.connection(),
            exceeded.requestsPerSecond(),
            exceeded.waits() ? "waits" : "is dropped",
            more);
      }
    }
  }

  /**
   * Does what the conversation waits for or closes the connection, when no worker has the claim.
   */
  private void settle(Connection connection, long nowNs) {
    boolean isDue = connection.closeReason() != null || Session.of(connection).handshake().isDue();
    if (isDue && connection.tryClaim(CLAIMANT)) {
      if (connection.closeReason() == null) {
        handler.goOn(Session.of(connection).handshake(), nowNs);
      }
      if (connection.closeReason() == null) {
        connection.release();
      } else {
        connection.close();
      }
    }
  }

  /**
   * Stops listening and closes every connection. On its own thread, after the workers have ended.
   */
  @Override
  public void close() throws IOException {
    acceptor.close();
    removeClosed(handler.nowNs());
    GracefulClose.takeLeave(
        Stream.concat(
                connections.stream()
                    .map(timeouts -> timeouts.connection().closing().gracefulClose()),
                closing.gracefulCloses())
            .toList());
    for (ConnectionTimeouts timeouts : List.copyOf(connections)) {
      Connection connection = timeouts.connection();
      connection.requestClose("the controller stops");
      if (connection.tryClaim(CLAIMANT)) {
        connection.close();
      } else {
        connection.closing().closeSocket();
      }
    }
    removeClosed(handler.nowNs());
    closing.end();
    selector.close();
  }
}
