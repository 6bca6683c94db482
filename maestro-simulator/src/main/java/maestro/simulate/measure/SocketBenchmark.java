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
 * System calls on loopback; the other ends of the sockets are on another core. Reads and writes go
 * through 64 sockets in turn, as in a worker. A single socket would have all its data in the cache,
 * or none.
 */
public class SocketBenchmark {
  static final int SOCKETS = 64;

  /** The connections, and who is at their other ends. */
  @State(Scope.Thread)
  public abstract static class Connections {
    final SocketChannel[] near = new SocketChannel[SOCKETS];
    LoopbackPeer peer;

    /** Connects. */
    @Setup
    public void connect() throws IOException {
      SocketChannel[] far = new SocketChannel[SOCKETS];
      for (int i = 0; i < SOCKETS; i++) {
        SocketChannel[] ends = LoopbackPeer.connect();
        near[i] = ends[0];
        far[i] = ends[1];
      }
      peer = new LoopbackPeer(far);
    }

    /** Disconnects. */
    @TearDown
    public void disconnect() throws IOException {
      peer.close();
      for (SocketChannel each : near) {
        each.close();
      }
    }
  }

  /** Connections on which the other side has sent so many bytes; 0 leaves them empty. */
  @State(Scope.Thread)
  public static class Received extends Connections {
    @Param({"0", "1632", "26112"})
    public int bytes;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(65_536);
    private ByteBuffer message;

    /** Says how much. */
    @Setup
    public void allocate() {
      message = ByteBuffer.allocateDirect(bytes);
    }

    /** Fills the sockets. */
    @Setup(Level.Invocation)
    public void fill() {
      peer.send(message);
    }
  }

  /** Connections whose other side has taken all, and so many bytes for each. */
  @State(Scope.Thread)
  public static class ToSend extends Connections {
    @Param({"1664", "26624"})
    public int bytes;

    private ByteBuffer message;

    /** Says how much. */
    @Setup
    public void allocate() {
      message = ByteBuffer.allocateDirect(bytes);
    }

    /** Empties the sockets. */
    @Setup(Level.Invocation)
    public void drain() {
      peer.drain();
    }
  }

  /** A selector that watches 64 sockets, of which so many are ready. */
  @State(Scope.Thread)
  public static class Watched extends Connections {
    @Param({"0", "64"})
    public int ready;

    private Selector selector;
    private SelectionKey key;
    private int seen;
    private final Consumer<SelectionKey> onKey = this::see;

    /** Watches. */
    @Setup
    public void watch() throws IOException {
      selector = Selector.open();
      for (SocketChannel each : near) {
        key = each.register(selector, SelectionKey.OP_READ);
      }
      peer.send(ByteBuffer.allocateDirect(ready == 0 ? 0 : 102));
    }

    private void see(SelectionKey of) {
      seen += of.readyOps();
    }

    private int poll() throws IOException {
      selector.selectNow(onKey);
      return seen;
    }

    /** Watches no more. */
    @TearDown
    public void close() throws IOException {
      selector.close();
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
