package maestro.apps.storm;

import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.apps.flood.FloodEntries;
import maestro.apps.packets.Addresses;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;

/**
 * Counts what a removed entry of another application may have forwarded for many:
 *
 * <ol>
 *   <li>An entry to a group counts. An entry to a host counts when it flooded, which its cookie
 *       tells.
 *   <li>A stream to a group, or to a host that never sends, may have a higher rate: it comes in by
 *       one port. In a loop the frames of a source come back by another port, and they have the
 *       rate of requests; so have broadcasts, which each loop carries.
 *   <li>When the entry of a stream goes, the frames come as requests until the next one is
 *       installed. For that time they are no storm.
 * </ol>
 *
 * <p>Confined to the event thread.
 */
record ForwardedFrames(SwitchLocal<SwitchTraffic> traffic, StormSettings settings) {
  /** The counters of the port in the match of an entry; null when it is not for many. */
  PortTraffic countersOf(SwitchInfo info, OFFlowRemoved message) {
    Match match = message.getMatch();
    if (!match.isExact(MatchField.IN_PORT) || !match.isExact(MatchField.ETH_DST)) {
      return null;
    }
    boolean isGroup = !Addresses.isHost(match.get(MatchField.ETH_DST).getLong());
    if (!isGroup && !FloodEntries.has(message.getCookie().getValue())) { // 1
      return null;
    }
    int inPort = match.get(MatchField.IN_PORT).getPortNumber();
    return traffic.find(info.datapathId()).map(of -> of.of(isGroup).find(inPort)).orElse(null);
  }

  /** Counts the frames of an entry; null, or the excess when that is too much. */
  Excess count(PortTraffic counters, Match match, long frames, long lifeNs, long nowNs) {
    long source =
        match.isExact(MatchField.ETH_SRC) ? match.get(MatchField.ETH_SRC).getLong() : Majority.NONE;
    long destination = match.get(MatchField.ETH_DST).getLong();
    boolean isStream =
        destination != Addresses.BROADCAST
            && source != Majority.NONE
            && !isHeardElsewhere(source, counters, nowNs - lifeNs); // 2
    long allowed = isStream ? settings.maxStreamFramesPerSecond() : settings.maxFramesPerSecond();
    Excess excess = counters.countEntry(frames, lifeNs, allowed, source, destination, nowNs);
    if (isStream && excess == null) {
      counters.forwardedStream(source, destination, nowNs); // 3
    }
    return excess;
  }

  /** Whether a source was heard by another port of the switch since a time. */
  private boolean isHeardElsewhere(long source, PortTraffic counters, long sinceNs) {
    return traffic
        .find(counters.datapathId())
        .map(
            of ->
                of.of(counters.isGroup()).all().stream()
                    .anyMatch(each -> each != counters && each.heard().hasSince(source, sinceNs)))
        .orElse(false);
  }
}
