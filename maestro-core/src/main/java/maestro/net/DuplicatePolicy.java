package maestro.net;

/** What becomes of a switch that says it has the datapath id of one that is connected. */
public enum DuplicatePolicy {
  /** It is refused; the old one has to go first. */
  KEEP_OLD,
  /** The old one is asked for a sign of life; without one the new takes its place. */
  VERIFY,
  /** It takes the old one's place at once. */
  TAKE_NEW
}
