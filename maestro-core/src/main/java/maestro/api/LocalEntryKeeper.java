package maestro.api;

/**
 * An {@link EntryKeeper} that needs what its application keeps for each switch.
 *
 * <p>Threads: the worker that has the switch, between two batches, in the order of what the switch
 * sends. Other switches wait meanwhile, so it only computes. What it throws is a fault of the
 * application, and the switch's entries stay until they are looked at again.
 *
 * @param <T> the type of the state
 */
@FunctionalInterface
public interface LocalEntryKeeper<T> {
  /**
   * What an entry is worth.
   *
   * @param state that of the switch; not to be kept
   * @param entry valid during the call
   */
  Worth worthOf(SwitchInfo info, T state, FlowEntry entry);
}
