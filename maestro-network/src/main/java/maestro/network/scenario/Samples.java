package maestro.network.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import maestro.network.fabric.Fabric;
import maestro.network.plan.NetworkPlan;

/**
 * Links and tables over time, looked at each second, or a 600th of longer runs. Confined to one
 * thread.
 */
final class Samples {
  private static final long LEAST_NS = 1_000_000_000;
  private static final int MOST = 600;

  private final Fabric fabric;
  private final int switchCount;
  private final long beginNs;
  private final long intervalNs;
  private final List<long[]> bytes = new ArrayList<>();
  private final List<int[]> entries = new ArrayList<>();
  private final int[] mostEntries;

  Samples(NetworkPlan plan, Fabric fabric, long beginNs, long durationNs) {
    this.fabric = fabric;
    this.switchCount = plan.switchCount();
    this.beginNs = beginNs;
    this.intervalNs = Math.max(LEAST_NS, durationNs / MOST);
    this.mostEntries = new int[switchCount];
    add(0);
  }

  /** The time between two samples. */
  long intervalNs() {
    return intervalNs;
  }

  /** When the next sample is due, since the beginning. */
  long nextNs() {
    return bytes.size() * intervalNs;
  }

  /** Takes the samples that are due. */
  void take(long sinceNs) {
    while (nextNs() <= sinceNs) {
      add(sinceNs);
    }
  }

  private void add(long sinceNs) {
    long[] all = new long[fabric.links().directionCount()];
    Arrays.setAll(all, direction -> fabric.links().bytes(direction, beginNs + sinceNs));
    bytes.add(all);
    int[] counts = new int[switchCount];
    for (int i = 0; i < switchCount; i++) {
      counts[i] = fabric.switchAt(i).entryCount();
      mostEntries[i] = Math.max(mostEntries[i], counts[i]);
    }
    entries.add(counts);
  }

  /** The bytes that have left in each interval. */
  long[] bytes(int direction) {
    long[] perInterval = new long[bytes.size() - 1];
    for (int i = 0; i < perInterval.length; i++) {
      perInterval[i] = bytes.get(i + 1)[direction] - bytes.get(i)[direction];
    }
    return perInterval;
  }

  /** The flow entries of a switch at the end of each interval. */
  int[] entries(int index) {
    return entries.stream().skip(1).mapToInt(counts -> counts[index]).toArray();
  }

  /** The most entries that a switch had when somebody looked. */
  int mostEntries(int index) {
    return mostEntries[index];
  }
}
