package maestro.simulate.measure;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchOutput;
import maestro.apps.learning.LearningSwitch;
import maestro.apps.storm.StormControl;
import maestro.batching.DelayBound;
import maestro.batching.FixedBatching;
import maestro.config.DuplicateMode;
import maestro.config.MaestroConfig;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.distribution.Member;
import maestro.distribution.Schedule;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.metrics.Metrics;
import maestro.net.connection.Chopped;
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
import maestro.simulate.ControllerConfig;
import maestro.worker.Worker;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a request costs without the kernel: the real worker, connections and applications over
 * {@link RepeatingChannel}s, 79 switches in turn. Each step has everything the one before has, so a
 * stage costs the difference. {@code requests} are requests per microsecond, {@code processor} is
 * the part of that time for which the thread had a processor.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class RequestPathBenchmark {
  private static final int SWITCHES = 79;
  private static final int BATCH_CAPACITY = 8192;
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int DENIED_PORT = 23;
  private static final int REQUESTS_IN_STREAM = 20_000;

  /** How far a request goes. */
  public enum Step {
    /** Read and cut into messages. */
    CHOP,
    /** And looked at: PACKET_IN, Ethernet addresses, port. */
    PARSE,
    /** And the learning switch has looked both addresses up, but its answers are not written. */
    TABLE,
    /** And it is answered with a FLOW_MOD. */
    ANSWER,
    /** And a stage before has looked at its ports, untracked. */
    LOOK_AND_ANSWER,
    /** And that was tracked, so that the FLOW_MOD matches the destination port. */
    ANSWER_FINE,
    /** The same as ANSWER, and storm-control stands behind, as in the shipped configuration. */
    WATCHED
  }

  /** How far a request goes. */
  @Param({"CHOP", "PARSE", "TABLE", "ANSWER", "LOOK_AND_ANSWER", "ANSWER_FINE", "WATCHED"})
  public Step step;

  /** The version on the wire. */
  @Param({"1", "4"})
  public int version;

  /** Addresses that each switch knows. */
  @Param("100")
  public int hosts;

  /** The most requests that a visit serves. */
  @Param("800")
  public int visitRequests;

  private Worker worker;
  private Counters counters;

  /** Requests that were served, and the processor time they took. */
  @State(Scope.Thread)
  @AuxCounters
  public static class Served {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public long requests;

    private long cpuStartNs;

    /** Each iteration counts anew. */
    @Setup(Level.Iteration)
    public void clear() {
      requests = 0;
      cpuStartNs = THREADS.getCurrentThreadCpuTime();
    }

    /**
     * Microseconds for which the thread has had a processor. Requests divided by them compare two
     * builds on a machine that others use, too.
     */
    public double processor() {
      return (THREADS.getCurrentThreadCpuTime() - cpuStartNs) / 1e3;
    }
  }

  /** Makes the controller's inside, connects the switches and lets them shake hands. */
  @Setup
  public void connect() throws BadConfigurationException {
    Metrics metrics = new Metrics();
    SwitchTable switches = new SwitchTable();
    ApplicationHost host = host(metrics, switches);
    host.begin();
    SharedBuffers buffers = new SharedBuffers(BUFFER_BYTES);
    BufferPool pool = new BufferPool(buffers);
    SessionHandler handler =
        new SessionHandler(
            System::nanoTime,
            id -> 1,
            id -> null,
            switches,
            host,
            metrics,
            anybody(switches, metrics),
            Roles.ALONE);
    Turns turns = new Turns(visitRequests);
    ByteBuffer once = SwitchStream.fromEachHost(version, hosts);
    List<RepeatingChannel> channels = new ArrayList<>();
    for (int i = 0; i < SWITCHES; i++) {
      RepeatingChannel channel = new RepeatingChannel(SwitchStream.handshake(version, i + 1));
      Connection connection =
          new Connection(
              channel,
              null,
              new InetSocketAddress(0),
              buffers,
              1,
              1 << 20,
              handler,
              System.nanoTime());
      Session.of(connection).handshake().begin();
      connection.read(BUFFER_BYTES, pool, System.nanoTime());
      RequestBatch nothing = new RequestBatch(1);
      if (connection.chop(nothing, BATCH_CAPACITY, true) != Chopped.EMPTY) {
        throw new IllegalStateException(String.valueOf(connection.closeReason()));
      }
      channel.stream(once);
      channel.then(SwitchStream.requests(version, REQUESTS_IN_STREAM, hosts, i));
      channels.add(channel);
      turns.members[i] = connection;
    }
    counters = metrics.newThread();
    RequestBatch batch = new RequestBatch(BATCH_CAPACITY);
    DelayBound bound = new DelayBound(TimeUnit.SECONDS.toNanos(1));
    worker =
        new Worker(
            turns,
            true,
            new FixedBatching(BATCH_CAPACITY),
            bound,
            host.requests().newSequence(0, batch, BATCH_CAPACITY, pool, counters),
            batch,
            pool,
            counters,
            System::nanoTime);
    while (!channels.stream().allMatch(RepeatingChannel::isAtLast)) {
      worker.doWork();
    }
  }

  private static Identity anybody(SwitchTable switches, Metrics metrics) {
    return new Identity(
        switches, DuplicateMode.TAKE_NEW, 0, DatapathBinding.BY_CERTIFICATE, metrics);
  }

  private ApplicationHost host(Metrics metrics, SwitchTable switches)
      throws BadConfigurationException {
    Application application = new UpTo(step);
    boolean isWatched = step == Step.WATCHED;
    String run = isWatched ? "learning-switch, storm-control" : "learning-switch";
    String sequence = "{ on = flow-request, run = [" + run + "] }";
    MaestroConfig config =
        ControllerConfig.with(new CommandLineSetting("--set", "sequences.all", sequence));
    Config learning =
        ControllerConfig.applicationDefaults()
            .getConfig("learning-switch")
            .withValue("table-size", ConfigValueFactory.fromAnyRef(Math.max(16, 2 * hosts)));
    List<ApplicationHost.Configured> applications = new ArrayList<>();
    applications.add(new ApplicationHost.Configured(application, learning));
    if (isWatched) {
      Config storms =
          ControllerConfig.applicationDefaults()
              .getConfig("storm-control")
              .withValue("only-host-ports", ConfigValueFactory.fromAnyRef(false));
      applications.add(new ApplicationHost.Configured(new StormControl(), storms));
    }
    return new ApplicationHost(applications, config, switches, metrics);
  }

  /** One cycle of the worker: one visit. */
  @Benchmark
  public int visit(Served served) {
    long before = counters.get(Counter.REQUESTS);
    int visits = worker.doWork();
    served.requests += counters.get(Counter.REQUESTS) - before;
    return visits;
  }

  /** One switch after the other, each with a quantum. */
  private static final class Turns implements Schedule {
    final Connection[] members = new Connection[SWITCHES];
    private final int visitRequests;
    private int next;

    Turns(int visitRequests) {
      this.visitRequests = visitRequests;
    }

    @Override
    public Member next(long nowNs) {
      Member member = members[next];
      next = next + 1 == SWITCHES ? 0 : next + 1;
      boolean claimed = member.tryClaim(0);
      assert claimed;
      return member;
    }

    @Override
    public boolean isDrained() {
      return false;
    }

    @Override
    public int allowance(Member member) {
      return visitRequests;
    }

    @Override
    public int readBytes(Member member) {
      return BUFFER_BYTES;
    }

    @Override
    public void ready(Member member) {}

    @Override
    public void visited(Member member, int servedRequests, Outcome outcome) {}

    @Override
    public void await(long maxWaitNs) {}

    @Override
    public void wakeup() {}
  }

  /** The learning switch, or as much of its work as a step has. */
  private record UpTo(Step step) implements Application {
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
      BatchStage learning = new LearningSwitch().start(context).batch().orElseThrow().get();
      return Stages.batch(
          () ->
              switch (step) {
                case CHOP -> (batch, output) -> {};
                case PARSE -> new Look();
                case TABLE -> (batch, output) -> learning.onBatch(batch, new NoOutput());
                case ANSWER, WATCHED -> learning;
                case LOOK_AND_ANSWER -> new Firewall(false, learning);
                case ANSWER_FINE -> new Firewall(true, learning);
              });
    }
  }

  private static final class Look implements RequestStage {
    private long sum;

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      sum += request.ethSrc() ^ request.ethDst() ^ request.inPort();
    }

    @Override
    public String toString() {
      return "looked at " + sum;
    }
  }

  /** Counts what it would deny by its port, before the learning switch. */
  private static final class Firewall implements BatchStage {
    private final boolean notes;
    private final BatchStage next;
    private long denied;

    Firewall(boolean notes, BatchStage next) {
      this.notes = notes;
      this.next = next;
    }

    @Override
    public void onBatch(FlowBatch batch, SwitchOutput output) {
      while (batch.next()) {
        FlowRequest request = notes ? batch.request() : batch.request().untracked();
        denied += request.l4Dst() == DENIED_PORT ? 1 : 0;
      }
      batch.rewind();
      next.onBatch(batch, output);
    }

    @Override
    public String toString() {
      return "denied " + denied;
    }
  }
}
