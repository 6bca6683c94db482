package maestro.sequence;

import com.typesafe.config.Config;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import maestro.api.Application;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.config.ClusterConfig;
import maestro.config.MaestroConfig;
import maestro.config.Sequence;
import maestro.config.Trigger;
import maestro.entries.EntryOwner;
import maestro.entries.EntryOwners;
import maestro.entries.OwnCookies;
import maestro.entries.Reconciler;
import maestro.metrics.Metrics;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchListener;
import maestro.net.session.SwitchTable;
import maestro.sequence.application.ApplicationMetrics;
import maestro.sequence.application.ApplicationStartException;
import maestro.sequence.application.ApplicationState;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.application.RunningStage;
import maestro.sequence.batch.HeldRequests;
import maestro.sequence.event.ApplicationAnswer;
import maestro.sequence.event.ApplicationPaths;
import maestro.sequence.event.ConnectedSwitches;
import maestro.sequence.event.DrivenEvents;
import maestro.sequence.event.EventLoop;
import maestro.sequence.event.EventSequence;
import maestro.sequence.event.EventThread;
import maestro.state.ViewStore;
import maestro.store.Stores;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * The applications of one configuration: started, wired into their sequences, and running from
 * {@link #begin} to {@link #end}. A reload replaces the host by a new one.
 *
 * <p>Threads: the starting thread, except for {@link #stuckWorkers} and the methods of {@link
 * SwitchListener}.
 */
public final class ApplicationHost implements SwitchListener {
  /** An application that takes longer to start blocks. */
  public static final long START_SECONDS = 10;

  /** How long it is waited for an application to end, at a reload and at the end. */
  private static final long END_MS = 2_000;

  private static final long LAST_END_MS = 300;

  /** Longer than a batch that may still be in an application when it is taken out. */
  private static final Duration SETTLE = Duration.ofMillis(500);

  private final StartedApplications started = new StartedApplications();
  private final ViewStore views = new ViewStore();
  private final NetworkViews network = new NetworkViews(views);
  private final EventLoop loop;
  private final EventThread events;
  private final EntryChecks checks = new EntryChecks();
  private final Reconciler entries;
  private final ApplicationPaths paths;
  private final ConnectedSwitches connected;
  private final RefusedMessages refused;
  private final HeldRequests held;
  private final RequestSequences requests;
  private final List<Sequence> sequences;
  private final SwitchTable switches;
  private final OptionalLong checkEntriesNs;

  /** Runs everything without threads; null with threads. */
  private final @Nullable DrivenEvents driven;

  /**
   * An application and its settings.
   *
   * @param application not started yet
   * @param config its defaults with the operator's values over them
   */
  public record Configured(Application application, Config config) {}

  /**
   * Starts applications that keep nothing and replace nothing, and wires them; events have a
   * thread.
   *
   * @param applications the applications that the sequences name, each once
   * @param switches the table of connected switches
   * @throws ApplicationStartException when an application throws
   * @throws WiringException when sequences and applications do not fit each other
   */
  public ApplicationHost(
      List<Configured> applications, MaestroConfig config, SwitchTable switches, Metrics metrics) {
    this(
        applications,
        List.of(),
        List.of(),
        config,
        switches,
        metrics,
        System::nanoTime,
        Stores.inMemory(config.applications().storeLimitBytes()),
        null,
        null);
  }

  /**
   * The same for a whole controller.
   *
   * @param found all applications in the jars. Only their names and cookies are read: flow entries
   *     of those that do not run are removed from switches
   * @param platform owners of flow entries that are no applications
   * @param clock in nanoseconds, that of the workers; it says for how long a stage has run
   * @param stores not closed here
   * @param driven runs the tasks of the event thread; null for a thread
   * @param earlier the running host that this one is to replace, whose applications leave something
   *     to those of this one; null at the start of the controller. Not kept
   */
  public ApplicationHost(
      List<Configured> applications,
      List<Application> found,
      List<EntryOwner> platform,
      MaestroConfig config,
      SwitchTable switches,
      Metrics metrics,
      LongSupplier clock,
      Stores stores,
      @Nullable DrivenEvents driven,
      @Nullable ApplicationHost earlier) {
    this.loop = driven == null ? new EventLoop() : new EventLoop(driven);
    if (driven != null) {
      views.waitByRunning(driven::runOne);
    }
    this.driven = driven;
    this.switches = switches;
    this.sequences = config.sequences();
    this.checkEntriesNs = config.applications().checkEntriesNs();
    this.events = new EventThread(loop, clock, metrics, views, switches);
    Duration requestTimeout = Duration.ofNanos(config.connection().requestTimeoutNs());
    this.connected = new ConnectedSwitches(switches, loop, clock, metrics, requestTimeout);
    this.held = new HeldRequests(connected, loop, metrics);
    Vlans vlans = DeclaredVlans.of(config.vlans());
    boolean inOrder = RequestSequences.areInOrder(config);
    try {
      for (Configured configured : applications) {
        Application application = configured.application();
        String name = application.name();
        OwnCookies cookies = StartedApplications.cookiesOf(application);
        HostContext context =
            new HostContext(
                name,
                configured.config(),
                triggersOf(name),
                started.declarations(),
                views,
                events,
                connected.of(cookies),
                vlans,
                checks,
                clock,
                inOrder,
                () -> stores.of(name),
                earlier == null ? null : earlier.started.savedStateOf(name));
        started.start(application, cookies, context, config.applications());
      }
      Declarations declarations = started.declarations();
      declarations.end();
      if (driven != null) {
        refuseThreads(declarations);
      }
      EntryOwners owners =
          new Owners(started.byName(), declarations, events).of(platform, applications, found);
      entries = new Reconciler(owners, loop, clock, requestTimeout, metrics);
      requests =
          new RequestSequences(
              config, vlans, started, owners, events, views, switches, held, clock);
      refused = new RefusedMessages(owners, started.byName(), declarations, events);
      paths = new ApplicationPaths(declarations.paths(), started.byName(), events, loop);
      started.byName().values().forEach(each -> each.whenOut(() -> entries.checkAllAfter(SETTLE)));
      boolean isSpread = config.cluster().filter(ClusterConfig::spread).isPresent();
      new Wiring(started.byName(), declarations, views, isSpread).check(sequences);
    } catch (RuntimeException | Error e) {
      started.end(LAST_END_MS, driven == null); // those before the one that did not start
      throw e;
    }
  }

  private static void refuseThreads(Declarations declarations) {
    for (Declarations.Background each : declarations.background()) {
      if (!each.isPeriodic()) {
        throw new ApplicationStartException(
            each.application(),
            new IllegalStateException(
                "its background task '"
                    + each.name()
                    + "' needs a thread, and virtual time has none; backgroundEvery needs none"));
      }
    }
  }

  private Set<Trigger> triggersOf(String application) {
    Set<Trigger> triggers = EnumSet.noneOf(Trigger.class);
    sequences.stream()
        .filter(each -> each.run().contains(application))
        .forEach(each -> triggers.addAll(each.triggers()));
    return triggers;
  }

  /**
   * Replaces an earlier host, which judges no flow entries from now on. Until this one begins, the
   * earlier one says what the network is. Call it only while all workers rest.
   */
  public void replaces(ApplicationHost earlier) {
    network.replaces(earlier.network);
    entries.owners().noteAllOf(earlier.entries.owners());
    earlier.entries.end();
  }

  /**
   * Starts events, beginning with joins of the switches that are ready, and starts the background
   * tasks.
   */
  public void begin() {
    queueEvents();
    beginTasks();
  }

  /**
   * The same for the successor of a host that has not ended yet: events wait, and background tasks
   * do not start, until {@link #earlierHasEnded}.
   */
  public void beginBehindEarlier() {
    loop.hold();
    queueEvents();
  }

  /** Lets events and background tasks begin, after {@link #beginBehindEarlier}. */
  public void earlierHasEnded() {
    loop.release();
    beginTasks();
  }

  private void queueEvents() {
    List<EventSequence> onEvents = new ArrayList<>();
    for (Sequence sequence : sequences) {
      if (!sequence.triggers().contains(Trigger.FLOW_REQUEST)) {
        List<RunningApplication> order = started.inOrder(sequence.run());
        onEvents.add(
            new EventSequence(
                sequence, order, views.madeBy(sequence.run()), started.declarations()::frameTypes));
      }
    }
    checks.begin(entries);
    entries.checkEach(checkEntriesNs);
    for (Declarations.Expiring each : started.declarations().expiring()) {
      loop.every(each.everyNs(), each.table()::expire);
    }
    events.begin(started.byName(), onEvents);
    network.begun();
    started.mayRestore(this::onEventThread);
    for (Connection connection : switches.all()) {
      if (Session.of(connection).isReady()) {
        events.present(Session.of(connection));
        entries.joined(Session.of(connection));
      }
    }
  }

  private void beginTasks() {
    if (driven == null) {
      started.begin();
    } else {
      started.begin(driven);
    }
  }

  /**
   * Ends the event thread, the background tasks and the applications; queued events are dropped.
   * What does not end is not waited for long: the controller must end within two seconds, even when
   * a worker also hangs.
   */
  public void end() {
    end(LAST_END_MS);
  }

  /**
   * The same when a successor waits, which may need what the applications hold, such as a port:
   * they are waited for longer.
   */
  public void endBeforeSuccessor() {
    end(END_MS);
  }

  private void end(long mostMs) {
    entries.end();
    paths.end();
    loop.close();
    held.end();
    connected.end();
    started.end(mostMs, driven == null);
  }

  /**
   * Logs applications that do not return from a stage. The conductor calls it periodically.
   *
   * @return the numbers of the workers that are stuck in an application
   */
  public BitSet stuckWorkers() {
    events.check();
    return requests.stuck();
  }

  /** What runs for longest by now of what has not returned; empty when nothing runs. Any thread. */
  public Optional<RunningStage> longestStage() {
    return Stream.concat(events.running().stream(), requests.running())
        .max(Comparator.comparingLong(RunningStage::elapsedNs));
  }

  /** The application that the event thread is in. Any thread. */
  public Optional<RunningStage> eventThread() {
    return events.running();
  }

  /** The sequences on flow requests. */
  public RequestSequences requests() {
    return requests;
  }

  /** What the applications publish of the network. Any thread. */
  public NetworkViews network() {
    return network;
  }

  /** The metrics that applications have declared. Any thread. */
  public ApplicationMetrics metrics() {
    return started.declarations().metrics();
  }

  /** The files that applications read at their start. Any thread. */
  public Set<Path> files() {
    return started.declarations().files();
  }

  /** How many exceptions each application has thrown, by its name. Any thread. */
  public Map<String, Integer> faults() {
    return started.faults();
  }

  /** The application that an entry with this cookie belongs to; empty for none. Any thread. */
  public Optional<String> ownerOf(long cookie) {
    return entries.owners().nameOf(cookie);
  }

  /**
   * Lets an application answer a request to one of its paths. Any thread.
   *
   * @param sent the decoded parts of the path behind the application's name
   * @param query the parameters behind the question mark, decoded
   * @return the answer, within some seconds; completed by any thread
   */
  public CompletableFuture<ApplicationAnswer> answer(
      String application,
      String method,
      List<String> sent,
      Map<String, String> query,
      String body) {
    return paths.answer(application, method, sent, query, body);
  }

  /** The methods and paths that an application answers, such as {@code GET reservations/{id}}. */
  public List<String> pathsOf(String application) {
    return paths.of(application);
  }

  /** Asks for the reconciliation of a switch, if it is connected. Any thread. */
  public void reconcile(long datapathId) {
    entries.check(datapathId);
  }

  /** The applications that run, in the order in which they started. Any thread. */
  public List<ApplicationState> states() {
    return started.states();
  }

  // ---- from one member of a cluster to another ----

  /** The state of all applications that restore it on another member, by name. Any thread. */
  public Map<String, byte[]> savedStates() {
    return started.savedStates();
  }

  /**
   * Lets the applications restore their state of another member: on the event thread, before the
   * switches that join from now on. Any thread.
   *
   * @param states by name; the caller does not change the bytes
   */
  public void restore(Map<String, byte[]> states) {
    started.restore(states, this::onEventThread);
  }

  private void onEventThread(RunningApplication application, Runnable task) {
    loop.execute(() -> events.runTask(application, task));
  }

  // ---- events of switches ----

  @Override
  public Object[] featuresKnown(SwitchInfo info) {
    return started.newLocals(info, connected);
  }

  @Override
  public boolean joined(Session session) {
    boolean told = events.joined(session);
    if (told) {
      entries.joined(session);
    }
    return told;
  }

  @Override
  public void left(Session session) {
    events.left(session);
    entries.left(session);
  }

  @Override
  public void portChanged(Session session, PortInfo port, PortChange change) {
    events.portChanged(session, port, change);
    if (change == PortChange.REMOVED || !port.up()) {
      entries.portLost(session.info());
    }
  }

  @Override
  public void flowRemoved(Session session, OFFlowRemoved message) {
    events.flowRemoved(session, message);
  }

  @Override
  public @Nullable String refused(Session session, ByteBuffer b, int at, int length) {
    return refused.take(session, b, at, length);
  }
}
