package maestro.api;

/**
 * Decides which flow entries of its application on a switch are right, with the state of that
 * switch.
 *
 * @param <T> the type of the state
 * @deprecated use {@link LocalEntryReconciler}; the next release has this interface no more
 */
@Deprecated(since = "API level 4", forRemoval = true)
@SuppressWarnings("removal")
@FunctionalInterface
public interface LocalEntryKeeper<T> {
  /** See {@link LocalEntryReconciler#verdict}. */
  Worth worthOf(SwitchInfo info, T state, FlowEntry entry);
}
