package maestro.bench.dataplane;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import maestro.bench.dataplane.Cell.Traffic;
import maestro.bench.dataplane.forward.Forwarders;
import maestro.bench.dataplane.forward.Technique;

/** The experiments of the study, with our techniques. Stateless. */
public final class Experiments {
  /** Entries of the study's tables: small, medium, large. */
  public static final int SMALL = 8_192;

  public static final int MEDIUM = 65_536;
  public static final int LARGE = Forwarders.MOST_EXACT;

  /** The smallest frame of Ethernet. */
  static final int SMALLEST_FRAME = 64;

  /** The frame size of the study's fairness experiment. */
  static final int FAIRNESS_FRAME = 96;

  /** The rates of the first flow and of the second one in parts of the link's. */
  static final double FIRST_FLOW = 0.1;

  private static final List<Double> SECOND_FLOW = List.of(0.4, 0.5, 0.6, 0.9);

  private static final List<Integer> SIZES = List.of(64, 96, 128, 256, 512, 1024, 1500);
  private static final List<Integer> FEW_SIZES = List.of(64, 96, 256, 1500);
  private static final List<Double> OFFERED =
      List.of(0.25, 0.5, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0);
  private static final List<Double> SHARES = List.of(1.0, 0.75, 0.5, 0.25, 0.0);
  private static final List<Double> MISSES = List.of(0.0, 0.1, 0.5);

  /** Those with one table. */
  static final List<Technique> SINGLE =
      List.of(
          Technique.HASH,
          Technique.LINEAR,
          Technique.TUPLE_SPACE,
          Technique.LEARNING,
          Technique.ROUTING);

  /** Those with tables of any size. */
  private static final List<Technique> SCALING =
      List.of(Technique.HASH, Technique.LEARNING, Technique.ROUTING, Technique.TUPLE_SPACE);

  /** Those of the study. */
  private static final List<Technique> STUDY =
      List.of(Technique.HASH, Technique.LEARNING, Technique.ROUTING);

  private Experiments() {}

  /**
   * All groups in the order of the study.
   *
   * @param quick whether only some frame sizes
   * @param capacity of the hash technique with one entry, in frames a second
   */
  static List<CellGroup> groups(boolean quick, double capacity) {
    List<Integer> sizes = quick ? FEW_SIZES : SIZES;
    List<CellGroup> groups = new ArrayList<>();
    for (int size : sizes) {
      groups.add(group(Figure.ONE_FLOW, size, each(SINGLE, size, 1, Traffic.ONE_FLOW)));
    }
    for (double offered : OFFERED) {
      List<Cell> cells = new ArrayList<>();
      for (Technique technique : STUDY) {
        cells.add(new Cell(technique, SMALLEST_FRAME, 1, Traffic.OFFERED, offered * capacity));
      }
      groups.add(new CellGroup(Figure.OFFERED, Math.round(100 * offered) + " % offered", cells));
    }
    for (int size : sizes) {
      List<Cell> cells = new ArrayList<>();
      for (Technique technique : SCALING) {
        for (int entries : List.of(SMALL, MEDIUM, LARGE)) {
          cells.add(new Cell(technique, size, entries, Traffic.MANY_FLOWS));
        }
      }
      groups.add(group(Figure.MANY_FLOWS, size, cells));
    }
    for (int size : sizes) {
      groups.add(group(Figure.TABLES, size, tables(size)));
    }
    for (int size : sizes) {
      groups.add(group(Figure.MIX, size, mixes(size)));
    }
    for (int size : sizes) {
      groups.add(group(Figure.TIMES, size, times(size)));
    }
    groups.addAll(fairness(Figure.ONE_PORT, Traffic.ONE_PORT));
    groups.addAll(fairness(Figure.TWO_PORTS, Traffic.TWO_PORTS));
    return groups;
  }

  private static CellGroup group(Figure figure, int size, List<Cell> cells) {
    return new CellGroup(figure, size + " bytes", cells);
  }

  private static List<Cell> each(
      List<Technique> techniques, int size, int entries, Traffic traffic) {
    return techniques.stream().map(each -> new Cell(each, size, entries, traffic)).toList();
  }

  private static List<Cell> tables(int size) {
    int most = Forwarders.MOST_WILDCARD;
    return List.of(
        new Cell(Technique.HASH, size, LARGE, Traffic.MANY_FLOWS),
        new Cell(Technique.LINEAR, size, most, Traffic.MANY_FLOWS),
        new Cell(Technique.TUPLE_SPACE, size, most, Traffic.MANY_FLOWS));
  }

  private static List<Cell> mixes(int size) {
    List<Cell> cells = new ArrayList<>();
    int entries = LARGE + Forwarders.MOST_WILDCARD;
    List<Technique> chains =
        size == SMALLEST_FRAME
            ? List.of(Technique.HASH_THEN_LINEAR, Technique.HASH_THEN_TUPLE_SPACE)
            : List.of(Technique.HASH_THEN_LINEAR);
    for (Technique chain : chains) {
      for (double share : SHARES) {
        cells.add(new Cell(chain, size, entries, Traffic.MIX, share));
      }
    }
    if (size == SMALLEST_FRAME) {
      for (double share : MISSES) {
        cells.add(new Cell(Technique.HASH_THEN_LINEAR, size, entries, Traffic.MISSES, share));
      }
    }
    return cells;
  }

  private static List<Cell> times(int size) {
    return Stream.concat(
            Stream.of(1, 25, 50, 75, 100)
                .map(n -> new Cell(Technique.LINEAR, size, n, Traffic.MANY_FLOWS)),
            Stream.of(1, LARGE / 4, LARGE / 2, LARGE / 4 * 3, LARGE)
                .map(n -> new Cell(Technique.HASH, size, n, Traffic.MANY_FLOWS)))
        .toList();
  }

  private static List<CellGroup> fairness(Figure figure, Traffic traffic) {
    List<CellGroup> groups = new ArrayList<>();
    for (double second : SECOND_FLOW) {
      List<Cell> cells = new ArrayList<>();
      for (Technique technique : STUDY) {
        cells.add(new Cell(technique, FAIRNESS_FRAME, MEDIUM, traffic, second));
      }
      groups.add(new CellGroup(figure, "second flow " + Math.round(100 * second) + " %", cells));
    }
    return groups;
  }
}
