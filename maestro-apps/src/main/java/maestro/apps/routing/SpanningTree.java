package maestro.apps.routing;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/**
 * Computes the ports by which a packet to everybody reaches every switch once.
 *
 * <p>A breadth-first tree of the network in which each cable, or an unmanaged switch in its place,
 * is a node as well. The cable has the ports at its ends, two or more, and passes a packet on to
 * all of them.
 *
 * <ol>
 *   <li>The root is the switch with the lowest index that is in no tree yet; repeat until all are
 *       in one.
 *   <li>The cables at a switch are taken in the order of its ports, each once in all. A switch at
 *       another end of the cable that is in no tree yet joins by its port there. If any switch
 *       joins, the port from which the cable was taken belongs to the tree, too.
 *   <li>The new switches have their turn in the order in which they joined.
 *   <li>A cable of last resort is taken when no other is left. So a switch that is absent passes
 *       nothing on, unless there is no other way.
 * </ol>
 */
final class SpanningTree {
  private final LinkGraph graph;
  private final int[][] ports;

  /** By switch, the link towards the root by which it joined; none for a root. */
  private final int[] up;

  /** By switch, the link of the switch above from which its cable was taken; none for a root. */
  private final int[] from;

  /** Computes the trees of a network. */
  SpanningTree(LinkGraph graph) {
    Growth growth = new Growth(graph);
    growth.grow();
    this.graph = graph;
    this.ports = new int[graph.switchCount()][];
    Arrays.setAll(ports, growth::portsOf);
    this.up = growth.up;
    this.from = growth.from;
  }

  /** The ports of a switch that belong to its tree, ascending. */
  int[] ports(int switchIndex) {
    return ports[switchIndex];
  }

  /** The port by which the way in the tree from a switch to another begins, or none. */
  int way(int source, int destination) {
    int here = destination;
    int below = RoutingTable.NONE;
    while (here != source && up[here] != RoutingTable.NONE) {
      below = here;
      here = graph.source(from[here]);
    }
    if (here == source) {
      return below == RoutingTable.NONE ? RoutingTable.NONE : graph.port(from[below]);
    }
    boolean isAbove = up[source] != RoutingTable.NONE && rootOf(source) == here;
    return isAbove ? graph.port(up[source]) : RoutingTable.NONE;
  }

  private int rootOf(int switchIndex) {
    int here = switchIndex;
    while (up[here] != RoutingTable.NONE) {
      here = graph.source(from[here]);
    }
    return here;
  }

  /** Grows the trees. */
  private static final class Growth {
    private final LinkGraph graph;
    private final boolean[] passed;
    private final boolean[] inTree;
    private final boolean[] seen;
    private final int[] queue;
    private final int[] stack;
    private final int[] up;
    private final int[] from;
    private final Queue<Integer> lastResorts = new ArrayDeque<>();
    private int queueCount;

    Growth(LinkGraph graph) {
      this.graph = graph;
      this.passed = new boolean[graph.linkCount()];
      this.inTree = new boolean[graph.linkCount()];
      this.seen = new boolean[graph.switchCount()];
      this.queue = new int[graph.switchCount()];
      this.stack = new int[graph.linkCount()];
      this.up = new int[graph.switchCount()];
      this.from = new int[graph.switchCount()];
      Arrays.fill(up, RoutingTable.NONE);
      Arrays.fill(from, RoutingTable.NONE);
    }

    private void grow() {
      int next = 0;
      for (int root = 0; root < seen.length; root++) { // 1
        join(root);
        while (next < queueCount || !lastResorts.isEmpty()) {
          if (next < queueCount) { // 3
            crossAllAt(queue[next++]);
          } else { // 4
            cross(lastResorts.remove());
          }
        }
      }
    }

    private void crossAllAt(int here) {
      for (int link = graph.firstLink(here); link < graph.endLink(here); link++) { // 2
        if (graph.isLastResort(link)) {
          lastResorts.add(link);
        } else {
          cross(link);
        }
      }
    }

    private boolean join(int switchIndex) {
      if (seen[switchIndex]) {
        return false;
      }
      seen[switchIndex] = true;
      queue[queueCount++] = switchIndex;
      return true;
    }

    /** Visits all links of a cable: those that begin where another link of it begins or ends. */
    private void cross(int entry) {
      int stackCount = push(entry, 0);
      while (stackCount > 0) {
        int link = stack[--stackCount];
        if (join(graph.source(link))) {
          inTree[link] = true;
          inTree[entry] = true;
          up[graph.source(link)] = link;
          from[graph.source(link)] = entry;
        }
        stackCount = push(graph.reverse(link), stackCount);
        if (beginTogether(link - 1, link)) {
          stackCount = push(link - 1, stackCount);
        }
        if (beginTogether(link, link + 1)) {
          stackCount = push(link + 1, stackCount);
        }
      }
    }

    private int push(int link, int stackCount) {
      if (passed[link]) {
        return stackCount;
      }
      passed[link] = true;
      stack[stackCount] = link;
      return stackCount + 1;
    }

    private boolean beginTogether(int link, int next) {
      return link >= 0
          && next < graph.linkCount()
          && graph.port(link) == graph.port(next)
          && graph.source(link) == graph.source(next);
    }

    private int[] portsOf(int switchIndex) {
      int[] ports = new int[graph.endLink(switchIndex) - graph.firstLink(switchIndex)];
      int count = 0;
      for (int link = graph.firstLink(switchIndex); link < graph.endLink(switchIndex); link++) {
        if (inTree[link]) {
          ports[count++] = graph.port(link);
        }
      }
      return Arrays.copyOf(ports, count);
    }
  }
}
