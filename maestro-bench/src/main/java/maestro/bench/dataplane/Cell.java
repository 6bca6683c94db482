package maestro.bench.dataplane;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import maestro.bench.dataplane.forward.Forwarders;
import maestro.bench.dataplane.forward.Technique;
import maestro.config.Spelled;
import maestro.config.file.Section;

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
  public enum Traffic implements Spelled {
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

  private static final int MOST_ENTRIES = Forwarders.MOST_EXACT + Forwarders.MOST_WILDCARD;
  private static final int LARGEST_FRAME = 1500;
  private static final double MOST_LOAD = 10;

  /** The techniques by name, as {@link #read} takes them. */
  public static List<String> techniques() {
    return Arrays.stream(Technique.values()).map(Cell::name).toList();
  }

  private static String name(Technique technique) {
    return technique.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a cell.
   *
   * @param technique one of {@link #techniques}
   * @param section with {@code traffic}, {@code frame-size}, {@code entries} and {@code load},
   *     which is 0 without a value; for {@link Traffic#OFFERED} it is in parts of {@code capacity}
   * @param capacity frames a second
   */
  public static Cell read(String technique, Section section, double capacity) {
    Traffic traffic = section.choice("traffic", Traffic.class);
    double load = section.has("load") ? section.number("load", 0, MOST_LOAD) : 0;
    return new Cell(
        Arrays.stream(Technique.values())
            .filter(each -> name(each).equals(technique))
            .findFirst()
            .orElseThrow(),
        section.integer("frame-size", Experiments.SMALLEST_FRAME, LARGEST_FRAME),
        section.integer("entries", 1, MOST_ENTRIES),
        traffic,
        traffic == Traffic.OFFERED ? load * capacity : load);
  }

  /** Without a load. */
  Cell(Technique technique, int frameBytes, int entries, Traffic traffic) {
    this(technique, frameBytes, entries, traffic, 0);
  }
}
