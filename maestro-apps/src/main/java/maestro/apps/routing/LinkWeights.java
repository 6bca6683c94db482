package maestro.apps.routing;

import maestro.api.topology.Link;

/** What it costs to send something over a link. */
@FunctionalInterface
public interface LinkWeights {
  /** The most a link can weigh, as in OSPF. */
  int MAX_WEIGHT = 65535;

  /** Every link weighs the same, so that the shortest paths are those of the fewest links. */
  LinkWeights HOPS = link -> 1;

  /**
   * The weight of one direction of a link.
   *
   * @return 1 to {@link #MAX_WEIGHT}
   */
  int of(Link link);
}
