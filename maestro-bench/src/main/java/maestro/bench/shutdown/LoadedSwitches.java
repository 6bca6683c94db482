package maestro.bench.shutdown;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import maestro.emulator.engine.connection.TlsDial;
import maestro.net.socket.SharedBuffers;
import maestro.openflow.OpenFlow;
import maestro.tls.TlsContext;

/**
 * Switches that send as fast as they can, until the controller ends their streams. Most read at
 * full speed. {@value #SLOW_READERS} read slowly.
 *
 * <p>One thread of its own works for all switches. Another thread calls the methods.
 */
public final class LoadedSwitches implements Closeable {
  /** Switches that read {@value #SLOW_READ_BYTES} bytes each 50 ms. */
  public static final int SLOW_READERS = 4;

  static final int SLOW_READ_BYTES = 8 * 1024;
  private static final long SLOW_READ_EVERY_NS = 50_000_000;
  private static final int SLOW_RECEIVE_BYTES = 32 * 1024;
  private static final long ENOUGH_MESSAGES = 10_000;
  private static final int HANDSHAKE_MS = 60_000;

  private final List<LoadingSwitch> readers = new ArrayList<>();
  private final List<LoadingSwitch> slowReaders = new ArrayList<>();
  private final CountDownLatch loaded = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "loaded-switches");
  private volatile boolean closed;

  private LoadedSwitches() {}

  /**
   * Connects all switches and starts to send.
   *
   * @param tls the context of the switches; null for plain TCP
   * @param readerCount how many switches read at full speed
   */
  public static LoadedSwitches start(InetSocketAddress controller, TlsContext tls, int readerCount)
      throws IOException {
    LoadedSwitches all = new LoadedSwitches();
    SharedBuffers buffers = new SharedBuffers(OpenFlow.MAX_MESSAGE_BYTES + 1);
    for (int i = 0; i < readerCount; i++) {
      ByteChannel channel = connect(SocketChannel.open(), controller, tls, buffers);
      all.readers.add(new LoadingSwitch(channel, i + 1, OpenFlow.MAX_MESSAGE_BYTES, 0));
    }
    for (int i = 0; i < SLOW_READERS; i++) {
      SocketChannel socket = SocketChannel.open();
      socket.setOption(StandardSocketOptions.SO_RCVBUF, SLOW_RECEIVE_BYTES);
      ByteChannel channel = connect(socket, controller, tls, buffers);
      all.slowReaders.add(
          new LoadingSwitch(channel, readerCount + i + 1, SLOW_READ_BYTES, SLOW_READ_EVERY_NS));
    }
    all.thread.start();
    return all;
  }

  private static ByteChannel connect(
      SocketChannel socket, InetSocketAddress controller, TlsContext tls, SharedBuffers buffers)
      throws IOException {
    socket.connect(controller);
    socket.configureBlocking(false);
    return tls == null ? socket : TlsDial.shakeHands(socket, tls, buffers, HANDSHAKE_MS);
  }

  /** Waits until each of the switches that read has 10,000 messages. */
  public void awaitLoad() throws InterruptedException {
    loaded.await();
  }

  /** Waits until the controller has ended all streams. */
  public void awaitEnd() throws InterruptedException {
    thread.join();
  }

  /**
   * The switches that read at full speed and whose streams ended within a message or by a reset.
   */
  public List<LoadingSwitch> cutReaders() {
    return cut(readers);
  }

  /** The same for those that read slowly. */
  List<LoadingSwitch> cutSlowReaders() {
    return cut(slowReaders);
  }

  /** Ends the thread and closes all sockets. */
  @Override
  public void close() throws IOException {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (LoadingSwitch each : readers) {
      each.close();
    }
    for (LoadingSwitch each : slowReaders) {
      each.close();
    }
  }

  private static List<LoadingSwitch> cut(List<LoadingSwitch> switches) {
    return switches.stream().filter(each -> !each.endedBetweenMessages()).toList();
  }

  private void work() {
    while (!closed && !haveEnded()) {
      readers.forEach(LoadingSwitch::work);
      slowReaders.forEach(LoadingSwitch::work);
      if (readers.stream().allMatch(each -> each.messages() >= ENOUGH_MESSAGES)) {
        loaded.countDown();
      }
    }
    loaded.countDown();
  }

  private boolean haveEnded() {
    return readers.stream().allMatch(LoadingSwitch::hasEnded)
        && slowReaders.stream().allMatch(LoadingSwitch::hasEnded);
  }
}
