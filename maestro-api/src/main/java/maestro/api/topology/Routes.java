package maestro.api.topology;

import java.util.List;

/**
 * The paths between switches. Operators are shown them when the value of the view {@code
 * routing-table} is one.
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
}
