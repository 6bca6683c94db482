package maestro.api;

/**
 * Lets an application look at its entries again, because what they are worth has changed. Any
 * thread, once the controller runs. A switch that is about to be asked is not asked twice.
 */
public interface EntryCheck {
  /** Asks one switch for its entries soon. Nothing happens when it is not connected. */
  void check(long datapathId);

  /** Asks all switches. */
  void checkAll();
}
