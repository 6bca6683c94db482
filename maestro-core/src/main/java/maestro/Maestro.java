package maestro;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;
import maestro.api.Application;
import maestro.batching.DelayBound;
import maestro.cluster.ClusterStatus;
import maestro.config.ClusterConfig;
import maestro.config.MaestroConfig;
import maestro.config.RoleMode;
import maestro.distribution.Distribution;
import maestro.distribution.Parking;
import maestro.metrics.Counters;
import maestro.metrics.Metrics;
import maestro.net.conductor.Conductor;
import maestro.net.conductor.TlsHandshakes;
import maestro.net.session.DatapathBinding;
import maestro.net.session.Identity;
import maestro.net.session.OrderedRoles;
import maestro.net.session.ProbingAddress;
import maestro.net.session.Role;
import maestro.net.session.Roles;
import maestro.net.session.SessionHandler;
import maestro.net.session.SwitchTable;
import maestro.net.socket.SharedBuffers;
import maestro.openflow.ColdCodec;
import maestro.probing.ProbingDelays;
import maestro.probing.SelfProbingSwitch;
import maestro.sequence.ApplicationHost;
import maestro.sequence.CurrentApplications;
import maestro.sequence.event.DrivenEvents;
import maestro.staticflows.StaticFlows;
import maestro.store.Stores;
import maestro.thread.DutyThread;
import maestro.tls.CertificateEnds;
import maestro.tls.TlsContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running controller. All parts are wired here and nowhere else. {@link Reloads} changes its
 * configuration; {@link DrivenMaestro} runs a controller without threads.
 *
 * <p>Threads: one conductor, the workers, and the strategy's own threads. Any thread may call
 * {@link #close}.
 */
public final class Maestro implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Maestro.class);

  /** The longest wait for a worker that is stuck in an application, when the controller ends. */
  private static final long MAX_LAST_BATCH_NS = 1_000_000_000;

  private final Metrics metrics = new Metrics();
  private final SwitchTable switches = new SwitchTable();
  private final OrderedRoles roles;
  private final ConfigInForce inForce;
  private final HelperThreads helpers;
  private final CurrentApplications applicationsNow;
  private final StaticFlows staticFlows;
  private final Stores stores;
  private final Workers workers;

  private final Conductor conductor;
  private final DutyThread conductorThread;

  private final Reloads reloads;
  private final ProbingAddress probingAddress;
  private final Optional<ClusterDuty> cluster;

  private final long startedNs = System.nanoTime();
  private final ControllerControl control = new ControllerControl(this);

  /** Volatile: null before {@link #startProbing}. */
  private volatile @Nullable SelfProbingSwitch probing;

  /** Null when the controller has threads. */
  private final @Nullable DrivenEvents driven;

  /**
   * Makes and starts all parts.
   *
   * @param driven null for a controller with threads; otherwise {@link DrivenMaestro} runs it
   */
  Maestro(
      MaestroConfig config,
      List<ApplicationHost.Configured> applications,
      List<Application> found,
      @Nullable DrivenEvents driven)
      throws IOException {
    this.driven = driven;
    TlsContext tls = TlsFromConfig.context(config).orElse(null);
    inForce = new ConfigInForce(config, tls, switches);
    helpers = new HelperThreads(driven);
    staticFlows = staticFlows(config);
    stores =
        new Stores(
            driven == null ? config.applications().store() : Optional.empty(),
            config.applications().storeLimitBytes(),
            metrics.operatorEvents());
    applicationsNow =
        new CurrentApplications(firstHost(config, applications, found), staticFlows::flowRemoved);
    roles = new OrderedRoles(switches, firstRole(config.role()));
    ConnectionMemory memory = ConnectionMemory.of(config, ConnectionMemory.ofJvmBytes());
    SharedBuffers buffers = memory.newBuffers();
    cluster = driven == null ? config.cluster().map(this::newCluster) : Optional.empty();
    SessionHandler handler = newSessionHandler(config);
    probingAddress = handler.probingAddress();
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
              handler.admitting(),
              clock());
      helpers.add(config, distribution, workers.counters());
      cluster.ifPresent(helpers::add);
      conductor = newConductor(config, distribution, handler, buffers, tls);
    } catch (IOException | RuntimeException e) {
      helpers.close();
      applicationsNow.host().end();
      stores.close();
      staticFlows.close();
      throw e;
    }
    memory.log(); // not before the address is taken: a start that fails says one line
    applicationsNow.host().begin();
    conductorThread =
        new DutyThread("conductor", 0, conductor, Conductor.USUAL_WAIT_NS, ignored -> {});
    reloads = new Reloads(inForce, applicationsNow, workers, this::newHost);
    if (driven == null) {
      workers.start();
      helpers.start();
      conductorThread.start();
    }
    cluster.ifPresent(ClusterDuty::begin);
  }

  /**
   * Starts a controller: when this returns, switches can connect.
   *
   * @param config validated
   * @param applications the applications that the sequences name, each once, not yet started
   * @throws IOException when the address cannot be bound
   * @throws maestro.tls.BadTlsException when the TLS settings cannot be used
   * @throws ClusterStartException when it cannot be a member of its cluster
   * @throws maestro.staticflows.BadFlowFileException when the file of the static flows has a
   *     mistake
   * @throws maestro.sequence.application.ApplicationStartException when an application throws
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
   * Starts the applications, compares them with the sequences, and reads keys, certificates and
   * static flows; then ends the applications.
   *
   * @throws maestro.tls.BadTlsException when the TLS settings cannot be used
   * @throws maestro.staticflows.BadFlowFileException when the file of the static flows has a
   *     mistake
   * @throws maestro.sequence.application.ApplicationStartException when an application throws
   * @throws maestro.sequence.WiringException when sequences and applications do not fit each other
   */
  public static void check(MaestroConfig config, List<ApplicationHost.Configured> applications) {
    TlsFromConfig.context(config);
    config.cluster().ifPresent(GroupJar::group);
    config.control().keptFlows().ifPresent(file -> StaticFlows.check(file, config.names()));
    new ApplicationHost(applications, config, new SwitchTable(), new Metrics()).end();
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
    return switches.describe() + "; since the start: " + metrics.describe();
  }

  /** The connected switches. */
  public SwitchTable switches() {
    return switches;
  }

  /** Which role this controller takes at its switches. Any thread. */
  public OrderedRoles roles() {
    return roles;
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

  /** Changes the configuration of this controller, and counts its reloads. */
  public Reloads reloads() {
    return reloads;
  }

  /** When the certificates in force end. Any thread. */
  public CertificateEnds certificates() {
    return inForce.certificates();
  }

  /** The applications that run now. Any thread. */
  public ApplicationHost applications() {
    return applicationsNow.host();
  }

  /** The time since the conductor ended a cycle, which it does ten times a second. Any thread. */
  public long conductorSilenceNs() {
    return conductor.silenceNs();
  }

  /**
   * Begins to probe itself, as a light switch over loopback. To be called once, when there is
   * somebody to read {@link #probingDelays}; not by a thread that {@link #close}s meanwhile.
   */
  public void startProbing() {
    Optional<SSLSocketFactory> sockets =
        Optional.ofNullable(inForce.tls())
            .map(now -> TlsFromConfig.ownSockets(() -> Optional.ofNullable(inForce.tls())));
    SelfProbingSwitch probe = new SelfProbingSwitch(address(), probingAddress, sockets);
    probing = probe;
    probe.start();
  }

  /** The delays of the probing switch; empty when the controller does not probe itself. */
  public Optional<ProbingDelays> probingDelays() {
    return Optional.ofNullable(probing).map(SelfProbingSwitch::delays);
  }

  /** The batching delay bound, which can be changed while the controller runs. */
  DelayBound delayBound() {
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

  /** The cluster as this member sees it; empty when this controller is alone. Any thread. */
  public Optional<ClusterStatus> cluster() {
    return cluster.map(ClusterDuty::status);
  }

  /**
   * Asks the cluster to let another member serve switches. Any thread.
   *
   * @param datapathIds empty: all
   * @return why not; empty when it was asked
   */
  public CompletableFuture<Optional<String>> moveSwitches(String to, List<Long> datapathIds) {
    return cluster
        .map(each -> each.move(to, datapathIds))
        .orElseGet(
            () ->
                CompletableFuture.completedFuture(
                    Optional.of("this controller is alone: maestro.cluster has no members")));
  }

  Conductor conductor() {
    return conductor;
  }

  Workers workers() {
    return workers;
  }

  private ClusterDuty newCluster(ClusterConfig config) {
    return new ClusterDuty(
        config,
        () -> RunsHere.text(inForce.now(), applicationsNow.host().states()),
        new SavedState(applicationsNow::host, staticFlows, config.spread()));
  }

  /** Equal when others are to say it. */
  private static Role firstRole(RoleMode mode) {
    return mode == RoleMode.AUTO ? Role.EQUAL : Role.valueOf(mode.name());
  }

  private LongSupplier clock() {
    return driven == null ? System::nanoTime : driven.clock();
  }

  private StaticFlows staticFlows(MaestroConfig config) {
    return StaticFlows.open(
        driven == null && config.control().listen().isPresent(),
        config.control().staticFlows(),
        config.names(),
        switches,
        datapathId -> applications().reconcile(datapathId));
  }

  private ApplicationHost firstHost(
      MaestroConfig config,
      List<ApplicationHost.Configured> applications,
      List<Application> found) {
    try {
      return newHost(config, applications, found, null);
    } catch (RuntimeException | Error e) {
      stores.close();
      staticFlows.close();
      throw e;
    }
  }

  private ApplicationHost newHost(
      MaestroConfig config,
      List<ApplicationHost.Configured> applications,
      List<Application> found,
      @Nullable ApplicationHost earlier) {
    return new ApplicationHost(
        applications,
        found,
        List.of(staticFlows.owner()),
        config,
        switches,
        metrics,
        clock(),
        stores,
        driven,
        earlier);
  }

  private SessionHandler newSessionHandler(MaestroConfig config) {
    return new SessionHandler(
        clock(),
        inForce::weightOf,
        inForce::rateLimitOf,
        switches,
        applicationsNow,
        metrics,
        new Identity(
            switches,
            config.connection().duplicateMode(),
            config.connection().duplicateWaitNs(),
            DatapathBinding.BY_CERTIFICATE,
            metrics),
        cluster.<Roles>map(each -> each).orElse(roles));
  }

  private Conductor newConductor(
      MaestroConfig config,
      Distribution distribution,
      SessionHandler handler,
      SharedBuffers buffers,
      @Nullable TlsContext tls)
      throws IOException {
    return new Conductor(
        config.listen().toSocketAddress(),
        distribution,
        handler,
        buffers,
        config.connection(),
        helpers.selectorCount(),
        tls == null ? null : newTlsHandshakes(config, tls.library(), buffers, handler),
        () -> applicationsNow.host().stuckWorkers());
  }

  private TlsHandshakes newTlsHandshakes(
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
    SelfProbingSwitch probe = probing;
    if (probe != null) {
      probe.close();
    }
    try {
      List<DutyThread> serving = new ArrayList<>(helpers.threads());
      serving.addAll(workers.threads());
      DutyThread.stopAll(serving, MAX_LAST_BATCH_NS);
      conductorThread.stop();
      if (driven != null) {
        conductor.close(); // else its thread has done it
      }
    } catch (IOException e) {
      LOG.warn("the controller did not end cleanly: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    applicationsNow.host().end();
    stores.close();
    staticFlows.close();
    helpers.close();
    LOG.info("stopped: {}", metrics.describe());
  }
}
