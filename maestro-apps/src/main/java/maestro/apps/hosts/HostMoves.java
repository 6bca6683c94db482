package maestro.apps.hosts;

import maestro.api.Announcer;
import maestro.api.ApplicationContext;
import maestro.api.topology.HostMoved;
import maestro.apps.hosts.HostTracker.Limits;
import maestro.apps.log.Repeats;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a host that is seen at another location has moved: steps 2 to 5 of {@link
 * HostTracker}. Event thread.
 */
final class HostMoves {
  private static final Logger LOG = LoggerFactory.getLogger(HostLocation.class);
  private static final int MAX_DOUBLINGS = 3;
  private static final int MANY_MOVES = 3;

  private final ApplicationContext context;
  private final HostTables tables;
  private final HostRegister hosts;
  private final PortRoles roles;
  private final Questions questions;
  private final Announcer<HostMoved> moved;
  private final Limits limits;
  private final HostLog log;

  HostMoves(
      ApplicationContext context,
      HostTables tables,
      HostRegister hosts,
      PortRoles roles,
      Questions questions,
      Announcer<HostMoved> moved,
      Limits limits,
      HostLog log) {
    this.context = context;
    this.tables = tables;
    this.hosts = hosts;
    this.roles = roles;
    this.questions = questions;
    this.moved = moved;
    this.limits = limits;
    this.log = log;
  }

  /** Handles that a host was seen at a host port that is not its own, or on a segment. */
  void seenElsewhere(HostState host, long location) {
    if (!roles.canAsk(host) || roles.isAtSegment(host)) {
      move(host, location); // who is asked on a segment may answer from elsewhere
    } else if (isAtHostPort(host.candidate) && !isAtHostPort(location)) {
      return; // it is behind that host port, and heard on the segment
    } else if (host.frozen) { // 5
      host.candidate = location;
      boolean unused = tables.takeSeen(host.key);
    } else if (host.candidate != HostState.NOWHERE) {
      host.candidate = location;
    } else if (limits.movePolicy() == MovePolicy.FOLLOW) {
      move(host, location);
    } else { // 4
      host.candidate = location;
      boolean unused = tables.takeSeen(host.key);
      questions.ask(host);
      context.after(limits.moveHold(), () -> decide(host));
    }
  }

  private boolean isAtHostPort(long location) {
    return location != HostState.NOWHERE && roles.of(location).hasHosts();
  }

  private void decide(HostState host) { // 4
    if (host.frozen) {
      return; // it was displaced and has moved meanwhile
    }
    long candidate = host.candidate;
    host.candidate = HostState.NOWHERE;
    if (!hosts.isKnown(host) || candidate == HostState.NOWHERE) {
      return;
    }
    if (roles.canAsk(host) && tables.takeSeen(host.key)) {
      host.silentSweeps = 0;
      if (Repeats.isWorthALine(++host.conflicts)) {
        LOG.warn(
            "{} is used at two places: {}, where it stays, and {} ({} times so far)",
            host,
            tables.text(host.location),
            tables.text(candidate),
            host.conflicts);
      }
      freeze(host, host.conflicts);
    } else if (roles.mayHaveHosts(candidate)) {
      move(host, candidate);
    }
  }

  private void move(HostState host, long location) {
    long before = host.location;
    host.candidate = HostState.NOWHERE;
    hosts.moveTo(host, location);
    log.moved(host, before);
    if (++host.moves == MANY_MOVES) {
      LOG.warn(
          "{} moves often, lately from {} to {}", host, tables.text(before), tables.text(location));
    }
    freeze(host, host.moves);
    moved.announce(
        new HostMoved(
            host.ethAddress,
            tables.datapathIdOf(before),
            tables.portOf(before),
            tables.datapathIdOf(location),
            tables.portOf(location),
            host.vlan));
  }

  private void freeze(HostState host, long times) { // 5
    host.frozen = true;
    long freeze = ++host.freezes;
    long factor = 1L << Math.min(times, MAX_DOUBLINGS);
    context.after(limits.moveHold().multipliedBy(factor), () -> thaw(host, freeze));
  }

  /**
   * Ends a freeze, unless a later one has begun: a displaced host moves while it is frozen. A host
   * that was seen elsewhere meanwhile, and not at its own location since, is asked.
   */
  private void thaw(HostState host, long freeze) {
    if (host.freezes != freeze) {
      return;
    }
    host.frozen = false;
    long candidate = host.candidate;
    host.candidate = HostState.NOWHERE;
    if (candidate != HostState.NOWHERE
        && hosts.isKnown(host)
        && roles.mayHaveHosts(candidate)
        && !tables.takeSeen(host.key)) {
      seenElsewhere(host, candidate);
    }
  }
}
