package maestro.net.conductor;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import maestro.metrics.Counter;
import maestro.net.session.SessionHandler;
import maestro.net.socket.SharedBuffers;
import maestro.net.socket.TlsChannel;
import maestro.thread.Duty;
import maestro.tls.TlsContext;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that does the TLS handshakes. A handshake takes milliseconds of a core and as long as
 * the peer likes, so neither workers nor the conductor do it. All connections go back to the
 * conductor; failed ones are closed and logged. In which order they go on: {@link HandshakeQueue}.
 *
 * <p>Threads: its own; {@link #begin}, {@link #makeRoom} and {@link #poll} are for the conductor,
 * {@link #wakeup} for any.
 */
public final class TlsHandshakes implements Duty, AutoCloseable {
  /**
   * A handshake that has ended.
   *
   * @param channel null when the handshake has failed; the socket is closed then, unless {@code
   *     toldWhy} is set
   * @param toldWhy null, or the channel to close when the peer has read the alert
   */
  record Ended(Accepted of, @Nullable TlsChannel channel, @Nullable TlsChannel toldWhy) {
    boolean isEstablished() {
      return channel != null;
    }
  }

  /**
   * An accepted connection.
   *
   * @param isProbe whether it is the probing switch, which needs no certificate
   */
  record Accepted(
      SocketChannel socket, InetSocketAddress address, boolean isProbe, long acceptedNs) {}

  /** A handshake in progress; the attachment of its socket's key. */
  private static final class Pending {
    final Accepted of;
    final SelectionKey key;

    /** Null until the peer has said something: a silent one costs no memory for TLS. */
    @Nullable TlsChannel channel;

    /** Since when the controller waits for the peer. */
    private long waitsSinceNs;

    /** How long it had waited for the peer before. */
    private long waitedNs;

    /** The peer has said something, and it is the controller's turn. */
    private boolean isQueued;

    Pending(Accepted of, SelectionKey key) {
      this.of = of;
      this.key = key;
      this.waitsSinceNs = of.acceptedNs;
    }

    void queued(long nowNs) {
      waitedNs += nowNs - waitsSinceNs;
      isQueued = true;
    }

    void waits(long nowNs) {
      waitsSinceNs = nowNs;
      isQueued = false;
    }

    boolean isAnswered() {
      return channel != null && channel.hasAnswered();
    }

    /** Whether it is the peer's turn, and the peer has taken longer in all. */
    boolean keepsWaiting(long limitNs, long nowNs) {
      return !isQueued && waitedNs + nowNs - waitsSinceNs > limitNs;
    }

    /** What to close. */
    Closeable open() {
      return channel == null ? of.socket : channel;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(TlsHandshakes.class);
  private static final long NS_PER_MS = 1_000_000;
  private static final long TICK_NS = 100_000_000;
  private static final long USUAL_HANDSHAKE_NS = 1_000_000_000;

  /** After so much work it looks who has come or answered meanwhile. */
  private static final long WORK_NS = 5_000_000;

  private final Supplier<TlsContext> context;
  private final SharedBuffers buffers;
  private final SessionHandler handler;
  private final long timeoutNs;
  private final Selector selector;
  private final MpscUnboundedAtomicArrayQueue<Accepted> accepted =
      new MpscUnboundedAtomicArrayQueue<>(256);
  private final MpscUnboundedAtomicArrayQueue<Optional<InetAddress>> full =
      new MpscUnboundedAtomicArrayQueue<>(16);
  private final HandshakeQueue<Pending> queue = new HandshakeQueue<>();
  private final MpscUnboundedAtomicArrayQueue<Ended> ended =
      new MpscUnboundedAtomicArrayQueue<>(256);

  /** Volatile: wakes the conductor. Written once, by it. */
  private volatile Runnable onEnded = () -> {};

  private long lastTickNs;

  /**
   * Makes the duty.
   *
   * @param context asked for each connection, so that a new one takes effect
   * @param timeoutNs a handshake has failed whose peer lets the controller wait longer in all; what
   *     waits for the controller does not count
   */
  public TlsHandshakes(
      Supplier<TlsContext> context, SharedBuffers buffers, SessionHandler handler, long timeoutNs)
      throws IOException {
    this.context = context;
    this.buffers = buffers;
    this.handler = handler;
    this.timeoutNs = timeoutNs;
    this.selector = Selector.open();
  }

  /** Sets the wakeup to run when a handshake has ended. */
  void onEnded(Runnable wakeup) {
    onEnded = wakeup;
  }

  /** Begins a handshake over a non-blocking socket. */
  void begin(SocketChannel socket, InetSocketAddress address, boolean isProbe, long nowNs) {
    accepted.offer(new Accepted(socket, address, isProbe, nowNs));
    selector.wakeup();
  }

  /**
   * Ends the oldest handshake whose peer has let the controller wait longer than usual.
   *
   * @param host only from this address; null: from any
   */
  void makeRoom(@Nullable InetAddress host) {
    full.offer(Optional.ofNullable(host));
    selector.wakeup();
  }

  /** The next ended handshake, or null. */
  @Nullable Ended poll() {
    return ended.poll();
  }

  @Override
  public int doWork(long maxWaitNs) throws IOException {
    int done =
        maxWaitNs == 0 || !queue.isEmpty()
            ? selector.selectNow(this::enqueue)
            : selector.select(this::enqueue, Math.max(1, maxWaitNs / NS_PER_MS));
    for (Accepted next = accepted.poll(); next != null; next = accepted.poll()) {
      done++;
      greet(next);
    }
    long nowNs = handler.nowNs();
    for (var host = full.poll(); host != null; host = full.poll()) {
      giveUpSlowest(host, nowNs);
    }
    if (nowNs - lastTickNs >= TICK_NS) {
      lastTickNs = nowNs;
      expire(nowNs);
    }
    return done + goOn(nowNs);
  }

  private void greet(Accepted next) {
    try {
      SelectionKey key = next.socket.register(selector, SelectionKey.OP_READ);
      key.attach(new Pending(next, key));
    } catch (IOException | RuntimeException e) {
      fail(next, next.socket, e.toString());
    }
  }

  private void enqueue(SelectionKey key) {
    Pending pending = (Pending) key.attachment();
    key.interestOps(0);
    pending.queued(handler.nowNs());
    queue.add(pending, pending.isAnswered());
  }

  /** Goes on with those whose turn it is, for a few milliseconds; returns how many. */
  private int goOn(long nowNs) {
    int done = 0;
    for (Pending next = queue.poll(); next != null; next = queue.poll()) {
      goOn(next);
      done++;
      if (handler.nowNs() - nowNs >= WORK_NS) {
        break;
      }
    }
    return done;
  }

  private void goOn(Pending pending) {
    try {
      switch (open(pending).handshake()) {
        case WANTS_READ -> waitFor(pending, SelectionKey.OP_READ);
        case WANTS_WRITE -> waitFor(pending, SelectionKey.OP_WRITE);
        case DONE -> {
          pending.key.cancel();
          end(pending.of, pending.channel, null);
        }
      }
    } catch (IOException | RuntimeException e) {
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      if (e.getCause() instanceof SSLException && !pending.of.isProbe) { // an alert was sent
        count(pending.of, reason);
        pending.key.cancel();
        end(pending.of, null, pending.channel);
      } else {
        fail(pending.of, pending.open(), reason);
      }
    }
  }

  private TlsChannel open(Pending pending) {
    TlsChannel channel = pending.channel;
    if (channel == null) {
      SocketChannel socket = pending.of.socket;
      channel =
          pending.of.isProbe
              ? TlsChannel.ofProbe(socket, context.get(), buffers)
              : new TlsChannel(socket, context.get(), buffers);
      pending.channel = channel;
    }
    return channel;
  }

  private void waitFor(Pending pending, int operations) {
    pending.key.interestOps(operations);
    pending.waits(handler.nowNs());
  }

  private void end(Accepted from, @Nullable TlsChannel channel, @Nullable TlsChannel toldWhy) {
    ended.offer(new Ended(from, channel, toldWhy));
    onEnded.run();
  }

  private void expire(long nowNs) {
    for (SelectionKey key : selector.keys()) {
      Pending pending = (Pending) key.attachment();
      if (key.isValid() && pending.keepsWaiting(timeoutNs, nowNs)) {
        fail(pending.of, pending.open(), "it has not ended within the handshake timeout");
      }
    }
  }

  private void giveUpSlowest(Optional<InetAddress> host, long nowNs) {
    selector.keys().stream()
        .filter(SelectionKey::isValid)
        .map(key -> (Pending) key.attachment())
        .filter(pending -> host.isEmpty() || host.get().equals(pending.of.address.getAddress()))
        .filter(pending -> pending.keepsWaiting(USUAL_HANDSHAKE_NS, nowNs))
        .min(Comparator.comparingLong(pending -> pending.of.acceptedNs))
        .ifPresent(
            oldest -> {
              handler.count(Counter.MADE_ROOM);
              fail(oldest.of, oldest.open(), "it made room for others");
            });
  }

  private void count(Accepted from, String reason) {
    handler.count(Counter.TLS_FAILURES);
    say(from.address.getAddress(), reason);
  }

  private void fail(Accepted from, Closeable open, String reason) {
    count(from, reason);
    try {
      open.close();
    } catch (IOException e) {
      LOG.debug("closing a connection in its handshake: {}", e.getMessage());
    }
    end(from, null, null);
  }

  private void say(InetAddress from, String reason) {
    if (reason.equals(TlsChannel.CLOSED_WITHOUT_A_WORD)) {
      LOG.debug("{} connected and {}", from.getHostAddress(), reason);
      return;
    }
    String more = handler.permitStrangersLine(from);
    if (more != null) {
      String text = "TLS handshake with " + from.getHostAddress() + " failed: " + reason;
      LOG.warn("{}{}", text, more);
      handler.tellRefused(text, from);
    }
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public void ended() throws IOException {
    close();
  }

  /** Closes all its connections. On its thread, or when that has ended. */
  @Override
  public void close() throws IOException {
    for (Accepted next = accepted.poll(); next != null; next = accepted.poll()) {
      next.socket.close();
    }
    for (SelectionKey key : selector.keys()) {
      if (key.isValid()) {
        ((Pending) key.attachment()).open().close();
      }
    }
    selector.close();
    for (Ended next = ended.poll(); next != null; next = ended.poll()) {
      if (next.channel() != null) {
        next.channel().close();
      } else if (next.toldWhy() != null) {
        next.toldWhy().close();
      }
    }
  }
}
