package maestro.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import maestro.distribution.Distribution;
import maestro.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The thread beside the workers: accepts connections, deals them out, watches the clock for all of
 * them, and tells who has left. It serves no requests.
 *
 * <p>Threads: its own; {@link #wakeup} is for any.
 */
public final class Conductor implements AutoCloseable {
  /** The claimant number of the conductor; no worker has it. */
  static final int CLAIMANT = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);
  private static final long TICK_NS = 100_000_000;

  /** When no tick came for so long, the process or the machine was stopped. */
  private static final long STOPPED_NS = 2_000_000_000;

  /** So that no tick is missed, and whoever was closed leaves soon. */
  public static final long USUAL_WAIT_NS = TICK_NS / 2;

  private static final long NS_PER_MS = 1_000_000;

  private final ServerSocketChannel server;
  private final Selector selector;
  private final Distribution distribution;
  private final SessionHandler handler;
  private final SharedBuffers buffers;
  private final ConnectionSettings settings;
  private final int pollers;
  private final List<Watch> connections = new ArrayList<>();
  private long lastTickNs;
  private long acceptPausedUntilNs;
  private boolean acceptPaused;
  private boolean fullSaid;

  /**
   * Binds the address; nothing is accepted yet.
   *
   * @param pollers how many {@link NioReadiness} there are
   * @throws IOException when the address cannot be bound
   */
  public Conductor(
      InetSocketAddress listen,
      Distribution distribution,
      SessionHandler handler,
      SharedBuffers buffers,
      ConnectionSettings settings,
      int pollers)
      throws IOException {
    this.distribution = distribution;
    this.handler = handler;
    this.buffers = buffers;
    this.settings = settings;
    this.pollers = pollers;
    selector = Selector.open();
    server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      if (settings.receiveBufferBytes() > 0) {
        server.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBufferBytes());
      }
      server.bind(listen, 4096);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
    } catch (IOException | RuntimeException e) {
      server.close();
      selector.close();
      throw e;
    }
  }

  /** The address it is bound to, with the real port. */
  public InetSocketAddress address() {
    try {
      return (InetSocketAddress) server.getLocalAddress();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Does what there is to do.
   *
   * @param maxWaitNs how long it may wait when there is nothing; 0 does not wait
   */
  public int doWork(long maxWaitNs) throws IOException {
    if (maxWaitNs == 0) {
      selector.selectNow();
    } else {
      selector.select(Math.max(1, maxWaitNs / NS_PER_MS));
    }
    selector.selectedKeys().clear();
    long nowNs = handler.nowNs();
    int done = accept(nowNs) + bury();
    if (nowNs - lastTickNs >= TICK_NS || lastTickNs == 0) {
      tick(nowNs, lastTickNs == 0 ? 0 : nowNs - lastTickNs);
      lastTickNs = nowNs;
      distribution.tick(nowNs);
    }
    return done;
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
    } catch (IOException e) { // out of descriptors, say
      LOG.warn("cannot accept connections: {}; trying again in a second", e.getMessage());
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
    if (connections.size() >= settings.maxSwitches()) {
      if (!fullSaid) {
        LOG.warn(
            "maestro.connection.max-switches = {} are connected; more are turned away (said once)",
            settings.maxSwitches());
        fullSaid = true;
      }
      channel.close();
      return;
    }
    Connection connection;
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (settings.sendBufferBytes() > 0) {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sendBufferBytes());
      }
      connection =
          new Connection(
              channel,
              channel.getRemoteAddress(),
              buffers,
              pollers,
              settings.outputHighWaterBytes(),
              handler,
              nowNs);
    } catch (IOException e) { // it is gone already
      LOG.debug("a connection was closed while it was accepted: {}", e.getMessage());
      channel.close();
      return;
    }
    handler.count(Counter.CONNECTIONS);
    connections.add(new Watch(connection, settings, nowNs));
    connection.session().begin();
    distribution.join(connection);
  }

  /** Takes leave of the connections that were closed. */
  private int bury() {
    int buried = 0;
    for (Connection dead = handler.pollClosed(); dead != null; dead = handler.pollClosed()) {
      buried++;
      Connection gone = dead;
      connections.removeIf(watch -> watch.connection() == gone);
      fullSaid = false;
      distribution.left(gone);
      Session session = gone.session();
      if (session.info() == null) { // Mininet, for one, first connects and closes without a word
        boolean silent =
            session.version() == 0 && "closed by the switch".equals(gone.closeReason());
        LOG.atLevel(silent ? Level.DEBUG : Level.WARN)
            .log(
                "{} left before its features were known: {}",
                session.describe(),
                gone.closeReason());
        continue;
      }
      handler.switches().remove(gone);
      handler.listener().left(session);
      LOG.info(
          "{} left: {}; {} requests served",
          session.describe(),
          gone.closeReason(),
          gone.servedRequests());
    }
    return buried;
  }

  private void tick(long nowNs, long sinceLastNs) {
    boolean wasStopped = sinceLastNs > STOPPED_NS;
    for (Watch watch : connections) {
      if (wasStopped) {
        watch.excuse(sinceLastNs, nowNs);
      }
      watch.look(nowNs);
      Connection connection = watch.connection();
      if (connection.closeReason() != null && connection.tryClaim(CLAIMANT)) {
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
    for (Watch watch : List.copyOf(connections)) {
      Connection connection = watch.connection();
      connection.requestClose("the controller stops");
      if (connection.tryClaim(CLAIMANT)) {
        connection.close();
      } else {
        connection.closeSocket();
      }
    }
    bury();
    selector.close();
  }
}
