package maestro.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import maestro.distribution.Member;
import maestro.distribution.Readiness;

/**
 * Readiness by an NIO selector: portable. It also writes what a socket can take again.
 *
 * <p>Allocates nothing in steady state when the JVM runs with {@code -XX:AutoBoxCacheMax} above the
 * number of descriptors, as {@code ./maestro} sees to; else a boxed descriptor for each ready
 * socket, unless the compiler removes it.
 */
public final class NioReadiness implements Readiness, AutoCloseable {
  private static final long NS_PER_MS = 1_000_000;

  private final int index;
  private final Selector selector;
  private final Consumer<SelectionKey> onKey = this::onKey;
  private Sink sink;

  /**
   * Opens a selector.
   *
   * @param index a number of its own among those a connection is watched by, from 0
   */
  public NioReadiness(int index) {
    this.index = index;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void poll(Sink newSink) {
    sink = newSink;
    try {
      selector.selectNow(onKey);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void await(Sink newSink, long maxWaitNs) {
    sink = newSink;
    try {
      selector.select(onKey, Math.max(1, maxWaitNs / NS_PER_MS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void onKey(SelectionKey key) {
    try {
      Connection connection = (Connection) key.attachment();
      int ready = key.readyOps();
      boolean drained = (ready & SelectionKey.OP_WRITE) != 0 && connection.onWritable(key);
      if (drained || (ready & SelectionKey.OP_READ) != 0) {
        sink.ready(connection);
      }
    } catch (CancelledKeyException e) {
      // closed by another thread since the selector looked; the schedule drops it when its turn
      // comes
      return;
    }
  }

  @Override
  public void wakeup() {
    selector.wakeup();
  }

  @Override
  public void watch(Member member) {
    ((Connection) member).watch(index, selector);
  }

  @Override
  public void unwatch(Member member) {
    ((Connection) member).unwatch(index);
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
