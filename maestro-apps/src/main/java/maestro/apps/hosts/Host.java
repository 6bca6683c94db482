package maestro.apps.hosts;

import java.util.LinkedHashSet;
import java.util.Set;

/** What the event thread knows of a host. */
final class Host {
  /** No location. */
  static final long NOWHERE = -1;

  final long ethAddress;

  /** Where it is, or was when it is displaced. */
  long location;

  /** Whether its port is gone or not known to be a host's any more: the tables do not have it. */
  boolean displaced;

  /** Where somebody with its address sends from, while it is asked whether it has moved. */
  long candidate = NOWHERE;

  /** Moves are not looked at for now. */
  boolean frozen;

  /** Lately; halved at each sweep. */
  int moves;

  /** How often it was seen at two places. */
  long conflicts;

  /** Sweeps since it was last seen. */
  int silentSweeps;

  /** Sweeps in which it was seen where it is. */
  int seenSweeps;

  /** In the order they were learned. */
  final Set<Integer> ipv4 = new LinkedHashSet<>();

  Host(long ethAddress, long location) {
    this.ethAddress = ethAddress;
    this.location = location;
  }

  /** Whether it was seen again after it was learned. */
  boolean isConfirmed() {
    return seenSweeps > 1; // it is seen in the first because it was learned
  }
}
