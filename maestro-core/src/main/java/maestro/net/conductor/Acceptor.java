package maestro.net.conductor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import maestro.config.MaestroConfig;
import maestro.metrics.Counter;
import maestro.net.session.SessionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections, or turns them away when there is no room. After a failure, for example for
 * lack of descriptors, it tries again each second. The conductor's thread.
 */
final class Acceptor implements AutoCloseable {
  /** The conductor, for its acceptor. */
  interface Owner {
    /** Whether there is room for one more connection from this address. */
    boolean hasRoom(InetAddress host, long nowNs);

    /**
     * Takes over an accepted connection, which is counted already.
     *
     * @param isProbe whether it is the probing switch, which counts nowhere
     */
    void accepted(SocketChannel channel, InetSocketAddress address, boolean isProbe, long nowNs);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);
  private static final int BACKLOG = 4096;
  private static final long PAUSE_NS = 1_000_000_000;

  private final Selector selector;
  private final MaestroConfig.Connection settings;
  private final SessionHandler handler;
  private final Admission admission;
  private final Owner owner;
  private final ServerSocketChannel server;
  private final InetSocketAddress address;
  private long pausedUntilNs;
  private boolean paused;
  private boolean failed;

  /**
   * Binds the address; accepts no connection yet.
   *
   * @param selector reports that connections wait
   * @throws IOException when the address cannot be bound
   */
  Acceptor(
      InetSocketAddress listen,
      Selector selector,
      MaestroConfig.Connection settings,
      SessionHandler handler,
      Admission admission,
      Owner owner)
      throws IOException {
    this.selector = selector;
    this.settings = settings;
    this.handler = handler;
    this.admission = admission;
    this.owner = owner;
    server = ServerSocketChannel.open();
    try {
      server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      if (settings.receiveBufferBytes().isPresent()) {
        setReceiveBuffer(settings.receiveBufferBytes().getAsInt());
      }
      server.bind(listen, BACKLOG);
      server.configureBlocking(false);
      server.register(selector, SelectionKey.OP_ACCEPT);
      address = (InetSocketAddress) server.getLocalAddress();
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** All accepted connections have it. */
  private void setReceiveBuffer(int bytes) throws IOException {
    server.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
    int allowed = server.getOption(StandardSocketOptions.SO_RCVBUF);
    if (allowed < bytes) {
      LOG.warn(
          "receive buffers have {} bytes instead of the {} of maestro.connection.receive-buffer:"
              + " the kernel allows no more (on Linux net.core.rmem_max)",
          allowed,
          bytes);
    }
  }

  /** The bound address with the real port, also after the close. Any thread. */
  InetSocketAddress address() {
    return address;
  }

  /** Accepts the connections that wait; returns how many. */
  int accept(long nowNs) throws IOException {
    if (paused && nowNs - pausedUntilNs < 0) {
      return 0;
    }
    resume();
    int accepted = 0;
    try {
      for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
        accepted++;
        admit(channel, nowNs);
      }
      if (failed) { // accept() needs a descriptor even when no connection waits
        failed = false;
        LOG.info("connections are accepted again");
      }
    } catch (IOException e) { // for example, out of descriptors
      if (!failed) {
        failed = true;
        LOG.warn("cannot accept connections: {}; trying again each second", e.getMessage());
      }
      pause(nowNs);
    }
    return accepted;
  }

  private void pause(long nowNs) {
    paused = true;
    pausedUntilNs = nowNs + PAUSE_NS;
    server.keyFor(selector).interestOps(0);
  }

  private void resume() {
    if (paused) {
      paused = false;
      server.keyFor(selector).interestOps(SelectionKey.OP_ACCEPT);
    }
  }

  private void admit(SocketChannel channel, long nowNs) throws IOException {
    InetSocketAddress address;
    boolean isProbe;
    try {
      address = (InetSocketAddress) channel.getRemoteAddress();
      isProbe = handler.probingAddress().isOf(address);
      if (!isProbe && !owner.hasRoom(address.getAddress(), nowNs)) {
        turnAway(channel, address.getAddress());
        return;
      }
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      if (settings.sendBufferBytes().isPresent()) {
        channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sendBufferBytes().getAsInt());
      }
    } catch (IOException e) { // it is gone already
      LOG.debug("a connection was closed while it was accepted: {}", e.getMessage());
      channel.close();
      return;
    }
    if (!isProbe) {
      handler.count(Counter.CONNECTIONS);
      admission.entered(address.getAddress());
    }
    owner.accepted(channel, address, isProbe, nowNs);
  }

  private void turnAway(SocketChannel channel, InetAddress host) throws IOException {
    handler.count(Counter.TURNED_AWAY);
    String more = handler.permitStrangersLine(host);
    if (more != null) {
      String limit =
          admission.isFull(host)
              ? "max-per-address = " + settings.maxPerAddress()
              : "max-switches = " + settings.maxSwitches();
      String text =
          "a connection from %s is turned away: maestro.connection.%s are connected"
              .formatted(host.getHostAddress(), limit);
      LOG.warn("{}{}", text, more);
      handler.tellRefused(text, host);
    }
    channel.close();
  }

  /** Stops listening. */
  @Override
  public void close() throws IOException {
    server.close();
  }
}
