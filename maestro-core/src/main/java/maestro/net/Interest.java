package maestro.net;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * What selectors are asked to report of one connection's socket, and to whom.
 *
 * <p>A socket that was handed over or stolen is known to several selectors. The one that watched it
 * last is the <em>current</em> one: its worker lists the connection. Reading is off at all of them
 * while the connection is <em>suspended</em>, which lasts until its output has been written.
 *
 * <ol>
 *   <li>While the connection is suspended, or bytes wait for the socket, the current selector waits
 *       for the socket to take bytes.
 *   <li>When a socket takes bytes, whoever is told writes them.
 *   <li>When all are written, the current selector's worker is told, whether or not reading was
 *       off: it lists the connection again, and what was read before is served. Nobody else could
 *       list it.
 *   <li>A selector that is not the current one any more passes that on: it makes the current one
 *       look.
 * </ol>
 *
 * <p>A connection may also be <em>paused</em>, for a time. When that is over it is listed in the
 * same way, as if its output had been written.
 *
 * <p><b>Threads.</b> Any, but {@link #suspend} and {@link #pause}, which are for the holder of the
 * claim. Whoever changes {@code current} looks at {@code suspended} afterwards, and whoever changes
 * that looks at {@code current} afterwards; both are volatile, so one of them sees the other.
 */
final class Interest {
  private final Connection connection;
  private final SocketChannel channel;
  private final OutputBuffer output;

  /** One for each selector; written by whoever watches through it. */
  private final SelectionKey[] keys;

  /** Volatile: the key of the selector that watched last; null before. */
  private volatile SelectionKey current;

  /** Volatile: whether reading is off since output waits. */
  private volatile boolean suspended;

  /** Volatile: whether reading is off for a while. */
  private volatile boolean paused;

  /** Volatile: whether nobody is to watch any more. Written before {@code current} is read. */
  private volatile boolean ended;

  Interest(Connection connection, SocketChannel channel, OutputBuffer output, int selectors) {
    this.connection = connection;
    this.channel = channel;
    this.output = output;
    this.keys = new SelectionKey[selectors];
  }

  boolean isSuspended() {
    return suspended;
  }

  /**
   * From now on this selector reports the socket.
   *
   * @throws ClosedChannelException when it is closed
   * @throws CancelledKeyException when it is being closed
   */
  void watch(int index, Selector selector) throws ClosedChannelException {
    SelectionKey key = keys[index];
    if (key == null) {
      keys[index] = key = channel.register(selector, 0, connection);
    }
    if (current != key) {
      current = key;
    }
    if (ended) { // or it sees this key
      key.cancel();
      throw new ClosedChannelException();
    }
    if (suspended || output.pendingBytes() > 0) { // 1
      wantsWritable();
    }
    if (!suspended && !paused && (key.interestOps() & SelectionKey.OP_READ) == 0) {
      key.interestOpsOr(SelectionKey.OP_READ);
    }
  }

  /** No selector reports the socket any more, though it stays open. For the holder of the claim. */
  void end() {
    ended = true;
    if (current == null) {
      return; // and whoever watches later sees that it has ended
    }
    for (SelectionKey key : keys) {
      if (key != null) {
        key.cancel();
      }
    }
  }

  /** This selector need not report input. */
  void unwatch(int index) {
    SelectionKey key = keys[index];
    if (key != null) {
      clear(key, SelectionKey.OP_READ);
    }
  }

  /**
   * Turns reading off until the output is written.
   *
   * @return false when it was written meanwhile, so that reading goes on
   */
  boolean suspend() {
    suspended = true;
    for (SelectionKey key : keys) {
      if (key != null) {
        clear(key, SelectionKey.OP_READ);
      }
    }
    if (output.pendingBytes() == 0) { // nobody noticed that reading was off
      resume();
      return false;
    }
    wantsWritable(); // 1
    return true;
  }

  private void resume() {
    suspended = false;
    if (!paused) {
      set(SelectionKey.OP_READ);
    }
  }

  boolean isPaused() {
    return paused;
  }

  /** Turns reading off until somebody ends the pause. For the holder of the claim. */
  void pause() {
    for (SelectionKey key : keys) {
      if (key != null) {
        clear(key, SelectionKey.OP_READ);
      }
    }
    paused = true; // last, so that who ends it turns on what was turned off
  }

  /** The current selector's worker lists the connection again: it may have input. Any thread. */
  void endPause() {
    paused = false;
    set(suspended ? SelectionKey.OP_WRITE : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  /** The current selector shall tell when the socket takes bytes. */
  void wantsWritable() {
    set(SelectionKey.OP_WRITE);
  }

  /**
   * The socket takes bytes; called by the thread that was told so.
   *
   * @param key through which it was told
   * @return true when nothing waits any more, and this thread has to list the connection
   */
  boolean onWritable(SelectionKey key) {
    output.flush(); // 2
    if (key != current) { // 4
      clear(key, SelectionKey.OP_WRITE);
      if (suspended || output.pendingBytes() > 0) {
        wantsWritable();
      }
      return false;
    }
    if (output.pendingBytes() > 0) {
      return false;
    }
    clear(key, SelectionKey.OP_WRITE);
    if (output.pendingBytes() > 0) { // another thread has just written more
      wantsWritable();
    }
    if (suspended) {
      resume();
    }
    return true; // 3
  }

  private void set(int operation) {
    SelectionKey key = current;
    if (key != null && key.isValid()) {
      key.interestOpsOr(operation);
      key.selector().wakeup();
    }
  }

  private static void clear(SelectionKey key, int operation) {
    try {
      key.interestOpsAnd(~operation);
    } catch (CancelledKeyException e) {
      return; // closed: it reports nothing any more
    }
  }
}
