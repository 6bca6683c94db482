package maestro.net.message;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports of one switch: as it describes them, and those that are taken for up since packets come
 * in by them. Weakly consistent for threads that do not hold the claim.
 */
public final class PortTable {
  private static final Logger LOG = LoggerFactory.getLogger(PortTable.class);

  /** As many as 1.0 can number; a switch that invents ports must not fill the memory. */
  private static final int MAX_PORTS = 0xff00;

  /** The most ports in a list of actions for them: 22 KiB in 1.3, and the packet goes along. */
  private static final int MOST_FLOOD_PORTS = 1400;

  private final ConcurrentMap<Integer, PortInfo> byNumber = new ConcurrentHashMap<>();
  private final HeardPorts heard = new HeardPorts();
  private final Supplier<String> owner;

  /** The ports that are down for another reason than their link. Guarded by byNumber. */
  private final Set<Integer> shut = new HashSet<>();

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
  public PortTable(Supplier<String> owner) {
    this.owner = owner;
  }

  /** All ports, live. */
  public Map<Integer, PortInfo> byNumber() {
    return Collections.unmodifiableMap(byNumber);
  }

  public int count() {
    return byNumber.size();
  }

  /** All ports as they are now: the same list until a port changes. */
  public List<PortInfo> snapshot() {
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
  public int[] floodPorts() {
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

  /** Takes the description of a port when the switch joins. */
  public void describe(OFPortDesc port) {
    PortChange unused = apply(port, false);
  }

  /** Takes what a PORT_STATUS says. Returns the change, or null when there is none. */
  public @Nullable PortChange report(OFPortDesc port, boolean isDeleted, long nowNs) {
    heard.reported(nowNs);
    return apply(port, isDeleted);
  }

  private @Nullable PortChange apply(OFPortDesc port, boolean isDeleted) {
    synchronized (byNumber) {
      PortInfo described = PortDescriptions.describe(port);
      boolean mayBeUp = isDeleted || PortDescriptions.isOnlyLinkDown(port);
      heard.watch(described.number(), mayBeUp);
      if (mayBeUp || described.up()) {
        shut.remove(described.number());
      } else {
        shut.add(described.number());
      }
      return change(described, isDeleted);
    }
  }

  /** Whether {@link #hear} may learn something from a packet that came in by a port. Any thread. */
  public boolean mayHear(int number) {
    return heard.isWatched(number);
  }

  /**
   * A packet came in by a port. Any thread. Does not allocate until the port is taken for up.
   *
   * @return the change when the port is taken for up now, by {@link HeardPorts}; else null
   */
  public @Nullable PortChange hear(int number, long nowNs) {
    if (!heard.isUp(number, nowNs)) {
      return null;
    }
    synchronized (byNumber) {
      heard.watch(number, false);
      PortInfo said = byNumber.get(number);
      boolean isUpOrShut = (said != null && said.up()) || shut.contains(number);
      PortInfo port = said == null ? new PortInfo(number, 0, "", true, 0) : said;
      return isUpOrShut || !port.isPhysical() ? null : change(port.asInferredUp(), false);
    }
  }

  private @Nullable PortChange change(PortInfo port, boolean deleted) {
    snapshot = null;
    floodPorts = null;
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
