package maestro.sequence;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.api.Announcer;
import maestro.api.ApplicationContext;
import maestro.api.ApplicationCounter;
import maestro.api.ApplicationGauge;
import maestro.api.BackgroundTask;
import maestro.api.EntryCheck;
import maestro.api.EntryReconciler;
import maestro.api.FlowRequest;
import maestro.api.LocalEntryReconciler;
import maestro.api.PublishedView;
import maestro.api.RefusedMessage;
import maestro.api.RestHandler;
import maestro.api.SharedTable;
import maestro.api.Store;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.config.Trigger;
import maestro.entries.PlatformCookie;
import maestro.metrics.OperatorEvent.Severity;
import maestro.net.session.Session;
import maestro.sequence.application.ApplicationPath;
import maestro.sequence.batch.RequestView;
import maestro.sequence.event.ConnectedSwitches;
import maestro.sequence.event.EventThread;
import maestro.state.AddressTable;
import maestro.state.ViewStore;
import org.jspecify.annotations.Nullable;

/** The context of one application. */
final class HostContext implements ApplicationContext {
  private final String application;
  private final Config config;
  private final Set<Trigger> triggers;
  private final Declarations declarations;
  private final ViewStore views;
  private final EventThread events;
  private final ConnectedSwitches.OfApplication switches;
  private final Vlans vlans;
  private final EntryCheck checks;
  private final LongSupplier clock;
  private final boolean inOrder;
  private final Supplier<Store> store;
  private final WaitingTasks tasks = new WaitingTasks(WaitingTasks.MOST);

  /** Null when nothing was saved, and after the start. */
  private byte @Nullable [] savedState;

  HostContext(
      String application,
      Config config,
      Set<Trigger> triggers,
      Declarations declarations,
      ViewStore views,
      EventThread events,
      ConnectedSwitches.OfApplication switches,
      Vlans vlans,
      EntryCheck checks,
      LongSupplier clock,
      boolean inOrder,
      Supplier<Store> store,
      byte @Nullable [] savedState) {
    this.application = application;
    this.config = config;
    this.triggers = triggers;
    this.declarations = declarations;
    this.views = views;
    this.events = events;
    this.switches = switches;
    this.vlans = vlans;
    this.checks = checks;
    this.clock = clock;
    this.inOrder = inOrder;
    this.store = store;
    this.savedState = savedState;
  }

  /** Ends the start of the application: its saved state is not kept. */
  void started() {
    savedState = null;
  }

  @Override
  public Config config() {
    return config;
  }

  @Override
  public String name() {
    return application;
  }

  @Override
  public LongSupplier clock() {
    return clock;
  }

  @Override
  public boolean runsOn(String trigger) {
    for (Trigger each : Trigger.values()) {
      if (each.text().equals(trigger)) {
        return triggers.contains(each);
      }
    }
    throw new IllegalArgumentException("no trigger is called " + trigger);
  }

  @Override
  public boolean inOrder() {
    return inOrder;
  }

  @Override
  public Optional<Path> file(String setting) {
    Optional<Path> file = ApplicationContext.super.file(setting);
    declarations.other();
    file.ifPresent(declarations::file);
    return file;
  }

  @Override
  public Switches switches() {
    return switches;
  }

  @Override
  public Vlans vlans() {
    return vlans;
  }

  @Override
  public <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial) {
    return new Slot<>(declarations.local(application, initial, false), switches);
  }

  @Override
  public <T> SwitchLocal<T> switchShared(Function<SwitchInfo, T> initial) {
    return new Slot<>(declarations.local(application, initial, true), switches);
  }

  private record Slot<T>(int index, ConnectedSwitches.OfApplication switches)
      implements SwitchLocal<T> {
    @Override
    @SuppressWarnings("unchecked") // the slot's initial function made it
    public T of(FlowRequest request) {
      return (T) Session.of(RequestView.of(request).connection()).local(index);
    }

    @Override
    @SuppressWarnings("unchecked") // the slot's initial function made it
    public Optional<T> find(long datapathId) {
      return Optional.ofNullable((T) switches.local(datapathId, index));
    }
  }

  @Override
  public SharedTable sharedTable(int capacity) {
    declarations.other();
    return new AddressTable(capacity);
  }

  @Override
  public SharedTable sharedTable(int capacity, Duration idle) {
    AddressTable table = new AddressTable(capacity, true);
    declarations.expiring(table, idle);
    return table;
  }

  @Override
  public Store store() {
    declarations.other();
    return store.get();
  }

  @Override
  public <T> PublishedView<T> publishes(String name, Class<T> type, T initial) {
    declarations.other();
    return views.publishes(application, name, type, initial);
  }

  @Override
  public <T> View<T> reads(String name, Class<T> type) {
    declarations.read(application, name);
    return views.reads(application, name, type);
  }

  @Override
  public <T> Announcer<T> announces(String name, Class<T> type) {
    declarations.announcement(name);
    return value -> events.announced(name, type.cast(value));
  }

  @Override
  public void background(String name, BackgroundTask task) {
    declarations.background(application, name, task, 0);
  }

  @Override
  public void backgroundEvery(String name, Duration interval, Runnable task) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval: found " + interval + "; allowed: above 0");
    }
    declarations.background(application, name, task::run, interval.toNanos());
  }

  @Override
  public void answers(String method, String path, RestHandler handler) {
    declarations.path(
        application, new ApplicationPath(method, path, Objects.requireNonNull(handler, "handler")));
  }

  @Override
  public void onRefused(Consumer<RefusedMessage> handler) {
    declarations.refusals(application, handler);
  }

  @Override
  public ApplicationCounter counter(String name, String help) {
    declarations.other();
    return declarations.metrics().counter(application, name, help);
  }

  @Override
  public ApplicationGauge gauge(String name, String help) {
    declarations.other();
    return declarations.metrics().gauge(application, name, help);
  }

  @Override
  public void frames(int... ethTypes) {
    declarations.frames(application, ethTypes);
  }

  @Override
  public EntryCheck reconcilesEntries(EntryReconciler reconciler) {
    declarations.reconciler(application, reconciler);
    return checks;
  }

  @Override
  public <T> EntryCheck reconcilesEntries(
      SwitchLocal<T> state, LocalEntryReconciler<T> reconciler) {
    declarations.reconciler(application, ((Slot<T>) state).index(), reconciler);
    return checks;
  }

  @Override
  public long cookie() {
    return PlatformCookie.of(application);
  }

  @Override
  public Optional<byte[]> savedState() {
    declarations.other();
    return Optional.ofNullable(savedState);
  }

  @Override
  public void savesState(Supplier<byte[]> saver) {
    declarations.stateSaver(application, saver);
  }

  @Override
  public void restoresState(Consumer<byte[]> restorer) {
    declarations.stateRestorer(application, restorer);
  }

  @Override
  public void publishTogether(PublishedView.Change... changes) {
    views.commit(changes);
  }

  @Override
  public void reportEvent(String type, String text, Map<String, ?> details) {
    events.told(application, Severity.INFO, type, text, details);
  }

  @Override
  public void reportWarning(String type, String text, Map<String, ?> details) {
    events.told(application, Severity.WARNING, type, text, details);
  }

  @Override
  public void later(Runnable task) {
    WaitingTasks.Waiting waiting = tasks.take(task);
    try {
      events.later(application, waiting);
    } catch (RuntimeException e) { // not yet allowed
      waiting.giveBack();
      throw e;
    }
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    WaitingTasks.Waiting waiting = tasks.take(task);
    try {
      ScheduledFuture<?> timer = events.after(delay, application, waiting);
      return timer == null ? () -> {} : () -> cancel(timer, waiting);
    } catch (RuntimeException e) { // not yet allowed
      waiting.giveBack();
      throw e;
    }
  }

  private static void cancel(ScheduledFuture<?> timer, WaitingTasks.Waiting waiting) {
    if (timer.cancel(false)) {
      waiting.giveBack();
    }
  }

  @Override
  public void whenTakenOut(ApplicationContext other, Runnable task) {
    if (!(other instanceof HostContext of)) {
      throw new IllegalArgumentException("no context of an application");
    }
    events.whenTakenOut(of.application, application, task);
  }
}
