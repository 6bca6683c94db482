package maestro.apps.storm;

import java.util.ArrayList;
import java.util.List;
import maestro.apps.storm.PortCheck.Lead;

/**
 * The storms at present. A port may have several, of different sources or destinations. Frames of a
 * storm in a loop pass several ports, so they may be storms of several ports. Storms of one port,
 * and of the same frames, end together: none is over while others go on.
 *
 * <p>Confined to the event thread.
 */
final class StormList {
  private final List<Storm> storms = new ArrayList<>();

  boolean isEmpty() {
    return storms.isEmpty();
  }

  int size() {
    return storms.size();
  }

  boolean has(Storm storm) {
    return storms.contains(storm);
  }

  /** The storms as they are now. */
  List<Storm> all() {
    return List.copyOf(storms);
  }

  /** The storm that an excess is a part of; null when it is a new one. */
  Storm at(Excess excess) {
    return storms.stream().filter(each -> each.takes(excess)).findFirst().orElse(null);
  }

  /** Adds a storm. The first one of a port stands for all of them in the log. */
  void add(Storm storm) {
    storm.isBeside = storms.stream().anyMatch(each -> each.traffic() == storm.traffic());
    storms.add(storm);
  }

  void remove(Storm storm) {
    storms.remove(storm);
  }

  /** The storms that end together with a storm, and this one. */
  List<Storm> endingWith(Storm storm) {
    List<Storm> together = new ArrayList<>(List.of(storm));
    List<Storm> others = new ArrayList<>(storms);
    others.remove(storm);
    for (int i = 0; i < together.size(); i++) {
      Storm one = together.get(i);
      others.stream().filter(one::isRelatedTo).forEach(together::add);
      others.removeAll(together);
    }
    return together;
  }

  /** Adds frames of a port that entries have taken. */
  void count(PortTraffic port, long frames) {
    for (Storm each : storms) {
      if (each.traffic() == port && !each.isBeside) {
        each.add(frames);
      }
    }
  }

  /** Whether a port is known to lead to a switch. */
  boolean isLink(PortTraffic port) {
    return storms.stream().anyMatch(each -> each.traffic() == port && each.leadsTo(Lead.SWITCH));
  }

  /** Notes that an excess may go on until a time. */
  void goesOn(Excess excess, long untilNs) {
    for (Storm each : storms) {
      if (each.isRelatedTo(excess) && untilNs - each.goesOnNs > 0) {
        each.goesOnNs = untilNs;
      }
    }
  }

  /** Whether an entry at another port bounds the same frames. */
  boolean isBoundElsewhere(Excess excess) {
    return storms.stream()
        .anyMatch(each -> each.number != Storm.NONE && each.excess.isElsewhere(excess));
  }
}
