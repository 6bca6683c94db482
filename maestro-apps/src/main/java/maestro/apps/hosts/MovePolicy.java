package maestro.apps.hosts;

/** The action when a known host sends from another location. */
enum MovePolicy {
  /** Believe the new location, but not twice in a short time. */
  FOLLOW,
  /** Ask at the old location first; a host that answers there has not moved. */
  VERIFY
}
