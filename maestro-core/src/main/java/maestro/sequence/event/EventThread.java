package maestro.sequence.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.api.EventStage;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.config.Trigger;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.metrics.OperatorEvent.Severity;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.application.RunningStage;
import maestro.sequence.application.StageClock;
import maestro.state.StoredView;
import maestro.state.ViewStore;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * Passes events to the sequences that run on them, one after the other on the event thread.
 *
 * <p>Any thread reports an event by the method named after it; the method queues the event and
 * returns. An event on which no sequence runs costs nothing.
 */
public final class EventThread implements ViewStore.Listener {
  private final EventLoop loop;
  private final Metrics metrics;
  private final ViewStore views;
  private final SwitchTable switches;
  private final EventBudget budget = new EventBudget();
  private final StageClock clock;
  private final ApplicationEvents told;

  // Volatile, both: set once; the conductor may read them before, while the workers rest.
  private volatile @Nullable Map<String, RunningApplication> applications;
  private volatile List<EventSequence> sequences = List.of();

  /** The switches whose join was handled. For the event thread. */
  private final Map<Long, Session> joined = new HashMap<>();

  public EventThread(
      EventLoop loop, LongSupplier clock, Metrics metrics, ViewStore views, SwitchTable switches) {
    this.loop = loop;
    this.clock = new StageClock("the event thread", clock);
    this.metrics = metrics;
    this.told = new ApplicationEvents(metrics.operatorEvents(), clock);
    this.views = views;
    this.switches = switches;
  }

  /** Ends the declarations: from now on events run sequences. */
  public void begin(Map<String, RunningApplication> running, List<EventSequence> wired) {
    sequences = List.copyOf(wired);
    applications = running;
    views.begin(this);
    for (EventSequence sequence : sequences) {
      sequence
          .configured()
          .everyNs()
          .ifPresent(ns -> loop.every(ns, () -> sequence.run(clock, EventStage::onTimer)));
    }
  }

  /** Whether any sequence runs on this trigger. */
  boolean isWanted(Trigger trigger) {
    for (EventSequence sequence : sequences) {
      if (sequence.configured().triggers().contains(trigger)) {
        return true;
      }
    }
    return false;
  }

  private void run(Trigger trigger, Session session, Consumer<EventStage> event) {
    for (EventSequence sequence : sequences) {
      if (sequence.configured().triggers().contains(trigger)) {
        sequence.run(clock, session.info().datapathId(), event);
      }
    }
  }

  // ---- switches ----

  /**
   * Queues the join of a switch whose handshake has ended. {@link #left} follows later, if ever.
   *
   * @return false when there is no room in the queue
   */
  public boolean joined(Session session) {
    if (!isWanted(Trigger.SWITCH_JOINED) && !isWanted(Trigger.SWITCH_LEFT)) {
      return true;
    }
    if (!budget.takeForJoin()) {
      return false;
    }
    loop.execute(
        () -> {
          budget.giveBackJoin();
          tellJoined(session);
        });
    return true;
  }

  /** Queues the join of a switch that was ready at a reload. The switch may have left meanwhile. */
  public void present(Session session) {
    if (isWanted(Trigger.SWITCH_JOINED) || isWanted(Trigger.SWITCH_LEFT)) {
      loop.execute(
          () -> {
            if (connectionInPlace(session) == session.connection()) {
              tellJoined(session);
            }
          });
    }
  }

  private @Nullable Connection connectionInPlace(Session session) {
    return switches.get(session.info().datapathId());
  }

  private void tellJoined(Session session) {
    long datapathId = session.info().datapathId();
    Session before = joined.get(datapathId);
    if (before != null) {
      if (before == session || before.connection() == connectionInPlace(session)) {
        return; // told already, or replaced before its handshake ended
      }
      // A new connection replaced the switch before its end was noticed.
      run(Trigger.SWITCH_LEFT, before, stage -> stage.onSwitchLeft(before.info()));
    }
    joined.put(datapathId, session);
    run(Trigger.SWITCH_JOINED, session, stage -> stage.onSwitchJoined(session.info()));
  }

  /** Queues the end of a switch. Does nothing for a switch that was never ready. */
  public void left(Session session) {
    if (session.isReady() && (isWanted(Trigger.SWITCH_JOINED) || isWanted(Trigger.SWITCH_LEFT))) {
      loop.execute(
          () -> {
            if (joined.remove(session.info().datapathId(), session)) {
              run(Trigger.SWITCH_LEFT, session, stage -> stage.onSwitchLeft(session.info()));
            }
          });
    }
  }

  /**
   * Queues the change of a port. Closes the switch when its ports change faster than applications
   * can follow.
   */
  public void portChanged(Session session, PortInfo port, PortChange change) {
    if (!isWanted(Trigger.PORT_STATUS)) {
      return;
    }
    if (budget.takeForPort(session)) {
      queue(session, 1, Trigger.PORT_STATUS, s -> s.onPortStatus(session.info(), port, change));
    } else {
      session.connection().requestClose("its ports change faster than applications can follow");
    }
  }

  public void flowRemoved(Session session, OFFlowRemoved message) {
    if (isWanted(Trigger.FLOW_REMOVED) && mayQueue(session, 1)) {
      queue(session, 1, Trigger.FLOW_REMOVED, s -> s.onFlowRemoved(session.info(), message));
    }
  }

  /** Takes room to tell of a refused message, if there is some; {@link #refused} must follow. */
  public boolean mayTellRefused(Session session) {
    return mayQueue(session, 1);
  }

  /** Queues what an application does about a refused message of its own. */
  public void refused(Session session, RunningApplication application, Runnable task) {
    loop.execute(
        () -> {
          budget.giveBack(session, 1);
          runTask(application, task);
        });
  }

  /** Takes room for a frame, if there is some; then {@link #lldp} or {@link #frame} must follow. */
  public boolean mayQueueFrame(Session session, int frameBytes) {
    return mayQueue(session, EventBudget.cost(frameBytes));
  }

  /** Queues an LLDP frame, which is a copy. Called only when LLDP {@link #isWanted}. */
  public void lldp(Session session, ReceivedFrame frame) {
    queue(session, EventBudget.cost(frame.bytes().length), Trigger.LLDP, s -> s.onLldp(frame));
  }

  /** Queues a frame of another type, which is a copy. Called only for types that are wanted. */
  public void frame(Session session, int ethType, ReceivedFrame frame) {
    int cost = EventBudget.cost(frame.bytes().length);
    loop.execute(
        () -> {
          budget.giveBack(session, cost);
          for (EventSequence sequence : sequences) {
            if (sequence.configured().triggers().contains(Trigger.FRAME)) {
              sequence.run(clock, session.info().datapathId(), ethType, s -> s.onFrame(frame));
            }
          }
        });
  }

  private boolean mayQueue(Session session, int cost) {
    boolean hasRoom = budget.takeForDroppable(session, cost);
    if (!hasRoom) {
      metrics.count(Counter.EVENTS_DROPPED);
    }
    return hasRoom;
  }

  private void queue(Session session, int cost, Trigger trigger, Consumer<EventStage> event) {
    loop.execute(
        () -> {
          budget.giveBack(session, cost);
          run(trigger, session, event);
        });
  }

  // ---- applications ----

  /** Views that depend on this view count as being made before a reader can see its new value. */
  @Override
  public void changing(StoredView<?> view) {
    for (EventSequence sequence : sequences) {
      if (sequence.configured().views().contains(view.name())) {
        sequence.makes().forEach(views::beginMaking);
      }
    }
  }

  @Override
  public void changed(StoredView<?> view) {
    String name = view.name();
    for (EventSequence sequence : sequences) {
      if (sequence.configured().views().contains(name)) {
        if (sequence.queue(name)) {
          loop.execute(() -> tellChanged(sequence, name));
        } else { // the run that is queued will see the new value
          sequence.makes().forEach(views::endMaking);
        }
      }
    }
  }

  private void tellChanged(EventSequence sequence, String name) {
    sequence.dequeue(name);
    sequence.run(clock, stage -> stage.onViewChanged(name));
    sequence.makes().forEach(views::endMaking);
  }

  public void announced(String name, Object value) {
    if (applications == null) {
      throw notYet();
    }
    HostEvents.report(metrics.operatorEvents(), value);
    List<EventSequence> listeners = new ArrayList<>();
    for (EventSequence sequence : sequences) {
      if (sequence.configured().events().contains(name)) {
        listeners.add(sequence);
      }
    }
    if (!listeners.isEmpty()) {
      loop.execute(
          () -> listeners.forEach(s -> s.run(clock, stage -> stage.onAnnouncement(name, value))));
    }
  }

  /** Tells operators something in the name of an application that runs. */
  public void told(
      String application, Severity severity, String type, String text, Map<String, ?> details) {
    if (!running(application).isOut()) {
      told.add(application, severity, type, text, details);
    }
  }

  public void later(String application, Runnable task) {
    RunningApplication running = running(application);
    loop.execute(() -> runTask(running, task));
  }

  /** Runs a task of an application after a delay; null when the thread has ended. */
  public @Nullable ScheduledFuture<?> after(Duration delay, String application, Runnable task) {
    RunningApplication running = running(application);
    return loop.after(delay, () -> runTask(running, task));
  }

  /** Runs a task of an application once another one is taken out. */
  public void whenTakenOut(String other, String application, Runnable task) {
    RunningApplication running = running(application);
    running(other).whenOut(() -> loop.execute(() -> runTask(running, task)));
  }

  private RunningApplication running(String name) {
    Map<String, RunningApplication> all = applications;
    RunningApplication found = all == null ? null : all.get(name);
    if (found == null) {
      throw notYet();
    }
    return found;
  }

  private static IllegalStateException notYet() {
    return new IllegalStateException("allowed once the controller runs, not while it starts");
  }

  /** Runs a task of an application, unless the application is taken out. On the event thread. */
  public void runTask(RunningApplication application, Runnable task) {
    if (application.isOut()) {
      return;
    }
    clock.enter(application);
    try {
      task.run();
    } catch (Throwable e) { // any failure: other languages throw what Java does not allow
      application.failed(0, e);
    }
    clock.leave(application);
  }

  /** The application that runs by now. Any thread. */
  public Optional<RunningStage> running() {
    return clock.running();
  }

  /** Logs an application that does not return. Called by the conductor. */
  public void check() {
    boolean unused = clock.check();
  }
}
