package maestro.apps.storm;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import maestro.api.ApplicationContext;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;

/**
 * Finds the port by which the frames of a storm came in first, of all that have reported it or will
 * do so. It is the port that heard the storm's source first; without such a source, the port whose
 * burst began first.
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
        boolean isAhead =
            excess.source() == Majority.NONE
                ? other.mayBeAheadOf(first, nowNs)
                : isAheadBySource(other, first, excess.source(), nowNs);
        if (isAhead && !isLink.test(other)) {
          first = other;
        }
      }
    }
    return excess.at(first);
  }

  private Collection<PortTraffic> portsOf(long datapathId, boolean isGroup) {
    return traffic.find(datapathId).map(of -> of.of(isGroup).all()).orElse(List.of());
  }

  private static boolean isAheadBySource(
      PortTraffic one, PortTraffic other, long source, long nowNs) {
    return one.hasHeard(source, nowNs)
        && (!other.hasHeard(source, nowNs)
            || one.lastSourceSinceNs() - other.lastSourceSinceNs() < 0);
  }
}
