package maestro.emulator.engine;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.connection.Dial;

/**
 * A controller that learns addresses as it should. A test decides what it does with each request,
 * so that the truth is known.
 *
 * <p>Works only in {@link #doWork}, on the thread of the test. Its sockets are those of the Unix
 * domain: what one end writes, the other can read at once. With TCP the kernel may deliver it later
 * when the machine is busy.
 */
public final class TruthResponder implements Dial, Closeable {
  private final Supplier<Behaviour> behaviours;
  private final EngineTime time;
  private final Path folder;
  private final Path file;
  private final ServerSocketChannel server;
  private final List<TruthConnection> connections = new ArrayList<>();

  /** What is done with the requests of one switch. */
  public interface Behaviour {
    /** Answers, or not. */
    void onRequest(TruthRequest request, TruthConnection switchConnection) throws IOException;

    /** Whether the controller says HELLO. */
    default boolean greets() {
      return true;
    }

    /** The HELLO of a switch has come. */
    default void onHello(TruthConnection switchConnection) throws IOException {
      if (greets()) {
        switchConnection.greet();
      }
    }

    /** The switch has said what it is. */
    default void onFeatures(TruthConnection switchConnection) throws IOException {
      switchConnection.askForBarrier();
    }

    /** The most requests of this switch that are handled between two cycles of the load. */
    default int requestsAtOnce(long datapathId) {
      return 16;
    }

    /** The same at a time; 0 leaves the switch waiting. */
    default int requestsAtOnce(long datapathId, long nowNs) {
      return requestsAtOnce(datapathId);
    }

    /** Answers as it should, so many requests of a switch between two cycles of the load. */
    static Behaviour serving(AtOnce most) {
      return new Behaviour() {
        @Override
        public void onRequest(TruthRequest request, TruthConnection switchConnection) {
          switchConnection.write(request.answer());
        }

        @Override
        public int requestsAtOnce(long datapathId, long nowNs) {
          return most.requests(datapathId, nowNs);
        }
      };
    }

    /** Serves switch i in proportion to i. */
    static Behaviour inProportion(int requestsOfFirst) {
      return serving(
          (id, nowNs) -> Math.max(1, requestsOfFirst * (int) id)); // 0 before the features
    }
  }

  /** How many requests of a switch are served in a cycle. */
  @FunctionalInterface
  public interface AtOnce {
    int requests(long datapathId, long nowNs);
  }

  public TruthResponder(Supplier<Behaviour> behaviours, EngineTime time) throws IOException {
    this.behaviours = behaviours;
    this.time = time;
    this.folder = Files.createTempDirectory("truth");
    this.file = folder.resolve("s");
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(file));
  }

  @Override
  public Line connect() throws IOException {
    SocketChannel switchSide = SocketChannel.open(UnixDomainSocketAddress.of(file));
    connections.add(new TruthConnection(server.accept(), behaviours.get(), time));
    return new Line(switchSide, null);
  }

  /** Handles what each switch has sent, up to what its behaviour takes at once. */
  void doWork() throws IOException {
    for (TruthConnection connection : connections) {
      try {
        connection.doWork();
      } catch (IOException e) { // the switch has closed it, with answers on their way
        connection.close();
      }
    }
  }

  /** PACKET_INs handled so far by datapath id. */
  Map<Long, Long> handledByDatapath() {
    Map<Long, Long> counts = new TreeMap<>();
    for (TruthConnection connection : connections) {
      counts.merge(connection.datapathId(), connection.handledRequests(), Long::sum);
    }
    return counts;
  }

  /** How many PORT_STATUS came on each connection, in the order of these. */
  public List<Integer> portStatuses() {
    return connections.stream().map(TruthConnection::portStatuses).toList();
  }

  /** PACKET_INs handled so far. */
  long handledRequests() {
    return connections.stream().mapToLong(TruthConnection::handledRequests).sum();
  }

  @Override
  public void close() throws IOException {
    for (TruthConnection connection : connections) {
      connection.close();
    }
    server.close();
    Files.deleteIfExists(file);
    Files.delete(folder);
  }
}
