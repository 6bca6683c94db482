package maestro.net.conductor;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import maestro.api.SwitchInfo;
import maestro.distribution.Distribution;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles workers that do not return from an application: the strategy gives their switches to
 * other workers where it can, and the log names the switches that wait. The conductor's thread.
 */
final class StuckWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(StuckWorkers.class);
  private static final int MAX_NAMED = 10;

  private final Distribution distribution;
  private BitSet known = new BitSet();

  StuckWorkers(Distribution distribution) {
    this.distribution = distribution;
  }

  /**
   * Moves switches from stuck workers and logs newly stuck ones.
   *
   * @param stuck the numbers of the stuck workers; the set stays the caller's
   */
  void relieve(BitSet stuck, List<ConnectionTimeouts> connections) {
    int moved = distribution.relieve(stuck);
    if (stuck.equals(known)) {
      return;
    }
    for (int worker = stuck.nextSetBit(0); worker >= 0; worker = stuck.nextSetBit(worker + 1)) {
      if (!known.get(worker)) {
        report(worker, moved, connections);
      }
    }
    known = (BitSet) stuck.clone();
  }

  private void report(int worker, int moved, List<ConnectionTimeouts> connections) {
    List<Connection> waiting =
        connections.stream()
            .map(ConnectionTimeouts::connection)
            .filter(each -> distribution.waitsFor(each, worker))
            .toList();
    String named =
        waiting.stream().limit(MAX_NAMED).map(StuckWorkers::name).collect(Collectors.joining(", "));
    LOG.warn(
        "worker {} is stuck in an application; {} switches wait for it: {}{}; given to other"
            + " workers: {}",
        worker,
        waiting.size(),
        named,
        waiting.size() > MAX_NAMED ? ", …" : "",
        moved);
  }

  private static String name(Connection connection) {
    SwitchInfo info = Session.of(connection).info();
    return info == null ? connection.peer().addressText() : SwitchInfo.format(info.datapathId());
  }
}
