package maestro.apps.storm;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import maestro.api.ApplicationContext;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;

/**
 * Finds the port that an excess belongs to, where nothing is known of the network: the port by
 * which its frames came in first, of those that have counted as much themselves.
 *
 * <ol>
 *   <li>With one source, it is the port that heard the source first. A port that has heard it
 *       before, and has not counted as much, is the port of an innocent host whose frames circle
 *       elsewhere; or its entry has not told yet what it has forwarded. So a report waits for that.
 *   <li>A port of the same switch is no port on the way: frames that have come in by it come back
 *       by another port only in a loop.
 *   <li>Without one source, it is the port whose burst of requests began first and is as large.
 *       Frames of many sources that entries have forwarded belong to the port of the entries.
 *   <li>No frame came in first by a port that is known to lead to a switch.
 * </ol>
 *
 * <p>Confined to the event thread.
 */
record FirstPort(
    ApplicationContext context, SwitchLocal<SwitchTraffic> traffic, Predicate<PortTraffic> isLink) {

  /**
   * The same excess at the first port.
   *
   * @param sinceNs the time since when another port must have counted as much
   */
  Excess of(Excess excess, long sinceNs, long nowNs) {
    PortTraffic first = excess.traffic();
    if (excess.source() != Majority.NONE) {
      for (PortTraffic other : ahead(first, excess.source(), nowNs).toList()) {
        if (other.hasExceeded(excess.source(), sinceNs)
            && isAhead(other, first, excess.source(), nowNs)) {
          first = other;
        }
      }
    } else if (!excess.isByEntry()) { // 3
      for (PortTraffic other : others(first).toList()) {
        if (other.mayBeAheadOf(first, nowNs)) {
          first = other;
        }
      }
    }
    return excess.at(first);
  }

  /**
   * Whether another port may have heard the source of an excess before, and may still tell that it
   * has counted as much. A port that has not known the source for as long as the entry lived has
   * forgotten it meanwhile.
   */
  boolean isAwaited(Excess excess, long sinceNs, long nowNs) { // 1
    PortTraffic port = excess.traffic();
    long source = excess.source();
    boolean isOrderKnown = port.heard().hasBefore(source, nowNs - excess.lifeNs());
    Stream<PortTraffic> before = isOrderKnown ? ahead(port, source, nowNs) : ofOtherSwitches(port);
    return source != Majority.NONE && before.anyMatch(each -> !each.hasExceeded(source, sinceNs));
  }

  /** The ports of other switches that have heard a source before a port has. */
  private Stream<PortTraffic> ahead(PortTraffic of, long source, long nowNs) {
    return ofOtherSwitches(of).filter(each -> isAhead(each, of, source, nowNs));
  }

  private Stream<PortTraffic> ofOtherSwitches(PortTraffic port) { // 2
    return others(port).filter(each -> each.datapathId() != port.datapathId());
  }

  private Stream<PortTraffic> others(PortTraffic of) { // 4
    return context.switches().all().stream()
        .map(SwitchInfo::datapathId)
        .flatMap(datapathId -> portsOf(datapathId, of.isGroup()).stream())
        .filter(each -> each != of && !isLink.test(each));
  }

  private Collection<PortTraffic> portsOf(long datapathId, boolean isGroup) {
    return traffic.find(datapathId).map(of -> of.of(isGroup).all()).orElse(List.of());
  }

  private static boolean isAhead(PortTraffic one, PortTraffic other, long source, long nowNs) {
    return one.heard().isAheadOf(other.heard(), source, nowNs);
  }
}
