package maestro.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import maestro.distribution.Distribution;
import maestro.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The conductor thread: accepts connections, distributes them to workers, checks their timeouts,
 * and reports closed connections. It serves no requests.
 *
 * <p>Threads: its own; {@link #wakeup} is for any.
 */
public final class Conductor implements AutoCloseable {
  /** The claimant number of the conductor; no worker has it. */
  static final int CLAIMANT = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);
  private static final long TICK_NS = 100_000_000;

  /** After this time without a tick, the process or the machine was stopped. */
  private static final long STOPPED_NS = 2_000_000_000;

  /** The usual wait: no tick is missed, and closed connections are removed soon. */
  public static final long USUAL_WAIT_NS = TICK_NS / 2;

  /** The time between two checks of the lingering connections. */
  private static final long LINGERING_WAIT_NS = 5_000_000;

  /** A connection whose handshake takes longer may be closed to make room. */
  private static final long USUAL_HANDSHAKE_NS = 1_000_000_000;

  private static final long NS_PER_MS = 1_000_000;

  private final ServerSocketChannel server;
  private final Selector selector;
  private final Distribution distribution;
  private final SessionHandler handler;
  private final SharedBuffers buffers;
  private final ConnectionSettings settings;
  private final int pollers;

  /** Null when the port is plain TCP. */
  private final TlsHandshakes tls;

  private final InetSocketAddress address;
  private final List<Watch> connections = new ArrayList<>();
  private final Admission admission;
  private final Lingering lingering;
  private final StuckWorkers stuckWorkers;
  private long lastTickNs;
  private long acceptPausedUntilNs;
  private boolean acceptPaused;
  private boolean acceptFailed;
  private long noRoomUntilNs;

  /**
   * Binds the address; accepts no connection yet.
   *
   * @param pollers how many {@link NioReadiness} there are
   * @param tls does the handshakes; null when the port is plain TCP
   * @throws IOException when the address cannot be bound
   */
  public Conductor(
      InetSocketAddress listen,
      Distribution distribution,
      SessionHandler handler,
      SharedBuffers buffers,
      ConnectionSettings settings,
      int pollers,
      TlsHandshakes tls)
      throws IOException {
    this.distribution = distribution;
    this.handler = handler;
    this.buffers = buffers;
    this.settings = settings;
    this.pollers = pollers;
    this.tls = tls;
    admission = new Admission(settings.maxSwitches(), settings.maxPerAddress());
    lingering = new Lingering(admission::left);
    stuckWorkers = new StuckWorkers(distribution);
    selector = Selector.open();
    if (tls != null) {
      tls.onEnded(selector::wakeup);
    }
    server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      if (settings.receiveBufferBytes() > 0) {
        server.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
      }
      server.bind(listen, 4096);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      address = (InetSocketAddress) server.getLocalAddress();
    } catch (IOException | RuntimeException e) {
      server.close();
      selector.close();
      throw e;
    }
  }

  /** The bound address with the real port, also after the close. Any thread. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Does the work at hand.
   *
   * @param maxWaitNs how long it may wait when there is none; 0 does not wait
   */
  public int doWork(long maxWaitNs) throws IOException {
    if (maxWaitNs == 0) {
      selector.selectNow();
    } else {
      long waitNs = lingering.isEmpty() ? maxWaitNs : Math.min(maxWaitNs, LINGERING_WAIT_NS);
      selector.select(Math.max(1, waitNs / NS_PER_MS));
    }
    selector.selectedKeys().clear();
    long nowNs = handler.nowNs();
    int done = accept(nowNs) + takeFromTls(nowNs) + bury(nowNs) + lingering.goOn(nowNs);
    if (nowNs - lastTickNs >= TICK_NS || lastTickNs == 0) {
      tick(nowNs, lastTickNs == 0 ? 0 : nowNs - lastTickNs);
      lastTickNs = nowNs;
      distribution.tick(nowNs);
    }
    return done;
  }

  /**
   * Relieves the workers that are stuck in an application; the set may be empty. Its own thread.
   */
  public void relieve(BitSet stuck) {
    stuckWorkers.relieve(stuck, connections);
  }

  /** The closed connections whose sockets are still open. Its own thread. */
  int lingeringCount() {
    return lingering.count();
  }

  /** Ends a wait. Any thread. */
  public void wakeup() {
    selector.wakeup();
  }

  private int accept(long nowNs) throws IOException {
    if (acceptPaused && nowNs - acceptPausedUntilNs < 0) {
      return 0;
    }
    resumeAccept();
    int accepted = 0;
    try {
      for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
        accepted++;
        welcome(channel, nowNs);
      }
      if (acceptFailed) { // accept() needs a descriptor even when no connection waits
        acceptFailed = false;
        LOG.info("connections are accepted again");
      }
    } catch (IOException e) { // for example, out of descriptors
      if (!acceptFailed) {
        acceptFailed = true;
        LOG.warn("cannot accept connections: {}; trying again each second", e.getMessage());
      }
      pauseAccept(nowNs);
    }
    return accepted;
  }

  private void pauseAccept(long nowNs) {
    acceptPaused = true;
    acceptPausedUntilNs = nowNs + 1_000 * NS_PER_MS;
    server.keyFor(selector).interestOps(0);
  }

  private void resumeAccept() {
    if (acceptPaused) {
      acceptPaused = false;
      server.keyFor(selector).interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  private void welcome(SocketChannel channel, long nowNs) throws IOException {
    InetSocketAddress address;
    try {
      address = (InetSocketAddress) channel.getRemoteAddress();
      if (!hasRoom(address.getAddress(), nowNs)) {
        turnAway(channel, address.getAddress());
        return;
      }
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (settings.sendBufferBytes() > 0) {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sendBufferBytes());
      }
    } catch (IOException e) { // it is gone already
      LOG.debug("a connection was closed while it was accepted: {}", e.getMessage());
      channel.close();
      return;
    }
    handler.count(Counter.CONNECTIONS);
    admission.entered(address.getAddress());
    if (tls == null) {
      join(channel, address, null, nowNs);
    } else {
      tls.begin(channel, address, nowNs);
    }
  }

  /** Takes over established TLS connections, and closes failed ones gracefully. */
  private int takeFromTls(long nowNs) {
    int taken = 0;
    if (tls != null) {
      for (var next = tls.poll(); next != null; next = tls.poll()) {
        taken++;
        if (next.isEstablished()) {
          join(next.socket(), next.address(), next.channel(), next.acceptedNs());
        } else if (next.toldWhy() != null) {
          Farewell farewell = new Farewell(next.socket(), next.toldWhy(), null);
          lingering.add(farewell, next.address().getAddress(), next.toldWhy()::close, nowNs);
        } else {
          admission.left(next.address().getAddress());
        }
      }
    }
    return taken;
  }

  private void join(
      SocketChannel channel, InetSocketAddress address, TlsChannel secure, long sinceNs) {
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
    connections.add(new Watch(connection, settings, sinceNs));
    connection.session().begin();
    distribution.join(connection);
  }

  /** Whether there is room; overdue handshakes are closed to make it. */
  private boolean hasRoom(InetAddress host, long nowNs) {
    if (admission.isFull() || admission.isFull(host)) {
      lingering.end();
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
  private boolean makeRoom(InetAddress host, long nowNs) {
    if (nowNs - noRoomUntilNs < 0) {
      return false;
    }
    for (Watch watch : connections) {
      Connection connection = watch.connection();
      Session session = connection.session();
      boolean isLate = !session.isReady() && nowNs - session.connectedNs() > USUAL_HANDSHAKE_NS;
      boolean isMeant = host == null || host.equals(connection.host());
      if (isLate && isMeant && connection.tryClaim(CLAIMANT)) {
        handler.count(Counter.MADE_ROOM);
        connection.requestClose("it made room for others since its handshake was not over");
        connection.close();
        bury(nowNs);
        return true;
      }
    }
    noRoomUntilNs = nowNs + TICK_NS; // the search costs time
    if (tls != null) { // for the next that comes
      tls.makeRoom(host);
    }
    return false;
  }

  private void turnAway(SocketChannel channel, InetAddress host) throws IOException {
    handler.count(Counter.TURNED_AWAY);
    String more = handler.permitStrangersLine(host);
    if (more != null) {
      String limit =
          admission.isFull(host)
              ? "max-per-address = " + settings.maxPerAddress()
              : "max-switches = " + settings.maxSwitches();
      LOG.warn(
          "a connection from {} is turned away: maestro.connection.{} are connected{}",
          host.getHostAddress(),
          limit,
          more);
    }
    channel.close();
  }

  /** Removes the closed connections and reports them. */
  private int bury(long nowNs) {
    Set<Connection> buried = new HashSet<>();
    for (Connection gone = handler.pollClosed(); gone != null; gone = handler.pollClosed()) {
      buried.add(gone);
      if (gone.lingers()) {
        lingering.add(gone.farewell(), gone.host(), gone::endStream, nowNs);
      } else {
        admission.left(gone.host());
      }
      distribution.left(gone);
      sayThatItLeft(gone);
      if (gone.session().isAdmitted()) {
        handler.switches().remove(gone);
        handler.listener().left(gone.session());
      }
    }
    if (!buried.isEmpty()) {
      connections.removeIf(watch -> buried.contains(watch.connection()));
    }
    return buried.size();
  }

  private void sayThatItLeft(Connection gone) {
    Session session = gone.session();
    boolean isSwitch = session.isAdmitted();
    // Mininet, for one, first connects and closes without a word
    boolean isSilent = session.version() == 0 && "closed by the switch".equals(gone.closeReason());
    String more = isSilent ? "" : handler.permitLine(gone);
    if (isSwitch && more != null) {
      LOG.atLevel(gone.isAtFault() ? Level.WARN : Level.INFO)
          .log(
              "{} left: {}; {} requests served{}",
              session.describe(),
              gone.closeReason(),
              gone.servedRequests(),
              more);
    } else if (more != null) {
      LOG.atLevel(isSilent ? Level.DEBUG : Level.WARN)
          .log(
              "{} left before its handshake was over: {}{}",
              session.describe(),
              gone.closeReason(),
              more);
    }
  }

  private void tick(long nowNs, long sinceLastNs) {
    boolean wasStopped = sinceLastNs > STOPPED_NS;
    for (Watch watch : connections) {
      if (wasStopped) {
        watch.excuse(sinceLastNs, nowNs);
      }
      watch.look(nowNs);
      limit(watch);
      settle(watch.connection(), nowNs);
    }
    handler.portLog().sayRest(nowNs);
  }

  private void limit(Watch watch) {
    RateLimit exceeded = watch.connection().endPause();
    if (exceeded != null && watch.isFirstExcess()) {
      String more = handler.permitLine(watch.connection());
      if (more != null) {
        LOG.warn(
            "{} makes more than its {} requests/s: what is above {} (said once){}",
            watch.connection(),
            exceeded.requestsPerSecond(),
            exceeded.waits() ? "waits" : "is dropped",
            more);
      }
    }
  }

  /** Decides an open identity or closes the connection, when no worker has the claim. */
  private static void settle(Connection connection, long nowNs) {
    boolean isDue = connection.closeReason() != null || connection.session().isUndecided();
    if (isDue && connection.tryClaim(CLAIMANT)) {
      if (connection.closeReason() == null) {
        connection.decide(nowNs);
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
    server.close();
    bury(handler.nowNs());
    Farewell.takeLeave(
        Stream.concat(
                connections.stream().map(watch -> watch.connection().farewell()),
                lingering.farewells())
            .toList());
    for (Watch watch : List.copyOf(connections)) {
      Connection connection = watch.connection();
      connection.requestClose("the controller stops");
      if (connection.tryClaim(CLAIMANT)) {
        connection.close();
      } else {
        connection.closeSocket();
      }
    }
    bury(handler.nowNs());
    lingering.end();
    selector.close();
  }
}
