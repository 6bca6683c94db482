package maestro.net.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.distribution.Member;
import maestro.distribution.Readiness;
import maestro.net.socket.HaltPolling;

/**
 * Readiness by an NIO selector: portable. It also writes waiting output when a socket takes bytes.
 *
 * <p>Allocates nothing in steady state when the JVM runs with {@code -XX:AutoBoxCacheMax} above the
 * number of descriptors, as {@code ./maestro} starts it. Otherwise each ready socket costs a boxed
 * descriptor, unless the compiler removes it.
 */
public final class NioReadiness implements Readiness, AutoCloseable {
  private static final long NS_PER_MS = 1_000_000;

  private final int index;
  private final LongSupplier clock;
  private final Selector selector;
  private final Consumer<SelectionKey> onKey = this::onKey;
  private final HaltPolling haltPolling =
      new HaltPolling(Runtime.getRuntime().availableProcessors());
  private Sink sink = member -> {};

  /** Whether the poll has read the clock; once it has found something, for {@link #polledNs}. */
  private boolean dated;

  private long polledNs;

  /**
   * Volatile: written by any thread, before it wakes the selector; cleared by the waiting thread.
   */
  private volatile boolean woken;

  /**
   * Opens a selector.
   *
   * @param index its number among the selectors that can watch a connection, from 0
   */
  public NioReadiness(int index) {
    this(index, System::nanoTime);
  }

  /**
   * The same with another clock for the time at which a connection was reported; waits are real.
   *
   * @param clock nanoseconds
   */
  public NioReadiness(int index, LongSupplier clock) {
    this(index, open(), clock);
  }

  /**
   * The same with a selector that may be one of this process only.
   *
   * @param clock nanoseconds
   */
  public NioReadiness(int index, Selector selector, LongSupplier clock) {
    this.index = index;
    this.selector = selector;
    this.clock = clock;
  }

  private static Selector open() {
    try {
      return Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void poll(Sink newSink) {
    sink = newSink;
    dated = false;
    try {
      selector.selectNow(onKey);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void await(Sink newSink, long maxWaitNs) {
    sink = newSink;
    dated = false;
    long beganNs = System.nanoTime();
    try {
      if (!poll(beganNs) && !woken) {
        selector.select(onKey, Math.max(1, maxWaitNs / NS_PER_MS));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    woken = false;
    haltPolling.waited(System.nanoTime() - beganNs);
  }

  /** Polls as long as {@link HaltPolling} says; returns whether a socket was ready. */
  @SuppressWarnings("ThreadPriorityCheck") // the thread that is waited for may share the core
  private boolean poll(long beganNs) throws IOException {
    long pollNs = haltPolling.pollNs();
    while (!woken && System.nanoTime() - beganNs < pollNs) {
      if (selector.selectNow(onKey) > 0) {
        return true;
      }
      Thread.yield();
    }
    return false;
  }

  private void onKey(SelectionKey key) {
    try {
      Connection connection = (Connection) key.attachment();
      int ready = key.readyOps();
      boolean drained =
          (ready & SelectionKey.OP_WRITE) != 0 && connection.interest().onWritable(key);
      if (drained || (ready & SelectionKey.OP_READ) != 0) {
        connection.waiting().noticed(nowNs());
        sink.ready(connection);
      }
    } catch (CancelledKeyException e) {
      // closed by another thread since the poll; the schedule drops it when its turn comes
      return;
    }
  }

  /** The time of the poll that has found something: one reading for all that it reports. */
  private long nowNs() {
    if (!dated) {
      dated = true;
      polledNs = clock.getAsLong();
    }
    return polledNs;
  }

  @Override
  public void wakeup() {
    woken = true; // first: a poll may consume the selector's own wakeup
    selector.wakeup();
  }

  @Override
  public void watch(Member member) {
    ((Connection) member).interest().watch(index, selector);
  }

  @Override
  public void unwatch(Member member) {
    ((Connection) member).interest().unwatch(index);
  }

  @Override
  public void assume(Member member, long nowNs) {
    ((Connection) member).waiting().noticed(nowNs);
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
