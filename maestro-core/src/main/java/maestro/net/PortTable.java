package maestro.net;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
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

  private final ConcurrentMap<Integer, PortInfo> byNumber = new ConcurrentHashMap<>();
  private final Supplier<String> owner;
  private boolean tooManySaid;

  /** Volatile: a copy of all ports; null since a port changed. */
  private volatile @Nullable List<PortInfo> snapshot = List.of();

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

  /** Applies a port's description. Returns the change, or null when there is none. */
  @Nullable PortChange apply(PortInfo port, boolean deleted) {
    synchronized (byNumber) {
      PortChange change = change(port, deleted);
      snapshot = null;
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
