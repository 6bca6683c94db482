package maestro.sequence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import maestro.api.Application;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.config.MaestroConfig;
import maestro.entries.OwnCookies;
import maestro.sequence.application.ApplicationStartException;
import maestro.sequence.application.ApplicationState;
import maestro.sequence.application.FaultLog;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.event.DrivenEvents;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The applications of one host by their names, in the order in which they started, with what they
 * have declared and their background tasks. What an application throws is its fault, and stops no
 * other.
 *
 * <p>Threads: the starting thread until all are started; then any thread, but {@link #begin} and
 * {@link #end} are for those of the host.
 */
final class StartedApplications {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationHost.class);

  private final Map<String, RunningApplication> running = new LinkedHashMap<>();
  private final Map<String, String> versions = new HashMap<>();
  private final Map<String, ClassLoader> loaders = new HashMap<>();
  private final Declarations declarations = new Declarations();
  private final StartWatch watch = new StartWatch();
  private final FaultLog faults = new FaultLog();

  /** Those that have thrown when they were asked what they leave. */
  private final Set<String> savesNothing = ConcurrentHashMap.newKeySet();

  // Guarded by this.
  private Map<String, byte[]> toRestore = Map.of();
  private boolean mayRestore;

  private final Set<Thread> background = new LinkedHashSet<>();
  private final ApplicationEnds ends = new ApplicationEnds(background);

  /** Background tasks without threads. */
  private final List<Future<?>> driven = new ArrayList<>();

  /**
   * Asks an application for its cookies.
   *
   * @throws ApplicationStartException when it throws
   */
  static OwnCookies cookiesOf(Application application) {
    try {
      return new OwnCookies(application.name(), application.cookies());
    } catch (Throwable e) { // any failure: what runs already must go on
      throw new ApplicationStartException(application.name(), e);
    }
  }

  /**
   * Starts an application.
   *
   * @param context for this application alone, with these declarations
   * @throws ApplicationStartException when it throws
   */
  void start(
      Application application,
      OwnCookies cookies,
      HostContext context,
      MaestroConfig.Applications limits) {
    String name = application.name();
    Stages stages;
    boolean failsClosed;
    StartWatch.Start start = watch.begin(name);
    Thread thread = Thread.currentThread();
    ClassLoader loader = thread.getContextClassLoader();
    thread.setContextClassLoader(application.getClass().getClassLoader()); // its threads inherit it
    try {
      stages = Objects.requireNonNull(application.start(context), "no stages");
      failsClosed = application.failsClosed();
    } catch (Throwable e) { // any failure: what runs already must go on
      throw new ApplicationStartException(name, e);
    } finally {
      thread.setContextClassLoader(loader);
      start.end();
    }
    context.started();
    versions.put(name, application.version());
    RunningApplication started =
        new RunningApplication(
            name, cookies, stages, failsClosed, faults, limits.faultBudget(), limits.slowStageNs());
    running.put(name, started);
    loaders.put(name, application.getClass().getClassLoader());
    ends.add(application, started);
  }

  Declarations declarations() {
    return declarations;
  }

  Map<String, RunningApplication> byName() {
    return running;
  }

  /** Those with these names, all of which are started. */
  List<RunningApplication> inOrder(List<String> names) {
    return names.stream().map(this::running).toList();
  }

  private RunningApplication running(String name) {
    return Objects.requireNonNull(running.get(name), name);
  }

  /**
   * The state that an application saves for its next instance; null for none. One that has thrown
   * is not asked again. Any thread.
   */
  byte @Nullable [] savedStateOf(String name) {
    Supplier<byte[]> saver = declarations.stateSaver(name);
    RunningApplication application = running.get(name);
    if (saver == null
        || application == null
        || application.isOut()
        || savesNothing.contains(name)) {
      return null;
    }
    try {
      return Objects.requireNonNull(saver.get(), "it has saved null").clone();
    } catch (Throwable e) { // any failure: the next instance starts without it
      savesNothing.add(name);
      application.failed(0, e);
      return null;
    }
  }

  /** The state of all applications that restore it on another member, by name. Any thread. */
  Map<String, byte[]> savedStates() {
    Map<String, byte[]> states = new LinkedHashMap<>();
    for (String name : running.keySet()) {
      byte[] own = declarations.stateRestorer(name) == null ? null : savedStateOf(name);
      if (own != null) {
        states.put(name, own);
      }
    }
    return states;
  }

  /**
   * Lets the applications restore their state of another member. One that cannot read the bytes
   * goes on as it is.
   *
   * @param states by name; the caller does not change the bytes
   * @param events runs each on the event thread
   */
  synchronized void restore(
      Map<String, byte[]> states, BiConsumer<RunningApplication, Runnable> events) {
    if (!mayRestore) {
      toRestore = states; // the successor of a host that has not ended
      return;
    }
    for (Map.Entry<String, RunningApplication> each : running.entrySet()) {
      Consumer<byte[]> restorer = declarations.stateRestorer(each.getKey());
      byte[] own = states.get(each.getKey());
      if (restorer != null && own != null) {
        events.accept(each.getValue(), () -> restore(each.getKey(), restorer, own));
      }
    }
  }

  /** Lets the applications restore their state from now on; what has waited comes first. */
  synchronized void mayRestore(BiConsumer<RunningApplication, Runnable> events) {
    mayRestore = true;
    restore(toRestore, events);
  }

  private static void restore(String name, Consumer<byte[]> restorer, byte[] state) {
    try {
      restorer.accept(state);
      LOG.info("{} has restored its state of another member: {} bytes", name, state.length);
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "{} cannot restore its state of another member, and starts without it: {}",
          name,
          e.getMessage());
    }
  }

  /**
   * The switch-local state of a switch, by slots. An application that makes none does not serve
   * this switch; all others do.
   *
   * @param owner becomes the last element: whose state it is
   */
  Object[] newLocals(SwitchInfo info, Object owner) {
    List<Declarations.Local> locals = declarations.locals();
    Object[] values = new Object[locals.size() + 1];
    values[locals.size()] = owner;
    running.values().forEach(each -> each.joining(info.datapathId()));
    for (int i = 0; i < locals.size(); i++) {
      Declarations.Local local = locals.get(i);
      RunningApplication application = running(local.application());
      if (!application.isOut() && application.serves(info.datapathId())) {
        try {
          values[i] = local.initial().apply(info);
        } catch (Throwable e) { // any failure: it affects this application and this switch
          application.hasNoStateFor(info, e);
        }
      }
    }
    return values;
  }

  /**
   * Starts the background tasks, which are all periodic, without threads.
   *
   * @param events calls them
   */
  void begin(DrivenEvents events) {
    for (Declarations.Background each : declarations.background()) {
      AtomicReference<@Nullable Future<?>> own = new AtomicReference<>();
      Future<?> task =
          events.scheduleWithFixedDelay(
              () -> {
                if (!call(each)) {
                  Objects.requireNonNull(own.get(), "no call before it is set").cancel(false);
                }
              },
              each.everyNs(),
              each.everyNs(),
              TimeUnit.NANOSECONDS);
      own.set(task);
      driven.add(task);
    }
  }

  /** Starts the background tasks. */
  void begin() {
    for (Declarations.Background each : declarations.background()) {
      Thread thread = new Thread(() -> run(each), each.application() + "-" + each.name());
      thread.setDaemon(true);
      thread.setContextClassLoader(loaders.get(each.application()));
      background.add(thread);
      thread.start();
    }
  }

  private void run(Declarations.Background each) {
    try {
      do {
        TimeUnit.NANOSECONDS.sleep(each.everyNs());
      } while (call(each) && each.isPeriodic());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the host has ended
    }
  }

  /** Calls a task once. Returns whether it may be called again. */
  private boolean call(Declarations.Background each) {
    try {
      each.task().run();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the host has ended
    } catch (Throwable e) { // any failure: other languages throw what Java does not allow
      RunningApplication application = running(each.application());
      application.failed(0, e);
      return !application.isOut();
    }
    return false;
  }

  /**
   * Ends the background tasks and the applications, after their last event.
   *
   * @param mostMs how long it is waited for each
   * @param hasThreads whether threads may be started
   */
  void end(long mostMs, boolean hasThreads) {
    driven.forEach(task -> task.cancel(false));
    ends.end(mostMs, hasThreads);
  }

  /** How many exceptions each has thrown, by its name. */
  Map<String, Integer> faults() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    running.forEach((name, application) -> counts.put(name, application.faults()));
    return counts;
  }

  /** All of them, as an operator sees them. */
  List<ApplicationState> states() {
    return running.values().stream()
        .map(each -> each.state(versions.getOrDefault(each.name(), "")))
        .toList();
  }
}
