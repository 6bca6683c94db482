package maestro.net.conductor;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.stream.Stream;
import maestro.net.socket.GracefulClose;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closed connections whose sockets stay open for a while, each with a {@link GracefulClose}. The
 * switch was sent the reason, and an immediate close could lose it.
 *
 * <p>A socket is closed when the switch has closed, after {@value #LIMIT_NS} ns, after {@value
 * #MAX_BYTES} dropped bytes, or when {@value #MAX_CONNECTIONS} others came after it. So peers that
 * are refused again and again hold no more sockets than that. The conductor's thread.
 */
public final class ClosingConnections {
  public static final int MAX_CONNECTIONS = 64;
  static final long LIMIT_NS = 1_000_000_000;
  public static final long MAX_BYTES = 2 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(ClosingConnections.class);

  /** Closes a connection for good. */
  interface End {
    void close() throws IOException;
  }

  private record Guest(GracefulClose gracefulClose, InetAddress host, End end, long untilNs) {}

  private final ArrayDeque<Guest> guests = new ArrayDeque<>();
  private final Consumer<InetAddress> onEnd;
  private @Nullable ByteBuffer scratch;

  /**
   * Makes an empty list.
   *
   * @param onEnd receives the address of each connection that is closed
   */
  ClosingConnections(Consumer<InetAddress> onEnd) {
    this.onEnd = onEnd;
  }

  boolean isEmpty() {
    return guests.isEmpty();
  }

  int count() {
    return guests.size();
  }

  /** Adds a connection. */
  void add(GracefulClose gracefulClose, InetAddress host, End end, long nowNs) {
    if (guests.size() == MAX_CONNECTIONS) {
      close(guests.remove());
    }
    guests.add(new Guest(gracefulClose, host, end, nowNs + LIMIT_NS));
  }

  /** Advances all closes; returns how many have ended. */
  int goOn(long nowNs) {
    if (guests.isEmpty()) {
      return 0;
    }
    if (scratch == null) {
      scratch = GracefulClose.newScratch();
    }
    int before = guests.size();
    for (Iterator<Guest> all = guests.iterator(); all.hasNext(); ) {
      Guest guest = all.next();
      boolean isOver = guest.gracefulClose.isOver(scratch);
      boolean isEnough =
          guest.gracefulClose.droppedBytes() > MAX_BYTES || nowNs - guest.untilNs > 0;
      if (isOver || isEnough) {
        all.remove();
        close(guest);
      }
    }
    return before - guests.size();
  }

  /** The closes in progress. */
  Stream<GracefulClose> gracefulCloses() {
    return guests.stream().map(Guest::gracefulClose);
  }

  /** Closes all of them at once. */
  void end() {
    while (!guests.isEmpty()) {
      close(guests.remove());
    }
  }

  private void close(Guest guest) {
    try {
      guest.end.close();
    } catch (IOException e) {
      LOG.debug("closing a connection that was told why: {}", e.getMessage());
    }
    onEnd.accept(guest.host);
  }
}
