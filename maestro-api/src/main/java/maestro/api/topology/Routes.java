package maestro.api.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * The paths between switches. Any application may read the view {@code routing-table} of {@code
 * intradomain-routing} as this type, and operators are shown the paths of whatever application
 * publishes that view.
 *
 * <p>Threads: any; implementations are immutable or safe for concurrent readers.
 */
public interface Routes {
  /**
   * The links by which packets may leave a switch on their way to another. Links that are followed
   * from switch to switch never form a loop.
   *
   * @param from datapath id of the switch
   * @param to datapath id of the destination
   * @return empty from a switch to itself, and when there is no path
   */
  List<Link> nextLinks(long from, long to);

  /**
   * One path, among all alternatives. Since API level 4.
   *
   * @param choice any number, such as a hash of a flow's addresses: at each switch, its remainder
   *     by the number of {@link #nextLinks} counts, both as unsigned
   * @return the links in their order; empty from a switch to itself, and when there is no path
   */
  default List<Link> path(long from, long to, int choice) {
    List<Link> path = new ArrayList<>();
    List<Link> next = nextLinks(from, to);
    while (!next.isEmpty()) {
      Link link = next.get(Integer.remainderUnsigned(choice, next.size()));
      path.add(link);
      next = nextLinks(link.to(), to);
    }
    return path;
  }

  /**
   * The links of the spanning tree that begin at a switch. A packet for everybody, from a host or
   * from a link of the tree, that is sent out of all other ports with such links reaches each
   * switch once. Since API level 4.
   *
   * @return in the order of their ports; empty when the switch is alone, and when the application
   *     that publishes the routes computes no tree
   */
  default List<Link> treeLinks(long datapathId) {
    return List.of();
  }
}
