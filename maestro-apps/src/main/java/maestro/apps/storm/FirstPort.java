package maestro.apps.storm;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import maestro.api.ApplicationContext;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;

/**
 * Finds the port by which the frames of a storm came in first, of all that have reported it or will
 * do so: the port whose burst began first and has at least as many frames. A port that has counted
 * less is innocent, though it heard the storm's source first: the frames of its host circle
 * elsewhere.
 *
 * <p>Confined to the event thread.
 */
record FirstPort(ApplicationContext context, SwitchLocal<SwitchTraffic> traffic) {
  /**
   * The same excess at the first port.
   *
   * @param isLink the ports that are known to lead to switches, by which no frame came in first
   */
  Excess of(Excess excess, Predicate<PortTraffic> isLink, long nowNs) {
    PortTraffic first = excess.traffic();
    boolean isGroup = first.isGroup();
    for (SwitchInfo each : context.switches().all()) {
      for (PortTraffic other : portsOf(each.datapathId(), isGroup)) {
        boolean isOfSource =
            excess.source() == Majority.NONE || other.hasHeard(excess.source(), nowNs);
        if (isOfSource && other.mayBeAheadOf(first, nowNs) && !isLink.test(other)) {
          first = other;
        }
      }
    }
    return excess.at(first);
  }

  private Collection<PortTraffic> portsOf(long datapathId, boolean isGroup) {
    return traffic.find(datapathId).map(of -> of.of(isGroup).all()).orElse(List.of());
  }
}
