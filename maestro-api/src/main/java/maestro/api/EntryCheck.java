package maestro.api;

/**
 * Starts a new check of an application's flow entries, for example when the topology has changed.
 * Any thread, once the controller runs. Several calls before a switch is asked make one check.
 */
public interface EntryCheck {
  /** Checks the flow entries of one switch soon. Does nothing when the switch is not connected. */
  void check(long datapathId);

  /** Checks the flow entries of all connected switches soon. */
  void checkAll();
}
