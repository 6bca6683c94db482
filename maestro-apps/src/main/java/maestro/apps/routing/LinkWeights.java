package maestro.apps.routing;

import maestro.api.topology.Link;

/** The cost of each link. */
@FunctionalInterface
public interface LinkWeights {
  /** The most a link can weigh, as in OSPF. */
  int MAX_WEIGHT = 65535;

  /** Every link weighs 1, so the shortest paths are those with the fewest links. */
  LinkWeights HOPS = link -> 1;

  /**
   * The weight of one direction of a link.
   *
   * @return 1 to {@link #MAX_WEIGHT}
   */
  int of(Link link);

  /**
   * Whether packets are to use the link only where there is no other way, since a switch of it is
   * absent: it forwards, but nobody can tell it about new flows.
   */
  default boolean isLastResort(Link link) {
    return false;
  }
}
