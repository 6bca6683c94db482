package maestro.bench.jmh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One request and one answer on each of some connections, served by one thread. It uses the
 * selector and the channels of the JDK, as the controller does, or Netty's native epoll and its raw
 * descriptors, or Netty's io_uring. The requests are dropped and the answers are constant, so that
 * only the transport is compared.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "-XX:AutoBoxCacheMax=65536")
public class TransportBenchmark {
  static final int ANSWER_BYTES = 80;
  private static final int REQUEST_BYTES = 78;

  /** Which. */
  public enum Transport {
    /** {@code java.nio.channels}. */
    NIO,
    /** {@code io.netty.channel.epoll}. */
    EPOLL,
    /** {@code io.netty.channel.uring}. */
    URING
  }

  /** Which. */
  @Param({"NIO", "EPOLL", "URING"})
  public Transport transport;

  /** How many connections there are, each with a request outstanding. */
  @Param({"1", "16", "256"})
  public int connections;

  /** How many requests each sends at once. */
  @Param({"1", "800"})
  public int requests;

  private AnswerServer server;
  private SocketChannel[] clients;
  private final ByteBuffer request = ByteBuffer.allocateDirect(1 << 20);
  private final ByteBuffer answer = ByteBuffer.allocateDirect(1 << 20);

  /** Starts the server and connects. */
  @Setup
  public void connect() throws IOException {
    server =
        switch (transport) {
          case NIO -> new NioAnswerServer(REQUEST_BYTES);
          case EPOLL -> new EpollAnswerServer(REQUEST_BYTES);
          case URING -> new UringAnswerServer(REQUEST_BYTES);
        };
    clients = new SocketChannel[connections];
    for (int i = 0; i < connections; i++) {
      clients[i] = SocketChannel.open();
      clients[i].setOption(StandardSocketOptions.TCP_NODELAY, true);
      clients[i].connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      server.accept();
    }
    server.start();
  }

  /** Ends both sides. */
  @TearDown
  public void close() throws Exception {
    server.stop();
    for (SocketChannel client : clients) {
      client.close();
    }
    server.close();
  }

  /** Sends a request on each connection, then reads each answer. */
  @Benchmark
  public void roundTrip() throws IOException {
    for (SocketChannel client : clients) {
      request.clear().limit(requests * REQUEST_BYTES);
      while (request.hasRemaining()) {
        client.write(request);
      }
    }
    for (SocketChannel client : clients) {
      answer.clear().limit(requests * ANSWER_BYTES);
      while (answer.hasRemaining()) {
        client.read(answer);
      }
    }
  }
}
