package maestro.sequence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import maestro.api.EventStage;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.config.Trigger;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.net.Connection;
import maestro.net.Session;
import maestro.net.SwitchTable;
import maestro.state.StoredView;
import maestro.state.ViewStore;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * Brings events to the sequences that run on them, one after the other on the event thread.
 *
 * <p>Whoever knows of an event calls the method named after it, on any thread; the method queues it
 * and returns. An event that no sequence runs on costs nothing.
 */
final class EventThread implements ViewStore.Listener {
  private final EventLoop loop;
  private final Metrics metrics;
  private final ViewStore views;
  private final SwitchTable switches;
  private final EventBudget budget = new EventBudget();
  private final StageClock clock = new StageClock("the event thread");

  // Volatile, both: set once; the conductor may ask before that, while the workers rest.
  private volatile Map<String, RunningApplication> applications;
  private volatile List<EventSequence> sequences = List.of();

  /** The switches whose join was told. For the event thread. */
  private final Map<Long, Session> joined = new HashMap<>();

  EventThread(EventLoop loop, Metrics metrics, ViewStore views, SwitchTable switches) {
    this.loop = loop;
    this.metrics = metrics;
    this.views = views;
    this.switches = switches;
  }

  /** Declarations are over: from now on events are told. */
  void begin(Map<String, RunningApplication> running, List<EventSequence> wired) {
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

  /** Whether any sequence runs on it. */
  boolean isWanted(Trigger trigger) {
    for (EventSequence sequence : sequences) {
      if (sequence.configured().triggers().contains(trigger)) {
        return true;
      }
    }
    return false;
  }

  private void run(Trigger trigger, Consumer<EventStage> event) {
    for (EventSequence sequence : sequences) {
      if (sequence.configured().triggers().contains(trigger)) {
        sequence.run(clock, event);
      }
    }
  }

  // ---- switches ----

  /**
   * A switch is ready: its handshake is over. Its end is told later, if ever.
   *
   * @return false when so much waits that this cannot be told
   */
  boolean joined(Session session) {
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

  /**
   * A switch was ready when the configuration was read anew; its end may have been told already.
   */
  void present(Session session) {
    if (isWanted(Trigger.SWITCH_JOINED) || isWanted(Trigger.SWITCH_LEFT)) {
      loop.execute(
          () -> {
            if (connectionInPlace(session) == session.connection()) {
              tellJoined(session);
            }
          });
    }
  }

  private Connection connectionInPlace(Session session) {
    return switches.get(session.info().datapathId());
  }

  private void tellJoined(Session session) {
    long datapathId = session.info().datapathId();
    Session before = joined.get(datapathId);
    if (before != null) {
      if (before == session || before.connection() == connectionInPlace(session)) {
        return; // told already, or another took its place before its handshake was over
      }
      // Its place was taken before its end was noticed.
      run(Trigger.SWITCH_LEFT, stage -> stage.onSwitchLeft(before.info()));
    }
    joined.put(datapathId, session);
    run(Trigger.SWITCH_JOINED, stage -> stage.onSwitchJoined(session.info()));
  }

  /** A switch is gone. One that was never ready was never told. */
  void left(Session session) {
    if (session.isReady() && (isWanted(Trigger.SWITCH_JOINED) || isWanted(Trigger.SWITCH_LEFT))) {
      loop.execute(
          () -> {
            if (joined.remove(session.info().datapathId(), session)) {
              run(Trigger.SWITCH_LEFT, stage -> stage.onSwitchLeft(session.info()));
            }
          });
    }
  }

  /** A port changed. A switch whose ports change faster than that can be told is closed. */
  void portChanged(Session session, PortInfo port, PortChange change) {
    if (!isWanted(Trigger.PORT_STATUS)) {
      return;
    }
    if (budget.takeForPort(session)) {
      queue(session, 1, Trigger.PORT_STATUS, s -> s.onPortStatus(session.info(), port, change));
    } else {
      session.connection().requestClose("its ports change faster than applications can follow");
    }
  }

  void flowRemoved(Session session, OFFlowRemoved message) {
    if (isWanted(Trigger.FLOW_REMOVED) && mayQueue(session, 1)) {
      queue(session, 1, Trigger.FLOW_REMOVED, s -> s.onFlowRemoved(session.info(), message));
    }
  }

  /** Whether there is room for an LLDP frame; if so, {@link #lldp} has to follow. */
  boolean mayQueueLldp(Session session, int frameBytes) {
    return mayQueue(session, EventBudget.cost(frameBytes));
  }

  /** An LLDP frame came; copied already. Called only when it {@link #isWanted}. */
  void lldp(Session session, ReceivedFrame frame) {
    queue(session, EventBudget.cost(frame.bytes().length), Trigger.LLDP, s -> s.onLldp(frame));
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
          run(trigger, event);
        });
  }

  // ---- applications ----

  /** What is made from the view is out of date from the moment that its new value can be seen. */
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
        } else { // a run that is due will see the new value, and says when it is over
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

  void announced(String name, Object value) {
    checkThatItRuns();
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

  void later(String application, Runnable task) {
    checkThatItRuns();
    loop.execute(() -> runTask(application, task));
  }

  ScheduledFuture<?> after(Duration delay, String application, Runnable task) {
    checkThatItRuns();
    return loop.after(delay, () -> runTask(application, task));
  }

  private void checkThatItRuns() {
    if (applications == null) {
      throw new IllegalStateException("allowed once the controller runs, not while it starts");
    }
  }

  /** Runs something of an application, unless it is out. On the event thread. */
  void runTask(String name, Runnable task) {
    RunningApplication application = applications.get(name);
    if (application.isOut()) {
      return;
    }
    clock.enter(application);
    try {
      task.run();
    } catch (Throwable e) { // whatever it is, other languages throw what Java would not let them
      application.failed(0, e);
    }
    clock.leave();
  }

  /** Names an application that does not come back. Called by the conductor. */
  void look() {
    boolean unused = clock.look();
  }
}
