package maestro.sequence;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import maestro.api.BackgroundTask;
import maestro.api.EntryReconciler;
import maestro.api.LocalEntryReconciler;
import maestro.api.RefusedMessage;
import maestro.api.SwitchInfo;
import maestro.entries.EntryOwner;
import maestro.openflow.FrameNumbers;
import maestro.sequence.application.ApplicationMetrics;
import maestro.sequence.application.ApplicationPath;
import maestro.state.AddressTable;
import org.jspecify.annotations.Nullable;

/** The declarations of applications at start. Written on the starting thread, later read by any. */
final class Declarations {
  /**
   * Switch-local state of an application.
   *
   * @param isShared whether several threads may use it at once
   */
  record Local(String application, Function<SwitchInfo, ?> initial, boolean isShared) {}

  /** A view that an application reads. */
  record Read(String application, String view) {}

  /**
   * Work on a thread of its own.
   *
   * @param everyNs the time before each call; 0 when the task is called once, and goes on by itself
   */
  record Background(String application, String name, BackgroundTask task, long everyNs) {
    boolean isPeriodic() {
      return everyNs > 0;
    }
  }

  /**
   * A table whose addresses expire.
   *
   * @param everyNs the time between two calls of {@link AddressTable#expire}
   */
  record Expiring(AddressTable table, long everyNs) {}

  private static final int LEAST_ETH_TYPE = 0x600;
  private static final int MOST_ETH_TYPE = 0xffff;

  /** Flow requests, tags, and what has a trigger of its own. */
  private static final Set<Integer> OTHER_TYPES =
      Set.of(
          FrameNumbers.TYPE_IPV4,
          FrameNumbers.TYPE_IPV6,
          FrameNumbers.TYPE_ARP,
          FrameNumbers.TYPE_LLDP,
          FrameNumbers.TYPE_BDDP);

  private static final int MOST_PATHS = 64;
  private static final Duration LEAST_IDLE = Duration.ofMillis(1);
  private static final Duration MOST_IDLE = Duration.ofDays(365);

  /** By application: gives the owner of its entries its entry reconciler. */
  private final Map<String, UnaryOperator<EntryOwner>> reconcilers = new HashMap<>();

  private final Map<String, List<ApplicationPath>> paths = new HashMap<>();
  private final List<Local> locals = new ArrayList<>();
  private final List<Read> reads = new ArrayList<>();
  private final List<Background> background = new ArrayList<>();
  private final Set<String> announcements = new TreeSet<>();
  private final List<Expiring> expiring = new ArrayList<>();
  private final Set<Path> files = new TreeSet<>();
  private final Map<String, Set<Integer>> frameTypes = new HashMap<>();
  private final ApplicationMetrics metrics = new ApplicationMetrics();

  /** By application: saves its state for the next instance. */
  private final Map<String, Supplier<byte[]>> stateSavers = new HashMap<>();

  /** By application: restores its state of another member of the cluster. */
  private final Map<String, Consumer<byte[]>> stateRestorers = new HashMap<>();

  /** By application: what it does when a switch refuses a message of it. */
  private final Map<String, Consumer<RefusedMessage>> refusals = new HashMap<>();

  private boolean over;

  /** Ends the declarations: later ones are refused. */
  void end() {
    over = true;
  }

  private void mayDeclare() {
    if (over) {
      throw new IllegalStateException("state is declared in Application.start, not later");
    }
  }

  /** Adds switch-local state; returns its slot. */
  int local(String application, Function<SwitchInfo, ?> initial, boolean isShared) {
    mayDeclare();
    locals.add(new Local(application, initial, isShared));
    return locals.size() - 1;
  }

  void read(String application, String view) {
    mayDeclare();
    reads.add(new Read(application, view));
  }

  void background(String application, String name, BackgroundTask task, long everyNs) {
    mayDeclare();
    background.add(new Background(application, name, task, everyNs));
  }

  void announcement(String name) {
    mayDeclare();
    if (!announcements.add(name)) {
      throw new IllegalStateException("'" + name + "' is announced by another application already");
    }
  }

  void reconciler(String application, EntryReconciler reconciler) {
    Objects.requireNonNull(reconciler, "reconciler");
    addReconciler(application, owner -> owner.with(reconciler));
  }

  @SuppressWarnings("unchecked") // the slot's initial function made the value
  void reconciler(String application, int slot, LocalEntryReconciler<?> reconciler) {
    Objects.requireNonNull(reconciler, "reconciler");
    if (!locals.get(slot).application().equals(application)) {
      throw new IllegalArgumentException("the state of another application");
    }
    LocalEntryReconciler<Object> onWorker = (LocalEntryReconciler<Object>) reconciler;
    addReconciler(application, owner -> owner.with(slot, onWorker));
  }

  void stateSaver(String application, Supplier<byte[]> saver) {
    mayDeclare();
    if (stateSavers.putIfAbsent(application, Objects.requireNonNull(saver, "saver")) != null) {
      throw new IllegalStateException("savesState was declared already");
    }
  }

  /** Saves the state of an application; null when it declares none. */
  @Nullable Supplier<byte[]> stateSaver(String application) {
    return stateSavers.get(application);
  }

  void stateRestorer(String application, Consumer<byte[]> restorer) {
    mayDeclare();
    if (stateRestorers.putIfAbsent(application, Objects.requireNonNull(restorer, "restorer"))
        != null) {
      throw new IllegalStateException("restoresState was declared already");
    }
  }

  /** Restores the state of an application; null when it declares nothing. */
  @Nullable Consumer<byte[]> stateRestorer(String application) {
    return stateRestorers.get(application);
  }

  void refusals(String application, Consumer<RefusedMessage> handler) {
    mayDeclare();
    if (refusals.putIfAbsent(application, Objects.requireNonNull(handler, "handler")) != null) {
      throw new IllegalStateException("onRefused was declared already");
    }
  }

  /** What an application does when a switch refuses a message of it; null for nothing. */
  @Nullable Consumer<RefusedMessage> refusals(String application) {
    return refusals.get(application);
  }

  private void addReconciler(String application, UnaryOperator<EntryOwner> reconciler) {
    mayDeclare();
    if (reconcilers.putIfAbsent(application, reconciler) != null) {
      throw new IllegalStateException("reconcilesEntries was declared already");
    }
  }

  /** Gives the owner of an application's entries its entry reconciler, if it has declared one. */
  UnaryOperator<EntryOwner> reconciler(String application) {
    return reconcilers.getOrDefault(application, UnaryOperator.identity());
  }

  /** Adds a path that an application answers. */
  void path(String application, ApplicationPath path) {
    mayDeclare();
    List<ApplicationPath> own = paths.computeIfAbsent(application, name -> new ArrayList<>());
    if (own.stream().anyMatch(each -> each.shape().equals(path.shape()))) {
      throw new IllegalArgumentException(
          path.method() + " " + path.template() + " is declared already");
    }
    if (own.size() == MOST_PATHS) {
      throw new IllegalArgumentException("an application has " + MOST_PATHS + " paths at most");
    }
    own.add(path);
  }

  /** Adds Ethernet types of frames that an application wants. */
  void frames(String application, int... ethTypes) {
    mayDeclare();
    for (int type : ethTypes) {
      if (type < LEAST_ETH_TYPE
          || type > MOST_ETH_TYPE
          || FrameNumbers.isTag(type)
          || OTHER_TYPES.contains(type)) {
        throw new IllegalArgumentException(
            "Ethernet type 0x%x; allowed: 0x600 to 0xffff without IPv4, IPv6, ARP, VLAN tags, LLDP"
                    .formatted(type)
                + " and BDDP");
      }
      frameTypes.computeIfAbsent(application, any -> new TreeSet<>()).add(type);
    }
  }

  /** The Ethernet types of frames that an application wants. */
  Set<Integer> frameTypes(String application) {
    return frameTypes.getOrDefault(application, Set.of());
  }

  /** The paths that applications answer, by application. */
  Map<String, List<ApplicationPath>> paths() {
    return paths;
  }

  void file(Path file) {
    mayDeclare();
    files.add(file.toAbsolutePath());
  }

  /** The files that applications read at their start. */
  Set<Path> files() {
    return files;
  }

  void expiring(AddressTable table, Duration idle) {
    mayDeclare();
    if (idle.compareTo(LEAST_IDLE) < 0 || idle.compareTo(MOST_IDLE) > 0) {
      throw new IllegalArgumentException("idle " + idle + "; allowed: 1 ms to 365 days");
    }
    expiring.add(new Expiring(table, idle.toNanos() / AddressTable.ROUNDS));
  }

  List<Expiring> expiring() {
    return expiring;
  }

  ApplicationMetrics metrics() {
    return metrics;
  }

  void other() {
    mayDeclare();
  }

  List<Local> locals() {
    return locals;
  }

  /** Whether the application has state that only one worker at a time may use. */
  boolean needsOrder(String application) {
    return locals.stream()
        .anyMatch(local -> !local.isShared() && local.application().equals(application));
  }

  List<Read> reads() {
    return reads;
  }

  List<Background> background() {
    return background;
  }

  Set<String> announcements() {
    return announcements;
  }
}
