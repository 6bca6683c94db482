package maestro.apps.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.topology.Link;
import maestro.apps.log.LineLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the cables that go up and down: one line for both directions of a link.
 *
 * <ol>
 *   <li>A link is up when both directions are known, and down when none is.
 *   <li>A single direction is logged only when the other has been missing for some rounds; usually
 *       it follows at once.
 *   <li>A link that was not logged as up is not logged as down.
 * </ol>
 *
 * <p>Event thread.
 */
final class LinkLog {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
  private static final int FORTH = 1;
  private static final int BACK = 2;
  private static final int BOTH = FORTH | BACK;

  private final LineLimit limit;
  private final int patienceRounds;
  private final Map<Link, Cable> cables = new HashMap<>();

  /** The cables with one known direction that is not logged yet. */
  private final Set<Cable> lopsided = new LinkedHashSet<>();

  /** A link with its two directions; forth is the direction of the map's key. */
  private static final class Cable {
    private final KnownPort from;
    private final KnownPort to;
    private int known;
    private int told;
    private long lopsidedSince;

    Cable(KnownPort from, KnownPort to) {
      this.from = from;
      this.to = to;
    }

    String text() {
      String arrow = known == FORTH ? " -> " : known == BACK ? " <- " : " - ";
      return from + arrow + to;
    }
  }

  /**
   * Makes a log that knows no link.
   *
   * @param patienceRounds the number of rounds for which a single direction is not logged
   */
  LinkLog(LineLimit limit, int patienceRounds) {
    this.limit = limit;
    this.patienceRounds = patienceRounds;
  }

  /** Notes that a link was found. */
  void found(HeardLink link) {
    Link key = key(link);
    boolean isForth = key.equals(link.link);
    KnownPort from = isForth ? link.from : link.to;
    KnownPort to = isForth ? link.to : link.from;
    Cable cable = cables.computeIfAbsent(key, unused -> new Cable(from, to));
    cable.known |= direction(link, key);
    if (cable.known == BOTH) { // 1
      lopsided.remove(cable);
      if (cable.told != BOTH) {
        String what = cable.told == 0 ? " is up" : " is up in both directions";
        tell(cable, what + (link.isLoop() ? ", between two ports of one switch" : ""));
      }
    } else { // 2
      cable.lopsidedSince = link.round;
      lopsided.add(cable);
    }
  }

  /** Notes a link that was logged before a reload. */
  void adopted(HeardLink link) {
    Link key = key(link);
    boolean isForth = key.equals(link.link);
    Cable cable =
        cables.computeIfAbsent(
            key, unused -> isForth ? new Cable(link.from, link.to) : new Cable(link.to, link.from));
    cable.known |= direction(link, key);
    cable.told = cable.known;
    lopsided.remove(cable);
  }

  /** Notes that a link is gone. */
  void lost(HeardLink link, Loss why, long round) {
    Link key = key(link);
    Cable cable = cables.get(key);
    cable.known &= ~direction(link, key);
    if (cable.known == 0) {
      lopsided.remove(cable);
      cables.remove(key);
      if (cable.told != 0) { // 3
        tell(cable, " is down: " + why.text);
      }
    } else if (cable.known != cable.told) { // 2
      cable.lopsidedSince = round;
      lopsided.add(cable);
    }
  }

  /** Logs the cables that have had one direction for too long. */
  void check(long round) { // 2
    List<Cable> due = new ArrayList<>();
    for (Cable cable : lopsided) {
      if (round - cable.lopsidedSince > patienceRounds) {
        due.add(cable);
      }
    }
    for (Cable cable : due) {
      lopsided.remove(cable);
      tell(cable, " is up in this direction only");
    }
  }

  private void tell(Cable cable, String what) {
    if (limit.permit()) {
      LOG.info("link {}{}", cable.text(), what);
    }
    cable.told = cable.known;
  }

  /** The direction that stands for both: from the lower switch and port. */
  private static Link key(HeardLink link) {
    Link there = link.link;
    int order = Long.compareUnsigned(there.from(), there.to());
    int ports = Integer.compareUnsigned(there.fromPort(), there.toPort());
    return order < 0 || (order == 0 && ports <= 0) ? there : there.reversed();
  }

  private static int direction(HeardLink link, Link key) {
    if (link.from == link.to) {
      return BOTH;
    }
    return key.equals(link.link) ? FORTH : BACK;
  }
}
