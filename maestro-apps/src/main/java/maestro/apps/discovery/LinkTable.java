package maestro.apps.discovery;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import maestro.api.topology.Link;

/**
 * The links, one entry for each direction, with the round of the last probe over them.
 *
 * <ol>
 *   <li>A probe over a known link renews it.
 *   <li>A port has several links when a switch of no controller is behind it. Between two ports
 *       that both have direct links elsewhere, broadcasts find no link: a known switch has passed
 *       them on. Where LLDP shows a link, broadcasts say nothing more about it.
 *   <li>A new direct link replaces the direct links at its ports whose probes did not come in the
 *       last round: a cable has moved.
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

  /** Forgets all links, and tells nobody: what another member has left comes in their place. */
  void clear() {
    links.clear();
  }

  /** Handles a probe that came over a link; returns whether there are other links now. */
  boolean heard(HeardLink heard) {
    HeardLink known = links.get(heard.link);
    boolean isKnownBetter = known != null && known.direct && !heard.direct;
    if (isKnownBetter || (!heard.direct && isBetweenDirect(heard))) { // 2
      return false;
    }
    if (known != null && known.direct == heard.direct) { // 1
      known.round = Math.max(known.round, heard.round);
      known.arrivedRound = Math.max(known.arrivedRound, heard.arrivedRound);
      return false;
    }
    if (known != null) {
      remove(known, Loss.REPLACED, heard.round);
    }
    for (HeardLink rival : rivalsOf(heard)) {
      if (heard.direct
          && rival.direct
          && rival.round < heard.round - 1
          && !rival.isOfAbsent()) { // 3
        remove(rival, Loss.REPLACED, heard.round);
      }
    }
    add(heard);
    log.found(heard);
    return true;
  }

  /** Whether both ports of a link have direct links that lead elsewhere. */
  private static boolean isBetweenDirect(HeardLink link) {
    return rivalsAt(link.from, link).anyMatch(other -> other.direct)
        && rivalsAt(link.to, link).anyMatch(other -> other.direct);
  }

  /** Adds the links that were known before a reload, unless probes have shown others since. */
  void restore(List<HeardLink> restored) {
    Set<Link> before = restored.stream().map(each -> each.link).collect(Collectors.toSet());
    for (HeardLink each : restored) {
      boolean isAsBefore = rivalsOf(each).stream().allMatch(other -> before.contains(other.link));
      if (!links.containsKey(each.link) && isAsBefore) {
        add(each);
        log.restored(each);
      }
    }
  }

  /** The other links at the ports of a link. */
  private static List<HeardLink> rivalsOf(HeardLink link) {
    return Stream.concat(rivalsAt(link.from, link), rivalsAt(link.to, link)).distinct().toList();
  }

  private static Stream<HeardLink> rivalsAt(KnownPort port, HeardLink link) {
    return port.links.stream().filter(other -> !other.isAlong(link));
  }

  /** Whether a link is known in the other direction, too. */
  boolean isTwoWay(HeardLink link) {
    return links.containsKey(link.link.reversed());
  }

  /** Whether LLDP came over a link in both directions. */
  boolean isDirectBothWays(HeardLink link) {
    HeardLink back = links.get(link.link.reversed());
    return back != null && back.direct && link.direct;
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

  /** Whether no probe has come over more than half of the links in a round or later. */
  boolean areMostSilentIn(long round) {
    long silent = links.values().stream().filter(link -> link.arrivedRound < round).count();
    return 2 * silent > links.size();
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
