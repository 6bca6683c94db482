package maestro.net;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports of one switch. Written by the holder of the claim; weakly consistent for any other
 * thread.
 */
final class PortTable {
  private static final Logger LOG = LoggerFactory.getLogger(PortTable.class);

  /** As many as 1.0 can number; a switch that invents ports must not fill the memory. */
  private static final int MAX_PORTS = 0xff00;

  /** The most ports in a list of actions for them: 22 KiB in 1.3, and the packet goes along. */
  private static final int MOST_FLOOD_PORTS = 1400;

  private final ConcurrentMap<Integer, PortInfo> byNumber = new ConcurrentHashMap<>();
  private final Supplier<String> owner;
  private boolean tooManySaid;

  /** Volatile: a copy of all ports; null since a port changed. */
  private volatile @Nullable List<PortInfo> snapshot = List.of();

  /** Volatile: the ports of {@link #floodPorts}; null since a port changed. */
  private volatile int @Nullable [] floodPorts;

  /**
   * Makes an empty table.
   *
   * @param owner the switch's name, for a log line
   */
  PortTable(Supplier<String> owner) {
    this.owner = owner;
  }

  /** All ports, live. */
  Map<Integer, PortInfo> byNumber() {
    return Collections.unmodifiableMap(byNumber);
  }

  int count() {
    return byNumber.size();
  }

  /** All ports as they are now: the same list until a port changes. */
  List<PortInfo> snapshot() {
    List<PortInfo> ports = snapshot;
    if (ports == null) {
      // Copied under the lock that discards it, so that no copy older than a change is kept.
      synchronized (byNumber) {
        ports = List.copyOf(byNumber.values());
        snapshot = ports;
      }
    }
    return ports;
  }

  /**
   * The numbers of the ports to which FLOOD sends: those that are up, without NO_FLOOD, and LOCAL
   * is one of them. The lowest {@value #MOST_FLOOD_PORTS}; nobody writes to the array. Allocates
   * after a port has changed.
   */
  int[] floodPorts() {
    int[] numbers = floodPorts;
    if (numbers == null) {
      synchronized (byNumber) {
        numbers =
            byNumber.values().stream()
                .filter(port -> port.up() && port.floods())
                .filter(port -> port.isPhysical() || port.number() == OpenFlow.PORT_LOCAL)
                .map(PortInfo::number)
                .sorted(Integer::compareUnsigned)
                .limit(MOST_FLOOD_PORTS)
                .mapToInt(Integer::intValue)
                .toArray();
        floodPorts = numbers;
      }
    }
    return numbers;
  }

  /** Applies a port's description. Returns the change, or null when there is none. */
  @Nullable PortChange apply(PortInfo port, boolean deleted) {
    synchronized (byNumber) {
      PortChange change = change(port, deleted);
      snapshot = null;
      floodPorts = null;
      return change;
    }
  }

  private @Nullable PortChange change(PortInfo port, boolean deleted) {
    if (deleted) {
      return byNumber.remove(port.number()) == null ? null : PortChange.REMOVED;
    }
    if (byNumber.size() < MAX_PORTS || byNumber.containsKey(port.number())) {
      return byNumber.put(port.number(), port) == null ? PortChange.ADDED : PortChange.CHANGED;
    }
    if (!tooManySaid) {
      tooManySaid = true;
      LOG.warn("{} has more than {} ports; the others are ignored", owner.get(), MAX_PORTS);
    }
    return null;
  }
}
