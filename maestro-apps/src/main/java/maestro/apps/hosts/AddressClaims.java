package maestro.apps.hosts;

import java.util.HashSet;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.apps.hosts.HostTracker.Limits;
import maestro.apps.log.Repeats;
import maestro.apps.packets.Addresses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides who has which IPv4 and IPv6 address of a VLAN.
 *
 * <ol>
 *   <li>An address that nobody has is given to the host that uses it; by other packets than ARP and
 *       those of IPv6 neighbours only the first.
 *   <li>One that another host has goes to who claims it by ARP or as a neighbour when that other
 *       host is displaced. When it is not, {@link MovePolicy#VERIFY} asks it: if it still claims
 *       the address within {@code move-hold}, it keeps it, and that is logged.
 *   <li>A host has a bounded number of addresses of each kind; the one it has had longest makes
 *       room. It has only one when the table is more than half full: there is always room for one
 *       of each host.
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
  private final Set<NetAddress> asked = new HashSet<>();

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

  /** A host uses an address of its VLAN, or claims it. */
  void claim(Host host, NetAddress address, boolean isClaim) {
    Set<NetAddress> own = host.like(address);
    if (own.contains(address) || (!isClaim && !own.isEmpty())) {
      return;
    }
    Host owner = ownerOf(address);
    if (owner == null || owner == host) { // 1
      give(host, address);
    } else if (isClaim) { // 2
      if (owner.displaced || limits.movePolicy() == MovePolicy.FOLLOW) {
        give(host, address);
      } else if (asked.size() < MAX_ASKED && asked.add(address)) {
        boolean unused = tables.takeSeen(address);
        questions.ask(owner, address);
        context.after(limits.moveHold(), () -> decide(host, owner, address));
      }
    }
  }

  private Host ownerOf(NetAddress address) {
    long ethAddress = tables.ethAddressOf(address);
    return ethAddress == HostLocations.UNKNOWN
        ? null
        : hosts.get(Vlans.hostKey(address.vlan(), ethAddress));
  }

  private void decide(Host claimant, Host owner, NetAddress address) { // 2
    asked.remove(address);
    if (!hosts.isKnown(claimant)) {
      return;
    }
    if (owner.like(address).contains(address) && tables.takeSeen(address)) {
      if (Repeats.isWorthALine(++conflicts)) {
        LOG.warn(
            "{} is claimed by {}, which has it, and by {} ({} such claims so far)",
            address,
            Addresses.format(owner.ethAddress),
            Addresses.format(claimant.ethAddress),
            conflicts);
      }
    } else {
      give(claimant, address);
    }
  }

  private void give(Host host, NetAddress address) {
    Host owner = ownerOf(address);
    if (owner != null) {
      owner.like(address).remove(address);
    }
    Set<NetAddress> own = host.like(address);
    boolean isCrowded = tables.countLike(address) >= mostFurther(limits.maxHosts());
    if (own.size() == ADDRESSES_PER_HOST || (!own.isEmpty() && isCrowded)) { // 3
      NetAddress eldest = own.iterator().next();
      own.remove(eldest);
      tables.remove(eldest);
    }
    if (tables.put(address, host.ethAddress)) {
      own.add(address);
      if (!host.displaced) {
        tables.put(host);
      }
    }
  }
}
