package maestro.apps.hosts;

import java.util.HashSet;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.apps.hosts.HostTracker.Limits;
import maestro.apps.log.Repeats;
import maestro.apps.packets.Addresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides who has which IPv4 address.
 *
 * <ol>
 *   <li>An address that nobody has is given to the host that uses it; by other packets than ARP
 *       only the first.
 *   <li>One that another host has goes to who claims it by ARP when that other host is displaced.
 *       When it is not, {@link MovePolicy#VERIFY} asks it: if it still claims the address within
 *       {@code move-hold}, it keeps it, and that is logged.
 *   <li>A host has a bounded number of addresses; the one it has had longest makes room. It has
 *       only one when the table is more than half full: there is always room for one of each host.
 * </ol>
 *
 * <p>Event thread.
 */
final class AddressClaims {
  private static final Logger LOG = LoggerFactory.getLogger(HostLocation.class);
  private static final int ADDRESSES_PER_HOST = 16;
  private static final int MAX_ASKED = 1024;

  private final ApplicationContext context;
  private final HostTables tables;
  private final Questions questions;
  private final HostRegister hosts;
  private final Limits limits;

  /** Addresses whose host is being asked. */
  private final Set<Integer> asked = new HashSet<>();

  private long conflicts;

  AddressClaims(
      ApplicationContext context,
      HostTables tables,
      Questions questions,
      HostRegister hosts,
      Limits limits) {
    this.context = context;
    this.tables = tables;
    this.questions = questions;
    this.hosts = hosts;
    this.limits = limits;
  }

  /** How many addresses there may be beyond one of each host. */
  static int mostFurther(int maxHosts) {
    return maxHosts / 2;
  }

  /** A host uses an address, or claims it by ARP. */
  void claim(Host host, int ipv4, boolean isArp) {
    if (host.ipv4.contains(ipv4) || (!isArp && !host.ipv4.isEmpty())) {
      return;
    }
    Host owner = hosts.get(tables.ethAddressOf(ipv4));
    if (owner == null || owner == host) { // 1
      give(host, ipv4);
    } else if (isArp) { // 2
      if (owner.displaced || limits.movePolicy() == MovePolicy.FOLLOW) {
        give(host, ipv4);
      } else if (asked.size() < MAX_ASKED && asked.add(ipv4)) {
        boolean unused = tables.takeSeenIpv4(ipv4);
        questions.ask(owner, ipv4);
        context.after(limits.moveHold(), () -> decide(host, owner, ipv4));
      }
    }
  }

  private void decide(Host claimant, Host owner, int ipv4) { // 2
    asked.remove(ipv4);
    if (!hosts.isKnown(claimant)) {
      return;
    }
    if (owner.ipv4.contains(ipv4) && tables.takeSeenIpv4(ipv4)) {
      if (Repeats.isWorthALine(++conflicts)) {
        LOG.warn(
            "{} is claimed by {}, which has it, and by {} ({} such claims so far)",
            Addresses.format(ipv4),
            Addresses.format(owner.ethAddress),
            Addresses.format(claimant.ethAddress),
            conflicts);
      }
    } else {
      give(claimant, ipv4);
    }
  }

  private void give(Host host, int ipv4) {
    Host owner = hosts.get(tables.ethAddressOf(ipv4));
    if (owner != null) {
      owner.ipv4.remove(ipv4);
    }
    boolean hasAny = !host.ipv4.isEmpty();
    boolean isCrowded = tables.ipv4Count() >= mostFurther(limits.maxHosts());
    if (host.ipv4.size() == ADDRESSES_PER_HOST || (hasAny && isCrowded)) { // 3
      int eldest = host.ipv4.iterator().next();
      host.ipv4.remove(eldest);
      tables.removeIpv4(eldest);
    }
    if (tables.putIpv4(ipv4, host.ethAddress)) {
      host.ipv4.add(ipv4);
      if (!host.displaced) {
        tables.put(host.ethAddress, host.location, true);
      }
    }
  }
}
