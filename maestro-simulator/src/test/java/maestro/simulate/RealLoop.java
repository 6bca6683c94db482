package maestro.simulate;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.Configured;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.Stages;
import maestro.batching.DelayBound;
import maestro.config.DuplicateMode;
import maestro.config.MaestroConfig;
import maestro.distribution.Distribution;
import maestro.distribution.Member;
import maestro.metrics.Counters;
import maestro.metrics.Metrics;
import maestro.net.connection.Connection;
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
import maestro.simulate.measure.RepeatingChannel;
import maestro.simulate.measure.SwitchStream;
import maestro.store.Stores;
import maestro.worker.Worker;

/** Runs {@code maestro.worker.Worker}, with real connections, by a script. */
final class RealLoop {
  private static final int VERSION = 1;
  private static final int STREAM_REQUESTS = 64;
  private static final ByteBuffer REQUESTS = SwitchStream.requests(VERSION, STREAM_REQUESTS, 4, 0);

  /** The length of each request. */
  static final int REQUEST_BYTES = REQUESTS.capacity() / STREAM_REQUESTS;

  private final LoopCase each;
  private final Script script;
  private final MaestroConfig config;
  private final SwitchTable switches = new SwitchTable();
  private final Metrics metrics = new Metrics();
  private final ApplicationHost host;
  private final SharedBuffers buffers;
  private final BufferPool pool;
  private final SessionHandler handler;
  private final Map<Member, Integer> numbers = new HashMap<>();
  private final Map<Member, Socket> sockets = new HashMap<>();
  private long nowNs;

  private RealLoop(LoopCase each, MaestroConfig config, int steps) {
    this.each = each;
    script = new Script(each.seed(), steps);
    this.config = config;
    host =
        new ApplicationHost(
            List.of(
                new ApplicationHost.Configured(
                    new Counting(),
                    ControllerConfig.applicationDefaults().getConfig("learning-switch"))),
            List.of(),
            List.of(),
            config,
            switches,
            metrics,
            () -> nowNs,
            Stores.inMemory(1 << 20),
            null,
            null);
    buffers = new SharedBuffers(each.bufferBytes());
    pool = new BufferPool(buffers);
    Identity anybody =
        new Identity(switches, DuplicateMode.TAKE_NEW, 0, DatapathBinding.BY_CERTIFICATE, metrics);
    handler =
        new SessionHandler(
            () -> nowNs,
            datapathId -> Script.weightOf((int) datapathId - 1),
            datapathId -> null,
            switches,
            host,
            metrics,
            anybody,
            Roles.ALONE);
  }

  /** What the loop does in so many steps. */
  static Script run(LoopCase each, MaestroConfig config, int steps) {
    RealLoop loop = new RealLoop(each, config, steps);
    try {
      return loop.run();
    } finally {
      loop.host.end();
    }
  }

  private Script run() {
    DelayBound bound = new DelayBound(config.batching().delayUpperBoundNs());
    Distribution strategy =
        Configured.distribution(
            config,
            bound,
            LoopCase.NO_PARKING,
            count -> ScriptedReadiness.of(count, member -> sockets.get(member).hasInput()));
    for (int i = 0; i < Script.SWITCHES; i++) {
      strategy.join(connect(i));
    }
    TracedSchedule schedule =
        new TracedSchedule(script, strategy, numbers::get, () -> nowNs, ns -> nowNs += ns);
    int most = Worker.MAX_BATCH_REQUESTS;
    RequestBatch batch = new RequestBatch(most);
    Counters counters = metrics.newThread();
    Worker worker =
        new Worker(
            schedule,
            Configured.batchesPerVisit(config.distribution().strategy()),
            schedule.traced(Configured.policy(config.batching(), bound, most)),
            bound,
            host.requests().newSequence(0, batch, most, pool, counters),
            batch,
            pool,
            counters,
            () -> nowNs);
    while (!script.isOver()) {
      if (worker.doWork() == 0) {
        worker.await(0);
      }
    }
    return script;
  }

  /** A switch whose handshake is over, and that has shown how long its requests are. */
  private Connection connect(int number) {
    Socket socket = new Socket(script, number, SwitchStream.handshake(VERSION, number + 1));
    Connection connection =
        new Connection(socket, null, new InetSocketAddress(0), buffers, 1, 1 << 20, handler, 0);
    Session.of(connection).handshake().begin();
    RequestBatch first = new RequestBatch(1);
    readAll(connection, first);
    socket.requests();
    readAll(connection, first);
    numbers.put(connection, number);
    sockets.put(connection, socket);
    return connection;
  }

  private void readAll(Connection connection, RequestBatch batch) {
    connection.enterCycle();
    connection.read(each.bufferBytes(), pool, 0);
    connection.chop(batch, Integer.MAX_VALUE, true);
    batch.clear();
    connection.leaveCycle(pool);
  }

  /** A socket with one message or stream to begin with, and then what the script sends. */
  private static final class Socket extends RepeatingChannel {
    private final Script script;
    private final int number;
    private long givenBytes;
    private long takenBytes;

    Socket(Script script, int number, ByteBuffer handshake) {
      super(handshake);
      this.script = script;
      this.number = number;
      this.givenBytes = handshake.capacity();
    }

    /** From now on requests come; one is there. */
    void requests() {
      stream(REQUESTS);
      takenBytes = -REQUEST_BYTES;
      givenBytes = 0;
    }

    private long unreadBytes() {
      return givenBytes + script.arrived(number) * REQUEST_BYTES - takenBytes;
    }

    boolean hasInput() {
      return unreadBytes() > 0;
    }

    @Override
    public int read(ByteBuffer to) {
      int limit = to.limit();
      int bytes = (int) Math.min(to.remaining(), unreadBytes());
      to.limit(to.position() + bytes);
      while (to.hasRemaining()) {
        super.read(to);
      }
      to.limit(limit);
      takenBytes += bytes;
      return bytes;
    }
  }

  /** Counts the requests of each switch; takes the time that the script says. */
  private final class Counting implements Application {
    @Override
    public String name() {
      return "learning-switch";
    }

    @Override
    public String version() {
      return "1.0";
    }

    @Override
    public Stages start(ApplicationContext context) {
      BatchStage stage =
          (batch, output) -> {
            while (batch.next()) {
              script.answered((int) batch.request().datapathId() - 1, 1);
            }
            nowNs += each.batchNs() + (long) batch.count() * each.requestNs();
          };
      return Stages.batch(() -> stage);
    }
  }
}
