package maestro.config;

/** Decides about a new connection whose datapath id another connection has. */
public enum DuplicateMode implements Spelled {
  /** The new connection is refused. */
  KEEP_OLD,
  /**
   * The old connection gets an echo request; without a reply the new connection takes its place.
   */
  VERIFY,
  /** The new connection takes the old one's place at once. */
  TAKE_NEW
}
