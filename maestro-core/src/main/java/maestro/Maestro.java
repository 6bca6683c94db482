package maestro;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import javax.management.JMException;
import javax.management.ObjectName;
import maestro.api.Application;
import maestro.batching.DelayBound;
import maestro.config.IdleMode;
import maestro.config.MaestroConfig;
import maestro.config.OverLimit;
import maestro.distribution.Distribution;
import maestro.distribution.Parking;
import maestro.metrics.BatchingTrace;
import maestro.metrics.Counters;
import maestro.metrics.Metrics;
import maestro.net.BufferPool;
import maestro.net.Conductor;
import maestro.net.Connection;
import maestro.net.ConnectionSettings;
import maestro.net.DatapathBinding;
import maestro.net.DuplicatePolicy;
import maestro.net.Identity;
import maestro.net.NioReadiness;
import maestro.net.RateLimit;
import maestro.net.RequestBatch;
import maestro.net.SessionHandler;
import maestro.net.SharedBuffers;
import maestro.net.SwitchTable;
import maestro.net.TlsHandshakes;
import maestro.openflow.ColdCodec;
import maestro.sequence.ApplicationHost;
import maestro.sequence.CurrentApplications;
import maestro.sequence.WorkerSequence;
import maestro.tls.TlsContext;
import maestro.worker.CoreBinding;
import maestro.worker.DutyThread;
import maestro.worker.Pause;
import maestro.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running controller. All parts are wired here and nowhere else.
 *
 * <p>Threads: one conductor, the workers, and the strategy's own threads. Any thread may call
 * {@link #close}.
 */
public final class Maestro implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Maestro.class);
  private static final long MAX_WAIT_NS = 100_000_000;
  private static final long MAX_PAUSE_MS = 5_000;
  private static final long MAX_LAST_BATCH_NS = 1_000_000_000;
  private static final int MAX_BATCH_REQUESTS = 8192;
  private static final int MIN_READ_BYTES = 64 * 1024;

  /** The answers to one read go into one write, and answers are longer than requests. */
  private static final int BUFFER_BYTES_PER_READ_BYTE = 2;

  private final Metrics metrics = new Metrics();
  private final SwitchTable switches = new SwitchTable();
  private final List<NioReadiness> readiness = new ArrayList<>();
  private final List<DutyThread> workers = new ArrayList<>();
  private final List<DutyThread> helpers = new ArrayList<>();
  private final List<Exchangeable> exchangeable = new ArrayList<>();
  private final Pause pause = new Pause();
  private final CurrentApplications applicationsNow;
  private final DelayBound delayBound;

  /** Null when switches speak plain TCP. */
  private final TlsHandshakes tlsHandshakes;

  private final Conductor conductor;
  private final DutyThread conductorThread;

  /** Volatile: replaced by {@link #reload}. */
  private volatile MaestroConfig config;

  /** Volatile: replaced by {@link #reload}; null when switches speak plain TCP. */
  private volatile TlsContext tlsContext;

  /**
   * Volatile order: taken once, by the thread that closes, or by a thread that exposes after that.
   */
  private final AtomicReference<ObjectName> managed = new AtomicReference<>();

  /**
   * Volatile: the closing thread sets it before it takes the JMX name; the exposing thread reads it
   * after it set the name.
   */
  private volatile boolean closed;

  private Maestro(
      MaestroConfig config, List<ApplicationHost.Configured> applications, List<Application> found)
      throws IOException {
    this.config = config;
    tlsContext = TlsFromConfig.context(config).orElse(null);
    delayBound = new DelayBound(config.batching().delayUpperBoundNs());
    applicationsNow =
        new CurrentApplications(
            new ApplicationHost(applications, found, config, switches, metrics));
    SharedBuffers buffers =
        new SharedBuffers(
            BUFFER_BYTES_PER_READ_BYTE
                * Math.max(MIN_READ_BYTES, config.distribution().readSizeBytes()));
    SessionHandler handler =
        new SessionHandler(
            System::nanoTime,
            this::weightOf,
            this::limitOf,
            switches,
            applicationsNow,
            metrics,
            identity());
    Distribution distribution = distribution(config);
    try {
      prepareThreads(config, buffers, distribution);
      tlsHandshakes = tlsContext == null ? null : tlsHandshakes(config, buffers, handler);
      conductor =
          new Conductor(
              config.listen().toSocketAddress(),
              distribution,
              handler,
              buffers,
              connectionSettings(config.connection()),
              readiness.size(),
              tlsHandshakes);
    } catch (IOException | RuntimeException e) {
      closeReadiness();
      applicationsNow.host().end();
      throw e;
    }
    applicationsNow.host().begin();
    conductorThread = new DutyThread("conductor", 0, new ConductorDuty(), ignored -> {});
    workers.forEach(DutyThread::start);
    helpers.forEach(DutyThread::start);
    conductorThread.start();
  }

  /**
   * Starts a controller: when this returns, switches can connect.
   *
   * @param config validated
   * @param applications the applications that the sequences name, each once, not yet started
   * @throws IOException when the address cannot be bound
   * @throws maestro.tls.BadTlsException when the TLS settings cannot be used
   * @throws maestro.sequence.ApplicationStartException when an application throws
   * @throws maestro.sequence.WiringException when sequences and applications do not fit each other
   */
  public static Maestro start(MaestroConfig config, List<ApplicationHost.Configured> applications)
      throws IOException {
    return start(config, applications, List.of());
  }

  /**
   * The same, with the other applications that were found.
   *
   * @param found all applications in the jars. Only their names and cookies are read: flow entries
   *     of those that do not run are removed from switches
   */
  public static Maestro start(
      MaestroConfig config, List<ApplicationHost.Configured> applications, List<Application> found)
      throws IOException {
    return new Maestro(config, applications, found);
  }

  /**
   * Starts the applications, compares them with the sequences, and reads keys and certificates;
   * then ends the applications.
   *
   * @throws maestro.tls.BadTlsException when the TLS settings cannot be used
   * @throws maestro.sequence.ApplicationStartException when an application throws
   * @throws maestro.sequence.WiringException when sequences and applications do not fit each other
   */
  public static void check(MaestroConfig config, List<ApplicationHost.Configured> applications) {
    TlsFromConfig.context(config);
    new ApplicationHost(applications, config, new SwitchTable(), new Metrics()).end();
  }

  /**
   * Exchanges the applications, the sequences and the weights. Connections stay; keys and
   * certificates are read again, for switches that connect from now on. The new applications start
   * first. Then all workers rest between two batches while the new applications replace the old
   * ones, whose state is dropped.
   *
   * <p>One thread at a time.
   *
   * @param next the new configuration. Changes of weights, rate limits, applications, sequences,
   *     keys and certificates, and the delay bound take effect; other changes are ignored
   * @throws maestro.tls.BadTlsException when keys or certificates cannot be used; the old ones stay
   * @throws maestro.sequence.ApplicationStartException when an application throws; the old ones
   *     continue
   * @throws maestro.sequence.WiringException when sequences and applications do not fit; the old
   *     ones continue
   * @throws IllegalStateException when a worker does not rest in time; the old ones continue
   */
  public void reload(MaestroConfig next, List<ApplicationHost.Configured> applications)
      throws InterruptedException {
    reload(next, applications, List.of());
  }

  /**
   * The same, with the other applications that were found.
   *
   * @param found see {@link #start}
   */
  public void reload(
      MaestroConfig next, List<ApplicationHost.Configured> applications, List<Application> found)
      throws InterruptedException {
    TlsContext nextTls = TlsFromConfig.context(next).orElse(null);
    ApplicationHost host = new ApplicationHost(applications, found, next, switches, metrics);
    ApplicationHost old = applicationsNow.host();
    try {
      List<WorkerSequence> sequences =
          exchangeable.stream().map(each -> each.parts().newSequence(host)).toList();
      Runnable wakeUp = () -> exchangeable.forEach(each -> each.worker().wakeup());
      if (!pause.begin(exchangeable.size(), wakeUp, MAX_PAUSE_MS)) {
        throw new IllegalStateException(
            "a worker has not ended its batch for " + MAX_PAUSE_MS + " ms");
      }
      try {
        exchange(next, host, sequences);
      } finally {
        pause.end();
      }
    } catch (RuntimeException | Error | InterruptedException e) {
      host.end();
      throw e;
    }
    tlsContext = nextTls;
    old.end();
  }

  /** Called while the workers rest. */
  private void exchange(MaestroConfig next, ApplicationHost host, List<WorkerSequence> sequences) {
    config = next;
    delayBound.set(next.batching().delayUpperBoundNs());
    host.replaces(applicationsNow.host());
    applicationsNow.host(host);
    for (Connection connection : switches.all()) {
      try {
        long datapathId = connection.session().info().datapathId();
        connection.weight(weightOf(datapathId));
        connection.limit(limitOf(datapathId));
        connection.session().locals(host.featuresKnown(connection.session().info()));
      } catch (IllegalStateException e) {
        connection.requestClose(e.getMessage());
      }
    }
    for (int i = 0; i < sequences.size(); i++) {
      exchangeable.get(i).worker().sequence(sequences.get(i));
    }
    host.begin();
  }

  /** The address to which switches connect, with the actual port. */
  public InetSocketAddress address() {
    return conductor.address();
  }

  /** The counters. */
  public Metrics metrics() {
    return metrics;
  }

  /**
   * The status in one line for people: the number of connected switches, and every counter that is
   * not 0.
   */
  public String status() {
    List<Connection> connected = switches.all();
    long ready = connected.stream().filter(each -> each.session().isReady()).count();
    long shakingHands = connected.size() - ready;
    return "switches connected: %d%s; since the start: %s"
        .formatted(
            ready,
            shakingHands == 0 ? "" : " (and " + shakingHands + " in their handshake)",
            metrics.describe());
  }

  /** The connected switches. */
  public SwitchTable switches() {
    return switches;
  }

  /** The batching delay bound, which can be changed while the controller runs. */
  public DelayBound delayBound() {
    return delayBound;
  }

  /**
   * Loads classes for which the first switch would wait otherwise. Any thread. Takes a tenth of a
   * second, so call it when switches can connect already.
   */
  public static void warmUp() {
    ColdCodec.warmUp();
  }

  /**
   * Lets operators read and change values by JMX: {@link ControllerMXBean}. Takes a tenth of a
   * second.
   */
  public void exposeByJmx() {
    try {
      managed.set(new ControllerControl(this).register());
      if (closed) { // during the registration
        hideFromJmx();
      }
    } catch (JMException e) {
      LOG.warn("not reachable by JMX: {}", e.getMessage());
    }
  }

  private void hideFromJmx() {
    try {
      ObjectName name = managed.getAndSet(null);
      if (name != null) {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      }
    } catch (JMException e) {
      LOG.warn("still registered by JMX: {}", e.getMessage());
    }
  }

  /** The ids of the worker threads, for the JVM's count of their allocated bytes. */
  public List<Long> workerThreadIds() {
    return workers.stream().map(DutyThread::threadId).toList();
  }

  private int weightOf(long datapathId) {
    return config.weights().of(datapathId);
  }

  private RateLimit limitOf(long datapathId) {
    MaestroConfig.RateLimit limit = config.rateLimit();
    OptionalInt requests = limit.of(datapathId);
    if (requests.isEmpty()) {
      return null;
    }
    int burst = limit.burstRequests().orElse(requests.getAsInt());
    return new RateLimit(requests.getAsInt(), burst, limit.over() == OverLimit.WAIT);
  }

  private Identity identity() {
    return new Identity(
        switches,
        DuplicatePolicy.valueOf(config.connection().duplicateMode().name()),
        config.connection().duplicateWaitNs(),
        DatapathBinding.BY_CERTIFICATE,
        metrics);
  }

  private Distribution distribution(MaestroConfig config) {
    return Configured.distribution(config, Parking.THREADS, this::readiness);
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
        connection.maxPerAddress(),
        connection.handshakeTimeoutNs(),
        connection.echoIntervalNs(),
        connection.echoTimeoutNs(),
        connection.outputHighWaterBytes(),
        connection.stalledTimeoutNs(),
        connection.receiveBufferBytes().orElse(0),
        connection.sendBufferBytes().orElse(0));
  }

  private void prepareThreads(
      MaestroConfig config, SharedBuffers buffers, Distribution distribution) {
    MaestroConfig.Distribution d = config.distribution();
    boolean batchPerVisit = Configured.batchesPerVisit(d.strategy());
    boolean spin = d.idle() == IdleMode.SPIN;
    LongConsumer bind =
        d.bindCores() ? CoreBinding.forWorkers(d.workerCount())::bind : ignored -> {};
    for (int i = 0; i < d.workerCount(); i++) {
      Counters counters = metrics.newThread();
      BufferPool pool = new BufferPool(buffers);
      RequestBatch batch = new RequestBatch(MAX_BATCH_REQUESTS);
      WorkerParts parts = new WorkerParts(i, batch, pool, counters);
      Worker worker =
          new Worker(
              distribution.schedule(i),
              batchPerVisit,
              Configured.policy(config.batching(), delayBound, MAX_BATCH_REQUESTS),
              delayBound,
              parts.newSequence(applicationsNow.host()),
              batch,
              pool,
              counters,
              System::nanoTime);
      exchangeable.add(new Exchangeable(worker, parts));
      workers.add(new DutyThread("worker-" + i, i, new WorkerDuty(worker, pause, spin), bind));
    }
    config
        .batching()
        .trace()
        .ifPresent(file -> helpers.add(new DutyThread("trace", 0, traceDuty(file), ignored -> {})));
    for (Distribution.Helper helper : distribution.helpers()) {
      HelperDuty duty = new HelperDuty(helper, spin ? 0 : MAX_WAIT_NS);
      helpers.add(new DutyThread(helper.name(), 0, duty, ignored -> {}));
    }
  }

  private TlsHandshakes tlsHandshakes(
      MaestroConfig config, SharedBuffers buffers, SessionHandler handler) throws IOException {
    LOG.info("switches must speak TLS; provider: {}", tlsContext.library());
    TlsHandshakes handshakes =
        new TlsHandshakes(
            () -> tlsContext, buffers, handler, config.connection().handshakeTimeoutNs());
    helpers.add(new DutyThread("tls", 0, new TlsDuty(handshakes), ignored -> {}));
    return handshakes;
  }

  private TraceDuty traceDuty(Path file) {
    List<Counters> counters = exchangeable.stream().map(each -> each.parts().counters()).toList();
    return new TraceDuty(new BatchingTrace(file, counters, BatchingTrace.MOST_LINES));
  }

  /** Stops accepting, ends the threads after their current batch, and closes every connection. */
  @Override
  public void close() {
    closed = true;
    hideFromJmx();
    try {
      endTogether();
      conductorThread.stop();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    applicationsNow.host().end();
    closeReadiness();
    LOG.info("stopped: {}", metrics.describe());
  }

  /** Ends helpers and workers; waits at most a second for one that is stuck in an application. */
  private void endTogether() throws InterruptedException {
    List<DutyThread> serving = new ArrayList<>(helpers);
    serving.addAll(workers);
    serving.forEach(DutyThread::tellToEnd);
    long deadlineNs = System.nanoTime() + MAX_LAST_BATCH_NS;
    for (DutyThread thread : serving) {
      thread.awaitEnd(deadlineNs);
    }
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

  /** A worker and the parts of a new sequence for it. */
  private record Exchangeable(Worker worker, WorkerParts parts) {}

  private record WorkerParts(int index, RequestBatch batch, BufferPool pool, Counters counters) {
    WorkerSequence newSequence(ApplicationHost host) {
      return host.newSequence(index, batch, MAX_BATCH_REQUESTS, pool, counters);
    }
  }

  private record WorkerDuty(Worker worker, Pause pause, boolean spin) implements DutyThread.Duty {
    @Override
    public int doWork() {
      if (pause.isWanted()) {
        pause.rest();
      }
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

  private record TlsDuty(TlsHandshakes handshakes) implements DutyThread.Duty {
    @Override
    public int doWork() throws IOException {
      return handshakes.doWork(MAX_WAIT_NS);
    }

    @Override
    public void idle() {} // it has waited

    @Override
    public void wakeup() {
      handshakes.wakeup();
    }

    @Override
    public void ended() throws IOException {
      handshakes.close();
    }
  }

  private final class ConductorDuty implements DutyThread.Duty {
    @Override
    public int doWork() throws IOException {
      int done = conductor.doWork(Conductor.USUAL_WAIT_NS);
      conductor.relieve(applicationsNow.host().look());
      return done;
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
