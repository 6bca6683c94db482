package maestro.emulator.topology;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import maestro.emulator.topology.SwitchTopology.Pair;

/** Generates topologies. Equal parameters give equal topologies. */
public final class Generators {
  private static final int TRIES = 64;

  private Generators() {}

  /** Switches without links. */
  public static SwitchTopology unlinked(int switchCount, int hostPortCount)
      throws TopologyException {
    return build(switchCount, List.of(), hostPortCount);
  }

  /** A line. */
  public static SwitchTopology linear(int switchCount, int hostPortCount) throws TopologyException {
    return build(switchCount, line(switchCount), hostPortCount);
  }

  /** A ring of at least 3 switches. */
  public static SwitchTopology ring(int switchCount, int hostPortCount) throws TopologyException {
    if (switchCount < 3) {
      throw bad(switchCount, "at least 3 in a ring");
    }
    List<Pair> pairs = line(switchCount);
    pairs.add(new Pair(0, switchCount - 1));
    return build(switchCount, pairs, hostPortCount);
  }

  /** A grid with its opposite sides linked, as square as the number allows. */
  public static SwitchTopology torus(int switchCount, int hostPortCount) throws TopologyException {
    int rows = (int) Math.sqrt(switchCount);
    while (rows >= 3 && switchCount % rows != 0) {
      rows--;
    }
    if (rows < 3) {
      throw bad(switchCount, "in a torus a product of two numbers of at least 3, such as 9 or 16");
    }
    return torus(rows, switchCount / rows, hostPortCount);
  }

  /** A torus of so many rows and columns. */
  public static SwitchTopology torus(int rows, int columns, int hostPortCount)
      throws TopologyException {
    if (rows < 3 || columns < 3) {
      throw new TopologyException(
          "", "found a torus of " + rows + "x" + columns + "; allowed: 3x3 or more");
    }
    int switchCount = rows * columns;
    List<Pair> pairs = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        int here = row * columns + column;
        pairs.add(new Pair(here, row * columns + (column + 1) % columns));
        pairs.add(new Pair(here, (row + 1) % rows * columns + column));
      }
    }
    return build(switchCount, pairs, hostPortCount);
  }

  /**
   * A fat tree of k pods (Al-Fares, Loukissas and Vahdat, SIGCOMM 2008): (k/2)² core switches, then
   * for each pod k/2 aggregation and k/2 edge switches. Other than in the paper every switch has
   * hosts, because every switch sends requests.
   *
   * @param switchCount 5k²/4 for an even k
   */
  public static SwitchTopology fatTree(int switchCount, int hostPortCount)
      throws TopologyException {
    int k = (int) Math.rint(Math.sqrt(switchCount * 4 / 5.0));
    if (k < 2 || k % 2 != 0 || 5 * k * k / 4 != switchCount) {
      throw bad(switchCount, "in a fat tree 5k²/4 for an even k: 5, 20, 45, 80, 125 ...");
    }
    int half = k / 2;
    List<Pair> pairs = new ArrayList<>();
    for (int pod = 0; pod < k; pod++) {
      int firstAggregation = half * half + pod * k;
      for (int i = 0; i < half; i++) {
        int aggregation = firstAggregation + i;
        for (int j = 0; j < half; j++) {
          pairs.add(new Pair(i * half + j, aggregation));
          pairs.add(new Pair(aggregation, firstAggregation + half + j));
        }
      }
    }
    return build(switchCount, pairs, hostPortCount);
  }

  /**
   * A tree with the numbers of Mininet's {@code TreeTopo}: a switch comes before the trees below
   * it, and each of these is whole before the next begins. A switch's ports lead to the switches
   * below it, then to the one above.
   *
   * @param depth levels of switches, 1 to 12
   * @param fanout switches below each that is not of the last level, at least 1
   */
  public static SwitchTopology tree(int depth, int fanout, int hostPortCount)
      throws TopologyException {
    List<Pair> pairs = new ArrayList<>();
    return build(subtree(depth, fanout, 0, pairs), pairs, hostPortCount);
  }

  /** Links the tree below a switch. Returns the number after the last one. */
  private static int subtree(int depth, int fanout, int top, List<Pair> pairs) {
    int next = top + 1;
    for (int child = 0; depth > 1 && child < fanout; child++) {
      int below = next;
      next = subtree(depth - 1, fanout, below, pairs);
      pairs.add(new Pair(top, below));
    }
    return next;
  }

  /**
   * A connected network with a distribution of degrees like an Internet provider's: a few hubs,
   * many leaves (preferential attachment, Barabási and Albert, Science 286, 1999).
   *
   * <ol>
   *   <li>Every switch after the first is linked to an earlier one, drawn in proportion to its
   *       degree. That is a tree.
   *   <li>The other links join two switches drawn in proportion to their degrees, unless they are
   *       the same or linked already.
   *   <li>When many draws in a row fail, since the hubs are all linked to each other, the first
   *       free pair is taken. So the number of links is exact.
   * </ol>
   *
   * @param linkCount from switchCount − 1 to all pairs
   */
  public static SwitchTopology isp(int switchCount, int linkCount, long seed, int hostPortCount)
      throws TopologyException {
    if (switchCount < 2) {
      throw bad(switchCount, "at least 2 in an isp network");
    }
    long most = (long) switchCount * (switchCount - 1) / 2;
    if (linkCount < switchCount - 1 || linkCount > most) {
      throw new TopologyException(
          "",
          "found "
              + linkCount
              + " links; allowed: with "
              + switchCount
              + " switches from "
              + (switchCount - 1)
              + " to "
              + most);
    }
    Random random = new Random(seed);
    Set<Pair> taken = new HashSet<>();
    List<Pair> pairs = new ArrayList<>();
    int[] ends = new int[2 * linkCount];
    for (int i = 1; i < switchCount; i++) { // 1
      int count = 2 * pairs.size();
      add(i == 1 ? 0 : ends[random.nextInt(count)], i, pairs, taken, ends);
    }
    while (pairs.size() < linkCount) { // 2
      int count = 2 * pairs.size();
      boolean added = false;
      for (int t = 0; t < TRIES && !added; t++) {
        added = add(ends[random.nextInt(count)], ends[random.nextInt(count)], pairs, taken, ends);
      }
      for (int i = 0; i < switchCount && !added; i++) { // 3
        for (int j = i + 1; j < switchCount && !added; j++) {
          added = add(i, j, pairs, taken, ends);
        }
      }
    }
    return build(switchCount, pairs, hostPortCount);
  }

  private static boolean add(int a, int b, List<Pair> pairs, Set<Pair> taken, int[] ends) {
    Pair pair = new Pair(Math.min(a, b), Math.max(a, b));
    if (a == b || !taken.add(pair)) {
      return false;
    }
    ends[2 * pairs.size()] = a;
    ends[2 * pairs.size() + 1] = b;
    pairs.add(pair);
    return true;
  }

  private static List<Pair> line(int switchCount) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 1; i < switchCount; i++) {
      pairs.add(new Pair(i - 1, i));
    }
    return pairs;
  }

  private static SwitchTopology build(int switchCount, List<Pair> pairs, int hostPortCount)
      throws TopologyException {
    List<String> names = IntStream.rangeClosed(1, switchCount).mapToObj(String::valueOf).toList();
    return SwitchTopology.of(names, pairs, hostPortCount, List.of());
  }

  private static TopologyException bad(int switchCount, String allowed) {
    return new TopologyException("", "found " + switchCount + " switches; allowed: " + allowed);
  }
}
