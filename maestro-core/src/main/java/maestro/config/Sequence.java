package maestro.config;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Triggers and the applications they run. Immutable.
 *
 * @param name as configured
 * @param triggers the triggers; {@link Trigger#FLOW_REQUEST} only alone
 * @param everyNs with {@link Trigger#EVERY}: the time between two runs
 * @param views with {@link Trigger#VIEW_CHANGED}: names of views, at least one
 * @param events with {@link Trigger#ANNOUNCED}: names of announcements, at least one
 * @param stallOn with {@link Trigger#FLOW_REQUEST}: batches wait while these views are computed
 * @param ordering with {@link Trigger#FLOW_REQUEST}: the ordering of one switch's requests
 * @param when with {@link Trigger#FLOW_REQUEST}: which requests it takes; no two sequences take the
 *     same
 * @param run names of existing applications, at least one, each once, in order
 */
public record Sequence(
    String name,
    Set<Trigger> triggers,
    OptionalLong everyNs,
    List<String> views,
    List<String> events,
    List<String> stallOn,
    Ordering ordering,
    RequestScope when,
    List<String> run) {
  /** Copies the collections. */
  public Sequence {
    triggers = Set.copyOf(triggers);
    views = List.copyOf(views);
    events = List.copyOf(events);
    stallOn = List.copyOf(stallOn);
    run = List.copyOf(run);
  }

  /** A sequence on flow requests with the default settings. */
  public static Sequence onFlowRequest(String name, List<String> run) {
    return new Sequence(
        name,
        Set.of(Trigger.FLOW_REQUEST),
        OptionalLong.empty(),
        List.of(),
        List.of(),
        List.of(),
        Ordering.STRICT,
        RequestScope.REST,
        run);
  }
}
