package maestro.staticflows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import maestro.api.SwitchInfo;
import maestro.config.SwitchNames;
import maestro.entries.EntryOwner;
import maestro.entries.OwnCookies;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flow entries that operators have put on switches.
 *
 * <ol>
 *   <li>A change is checked against the other flows and kept in the file before it is in force.
 *       What cannot be kept is refused.
 *   <li>Then it is sent to the switch, if that is connected, and the answer is waited for, 3 s at
 *       most.
 *   <li>A reconciliation may add a flow that was removed after the reconciliation had begun. So the
 *       switch is reconciled again after a removal.
 *   <li>A switch that joins is reconciled, as for the entries of applications: {@link
 *       FlowReconciler}.
 *   <li>A switch reports an entry that is gone. When nobody wanted that, the switch is reconciled,
 *       and gets the entry again.
 * </ol>
 *
 * <p>Any thread. Changes happen one after the other on a thread of their own, which ends when it
 * has nothing to do for a while.
 */
public final class StaticFlows implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StaticFlows.class);
  private static final long KEEP_THREAD_SECONDS = 10;

  private final SwitchTable switches;
  private final LongConsumer reconcile;
  private final KeptFlows kept;
  private final boolean enabled;
  private final FlowStates states = new FlowStates();
  private final FlowSender sender = new FlowSender(states);
  private final FlowReconciler reconciler;
  private final ThreadPoolExecutor changes;

  /** Volatile: replaced by the thread of changes, in the order in which the flows were put. */
  private volatile Map<String, StaticFlow> flows;

  private StaticFlows(
      SwitchTable switches,
      LongConsumer reconcile,
      KeptFlows kept,
      boolean enabled,
      Map<String, StaticFlow> flows) {
    this.switches = switches;
    this.reconcile = reconcile;
    this.kept = kept;
    this.enabled = enabled;
    this.flows = flows;
    reconciler = new FlowReconciler(switches, sender, states);
    reconciler.want(flows.values());
    changes =
        new ThreadPoolExecutor(
            1,
            1,
            KEEP_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, StaticFlow.OWNER);
              thread.setDaemon(true);
              return thread;
            });
    changes.allowCoreThreadTimeOut(true);
  }

  /**
   * Begins with the flows in the file.
   *
   * @param enabled whether there are static flows at all; without them, entries that they left on
   *     switches are removed
   * @param file keeps them; empty when they end with the controller
   * @param names what switches and their ports are called in the file
   * @param reconcile asks for the reconciliation of a switch, and returns
   * @throws BadFlowFileException when the file has a mistake
   */
  public static StaticFlows open(
      boolean enabled,
      Optional<Path> file,
      SwitchNames names,
      SwitchTable switches,
      LongConsumer reconcile) {
    KeptFlows kept = file.filter(path -> enabled).map(KeptFlows::in).orElseGet(KeptFlows::nowhere);
    try {
      return new StaticFlows(switches, reconcile, kept, enabled, kept.read(names));
    } catch (BadFlowFileException e) {
      kept.close();
      throw e;
    }
  }

  /**
   * Reads the file, and nothing more.
   *
   * @throws BadFlowFileException when it has a mistake
   */
  public static void check(Path file, SwitchNames names) {
    new FlowFile(file).read(names);
  }

  /** The owner of their entries. */
  public EntryOwner owner() {
    OwnCookies cookies = new OwnCookies(StaticFlow.OWNER, List.of());
    if (!enabled) {
      return EntryOwner.absent(StaticFlow.OWNER, cookies, false);
    }
    EntryOwner owner = EntryOwner.running(StaticFlow.OWNER, cookies, true, new Runner());
    return kept.areKnown() ? owner.with(reconciler) : owner; // else no entry is judged
  }

  private final class Runner implements EntryOwner.Runner {
    @Override
    public boolean isRunning() {
      return true;
    }

    @Override
    public void onEventThread(Runnable task) {
      try {
        task.run();
      } catch (RuntimeException e) {
        failed(e);
      }
    }

    @Override
    public void failed(Throwable fault) {
      LOG.error("static flows were not reconciled", fault);
    }

    @Override
    public void confirmed(SwitchInfo info) {
      reconciler.confirmed(info);
    }

    @Override
    public boolean makesCopies(long cookie) {
      return reconciler.makesCopies(cookie);
    }
  }

  // ---- to read ----

  /** All flows, in the order in which they were put. */
  public List<ShownFlow> all() {
    return flows.values().stream().map(this::shown).toList();
  }

  /** The flow with a name. */
  public Optional<ShownFlow> find(String name) {
    return Optional.ofNullable(flows.get(name)).map(this::shown);
  }

  private ShownFlow shown(StaticFlow flow) {
    Session session = ready(flow.datapathId());
    return states.of(flow, session == null ? null : session.info());
  }

  private @Nullable Session ready(long datapathId) {
    Connection connection = switches.get(datapathId);
    return connection != null && Session.of(connection).isReady() ? Session.of(connection) : null;
  }

  /** Why the connected switch of a flow cannot have it; empty when it can, or is not connected. */
  public Optional<String> obstacle(StaticFlow flow) {
    Session session = ready(flow.datapathId());
    if (session == null) {
      return Optional.empty();
    }
    try {
      Object unused = flow.add(FlowSender.factory(session), 0);
      return Optional.empty();
    } catch (UnsupportedFlowException e) {
      return Optional.of(e.text());
    }
  }

  // ---- to change ----

  /** The next flows, made of the present ones. */
  @FunctionalInterface
  private interface Change {
    Map<String, StaticFlow> apply(Map<String, StaticFlow> before) throws RefusedFlowException;
  }

  /**
   * Adds a flow, or replaces the one with its name.
   *
   * @return whether it is new; fails with a {@link RefusedFlowException}
   */
  public CompletableFuture<Boolean> put(StaticFlow flow) {
    return change(
            before -> {
              Map<String, StaticFlow> next = new LinkedHashMap<>(before);
              next.put(flow.name(), flow);
              return next;
            })
        .thenApply(before -> !before.containsKey(flow.name()));
  }

  /** Removes a flow. Fails with a {@link RefusedFlowException}. */
  public CompletableFuture<StaticFlow> remove(String name) {
    return change(
            before -> {
              Map<String, StaticFlow> next = new LinkedHashMap<>(before);
              if (next.remove(name) == null) {
                throw new RefusedFlowException(
                    RefusedFlowException.Kind.UNKNOWN, "there is no static flow " + name);
              }
              return next;
            })
        .thenApply(before -> before.get(name));
  }

  /**
   * Replaces all flows.
   *
   * @return how many there were; fails with a {@link RefusedFlowException}
   */
  public CompletableFuture<Integer> replaceAll(Map<String, StaticFlow> next) {
    return change(
            before -> {
              Map<String, StaticFlow> all = new LinkedHashMap<>();
              next.forEach(
                  (name, flow) -> {
                    StaticFlow same = before.get(name);
                    all.put(name, same != null && same.equals(flow) ? same : flow);
                  });
              return all;
            })
        .thenApply(Map::size);
  }

  /** Makes a change; returns the flows before it. */
  private CompletableFuture<Map<String, StaticFlow>> change(Change change) {
    CompletableFuture<Map<String, StaticFlow>> done = new CompletableFuture<>();
    changes.execute(
        () -> {
          try {
            Map<String, StaticFlow> before = flows;
            Map<String, StaticFlow> next = change.apply(before);
            FlowConflicts.check(next);
            kept.keep(next); // 1
            flows = next;
            reconciler.want(next.values());
            CompletableFuture<?> unused =
                bring(before, next).whenComplete((all, failure) -> done.complete(before));
          } catch (RefusedFlowException | RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  /** Brings the change to the connected switches. */
  @SuppressWarnings("ReferenceEquality") // the same flow put again is sent again
  private CompletableFuture<?> bring(
      Map<String, StaticFlow> before, Map<String, StaticFlow> next) { // 2
    Set<String> places = new HashSet<>();
    next.values().forEach(each -> places.add(each.place()));
    Map<Long, List<StaticFlow>> removed = new HashMap<>();
    for (StaticFlow each : before.values()) {
      if (next.get(each.name()) != each) {
        states.forget(each);
        if (!places.contains(each.place())) { // else the new entry takes its place
          removed.computeIfAbsent(each.datapathId(), id -> new ArrayList<>()).add(each);
        }
      }
    }
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    removed.forEach((datapathId, gone) -> removeFrom(datapathId, gone).ifPresent(answers::add));
    for (StaticFlow each : next.values()) {
      Session session = before.get(each.name()) == each ? null : ready(each.datapathId());
      if (session != null) {
        answers.add(againIfNotDone(each, sender.add(session, each)));
      }
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new));
  }

  private Optional<CompletableFuture<Boolean>> removeFrom(
      long datapathId, Collection<StaticFlow> gone) {
    Session session = ready(datapathId);
    if (session == null) {
      return Optional.empty();
    }
    List<byte[]> messages = new ArrayList<>();
    for (StaticFlow each : gone) {
      byte[] message = FlowSender.removal(session, each);
      if (message != null) {
        messages.add(message);
      }
    }
    CompletableFuture<Boolean> answer = sender.remove(session, messages);
    reconcile.accept(datapathId); // 3
    return Optional.of(answer);
  }

  /** A refused flow may have left in its place the one that it was to replace. */
  private CompletableFuture<Boolean> againIfNotDone(
      StaticFlow flow, CompletableFuture<Boolean> answer) {
    return answer.whenComplete(
        (sent, failure) -> {
          if (failure != null || !sent || shown(flow).state() == FlowState.REFUSED) {
            reconcile.accept(flow.datapathId());
          }
        });
  }

  // ---- from one member of a cluster to another ----

  /** All flows as they are kept, for another member; empty when there are none to be had. */
  public Optional<byte[]> left() {
    return enabled && kept.areKnown() ? Optional.of(FlowFile.bytesOf(flows)) : Optional.empty();
  }

  /** Takes the flows of another member in place of all, as an operator would. Does not wait. */
  public void takeOver(String from, byte[] left) {
    if (!enabled) {
      return;
    }
    try {
      Map<String, StaticFlow> next =
          StaticFlowJson.readAll(new String(left, StandardCharsets.UTF_8), SwitchNames.NONE);
      if (!next.equals(flows)) {
        CompletableFuture<?> unused =
            replaceAll(next).whenComplete((count, failure) -> tell(from, next, count, failure));
      }
    } catch (BadFlowException e) {
      LOG.warn("static flows of member {} are refused: {}", from, e.text());
    }
  }

  private static void tell(
      String from,
      Map<String, StaticFlow> next,
      @Nullable Integer before,
      @Nullable Throwable failure) {
    if (failure == null) {
      LOG.info("static flows: {} of member {} take the place of {}", next.size(), from, before);
    } else {
      LOG.warn("static flows of member {} are refused: {}", from, failure.getMessage());
    }
  }

  // ---- what switches report ----

  /** Called when a switch reports that an entry is gone. */
  public void flowRemoved(Session session, OFFlowRemoved message) { // 5
    SwitchInfo info = session.info();
    StaticFlow flow =
        reconciler.find(info.datapathId(), message.getCookie().getValue()).orElse(null);
    if (flow == null) {
      return;
    }
    OFFlowRemovedReason reason = message.getReason();
    boolean ranOut =
        flow.runsOut()
            && (reason == OFFlowRemovedReason.IDLE_TIMEOUT
                || reason == OFFlowRemovedReason.HARD_TIMEOUT);
    if (ranOut) {
      states.set(flow, info, FlowState.EXPIRED, "a timeout of the flow was over");
    } else if (states.change(
        flow, info, FlowState.INSTALLED, FlowState.PENDING, "somebody has removed it")) {
      reconcile.accept(info.datapathId());
    }
  }

  /** Ends changes, and gives the file free. */
  @Override
  public void close() {
    changes.shutdown();
    try {
      boolean unused = changes.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kept.close();
  }
}
