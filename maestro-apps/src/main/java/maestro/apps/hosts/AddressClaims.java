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
 * Decides which host has which IPv4 and IPv6 address of a VLAN. A host claims an address by ARP or
 * as an IPv6 neighbour. Nothing else gives or takes an address: who sends from an address may be a
 * router, one of many servers behind a load balancer, or a forger.
 *
 * <ol>
 *   <li>An address without an owner is given to the host that claims it.
 *   <li>An address of another host goes to the host that claims it, if the owner cannot be asked.
 *       Otherwise {@link MovePolicy#VERIFY} asks the owner. If the owner still claims the address
 *       within {@code move-hold}, it keeps the address, and the conflict is logged.
 *   <li>A host has a bounded number of addresses of each kind; the oldest makes room. It has only
 *       one when the table has {@link #mostFurther} addresses or more, so there is always room for
 *       one address of each host.
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
  private final PortRoles roles;
  private final Limits limits;

  /** The addresses whose owner is being asked. */
  private final Set<NetAddress> asked = new HashSet<>();

  private long conflicts;

  AddressClaims(
      ApplicationContext context,
      HostTables tables,
      Questions questions,
      HostRegister hosts,
      PortRoles roles,
      Limits limits) {
    this.context = context;
    this.tables = tables;
    this.questions = questions;
    this.hosts = hosts;
    this.roles = roles;
    this.limits = limits;
  }

  /** The number of addresses beyond one of each host. */
  static int mostFurther(int maxHosts) {
    return maxHosts / 2;
  }

  /** Handles that a host claims an address of its VLAN. */
  void claim(HostState host, NetAddress address) {
    if (host.like(address).contains(address)) {
      return;
    }
    HostState owner = ownerOf(address);
    if (owner == null || owner == host) { // 1
      give(host, address);
    } else if (!roles.canAsk(owner) || limits.movePolicy() == MovePolicy.FOLLOW) { // 2
      give(host, address);
    } else if (asked.size() < MAX_ASKED && asked.add(address)) {
      boolean unused = tables.takeSeen(address);
      questions.ask(owner, address);
      context.after(limits.moveHold(), () -> decide(host, owner, address));
    }
  }

  private HostState ownerOf(NetAddress address) {
    long ethAddress = tables.ethAddressOf(address);
    return ethAddress == HostLocations.UNKNOWN
        ? null
        : hosts.get(Vlans.hostKey(address.vlan(), ethAddress));
  }

  private void decide(HostState claimant, HostState owner, NetAddress address) { // 2
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

  private void give(HostState host, NetAddress address) {
    HostState owner = ownerOf(address);
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
    }
  }
}
