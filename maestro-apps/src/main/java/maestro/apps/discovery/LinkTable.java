package maestro.apps.discovery;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import maestro.api.topology.Link;

/**
 * The links, one entry for each direction, with the round of the last probe over them.
 *
 * <ol>
 *   <li>A probe over a known link renews it.
 *   <li>An LLDP probe reaches one port only, so a direct link is the only link at both its ports.
 *       It replaces the links that broadcasts have found there, and broadcasts find no further link
 *       there.
 *   <li>A second direct link at a port contradicts the first. The first stays while its probes
 *       come, at least one in the last round. So relayed probes cannot take over a link.
 *   <li>A link without probes for a number of rounds is removed, unless a switch of it is absent.
 *   <li>Its probes may be under way: a control connection has become slow. So its ports count as
 *       quiet only when no probe has come for as long as one may be under way. Otherwise packets
 *       would be flooded into a loop.
 * </ol>
 *
 * <p>Event thread.
 */
final class LinkTable {
  private final Map<Link, HeardLink> links = new HashMap<>();
  private final LinkLog log;
  private final int mostDelayRounds;

  /**
   * Makes an empty table.
   *
   * @param mostDelayRounds the number of rounds for which a probe may be under way
   * @param log is told of each change
   */
  LinkTable(LinkLog log, int mostDelayRounds) {
    this.log = log;
    this.mostDelayRounds = mostDelayRounds;
  }

  /** The effect of a probe. */
  enum Outcome {
    UNCHANGED,
    CHANGED,
    CONTRADICTING
  }

  /** Handles a probe that came over a link. */
  Outcome heard(HeardLink heard) {
    HeardLink known = links.get(heard.link);
    if (known != null && known.direct == heard.direct) { // 1
      known.round = Math.max(known.round, heard.round);
      known.arrivedRound = Math.max(known.arrivedRound, heard.arrivedRound);
      return Outcome.UNCHANGED;
    }
    List<HeardLink> rivals = rivalsOf(heard);
    if (!heard.direct && !rivals.isEmpty()) { // 2
      return Outcome.UNCHANGED;
    }
    if (rivals.stream().anyMatch(other -> other.direct && other.round >= heard.round - 1)) { // 3
      return Outcome.CONTRADICTING;
    }
    rivals.forEach(other -> remove(other, Loss.REPLACED, heard.round));
    add(heard);
    log.found(heard);
    return Outcome.CHANGED;
  }

  /** Adds a link that was known before a reload, unless probes have shown another one since. */
  void adopt(HeardLink inherited) {
    if (!links.containsKey(inherited.link) && rivalsOf(inherited).isEmpty()) {
      add(inherited);
      log.adopted(inherited);
    }
  }

  private static List<HeardLink> rivalsOf(HeardLink link) {
    return Stream.concat(link.from.links.stream(), link.to.links.stream())
        .filter(other -> other.sharesAnEndWith(link) && (other.direct || link.direct))
        .distinct()
        .toList();
  }

  private void add(HeardLink link) {
    links.put(link.link, link);
    link.from.heardProbe();
    link.to.heardProbe();
    link.from.links.add(link);
    if (link.to != link.from) {
      link.to.links.add(link);
    }
  }

  /** Removes the links of a port; returns whether there were any. */
  boolean removeAt(KnownPort port, Loss why, long round) {
    List<HeardLink> own = List.copyOf(port.links);
    own.forEach(link -> remove(link, why, round));
    return !own.isEmpty();
  }

  /** Lets the links of a port whose switch is back age from now on. */
  void renewAt(KnownPort port, long round) {
    port.links.forEach(link -> link.arrivedRound = round);
  }

  /** Removes the links whose last probe came before a round; returns whether there were any. */
  boolean removeOlderThan(long oldest, long round) { // 4
    List<HeardLink> old =
        links.values().stream()
            .filter(link -> link.arrivedRound < oldest && !link.isOfAbsent())
            .toList();
    old.forEach(link -> remove(link, Loss.SILENCE, round));
    return !old.isEmpty();
  }

  private void remove(HeardLink link, Loss why, long round) {
    links.remove(link.link);
    log.lost(link, why, round);
    for (KnownPort end : List.of(link.from, link.to)) {
      end.links.remove(link);
      if (end.links.isEmpty()) {
        end.quietSince = why == Loss.SILENCE ? link.arrivedRound + mostDelayRounds : round; // 5
      }
    }
  }

  /** All links. */
  Collection<HeardLink> all() {
    return Collections.unmodifiableCollection(links.values());
  }
}
