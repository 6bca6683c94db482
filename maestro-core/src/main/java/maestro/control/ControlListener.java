package maestro.control;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import maestro.Maestro;
import maestro.config.ListenAddress;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.ControlToken;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.control.http.EndpointPaths;
import maestro.control.http.Guard;
import maestro.control.http.HttpPipeline;
import maestro.control.http.Limits;
import maestro.control.http.OpenConnections;
import maestro.control.http.RefusedClients;
import maestro.control.rest.Operations;
import maestro.metrics.Metrics;
import maestro.tls.CertificateBinding;
import maestro.tls.TlsContext;
import maestro.tls.TlsLibrary;
import maestro.tls.TlsSettings;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers operators and their tools over HTTP, on a thread of its own. {@link #bind} takes the
 * port, which costs next to nothing; {@link #serve} loads the HTTP server, when switches can
 * connect already. Until then clients wait.
 *
 * <p>Memory is bounded by {@link Limits}: a connection holds at most a request of bounded size and
 * one answer.
 *
 * <p>Threads: {@link #bind} and {@link #serve} are for one, then {@link #renewal} for another one,
 * {@link #close} for any.
 */
public final class ControlListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlListener.class);
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
  private static final int READ_BYTES = 4 * 1024;
  private static final int PAGE_BYTES = 8 * 1024;
  private static final int CHUNK_ORDER = 4;
  private static final long MOST_CLOSE_MS = 500;
  private static final long SECOND_MS = 1_000;
  private static final long OFTEN_MS = 100;

  private final ServerSocketChannel socket;
  private final InetSocketAddress address;
  private final Guard guard;
  private final Limits limits;
  private final NamedMetrics named;
  private final OpenConnections connections;

  /** For the connections to come; empty with plain HTTP. */
  private volatile Optional<TlsContext> tls;

  /** The tokens in force. Only for the thread that renews. */
  private List<ControlToken> tokens;

  /** Guarded by this; null without a listener for metrics alone. */
  private @Nullable ServerSocketChannel metricsSocket;

  /** Guarded by this; null before it serves and after it was closed. */
  private @Nullable EventLoopGroup thread;

  /** Guarded by this; null before it serves. */
  private @Nullable Maestro controller;

  /** Guarded by this. */
  private boolean closed;

  private ControlListener(
      ServerSocketChannel socket,
      MaestroConfig.Control config,
      Limits limits,
      Optional<TlsContext> tls)
      throws IOException {
    this.socket = socket;
    this.address = (InetSocketAddress) socket.getLocalAddress();
    this.tokens = config.tokens();
    this.guard = new Guard(tokens, config.origins());
    this.limits = limits;
    this.named = config.named();
    this.tls = tls;
    this.connections = new OpenConnections(limits.connections());
  }

  /**
   * Takes the port. Empty when the listener is off.
   *
   * @throws IOException when the port cannot be taken
   * @throws java.nio.channels.UnresolvedAddressException when there is no such host
   * @throws maestro.tls.BadTlsException when the certificate cannot be used; its key is one below
   *     {@code maestro.control}
   */
  public static Optional<ControlListener> bind(MaestroConfig.Control config) throws IOException {
    return bind(config, Limits.USUAL);
  }

  public static Optional<ControlListener> bind(MaestroConfig.Control config, Limits limits)
      throws IOException {
    if (config.listen().isEmpty()) {
      return Optional.empty();
    }
    Optional<TlsContext> tls = config.certificate().map(ControlListener::context);
    ServerSocketChannel socket = ServerSocketChannel.open();
    try {
      socket.bind(config.listen().get().toSocketAddress());
      return Optional.of(new ControlListener(socket, config, limits, tls));
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Takes a second port, for metrics and health alone. Everybody who reaches it may read them, over
   * plain HTTP and by any name. To be called before it serves.
   *
   * @return where it listens, with the actual port
   * @throws IOException when the port cannot be taken
   * @throws java.nio.channels.UnresolvedAddressException when there is no such host
   */
  public synchronized InetSocketAddress bindMetrics(ListenAddress listen) throws IOException {
    ServerSocketChannel second = ServerSocketChannel.open();
    try {
      second.bind(listen.toSocketAddress());
      metricsSocket = second;
      return (InetSocketAddress) second.getLocalAddress();
    } catch (IOException | RuntimeException e) {
      second.close();
      throw e;
    }
  }

  /**
   * Reads the certificate, and nothing more.
   *
   * @throws maestro.tls.BadTlsException when it cannot be used
   */
  public static void check(MaestroConfig.Control config) {
    config.certificate().ifPresent(ControlListener::context);
  }

  private static TlsContext context(MaestroConfig.ControlCertificate files) {
    return TlsContext.server(
        new TlsSettings(
            files.privateKey(), files.certificate(), null, false, PROTOCOLS, TlsLibrary.AUTO),
        new CertificateBinding(false, Map.of()));
  }

  /**
   * Reads the certificate anew.
   *
   * @return puts it in force for the connections to come, and the tokens for the requests to come;
   *     event streams end when tokens have changed, so that no listener has one that is revoked
   * @throws maestro.tls.BadTlsException when the certificate cannot be used
   */
  public Runnable renewal(MaestroConfig.Control next) {
    Optional<TlsContext> renewed = next.certificate().map(ControlListener::context);
    return () -> {
      tls = renewed;
      noteCertificate();
      if (!tokens.equals(next.tokens())) {
        tokens = next.tokens();
        guard.tokens(tokens);
        onControlThread(connections::endListening);
      }
    };
  }

  /** Tells the controller when the certificate ends; nothing before it serves one. */
  private synchronized void noteCertificate() {
    if (controller != null && tls.isPresent()) {
      controller.certificates().inForce("maestro.control", tls.get());
    }
  }

  private synchronized void onControlThread(Runnable task) {
    if (thread != null) {
      thread.execute(task);
    }
  }

  /** Begins to answer questions about a controller; a close at the same time waits for that. */
  public synchronized void serve(Maestro maestro, Operations operations) {
    controller = maestro;
    noteCertificate();
    EventLoopGroup control = begin();
    if (control != null) {
      if (maestro.config().control().probing()) {
        maestro.startProbing();
      }
      Rest rest = new Rest(maestro, operations, named, limits, control.next());
      serve(control, rest.routes(), maestro.metrics());
      serveMetrics(control, rest.metricsRoutes(), maestro.metrics());
      repeat(control, rest::everySecond, SECOND_MS);
      repeat(control, rest::often, OFTEN_MS);
    }
    LOG.info("control listener: {}://{}", tls.isPresent() ? "https" : "http", text(address));
  }

  /** Begins to answer. */
  public void serve(EndpointPaths routes) {
    serve(routes, new Metrics());
  }

  /** Begins to answer; clients that it refuses are counted in these metrics. */
  public synchronized void serve(EndpointPaths routes, Metrics metrics) {
    EventLoopGroup control = begin();
    if (control != null) {
      serve(control, routes, metrics);
    }
  }

  /** Makes the control thread; null when the listener was closed. Under the lock. */
  private @Nullable EventLoopGroup begin() {
    if (!closed) {
      thread = newThread();
    }
    return thread;
  }

  private static EventLoopGroup newThread() {
    return new MultiThreadIoEventLoopGroup(
        1,
        task -> {
          Thread control = new Thread(task, "control");
          control.setDaemon(true);
          return control;
        },
        NioIoHandler.newFactory());
  }

  private void serve(EventLoopGroup control, EndpointPaths routes, Metrics metrics) {
    RefusedClients refusedClients = new RefusedClients(metrics, System::nanoTime);
    serve(
        control,
        socket,
        new HttpPipeline(routes, guard, limits, () -> tls, connections, refusedClients));
  }

  private void serveMetrics(EventLoopGroup control, EndpointPaths routes, Metrics metrics) {
    ServerSocketChannel second = metricsSocket;
    if (second != null) {
      RefusedClients refusedClients = new RefusedClients(metrics, System::nanoTime);
      OpenConnections others = new OpenConnections(limits.connections());
      Guard nothingElse = new Guard(List.of(), List.of());
      serve(
          control,
          second,
          new HttpPipeline(routes, nothingElse, limits, Optional::empty, others, refusedClients));
    }
  }

  private static void serve(
      EventLoopGroup control, ServerSocketChannel socket, HttpPipeline pipeline) {
    PooledByteBufAllocator buffers =
        new PooledByteBufAllocator(true, 0, 1, PAGE_BYTES, CHUNK_ORDER, 0, 0, false);
    ChannelFuture unused =
        new ServerBootstrap()
            .group(control)
            .channelFactory(() -> new NioServerSocketChannel(socket))
            .childOption(ChannelOption.ALLOCATOR, buffers)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(pipeline)
            .register();
  }

  private static void repeat(EventLoopGroup control, Runnable task, long periodMs) {
    Future<?> repeated = control.scheduleAtFixedRate(task, 0, periodMs, TimeUnit.MILLISECONDS);
    repeated.addListener(
        ended -> {
          if (ended.cause() != null && !ended.isCancelled()) {
            LOG.error("the control listener no longer updates events and rates", ended.cause());
          }
        });
  }

  /** How many connections are open. Any thread. */
  int connections() {
    return connections.count();
  }

  /** Where it listens, with the actual port. */
  public InetSocketAddress address() {
    return address;
  }

  private static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** Closes the port and all connections, and waits for that, half a second at most. */
  @Override
  public synchronized void close() {
    closed = true;
    try {
      socket.close();
      ServerSocketChannel second = metricsSocket;
      if (second != null) {
        second.close();
      }
    } catch (IOException e) {
      LOG.warn("the control listener did not close: {}", e.getMessage());
    }
    if (thread != null) {
      boolean unused =
          thread
              .shutdownGracefully(0, MOST_CLOSE_MS, TimeUnit.MILLISECONDS)
              .awaitUninterruptibly(MOST_CLOSE_MS);
      thread = null;
    }
  }
}
