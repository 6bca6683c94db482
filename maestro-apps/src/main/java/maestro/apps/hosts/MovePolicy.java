package maestro.apps.hosts;

/** What to do when a known host sends from another place. */
enum MovePolicy {
  /** Believe the host, but not twice in short time. */
  FOLLOW,
  /** Ask at the old place first; whoever answers there has not moved. */
  VERIFY
}
