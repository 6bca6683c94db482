package maestro.api;

/**
 * An {@link EntryReconciler} that needs the switch-local state of its application. The platform
 * also dumps the flow entries of a switch some 250 ms after one of its ports is down or gone. Since
 * API level 4.
 *
 * <p>Threads: the worker with the claim of the switch, between two batches, in the order of what
 * the switch sends. Other switches wait meanwhile, so it must only compute. An exception counts as
 * a fault of the application, and the switch's entries stay until the next check.
 *
 * @param <T> the type of the state
 */
@FunctionalInterface
public interface LocalEntryReconciler<T> {
  /**
   * Decides about one flow entry.
   *
   * @param state the state of the switch; must not be kept
   * @param entry valid during the call
   */
  EntryVerdict verdict(SwitchInfo info, T state, FlowEntry entry);
}
