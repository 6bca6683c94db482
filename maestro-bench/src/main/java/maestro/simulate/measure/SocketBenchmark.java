package maestro.simulate.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * System calls on loopback, whose other ends are on another core. Reads and writes go through 64
 * sockets in turn, as a worker does: one alone has all it needs in the cache, or nothing.
 */
public class SocketBenchmark {
  static final int SOCKETS = 64;

  private static void connect(SocketChannel[] near, SocketChannel[] far) throws IOException {
    for (int i = 0; i < SOCKETS; i++) {
      SocketChannel[] ends = Peer.connect();
      near[i] = ends[0];
      far[i] = ends[1];
    }
  }

  private static void disconnect(Peer peer, SocketChannel[] near) throws IOException {
    peer.close();
    for (SocketChannel each : near) {
      each.close();
    }
  }

  /** Connections on which the other side has sent so many bytes; 0 leaves them empty. */
  @State(Scope.Thread)
  public static class Received {
    @Param({"0", "1632", "26112"})
    public int bytes;

    private final SocketChannel[] near = new SocketChannel[SOCKETS];
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(65_536);
    private Peer peer;
    private ByteBuffer message;

    /** Connects. */
    @Setup
    public void connect() throws IOException {
      SocketChannel[] far = new SocketChannel[SOCKETS];
      SocketBenchmark.connect(near, far);
      peer = new Peer(far);
      message = ByteBuffer.allocateDirect(bytes);
    }

    /** Fills the sockets. */
    @Setup(Level.Invocation)
    public void fill() {
      peer.send(message);
    }

    /** Disconnects. */
    @TearDown
    public void disconnect() throws IOException {
      SocketBenchmark.disconnect(peer, near);
    }
  }

  /** Connections whose other side has taken all, and so many bytes for each. */
  @State(Scope.Thread)
  public static class ToSend {
    @Param({"1664", "26624"})
    public int bytes;

    private final SocketChannel[] near = new SocketChannel[SOCKETS];
    private Peer peer;
    private ByteBuffer message;

    /** Connects. */
    @Setup
    public void connect() throws IOException {
      SocketChannel[] far = new SocketChannel[SOCKETS];
      SocketBenchmark.connect(near, far);
      peer = new Peer(far);
      message = ByteBuffer.allocateDirect(bytes);
    }

    /** Empties the sockets. */
    @Setup(Level.Invocation)
    public void drain() {
      peer.drain();
    }

    /** Disconnects. */
    @TearDown
    public void disconnect() throws IOException {
      SocketBenchmark.disconnect(peer, near);
    }
  }

  /** A selector that watches 64 sockets, of which so many are ready. */
  @State(Scope.Thread)
  public static class Watched {
    @Param({"0", "64"})
    public int ready;

    private final SocketChannel[] near = new SocketChannel[SOCKETS];
    private Peer peer;
    private Selector selector;
    private SelectionKey key;
    private int seen;
    private final Consumer<SelectionKey> onKey = this::see;

    /** Connects. */
    @Setup
    public void connect() throws IOException {
      selector = Selector.open();
      SocketChannel[] far = new SocketChannel[SOCKETS];
      SocketBenchmark.connect(near, far);
      for (SocketChannel each : near) {
        key = each.register(selector, SelectionKey.OP_READ);
      }
      peer = new Peer(far);
      peer.send(ByteBuffer.allocateDirect(ready == 0 ? 0 : 102));
    }

    private void see(SelectionKey of) {
      seen += of.readyOps();
    }

    private int poll() throws IOException {
      selector.selectNow(onKey);
      return seen;
    }

    /** Disconnects. */
    @TearDown
    public void disconnect() throws IOException {
      selector.close();
      SocketBenchmark.disconnect(peer, near);
    }
  }

  /** One read of each. */
  @Benchmark
  @OperationsPerInvocation(SOCKETS)
  public long read(Received received) throws IOException {
    long bytes = 0;
    for (SocketChannel each : received.near) {
      received.buffer.clear();
      bytes += each.read(received.buffer);
    }
    return bytes;
  }

  /** One write to each. */
  @Benchmark
  @OperationsPerInvocation(SOCKETS)
  public long write(ToSend toSend) throws IOException {
    long bytes = 0;
    for (SocketChannel each : toSend.near) {
      toSend.message.clear();
      bytes += each.write(toSend.message);
    }
    return bytes;
  }

  /** One look at the selector. */
  @Benchmark
  public int poll(Watched watched) throws IOException {
    return watched.poll();
  }

  /** A look after what one socket is watched for has changed. */
  @Benchmark
  public int changeAndPoll(Watched watched) throws IOException {
    watched.key.interestOps(watched.key.interestOps() ^ SelectionKey.OP_READ);
    return watched.poll();
  }
}
