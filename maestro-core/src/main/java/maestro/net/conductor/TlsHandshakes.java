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
import maestro.net.SessionHandler;
import maestro.net.SharedBuffers;
import maestro.net.TlsChannel;
import maestro.tls.TlsContext;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that does the TLS handshakes. A handshake takes milliseconds of a core and as long as
 * the peer likes, so neither workers nor the conductor do it. All connections go back to the
 * conductor; failed ones are closed and logged.
 *
 * <p>Threads: its own; {@link #begin}, {@link #makeRoom} and {@link #poll} are for the conductor,
 * {@link #wakeup} for any.
 */
public final class TlsHandshakes implements AutoCloseable {
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
  private record Pending(Accepted of, TlsChannel channel) {}

  private static final Logger LOG = LoggerFactory.getLogger(TlsHandshakes.class);
  private static final long NS_PER_MS = 1_000_000;
  private static final long TICK_NS = 100_000_000;
  private static final long USUAL_HANDSHAKE_NS = 1_000_000_000;

  private final Supplier<TlsContext> context;
  private final SharedBuffers buffers;
  private final SessionHandler handler;
  private final long timeoutNs;
  private final Selector selector;
  private final MpscUnboundedAtomicArrayQueue<Accepted> accepted =
      new MpscUnboundedAtomicArrayQueue<>(256);
  private final MpscUnboundedAtomicArrayQueue<Optional<InetAddress>> full =
      new MpscUnboundedAtomicArrayQueue<>(16);
  private final MpscUnboundedAtomicArrayQueue<Ended> ended =
      new MpscUnboundedAtomicArrayQueue<>(256);

  /** Volatile: wakes the conductor. Written once, by it. */
  private volatile Runnable onEnded = () -> {};

  private long lastTickNs;

  /**
   * Makes the duty.
   *
   * @param context asked for each connection, so that a new one takes effect
   * @param timeoutNs a handshake that takes longer has failed
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
   * Ends the oldest handshake that has lasted longer than usual.
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

  /**
   * Does the work at hand.
   *
   * @param maxWaitNs how long it may wait when there is none; 0 does not wait
   */
  public int doWork(long maxWaitNs) throws IOException {
    int done =
        maxWaitNs == 0
            ? selector.selectNow(this::goOn)
            : selector.select(this::goOn, Math.max(1, maxWaitNs / NS_PER_MS));
    for (Accepted next = accepted.poll(); next != null; next = accepted.poll()) {
      done++;
      greet(next);
    }
    long nowNs = handler.nowNs();
    for (var host = full.poll(); host != null; host = full.poll()) {
      giveUpOldest(host, nowNs);
    }
    if (nowNs - lastTickNs >= TICK_NS) {
      lastTickNs = nowNs;
      expire(nowNs);
    }
    return done;
  }

  private void greet(Accepted next) {
    Closeable open = next.socket;
    try {
      TlsChannel channel =
          next.isProbe
              ? TlsChannel.ofProbe(next.socket, context.get(), buffers)
              : new TlsChannel(next.socket, context.get(), buffers);
      open = channel;
      Pending pending = new Pending(next, channel);
      goOn(next.socket.register(selector, SelectionKey.OP_READ, pending));
    } catch (IOException | RuntimeException e) {
      fail(next, open, e.toString());
    }
  }

  private void goOn(SelectionKey key) {
    Pending pending = (Pending) key.attachment();
    try {
      switch (pending.channel.handshake()) {
        case WANTS_READ -> key.interestOps(SelectionKey.OP_READ);
        case WANTS_WRITE -> key.interestOps(SelectionKey.OP_WRITE);
        case DONE -> {
          key.cancel();
          end(pending.of, pending.channel, null);
        }
      }
    } catch (IOException | RuntimeException e) {
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      if (e.getCause() instanceof SSLException && !pending.of.isProbe) { // an alert was sent
        count(pending.of, reason);
        key.cancel();
        end(pending.of, null, pending.channel);
      } else {
        fail(pending.of, pending.channel, reason);
      }
    }
  }

  private void end(Accepted from, @Nullable TlsChannel channel, @Nullable TlsChannel toldWhy) {
    ended.offer(new Ended(from, channel, toldWhy));
    onEnded.run();
  }

  private void expire(long nowNs) {
    for (SelectionKey key : selector.keys()) {
      Pending pending = (Pending) key.attachment();
      if (key.isValid() && nowNs - pending.of.acceptedNs > timeoutNs) {
        fail(pending.of, pending.channel, "it has not ended within the handshake timeout");
      }
    }
  }

  private void giveUpOldest(Optional<InetAddress> host, long nowNs) {
    selector.keys().stream()
        .filter(SelectionKey::isValid)
        .map(key -> (Pending) key.attachment())
        .filter(pending -> host.isEmpty() || host.get().equals(pending.of.address.getAddress()))
        .filter(pending -> nowNs - pending.of.acceptedNs > USUAL_HANDSHAKE_NS)
        .min(Comparator.comparingLong(pending -> pending.of.acceptedNs))
        .ifPresent(
            oldest -> {
              handler.count(Counter.MADE_ROOM);
              fail(oldest.of, oldest.channel, "it made room for others");
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

  /** Ends a wait. */
  public void wakeup() {
    selector.wakeup();
  }

  /** Closes all its connections. On its thread, or when that has ended. */
  @Override
  public void close() throws IOException {
    for (Accepted next = accepted.poll(); next != null; next = accepted.poll()) {
      next.socket.close();
    }
    for (SelectionKey key : selector.keys()) {
      if (key.isValid()) {
        ((Pending) key.attachment()).channel.close();
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
