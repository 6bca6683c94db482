package maestro;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import javax.management.JMException;
import javax.management.ObjectName;
import maestro.batching.AdaptiveBatching;
import maestro.batching.BatchingPolicy;
import maestro.batching.DelayBound;
import maestro.batching.FixedBatching;
import maestro.config.BatchingPolicyName;
import maestro.config.IdleMode;
import maestro.config.MaestroConfig;
import maestro.config.StrategyName;
import maestro.config.Trigger;
import maestro.distribution.Distribution;
import maestro.distribution.DistributionSettings;
import maestro.distribution.DynamicPartition;
import maestro.distribution.FairShare;
import maestro.distribution.RoundRobin;
import maestro.distribution.SharedQueue;
import maestro.distribution.StaticPartition;
import maestro.metrics.Counters;
import maestro.metrics.Metrics;
import maestro.net.BufferPool;
import maestro.net.Conductor;
import maestro.net.ConnectionSettings;
import maestro.net.NioReadiness;
import maestro.net.RequestBatch;
import maestro.net.SessionHandler;
import maestro.net.SharedBuffers;
import maestro.net.SwitchTable;
import maestro.sequence.ApplicationHost;
import maestro.worker.CoreBinding;
import maestro.worker.DutyThread;
import maestro.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running controller. Everything is wired here, in the order in which data takes its way, and
 * nowhere else.
 *
 * <p>Threads: one conductor, the workers, and what the strategy brings along. {@link #close} may be
 * called by any.
 */
public final class Maestro implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Maestro.class);
  private static final long MAX_WAIT_NS = 100_000_000;
  private static final int MAX_BATCH_REQUESTS = 8192;
  private static final int MIN_BUFFER_BYTES = 64 * 1024;

  private final Metrics metrics = new Metrics();
  private final SwitchTable switches = new SwitchTable();
  private final List<NioReadiness> readiness = new ArrayList<>();
  private final List<DutyThread> workers = new ArrayList<>();
  private final List<DutyThread> helpers = new ArrayList<>();
  private final DelayBound delayBound;
  private final Conductor conductor;
  private final DutyThread conductorThread;

  /** Volatile: set by the thread that exposes, read by the one that closes. */
  private volatile ObjectName managed;

  private Maestro(MaestroConfig config, List<ApplicationHost.Configured> applications)
      throws IOException {
    delayBound = new DelayBound(config.batching().delayUpperBoundNs());
    ApplicationHost host = new ApplicationHost(applications, order(config));
    SharedBuffers buffers =
        new SharedBuffers(Math.max(MIN_BUFFER_BYTES, config.distribution().readSizeBytes()));
    SessionHandler handler =
        new SessionHandler(
            System::nanoTime, config.weights()::of, switches, host::newLocals, metrics);
    Distribution distribution = distribution(config);
    try {
      prepareThreads(config, host, buffers, distribution);
      conductor =
          new Conductor(
              config.listen().toSocketAddress(),
              distribution,
              handler,
              buffers,
              connectionSettings(config.connection()),
              readiness.size());
    } catch (IOException | RuntimeException e) {
      closeReadiness();
      throw e;
    }
    conductorThread = new DutyThread("conductor", 0, new ConductorDuty(), ignored -> {});
    workers.forEach(DutyThread::start);
    helpers.forEach(DutyThread::start);
    conductorThread.start();
  }

  /**
   * Starts a controller: when this returns, switches can connect.
   *
   * @param config validated
   * @param applications those that the sequences name, each once, not started yet
   * @throws IOException when the address cannot be bound
   * @throws maestro.sequence.ApplicationStartException when an application throws
   */
  public static Maestro start(MaestroConfig config, List<ApplicationHost.Configured> applications)
      throws IOException {
    return new Maestro(config, applications);
  }

  /** The address switches connect to, with the real port. */
  public InetSocketAddress address() {
    return conductor.address();
  }

  /** What was counted. */
  public Metrics metrics() {
    return metrics;
  }

  /** The switches that are connected. */
  public SwitchTable switches() {
    return switches;
  }

  /** The batching delay upper bound, which may be changed while it runs. */
  public DelayBound delayBound() {
    return delayBound;
  }

  /** Lets operators look and change by JMX: {@link ControllerMXBean}. Takes a tenth of a second. */
  public void exposeByJmx() {
    try {
      managed = new ControllerControl(this).register();
    } catch (JMException e) {
      LOG.warn("not reachable by JMX: {}", e.getMessage());
    }
  }

  private void hideFromJmx() {
    try {
      if (managed != null) {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(managed);
      }
    } catch (JMException e) {
      LOG.warn("still registered by JMX: {}", e.getMessage());
    }
  }

  /** The ids of the worker threads, by which the JVM tells what they have allocated. */
  public List<Long> workerThreadIds() {
    return workers.stream().map(DutyThread::threadId).toList();
  }

  private static List<String> order(MaestroConfig config) {
    return config.sequences().stream()
        .filter(sequence -> sequence.trigger() == Trigger.FLOW_REQUEST)
        .flatMap(sequence -> sequence.run().stream())
        .toList();
  }

  private Distribution distribution(MaestroConfig config) {
    MaestroConfig.Distribution d = config.distribution();
    DistributionSettings settings =
        new DistributionSettings(
            d.workerCount(),
            d.readSizeBytes(),
            d.quantumRequests(),
            d.queueCapacity(),
            d.selectThreadCount(),
            d.repartitionIntervalNs(),
            d.repartitionTolerance(),
            config.connection().maxSwitches());
    int workerCount = d.workerCount();
    return switch (d.strategy()) {
      case SHARED_QUEUE -> new SharedQueue(settings, readiness(d.selectThreadCount()));
      case STATIC_PARTITION -> new StaticPartition(settings, readiness(workerCount));
      case DYNAMIC_PARTITION -> new DynamicPartition(settings, readiness(workerCount));
      case ROUND_ROBIN -> new RoundRobin(settings, readiness(1)[0]);
      case FAIR_SHARE -> new FairShare(settings, readiness(workerCount));
    };
  }

  private NioReadiness[] readiness(int count) {
    for (int i = 0; i < count; i++) {
      readiness.add(new NioReadiness(i));
    }
    return readiness.toArray(NioReadiness[]::new);
  }

  private static ConnectionSettings connectionSettings(MaestroConfig.Connection connection) {
    return new ConnectionSettings(
        connection.maxSwitches(),
        connection.handshakeTimeoutNs(),
        connection.echoIntervalNs(),
        connection.echoTimeoutNs(),
        connection.outputHighWaterBytes(),
        connection.stalledTimeoutNs(),
        connection.receiveBufferBytes().orElse(0),
        connection.sendBufferBytes().orElse(0));
  }

  private void prepareThreads(
      MaestroConfig config,
      ApplicationHost host,
      SharedBuffers buffers,
      Distribution distribution) {
    MaestroConfig.Distribution d = config.distribution();
    boolean batchPerVisit =
        d.strategy() == StrategyName.STATIC_PARTITION || d.strategy() == StrategyName.FAIR_SHARE;
    boolean spin = d.idle() == IdleMode.SPIN;
    LongConsumer bind =
        d.bindCores() ? CoreBinding.forWorkers(d.workerCount())::bind : ignored -> {};
    for (int i = 0; i < d.workerCount(); i++) {
      Counters counters = metrics.newThread();
      BufferPool pool = new BufferPool(buffers);
      RequestBatch batch = new RequestBatch(MAX_BATCH_REQUESTS);
      Worker worker =
          new Worker(
              i,
              distribution.schedule(i),
              batchPerVisit,
              policy(config.batching()),
              delayBound,
              host.newSequence(i, batch, MAX_BATCH_REQUESTS, pool, switches, counters),
              batch,
              pool,
              counters,
              System::nanoTime);
      workers.add(new DutyThread("worker-" + i, i, new WorkerDuty(worker, spin), bind));
    }
    for (Distribution.Helper helper : distribution.helpers()) {
      HelperDuty duty = new HelperDuty(helper, spin ? 0 : MAX_WAIT_NS);
      helpers.add(new DutyThread(helper.name(), 0, duty, ignored -> {}));
    }
  }

  private BatchingPolicy policy(MaestroConfig.Batching batching) {
    return batching.policy() == BatchingPolicyName.FIXED
        ? new FixedBatching(batching.thresholdRequests())
        : new AdaptiveBatching(delayBound, MAX_BATCH_REQUESTS);
  }

  /** Stops accepting, ends the threads after the batch in hand, and closes every connection. */
  @Override
  public void close() {
    hideFromJmx();
    try {
      for (DutyThread thread : helpers) {
        thread.stop();
      }
      for (DutyThread thread : workers) {
        thread.stop();
      }
      conductorThread.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeReadiness();
    LOG.info("stopped: {}", metrics.describe());
  }

  private void closeReadiness() {
    try {
      for (NioReadiness each : readiness) {
        each.close();
      }
    } catch (IOException e) {
      LOG.warn("a selector did not close: {}", e.getMessage());
    }
  }

  private record WorkerDuty(Worker worker, boolean spin) implements DutyThread.Duty {
    @Override
    public int doWork() {
      return worker.doWork();
    }

    @Override
    public void idle() {
      if (spin) {
        Thread.onSpinWait();
      } else {
        worker.await(MAX_WAIT_NS);
      }
    }

    @Override
    public void wakeup() {
      worker.wakeup();
    }

    @Override
    public void failed(Throwable cause) {
      worker.abandonCycle(cause);
    }
  }

  private record HelperDuty(Distribution.Helper helper, long maxWaitNs) implements DutyThread.Duty {
    @Override
    public int doWork() {
      return helper.doWork(maxWaitNs);
    }

    @Override
    public void idle() {} // it has waited

    @Override
    public void wakeup() {
      helper.wakeup();
    }
  }

  private final class ConductorDuty implements DutyThread.Duty {
    @Override
    public int doWork() throws IOException {
      return conductor.doWork(Conductor.USUAL_WAIT_NS);
    }

    @Override
    public void idle() {} // it has waited

    @Override
    public void wakeup() {
      conductor.wakeup();
    }

    @Override
    public void ended() throws IOException {
      conductor.close();
    }
  }
}
