package maestro;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import maestro.api.Application;
import maestro.api.topology.Topology;
import maestro.batching.DelayBound;
import maestro.config.MaestroConfig;
import maestro.distribution.Distribution;
import maestro.distribution.Parking;
import maestro.metrics.Counters;
import maestro.metrics.Happening;
import maestro.metrics.Happenings;
import maestro.metrics.Metrics;
import maestro.net.Connection;
import maestro.net.MemoryChannel;
import maestro.net.SessionHandler;
import maestro.net.SharedBuffers;
import maestro.net.SwitchTable;
import maestro.net.conductor.Conductor;
import maestro.net.conductor.TlsHandshakes;
import maestro.openflow.ColdCodec;
import maestro.probing.ProbingDelays;
import maestro.sequence.ApplicationHost;
import maestro.sequence.CurrentApplications;
import maestro.staticflows.StaticFlows;
import maestro.tls.TlsContext;
import maestro.worker.DutyThread;
import org.jspecify.annotations.Nullable;
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
  private static final long MAX_LAST_BATCH_NS = 1_000_000_000;
  private final Metrics metrics = new Metrics();
  private final SwitchTable switches = new SwitchTable();
  private final ConfigInForce inForce;
  private final HelperThreads helpers;
  private final CurrentApplications applicationsNow;
  private final StaticFlows staticFlows;
  private final Workers workers;

  private final Conductor conductor;
  private final ConductorDuty conductorDuty;
  private final DutyThread conductorThread;

  /** Volatile order. */
  private final AtomicLong reloads = new AtomicLong();

  private final OwnProbing probing;

  private final long startedNs = System.nanoTime();
  private final ControllerControl control = new ControllerControl(this);

  /** Null when the controller has threads. */
  private final @Nullable Drive drive;

  private int connectedInMemory;

  private Maestro(
      MaestroConfig config,
      List<ApplicationHost.Configured> applications,
      List<Application> found,
      @Nullable Drive drive)
      throws IOException {
    this.drive = drive;
    LongSupplier clock = drive == null ? System::nanoTime : drive.clock();
    TlsContext tls = TlsFromConfig.context(config).orElse(null);
    inForce = new ConfigInForce(config, tls, switches);
    helpers = new HelperThreads(drive);
    StaticFlows flows = staticFlows(config);
    staticFlows = flows;
    applicationsNow =
        new CurrentApplications(
            newHost(applications, found, config, flows, null),
            metrics.happenings(),
            flows::flowRemoved);
    ConnectionMemory memory = ConnectionMemory.of(config, ConnectionMemory.ofJvmBytes());
    SharedBuffers buffers = memory.newBuffers();
    SessionHandler handler =
        new SessionHandler(
            clock,
            inForce::weightOf,
            inForce::rateLimitOf,
            switches,
            applicationsNow,
            metrics,
            NetFromConfig.identity(config.connection(), switches, metrics));
    probing = new OwnProbing(handler.probingAddress(), inForce);
    DelayBound delayBound = inForce.delayBound();
    Distribution distribution =
        Configured.distribution(config, delayBound, Parking.THREADS, helpers::readiness);
    try {
      workers =
          new Workers(
              config,
              distribution,
              () -> memory.newWorkerPool(buffers),
              delayBound,
              applicationsNow.host(),
              metrics,
              clock);
      helpers.add(config, distribution, workers.counters());
      conductor =
          new Conductor(
              config.listen().toSocketAddress(),
              distribution,
              handler,
              buffers,
              NetFromConfig.connectionSettings(config.connection()),
              helpers.selectorCount(),
              tls == null ? null : tlsHandshakes(config, tls.library(), buffers, handler));
    } catch (IOException | RuntimeException e) {
      helpers.close();
      applicationsNow.host().end();
      flows.close();
      throw e;
    }
    memory.log(); // not before the address is taken: a start that fails says one line
    applicationsNow.host().begin();
    conductorDuty = new ConductorDuty(conductor, applicationsNow);
    conductorThread = new DutyThread("conductor", 0, conductorDuty, ignored -> {});
    if (drive == null) {
      workers.start();
      helpers.start();
      conductorThread.start();
    } else {
      workers.duties().forEach(drive::add);
    }
  }

  /**
   * Starts a controller: when this returns, switches can connect.
   *
   * @param config validated
   * @param applications the applications that the sequences name, each once, not yet started
   * @throws IOException when the address cannot be bound
   * @throws maestro.tls.BadTlsException when the TLS settings cannot be used
   * @throws maestro.staticflows.BadFlowFileException when the file of the static flows has a
   *     mistake
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
    return new Maestro(config, applications, found, null);
  }

  /**
   * Starts a controller without threads, for switches in this process. Whoever has the clock calls
   * {@link #drive}. One thread calls all methods. Neither TLS nor {@link #reload}.
   *
   * @param clock nanoseconds
   */
  public static Maestro startDriven(
      MaestroConfig config,
      List<ApplicationHost.Configured> applications,
      List<Application> found,
      LongSupplier clock)
      throws IOException {
    return new Maestro(config, applications, found, new Drive(clock));
  }

  /**
   * A switch in this process connects to a controller that is driven.
   *
   * @return the switch's end
   */
  public ByteChannel connectInMemory() throws IOException {
    MemoryChannel channel = new MemoryChannel(++connectedInMemory);
    conductor.join(channel);
    return channel.peer();
  }

  /** Does all that is due in a controller that is driven. Returns how much that was. */
  public int drive() {
    return Objects.requireNonNull(drive, "it has threads").run(conductor);
  }

  /** When {@link #drive} has something to do, if no switch sends anything. */
  public long nextDriveNs() {
    return Objects.requireNonNull(drive, "it has threads").nextNs();
  }

  /**
   * Starts the applications, compares them with the sequences, and reads keys, certificates and
   * static flows; then ends the applications.
   *
   * @throws maestro.tls.BadTlsException when the TLS settings cannot be used
   * @throws maestro.staticflows.BadFlowFileException when the file of the static flows has a
   *     mistake
   * @throws maestro.sequence.ApplicationStartException when an application throws
   * @throws maestro.sequence.WiringException when sequences and applications do not fit each other
   */
  public static void check(MaestroConfig config, List<ApplicationHost.Configured> applications) {
    TlsFromConfig.context(config);
    config.control().keptFlows().ifPresent(StaticFlows::check);
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
    ApplicationHost old = applicationsNow.host();
    ApplicationHost host = newHost(applications, found, next, staticFlows, old);
    try {
      workers.exchange(host, () -> exchange(next, host), host::begin);
    } catch (RuntimeException | Error | InterruptedException e) {
      host.end();
      throw e;
    }
    if (nextTls != null) { // else TLS stays as it was
      inForce.tls(nextTls);
    }
    old.end();
  }

  /**
   * Changes the delay bound, weights and rate limits, while all workers rest between two batches.
   * The change lasts until the next reload.
   *
   * <p>One thread at a time, that of {@link #reload}.
   *
   * @param change makes the next configuration of the one in force; other changes are ignored
   * @throws IllegalStateException when a worker does not rest in time; nothing has changed
   */
  public void change(UnaryOperator<MaestroConfig> change) throws InterruptedException {
    MaestroConfig next = change.apply(inForce.now());
    workers.whileAllRest(() -> inForce.change(next));
  }

  /** Called while the workers rest. */
  private void exchange(MaestroConfig next, ApplicationHost host) {
    inForce.replace(next);
    host.replaces(applicationsNow.host());
    reloads.incrementAndGet(); // before anybody sees what the new applications have not found yet
    applicationsNow.host(host);
    inForce.treatAll(host);
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

  /** Notes what has happened, for operators, as {@link Happenings#add}. Any thread. */
  public void happened(
      String type, Happening.Severity severity, String text, Map<String, Object> details) {
    metrics.happenings().add(type, severity, text, details);
  }

  /** The configuration in force. Any thread. */
  public MaestroConfig config() {
    return inForce.now();
  }

  /** When the controller started, by the clock of {@link System#nanoTime}. */
  public long startedNs() {
    return startedNs;
  }

  /** The counters of each worker, in their order. */
  public List<Counters> workerCounters() {
    return workers.counters();
  }

  /** How many reloads took effect. Any thread. */
  public long reloads() {
    return reloads.get();
  }

  /** The applications that run now. Any thread. */
  public ApplicationHost applications() {
    return applicationsNow.host();
  }

  /** The time since the conductor ended a cycle, which it does ten times a second. Any thread. */
  public long conductorSilenceNs() {
    return conductorDuty.silenceNs();
  }

  /**
   * Whether the topology is known, as far as it can be: no application publishes one, no switch is
   * connected, or the first one has been published. Any thread.
   */
  public boolean isTopologySettled() {
    return applicationsNow
        .host()
        .network()
        .topology()
        .filter(Topology.EMPTY::equals)
        .filter(empty -> switches.all().stream().anyMatch(each -> each.session().isReady()))
        .isEmpty();
  }

  /**
   * Begins to probe itself, as a light switch over loopback. To be called once, when there is
   * somebody to read {@link #probingDelays}; not by a thread that {@link #close}s meanwhile.
   */
  public void startProbing() {
    probing.start(address());
  }

  /** The delays of the probing switch; empty when the controller does not probe itself. */
  public Optional<ProbingDelays> probingDelays() {
    return probing.delays();
  }

  /** The batching delay bound, which can be changed while the controller runs. */
  public DelayBound delayBound() {
    return inForce.delayBound();
  }

  /** The batching delay bound at present. Any thread. */
  public long delayBoundNs() {
    return inForce.delayBound().ns();
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
    control.expose();
  }

  /** The ids of the worker threads, for the JVM's count of their allocated bytes. */
  public List<Long> workerThreadIds() {
    return workers.threads().stream().map(DutyThread::threadId).toList();
  }

  /** The flow entries that operators have put on switches. Any thread. */
  public StaticFlows staticFlows() {
    return staticFlows;
  }

  private StaticFlows staticFlows(MaestroConfig config) {
    return StaticFlows.open(
        drive == null && config.control().listen().isPresent(),
        config.control().staticFlows(),
        switches,
        datapathId -> applications().reconcile(datapathId));
  }

  private ApplicationHost newHost(
      List<ApplicationHost.Configured> applications,
      List<Application> found,
      MaestroConfig config,
      StaticFlows flows,
      @Nullable ApplicationHost earlier) {
    return new ApplicationHost(
        applications,
        found,
        List.of(flows.owner()),
        config,
        switches,
        metrics,
        drive == null ? System::nanoTime : drive.clock(),
        drive == null ? null : drive.events(),
        earlier);
  }

  private TlsHandshakes tlsHandshakes(
      MaestroConfig config, String library, SharedBuffers buffers, SessionHandler handler)
      throws IOException {
    LOG.info("switches must speak TLS; provider: {}", library);
    TlsHandshakes handshakes =
        new TlsHandshakes(inForce::tls, buffers, handler, config.connection().handshakeTimeoutNs());
    helpers.add(handshakes);
    return handshakes;
  }

  /** Stops accepting, ends the threads after their current batch, and closes every connection. */
  @Override
  public void close() {
    control.hide();
    probing.close();
    try {
      endTogether();
      conductorThread.stop();
      if (drive != null) {
        conductorDuty.ended();
      }
    } catch (IOException e) {
      LOG.warn("the controller did not end cleanly: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    applicationsNow.host().end();
    staticFlows.close();
    helpers.close();
    LOG.info("stopped: {}", metrics.describe());
  }

  /** Ends helpers and workers; waits at most a second for one that is stuck in an application. */
  private void endTogether() throws InterruptedException {
    List<DutyThread> serving = new ArrayList<>(helpers.threads());
    serving.addAll(workers.threads());
    serving.forEach(DutyThread::tellToEnd);
    long deadlineNs = System.nanoTime() + MAX_LAST_BATCH_NS;
    for (DutyThread thread : serving) {
      thread.awaitEnd(deadlineNs);
    }
  }
}
