package maestro.config;

/** What becomes of a switch that says it has the datapath id of one that is connected. */
public enum DuplicateMode implements Spelled {
  /** It is refused. */
  KEEP_OLD,
  /** The old one is asked for a sign of life; without one the new takes its place. */
  VERIFY,
  /** It takes the old one's place at once. */
  TAKE_NEW
}
