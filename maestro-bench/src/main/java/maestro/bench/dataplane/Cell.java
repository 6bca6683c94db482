package maestro.bench.dataplane;

/**
 * One thing that is measured.
 *
 * @param technique what forwards
 * @param frameBytes of each frame, with its check sequence
 * @param entries in the table
 * @param traffic what frames there are
 * @param load for {@link Traffic#MIX} the part that the hash table matches, for {@link
 *     Traffic#MISSES} the part that nothing matches, for {@link Traffic#OFFERED} frames a second,
 *     for two flows the rate of the second one in parts of the link's; else 0
 */
public record Cell(Technique technique, int frameBytes, int entries, Traffic traffic, double load) {
  /** What frames a forwarder gets. */
  public enum Traffic {
    /** As many of one flow as it forwards. */
    ONE_FLOW,

    /** As many of all flows as it forwards. */
    MANY_FLOWS,

    /** The same of two tables. */
    MIX,

    /** The same, and frames that nothing matches. */
    MISSES,

    /** Frames of one flow at some rate. */
    OFFERED,

    /** Two flows at some rates by one port. */
    ONE_PORT,

    /** Two flows at some rates by a port each. */
    TWO_PORTS
  }

  /** Without a load. */
  Cell(Technique technique, int frameBytes, int entries, Traffic traffic) {
    this(technique, frameBytes, entries, traffic, 0);
  }
}
