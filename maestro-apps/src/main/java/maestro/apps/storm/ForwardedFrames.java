package maestro.apps.storm;

import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.apps.packets.Addresses;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/**
 * Counts the broadcasts that a removed entry of another application may have forwarded.
 *
 * <p>Confined to the event thread.
 */
record ForwardedFrames(SwitchLocal<SwitchTraffic> traffic) {
  /** The counters of the port in the match of an entry; null when it forwards to no group. */
  PortTraffic countersOf(SwitchInfo info, Match match) {
    if (!match.isExact(MatchField.IN_PORT)
        || !match.isExact(MatchField.ETH_DST)
        || Addresses.isHost(match.get(MatchField.ETH_DST).getLong())) {
      return null;
    }
    int inPort = match.get(MatchField.IN_PORT).getPortNumber();
    return traffic.find(info.datapathId()).map(of -> of.groups().find(inPort)).orElse(null);
  }

  /** Counts the frames of an entry; null, or the excess when that is too much. */
  static Excess count(PortTraffic counters, Match match, long frames, long lifeNs, long nowNs) {
    long source =
        match.isExact(MatchField.ETH_SRC) ? match.get(MatchField.ETH_SRC).getLong() : Majority.NONE;
    long destination = match.get(MatchField.ETH_DST).getLong();
    return counters.countEntry(frames, lifeNs, source, destination, nowNs);
  }
}
