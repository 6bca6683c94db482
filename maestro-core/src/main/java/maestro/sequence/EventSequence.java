package maestro.sequence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import maestro.api.EventStage;
import maestro.config.MaestroConfig.Sequence;
import maestro.state.StoredView;

/**
 * A sequence that runs on events: its applications, in their order.
 *
 * <p>Threads: {@link #run} on the event thread. What is queued is counted under the lock.
 */
final class EventSequence {
  private final Sequence sequence;
  private final List<RunningApplication> applications;
  private final List<StoredView<?>> makes;

  /** The views whose change is queued and not handled. Guarded by itself. */
  private final Set<String> queuedViews = new HashSet<>();

  EventSequence(
      Sequence sequence, List<RunningApplication> applications, List<StoredView<?>> makes) {
    this.sequence = sequence;
    this.applications = List.copyOf(applications);
    this.makes = new ArrayList<>(makes);
  }

  Sequence configured() {
    return sequence;
  }

  /** The views that its applications publish. */
  List<StoredView<?>> makes() {
    return makes;
  }

  /** Notes that a change of a view is to be told; false when that is noted already. */
  boolean queue(String view) {
    synchronized (queuedViews) {
      return queuedViews.add(view);
    }
  }

  /** The change is about to be told: later ones are told again. */
  void dequeue(String view) {
    synchronized (queuedViews) {
      queuedViews.remove(view);
    }
  }

  /** Tells each application. What one throws does not keep the event from the next. */
  void run(StageClock clock, Consumer<EventStage> event) {
    for (RunningApplication application : applications) {
      if (application.isOut()) {
        continue;
      }
      clock.enter(application);
      try {
        event.accept(application.stages().events().orElseThrow());
      } catch (Throwable e) { // whatever it is, other languages throw what Java would not let them
        application.failed(0, e);
      }
      clock.leave();
    }
  }
}
