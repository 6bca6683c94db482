package maestro.apps.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.apps.log.LineLimit;
import maestro.apps.log.Repeats;
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
 *   <li>A link that changes again and again has a line for its first {@value #SINGLE_CHANGES}
 *       changes, for the 10th, the 100th and so on. A last line has its state and their number,
 *       when it has not changed for {@value #QUIET_ROUNDS} rounds.
 * </ol>
 *
 * <p>Event thread.
 */
final class LinkLog {
  private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);
  private static final int FORTH = 1;
  private static final int BACK = 2;
  private static final int BOTH = FORTH | BACK;
  private static final int SINGLE_CHANGES = 6;
  private static final int QUIET_ROUNDS = 10;

  private final LineLimit limit;
  private final int patienceRounds;
  private final Map<Link, Cable> cables = new HashMap<>();

  /** The cables with one known direction that is not logged yet. */
  private final Set<Cable> lopsided = new LinkedHashSet<>();

  /** The links that changed of late. */
  private final Map<Link, Changes> changes = new LinkedHashMap<>();

  /** The changes of a link since it was quiet. */
  private static final class Changes {
    private long count;
    private long lastRound;
    private boolean told;
    private Cable cable;

    Changes(Cable cable) {
      this.cable = cable;
    }
  }

  /** A link with its two directions; forth is the direction of the map's key. */
  private static final class Cable {
    private final Link key;
    private final KnownPort from;
    private final KnownPort to;
    private int known;
    private int told;
    private long lopsidedSince;

    Cable(Link key, KnownPort from, KnownPort to) {
      this.key = key;
      this.from = from;
      this.to = to;
    }

    String text() {
      String arrow = known == FORTH ? " -> " : known == BACK ? " <- " : " - ";
      return from + arrow + to;
    }

    String state() {
      return known == 0 ? " is down" : known == BOTH ? " is up" : " is up in this direction only";
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
    Cable cable = known(link);
    if (cable.known == BOTH) { // 1
      lopsided.remove(cable);
      if (cable.told != BOTH) {
        String what = cable.told == 0 ? cable.state() : " is up in both directions";
        tell(cable, what + unmanaged(link) + loop(link), link.round);
      }
    } else { // 2
      cable.lopsidedSince = link.round;
      lopsided.add(cable);
    }
  }

  private static String unmanaged(HeardLink link) {
    return link.direct ? "" : " through a switch that drops LLDP";
  }

  private static String loop(HeardLink link) {
    if (!link.isLoop()) {
      return "";
    }
    return link.link.fromPort() == link.link.toPort()
        ? ": the port hears itself"
        : ", between two ports of one switch";
  }

  /** Notes that a switch is back with ports that lead where they led. */
  void reconnected(SwitchInfo info, int ports, int links) {
    if (limit.permit()) {
      LOG.info(
          "switch {} has reconnected: {} ports are as they were, with {} one-way links",
          SwitchInfo.format(info.datapathId()),
          ports,
          links);
    }
  }

  /** Notes that a port at a segment is spare now, or is used now. */
  void spare(KnownPort port) {
    if (limit.permit()) {
      LOG.info(
          port.isSpare
              ? "{} is closed: its switch reaches the segment there by another way"
              : "{} is open: its switch reaches the segment there by no other way",
          port);
    }
  }

  /** Notes a link that was logged before a reload. */
  void restored(HeardLink link) {
    Cable cable = known(link);
    cable.told = cable.known;
    lopsided.remove(cable);
  }

  /** The cable of a link, one direction of which is known now. */
  private Cable known(HeardLink link) {
    Link key = key(link);
    boolean isForth = key.equals(link.link);
    KnownPort from = isForth ? link.from : link.to;
    KnownPort to = isForth ? link.to : link.from;
    Cable cable = cables.computeIfAbsent(key, unused -> new Cable(key, from, to));
    cable.known |= direction(link, key);
    return cable;
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
        tell(cable, cable.state() + ": " + why.text, round);
      }
    } else if (cable.known != cable.told) { // 2
      cable.lopsidedSince = round;
      lopsided.add(cable);
    }
  }

  /** Logs the cables that have had one direction for too long, and those that are quiet again. */
  void check(long round) {
    List<Cable> due = new ArrayList<>(); // 2
    for (Cable cable : lopsided) {
      if (round - cable.lopsidedSince > patienceRounds) {
        due.add(cable);
      }
    }
    for (Cable cable : due) {
      lopsided.remove(cable);
      tell(cable, cable.state(), round);
    }
    changes.values().removeIf(each -> endsQuietly(each, round)); // 4
  }

  private boolean endsQuietly(Changes each, long round) {
    if (round - each.lastRound <= QUIET_ROUNDS || (!each.told && !limit.hasRoom())) {
      return false;
    }
    if (!each.told && limit.permit()) {
      String state = each.cable.state();
      LOG.info("link {}{}, after {} changes", each.cable.text(), state, each.count);
    }
    return true;
  }

  private void tell(Cable cable, String what, long round) {
    Changes late = changes.computeIfAbsent(cable.key, unused -> new Changes(cable));
    late.cable = cable;
    late.lastRound = round;
    late.count++;
    boolean isSingle = late.count <= SINGLE_CHANGES;
    boolean isPermitted = (isSingle || Repeats.isWorthALine(late.count)) && limit.permit(); // 4
    if (isPermitted) {
      String count = isSingle ? "" : ", change " + late.count + " of late";
      LOG.info("link {}{}{}", cable.text(), what, count);
    }
    late.told = isSingle || isPermitted;
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
