package maestro.apps.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The switches that have left and may come back. Event thread. */
final class AbsentSwitches {
  /**
   * The number of rounds for which a switch stays absent; then it is gone. Open vSwitch tries to
   * connect again every 8 s at least.
   */
  static final int MOST_ROUNDS = 10;

  /** The round in which a switch left, by datapath id. */
  private final Map<Long, Long> sinceRounds = new HashMap<>();

  /** Forgets all. */
  void clear() {
    sinceRounds.clear();
  }

  /** Adds a switch that has left. */
  void add(long datapathId, long round) {
    sinceRounds.put(datapathId, round);
  }

  /** Removes a switch that has joined; returns whether it was absent. */
  boolean comesBack(long datapathId) {
    return sinceRounds.remove(datapathId) != null;
  }

  /** Removes and returns the switches that left before a round. */
  List<Long> takeThoseSinceBefore(long round) {
    List<Long> taken = new ArrayList<>();
    sinceRounds
        .entrySet()
        .removeIf(
            each -> {
              boolean isTaken = each.getValue() < round;
              if (isTaken) {
                taken.add(each.getKey());
              }
              return isTaken;
            });
    return taken;
  }
}
