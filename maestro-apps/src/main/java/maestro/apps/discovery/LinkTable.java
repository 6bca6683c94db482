package maestro.apps.discovery;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import maestro.api.topology.Link;

/**
 * The links, each direction for itself, with the round of the last probe over them.
 *
 * <ol>
 *   <li>A probe over a known link renews it.
 *   <li>An LLDP probe reaches one port only. So a direct link is alone at both its ports: it takes
 *       the place of what broadcasts found there, and broadcasts find nothing beside it.
 *   <li>A second direct link at a port contradicts the first, which stays while it is heard: within
 *       the last round. So one who relays probes cannot take a link over.
 *   <li>A link that is not heard for a number of rounds goes.
 * </ol>
 *
 * <p>Event thread.
 */
final class LinkTable {
  private final Map<Link, HeardLink> links = new HashMap<>();
  private final LinkLog log;

  /**
   * Makes an empty one.
   *
   * @param log is told of all that comes and goes
   */
  LinkTable(LinkLog log) {
    this.log = log;
  }

  /** What a probe has changed. */
  enum Outcome {
    UNCHANGED,
    CHANGED,
    CONTRADICTING
  }

  /** A probe came over a link. */
  Outcome heard(HeardLink heard) {
    HeardLink known = links.get(heard.link);
    if (known != null && known.direct == heard.direct) { // 1
      known.round = Math.max(known.round, heard.round);
      return Outcome.UNCHANGED;
    }
    List<HeardLink> rivals =
        Stream.concat(heard.from.links.stream(), heard.to.links.stream())
            .filter(other -> other.sharesAnEndWith(heard) && (other.direct || heard.direct))
            .distinct()
            .toList();
    if (!heard.direct && !rivals.isEmpty()) { // 2
      return Outcome.UNCHANGED;
    }
    if (rivals.stream().anyMatch(other -> other.direct && other.round >= heard.round - 1)) { // 3
      return Outcome.CONTRADICTING;
    }
    rivals.forEach(other -> remove(other, Loss.REPLACED, heard.round));
    links.put(heard.link, heard);
    heard.from.links.add(heard);
    if (heard.to != heard.from) {
      heard.to.links.add(heard);
    }
    log.found(heard);
    return Outcome.CHANGED;
  }

  /** Forgets the links of a port; whether there were any. */
  boolean removeAt(KnownPort port, Loss why, long round) {
    List<HeardLink> own = List.copyOf(port.links);
    own.forEach(link -> remove(link, why, round));
    return !own.isEmpty();
  }

  /** Forgets what was last heard before a round; whether there was anything. */
  boolean removeOlderThan(long oldest, long round) { // 4
    List<HeardLink> old = links.values().stream().filter(link -> link.round < oldest).toList();
    old.forEach(link -> remove(link, Loss.SILENCE, round));
    return !old.isEmpty();
  }

  private void remove(HeardLink link, Loss why, long round) {
    links.remove(link.link);
    log.lost(link, why, round);
    for (KnownPort end : List.of(link.from, link.to)) {
      end.links.remove(link);
      if (end.links.isEmpty()) {
        end.quietSince = round;
      }
    }
  }

  /** All of them. */
  Collection<HeardLink> all() {
    return Collections.unmodifiableCollection(links.values());
  }
}
