package maestro.apps.testkit;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.api.Announcer;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.ApplicationCounter;
import maestro.api.BackgroundTask;
import maestro.api.EntryCheck;
import maestro.api.EntryReconciler;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.LocalEntryReconciler;
import maestro.api.PublishedView;
import maestro.api.RefusedMessage;
import maestro.api.RestHandler;
import maestro.api.SharedTable;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.View;
import maestro.api.Vlans;

/**
 * The platform as one application sees it, on one thread: what is put off runs in {@link #advance},
 * views show what was published last, and what the application declares is kept for the test.
 */
public final class FakePlatform implements ApplicationContext {
  /** What {@link #cookie} is. */
  public static final long OWN_COOKIE = 0x006d_6112_3400_0000L;

  private record Timer(long dueNs, Runnable task) {}

  private record WhenOut(ApplicationContext other, Runnable task) {}

  private final String application;
  private Config config;
  private final FakeSwitches switches = new FakeSwitches();
  private Vlans vlans = Vlans.NONE;
  private final Map<String, FakeView<?>> views = new HashMap<>();
  private final List<Object> announced = new ArrayList<>();
  private final Map<String, BackgroundTask> background = new HashMap<>();
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::dueNs));
  private final Set<Long> checked = new LinkedHashSet<>();
  private final Map<String, RestHandler> handlers = new HashMap<>();
  private final List<WhenOut> whenOut = new ArrayList<>();
  private final Map<String, Long> counted = new HashMap<>();
  private Consumer<RefusedMessage> refusals = message -> {};
  private EntryReconciler reconciler;
  private byte[] restored;
  private Supplier<byte[]> saved = () -> null;
  private Consumer<byte[]> restorer = bytes -> {};
  private Set<String> missingTriggers = Set.of();
  private boolean inOrder = true;
  private long nowNs;

  private FakePlatform(String application, Config config) {
    this.application = application;
    this.config = config;
  }

  /** A platform for an application of maestro-apps, its settings over its defaults. */
  public static FakePlatform withSettings(String application, String settings) {
    return new FakePlatform(
        application,
        ConfigFactory.parseString(settings)
            .withFallback(
                ConfigFactory.parseResources("reference.conf")
                    .getConfig("applications." + application)));
  }

  /** The same with the defaults of another application, for one that is to run beside the first. */
  public FakePlatform withApplication(String application) {
    config =
        config.withFallback(
            ConfigFactory.parseResources("reference.conf")
                .getConfig("applications." + application));
    return this;
  }

  /** The triggers on which no sequence runs the application; before {@link #start}. */
  public FakePlatform without(String... triggers) {
    missingTriggers = Set.of(triggers);
    return this;
  }

  @Override
  public boolean runsOn(String trigger) {
    return !missingTriggers.contains(trigger);
  }

  /** Several workers serve a switch at once; before {@link #start}. */
  public FakePlatform withoutOrder() {
    inOrder = false;
    return this;
  }

  @Override
  public boolean inOrder() {
    return inOrder;
  }

  /** A platform for an application that has no settings. */
  public static FakePlatform named(String application) {
    return new FakePlatform(application, ConfigFactory.empty());
  }

  @Override
  public String name() {
    return application;
  }

  @Override
  public void whenTakenOut(ApplicationContext other, Runnable task) {
    whenOut.add(new WhenOut(other, task));
  }

  /** Another application is taken out: what this one wanted to do then runs. */
  public void takenOut(ApplicationContext other) {
    whenOut.stream().filter(each -> each.other() == other).forEach(each -> each.task().run());
  }

  @Override
  public ApplicationCounter counter(String metric, String help) {
    return count -> counted.merge(metric, count, Long::sum);
  }

  /** What a counter of the application has counted. */
  public long counted(String metric) {
    return counted.getOrDefault(metric, 0L);
  }

  @Override
  public void onRefused(Consumer<RefusedMessage> handler) {
    refusals = handler;
  }

  /** A switch refuses a message of the application. */
  public void refuse(RefusedMessage message) {
    refusals.accept(message);
  }

  /** Starts an application on it. */
  public Stages start(Application application) {
    return application.start(this);
  }

  /** Time goes on: what was put off runs, and timers that are due. */
  public void advance(Duration duration) {
    nowNs += duration.toNanos();
    runLater();
    while (!timers.isEmpty() && timers.peek().dueNs() <= nowNs) {
      timers.remove().task().run();
      runLater();
    }
  }

  private void runLater() {
    while (!later.isEmpty()) {
      later.remove().run();
    }
  }

  /** The time, from 0. */
  public long nowNs() {
    return nowNs;
  }

  /** Gives a view that another application would make a value. */
  public <T> void set(String view, T value) {
    this.<T>view(view).value = value;
  }

  /** What a view is. */
  public <T> T valueOf(String view, Class<T> type) {
    return type.cast(view(view).value);
  }

  /** What was announced so far. */
  public List<Object> announced() {
    return announced;
  }

  /** A background task by its name, for the test to run. */
  public BackgroundTask background(String name) {
    return background.get(name);
  }

  @Override
  public Config config() {
    return config;
  }

  @Override
  public LongSupplier clock() {
    return this::nowNs;
  }

  @Override
  public FakeSwitches switches() {
    return switches;
  }

  /** What the operator declares of VLANs; before {@link #start}. */
  public FakePlatform declare(Vlans declared) {
    vlans = declared;
    return this;
  }

  @Override
  public Vlans vlans() {
    return vlans;
  }

  @Override
  public <T> SwitchLocal<T> switchLocal(Function<SwitchInfo, T> initial) {
    return new FakeLocal<>(
        switches.newLocals(), id -> initial.apply(new SwitchInfo(id, 4, 1, 0)), switches);
  }

  private record FakeLocal<T>(
      Map<Long, T> bySwitch, Function<Long, T> initial, FakeSwitches switches)
      implements SwitchLocal<T> {
    @Override
    public T of(FlowRequest request) {
      return of(request.datapathId());
    }

    @Override
    public Optional<T> find(long datapathId) {
      return switches.find(datapathId).map(info -> of(datapathId));
    }

    T of(long datapathId) {
      return bySwitch.computeIfAbsent(datapathId, initial);
    }
  }

  @Override
  public void answers(String method, String path, RestHandler handler) {
    if (handlers.putIfAbsent(method + " " + path, handler) != null) {
      throw new IllegalArgumentException(method + " " + path + " is declared already");
    }
  }

  /** The handler of a path, by method and template. */
  public RestHandler handler(String methodAndPath) {
    return Objects.requireNonNull(handlers.get(methodAndPath), methodAndPath);
  }

  @Override
  public EntryCheck reconcilesEntries(EntryReconciler entryReconciler) {
    reconciler = entryReconciler;
    return new FakeCheck();
  }

  @Override
  public <T> EntryCheck reconcilesEntries(
      SwitchLocal<T> state, LocalEntryReconciler<T> localReconciler) {
    FakeLocal<T> local = (FakeLocal<T>) state;
    reconciler = (info, entry) -> localReconciler.verdict(info, local.of(info.datapathId()), entry);
    return new FakeCheck();
  }

  private final class FakeCheck implements EntryCheck {
    @Override
    public void check(long datapathId) {
      checked.add(datapathId);
    }

    @Override
    public void checkAll() {
      switches.all().forEach(info -> checked.add(info.datapathId()));
    }
  }

  @Override
  public long cookie() {
    return OWN_COOKIE;
  }

  /** Decides about the application's entries, whichever kind it is; null without one. */
  public EntryReconciler reconciler() {
    return reconciler;
  }

  /** The switches whose entries were to be looked at since the last time this was asked. */
  public List<Long> takeChecked() {
    List<Long> taken = List.copyOf(checked);
    checked.clear();
    return taken;
  }

  @Override
  public SharedTable sharedTable(int capacity) {
    return new FakeTable(capacity);
  }

  @Override
  public <T> PublishedView<T> publishes(String name, Class<T> type, T initial) {
    FakeView<T> view = view(name);
    view.value = initial;
    return view;
  }

  @Override
  public <T> View<T> reads(String name, Class<T> type) {
    return view(name);
  }

  @SuppressWarnings("unchecked") // each name has one type
  private <T> FakeView<T> view(String name) {
    return (FakeView<T>) views.computeIfAbsent(name, n -> new FakeView<T>());
  }

  @Override
  public <T> Announcer<T> announces(String name, Class<T> type) {
    return announced::add;
  }

  @Override
  public void background(String name, BackgroundTask task) {
    background.put(name, task);
  }

  /** Gives the application the state of its previous instance; before {@link #start}. */
  public FakePlatform withSavedState(byte[] state) {
    restored = state;
    return this;
  }

  /** The state that the application saves now. */
  public byte[] saveState() {
    return saved.get();
  }

  @Override
  public Optional<byte[]> savedState() {
    return Optional.ofNullable(restored);
  }

  @Override
  public void savesState(Supplier<byte[]> saver) {
    saved = saver;
  }

  @Override
  public void restoresState(Consumer<byte[]> newRestorer) {
    restorer = newRestorer;
  }

  /** This member becomes active, with the state that another one has saved. */
  public void restoreState(byte[] state) {
    restorer.accept(state);
  }

  @Override
  public void publishTogether(PublishedView.Change... changes) {
    for (PublishedView.Change change : changes) {
      ((FakeChange<?>) change).apply();
    }
  }

  @Override
  public void later(Runnable task) {
    later.add(task);
  }

  @Override
  public Cancellable after(Duration delay, Runnable task) {
    Timer timer = new Timer(nowNs + delay.toNanos(), task);
    timers.add(timer);
    return () -> timers.remove(timer);
  }

  private record FakeChange<T>(FakeView<T> view, T value) implements PublishedView.Change {
    void apply() {
      view.value = value;
    }
  }

  private static final class FakeView<T> implements PublishedView<T> {
    private T value;

    @Override
    public T at(FlowBatch batch) {
      return value;
    }

    @Override
    public T at(FlowRequest request) {
      return value;
    }

    @Override
    public T now() {
      return value;
    }

    @Override
    public void publish(T newValue) {
      value = newValue;
    }

    @Override
    public Change to(T newValue) {
      return new FakeChange<>(this, newValue);
    }
  }

  /** A map, thread-safe as the real one is. */
  private static final class FakeTable implements SharedTable {
    private final Map<Long, Long> values = new ConcurrentHashMap<>();
    private final int capacity;

    FakeTable(int capacity) {
      this.capacity = capacity;
    }

    @Override
    public long get(long address) {
      return values.getOrDefault(address, ABSENT);
    }

    @Override
    public long put(long address, long value) {
      if (values.size() >= capacity && !values.containsKey(address)) {
        throw new IllegalStateException("full");
      }
      Long before = values.put(address, value);
      return before == null ? ABSENT : before;
    }

    @Override
    public boolean replace(long address, long expected, long value) {
      return values.replace(address, expected, value);
    }

    @Override
    public long remove(long address) {
      Long before = values.remove(address);
      return before == null ? ABSENT : before;
    }

    @Override
    public int count() {
      return values.size();
    }

    @Override
    public int capacity() {
      return capacity;
    }
  }
}
