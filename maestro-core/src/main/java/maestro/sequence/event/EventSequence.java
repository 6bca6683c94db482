package maestro.sequence.event;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import maestro.api.EventStage;
import maestro.config.Sequence;
import maestro.sequence.application.RunningApplication;
import maestro.sequence.application.StageClock;
import maestro.state.StoredView;

/**
 * A sequence that runs on events: its applications, in order.
 *
 * <p>Threads: {@link #run} is for the event thread, {@link #queue} and {@link #dequeue} for any.
 */
public final class EventSequence {
  private final Sequence sequence;
  private final List<RunningApplication> applications;
  private final List<StoredView<?>> makes;

  /** The Ethernet types of frames that an application wants. */
  private final Function<String, Set<Integer>> frameTypes;

  /** The views whose change is queued and not yet handled. Guarded by itself. */
  private final Set<String> queuedViews = new HashSet<>();

  public EventSequence(
      Sequence sequence,
      List<RunningApplication> applications,
      List<StoredView<?>> makes,
      Function<String, Set<Integer>> frameTypes) {
    this.sequence = sequence;
    this.applications = List.copyOf(applications);
    this.makes = new ArrayList<>(makes);
    this.frameTypes = frameTypes;
  }

  Sequence configured() {
    return sequence;
  }

  /** The views that its applications publish. */
  List<StoredView<?>> makes() {
    return makes;
  }

  /** Notes that a change of a view is queued; false when one was queued already. */
  boolean queue(String view) {
    synchronized (queuedViews) {
      return queuedViews.add(view);
    }
  }

  /** Notes that the queued change is about to be handled, so a later change is queued again. */
  void dequeue(String view) {
    synchronized (queuedViews) {
      queuedViews.remove(view);
    }
  }

  /** Passes the event to each application. When one throws, the next one still gets the event. */
  void run(StageClock clock, Consumer<EventStage> event) {
    for (RunningApplication application : applications) {
      run(clock, application, event);
    }
  }

  /** The same with an event of a switch, for the applications that serve it. */
  void run(StageClock clock, long datapathId, Consumer<EventStage> event) {
    for (RunningApplication application : applications) {
      if (application.serves(datapathId)) {
        run(clock, application, event);
      }
    }
  }

  /** The same with a frame, for the applications that want its Ethernet type. */
  void run(StageClock clock, long datapathId, int ethType, Consumer<EventStage> event) {
    for (RunningApplication application : applications) {
      if (application.serves(datapathId)
          && frameTypes.apply(application.name()).contains(ethType)) {
        run(clock, application, event);
      }
    }
  }

  private static void run(
      StageClock clock, RunningApplication application, Consumer<EventStage> event) {
    if (application.isOut()) {
      return;
    }
    clock.enter(application);
    try {
      event.accept(application.stages().events().orElseThrow());
    } catch (Throwable e) { // any failure: other languages throw what Java does not allow
      application.failed(0, e);
    }
    clock.leave(application);
  }
}
