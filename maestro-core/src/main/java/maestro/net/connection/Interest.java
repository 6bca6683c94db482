package maestro.net.connection;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import maestro.net.socket.OutputBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Which events of one connection's socket each selector reports.
 *
 * <p>A socket that was handed over or stolen is registered with several selectors. The one that
 * watched it last is the <em>current</em> one: its worker lists the connection. Reading is off at
 * all selectors while the connection is <em>suspended</em>, until its output has been written.
 *
 * <ol>
 *   <li>While the connection is suspended, or bytes wait for the socket, the current selector waits
 *       for the socket to take bytes.
 *   <li>When a socket takes bytes, the thread that its selector notifies writes them.
 *   <li>When all output is written, the current selector's worker lists the connection again,
 *       whether or not reading was off, and serves the input read before. No other worker could
 *       list it.
 *   <li>A selector that is not current any more makes the current one report the writable socket.
 * </ol>
 *
 * <p>A connection may also be <em>paused</em> for a time. When the pause ends, the connection is
 * listed in the same way, as if its output had been written.
 *
 * <p><b>Threads.</b> Any, except {@link #suspend} and {@link #pause}, which are for the holder of
 * the claim. A thread that changes {@code current} reads {@code suspended} afterwards, and a thread
 * that changes {@code suspended} reads {@code current} afterwards. Both are volatile, so one of the
 * two threads sees the other's change.
 */
final class Interest {
  private final Connection connection;
  private final SocketChannel channel;
  private final OutputBuffer output;

  /** One for each selector; written by the thread that owns the selector. */
  private final @Nullable SelectionKey[] keys;

  /** Volatile: the key of the selector that last watched; null before the first. */
  private volatile @Nullable SelectionKey current;

  /** Volatile: whether reading is off because output waits. */
  private volatile boolean suspended;

  /** Volatile: whether reading is off because of a rate limit. */
  private volatile boolean paused;

  /** Volatile: whether no selector may watch any more. Written before {@code current} is read. */
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

  /** Makes this selector the current one, which reports input. For the selector's thread. */
  void watch(int index, Selector selector) {
    try {
      report(index, selector);
    } catch (ClosedChannelException | CancelledKeyException e) {
      connection.requestClose("closed");
    }
  }

  private void report(int index, Selector selector) throws ClosedChannelException {
    SelectionKey key = keys[index];
    if (key == null) {
      keys[index] = key = channel.register(selector, 0, connection);
    }
    if (current != key) {
      current = key;
    }
    if (ended) { // otherwise end() sees this key
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

  /**
   * Makes all selectors stop reporting the socket, which stays open. For the holder of the claim.
   */
  void end() {
    ended = true;
    if (current == null) {
      return; // a later watch() sees that it has ended
    }
    for (SelectionKey key : keys) {
      if (key != null) {
        key.cancel();
      }
    }
  }

  /** Makes this selector stop reporting input. */
  void unwatch(int index) {
    SelectionKey key = keys[index];
    if (key != null) {
      clear(key, SelectionKey.OP_READ);
    }
  }

  /**
   * Turns reading off until the output is written.
   *
   * @return false when it has been written meanwhile, so that reading goes on
   */
  boolean suspend() {
    suspended = true;
    for (SelectionKey key : keys) {
      if (key != null) {
        clear(key, SelectionKey.OP_READ);
      }
    }
    if (output.pendingBytes() == 0) { // written before reading was off
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

  /** Turns reading off until {@link #endPause}. For the holder of the claim. */
  void pause() {
    for (SelectionKey key : keys) {
      if (key != null) {
        clear(key, SelectionKey.OP_READ);
      }
    }
    paused = true; // last, so that endPause() turns on what was turned off
  }

  /**
   * Ends a pause: the current selector's worker lists the connection, which may have input. Any
   * thread.
   */
  void endPause() {
    paused = false;
    set(suspended ? SelectionKey.OP_WRITE : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
  }

  /** Makes the current selector report when the socket takes bytes. */
  void wantsWritable() {
    set(SelectionKey.OP_WRITE);
  }

  /**
   * Writes output when the socket takes bytes. Called by the thread of the selector that reported
   * it.
   *
   * @param key the key of that selector
   * @return true when no output waits any more and this thread has to list the connection
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
