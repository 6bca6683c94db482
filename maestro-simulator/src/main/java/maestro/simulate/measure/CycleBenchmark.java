package maestro.simulate.measure;

import com.typesafe.config.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import maestro.Configured;
import maestro.apps.learning.LearningSwitch;
import maestro.batching.DelayBound;
import maestro.batching.FixedBatching;
import maestro.config.DuplicateMode;
import maestro.config.MaestroConfig;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.distribution.Distribution;
import maestro.distribution.Parking;
import maestro.distribution.Readiness;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.metrics.Metrics;
import maestro.net.conductor.Conductor;
import maestro.net.connection.NioReadiness;
import maestro.net.connection.RequestBatch;
import maestro.net.session.DatapathBinding;
import maestro.net.session.Identity;
import maestro.net.session.Roles;
import maestro.net.session.Session;
import maestro.net.session.SessionHandler;
import maestro.net.session.SwitchTable;
import maestro.net.socket.BufferPool;
import maestro.net.socket.SharedBuffers;
import maestro.sequence.ApplicationHost;
import maestro.simulate.ControllerConfig;
import maestro.worker.Worker;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The whole cycle of the real worker over the requests of 64 switches, with the kernel: poll, read,
 * chop, run the learning switch, write.
 */
@State(Scope.Thread)
public class CycleBenchmark {
  static final int SWITCHES = 64;
  static final int VERSION = 4;

  /** On each switch. */
  static final int HOSTS = 100;

  private static final int BATCH_CAPACITY = 8192;
  private static final int BUFFER_BYTES = 128 * 1024;
  private static final int SOCKET_BYTES = 1 << 20;
  private static final long MANY_NS = TimeUnit.HOURS.toNanos(1);

  /** The number of requests of each switch, and how they are gathered. */
  public enum Kind {
    /** {@link #SHORT_REQUESTS} a switch, a batch for each switch. */
    SHORT_APART,
    /** The same, gathered into {@link #FEW_BATCHES} batches. */
    SHORT_TOGETHER,
    /** {@link #LONG_REQUESTS} a switch, a batch for each visit. */
    LONG
  }

  static final int SHORT_REQUESTS = 16;
  static final int LONG_REQUESTS = 1_990;

  /** Visits that {@link #LONG_REQUESTS} take, the last one a little shorter. */
  static final int LONG_VISITS = 8;

  static final int FEW_BATCHES = 2;

  /** The work of one operation. */
  @Param public Kind kind;

  private ApplicationHost host;
  private NioReadiness readiness;
  private Conductor conductor;
  private Worker worker;
  private Counters counters;
  private LoopbackPeer peer;
  private ByteBuffer stream;

  /** Makes a controller without threads, and does the handshakes of the switches. */
  @Setup
  public void connect() throws IOException, BadConfigurationException {
    Metrics metrics = new Metrics();
    SwitchTable table = new SwitchTable();
    Config defaults = ControllerConfig.applicationDefaults().getConfig("learning-switch");
    MaestroConfig config = config();
    var learning = new ApplicationHost.Configured(new LearningSwitch(), defaults);
    host = new ApplicationHost(List.of(learning), config, table, metrics);
    host.begin();
    SharedBuffers buffers = new SharedBuffers(BUFFER_BYTES);
    readiness = new NioReadiness(0);
    DelayBound bound = new DelayBound(MANY_NS);
    Distribution distribution =
        Configured.distribution(
            config, bound, Parking.THREADS, count -> new Readiness[] {readiness});
    Identity anybody =
        new Identity(table, DuplicateMode.TAKE_NEW, 0, DatapathBinding.BY_CERTIFICATE, metrics);
    conductor =
        new Conductor(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            distribution,
            new SessionHandler(
                System::nanoTime, id -> 1, id -> null, table, host, metrics, anybody, Roles.ALONE),
            buffers,
            new MaestroConfig.Connection(
                2 * SWITCHES,
                2 * SWITCHES,
                MANY_NS,
                MANY_NS,
                MANY_NS,
                1 << 20,
                MANY_NS,
                DuplicateMode.TAKE_NEW,
                MANY_NS,
                MANY_NS,
                OptionalInt.of(SOCKET_BYTES),
                OptionalInt.of(SOCKET_BYTES)),
            1,
            null,
            BitSet::new);
    RequestBatch batch = new RequestBatch(BATCH_CAPACITY);
    BufferPool pool = new BufferPool(buffers);
    counters = metrics.newThread();
    worker =
        new Worker(
            distribution.schedule(0),
            kind != Kind.SHORT_TOGETHER,
            new FixedBatching(SWITCHES * SHORT_REQUESTS / FEW_BATCHES),
            bound,
            host.requests().newSequence(0, batch, BATCH_CAPACITY, pool, counters),
            batch,
            pool,
            counters,
            System::nanoTime);
    shakeHands(table);
    stream = SwitchStream.requests(VERSION, LONG_REQUESTS, HOSTS, 1);
    for (int i = 0; i < 3; i++) { // it learns the addresses
      fill();
      answerAll(LONG_REQUESTS);
    }
    stream = kind == Kind.LONG ? stream : SwitchStream.requests(VERSION, SHORT_REQUESTS, HOSTS, 1);
  }

  private static MaestroConfig config() throws BadConfigurationException {
    return ControllerConfig.with(
        CommandLineSetting.parse("--set", "maestro.distribution.strategy=fair-share"),
        CommandLineSetting.parse("--set", "maestro.distribution.workers=1"),
        CommandLineSetting.parse("--set", "maestro.distribution.quantum=250"),
        CommandLineSetting.parse(
            "--set", "sequences.all={ on = flow-request, run = [learning-switch] }"));
  }

  private void shakeHands(SwitchTable table) throws IOException {
    SocketChannel[] far = new SocketChannel[SWITCHES];
    for (int i = 0; i < SWITCHES; i++) {
      far[i] = LoopbackPeer.connect(conductor.address());
      far[i].write(SwitchStream.handshake(VERSION, i + 1));
    }
    while (table.all().size() < SWITCHES
        || !table.all().stream().allMatch(connection -> Session.of(connection).isReady())) {
      conductor.doWork(0);
      worker.doWork();
    }
    peer = new LoopbackPeer(far);
    peer.drain();
  }

  /** Takes the last answers and sends the next requests. */
  @Setup(Level.Invocation)
  public void fill() {
    peer.drain();
    peer.send(stream);
  }

  /** Runs cycles until all requests are answered. */
  @Benchmark
  public long cycles() {
    return answerAll(kind == Kind.LONG ? LONG_REQUESTS : SHORT_REQUESTS);
  }

  private long answerAll(int requests) {
    long all = counters.get(Counter.REQUESTS) + (long) SWITCHES * requests;
    while (counters.get(Counter.REQUESTS) < all) {
      worker.doWork();
    }
    return all;
  }

  /** Disconnects. */
  @TearDown
  public void disconnect() throws IOException {
    peer.close();
    conductor.close();
    host.end();
    readiness.close();
  }
}
