package maestro.apps.hosts;

import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.api.topology.Topology;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;
import maestro.apps.packets.NeighbourFrame;

/**
 * Reads the source of each flow request. For each:
 *
 * <ol>
 *   <li>Ignore a group address; it belongs to no host.
 *   <li>If the table has the host at this location and its address is known, do nothing. That is
 *       the usual case. Only ARP and IPv6 neighbour messages teach an address. The source of any
 *       other packet may be an address behind a router, that of a load balancer, or forged.
 *   <li>Otherwise, if the packet came in by a host port, tell the event thread. If the port leads
 *       to a switch, the host is somewhere behind that switch. When that cannot be told, no stage
 *       may install an entry for this packet: the host would be unknown, and would not ask again.
 *   <li>Answers of hosts to the controller's own questions are not passed on.
 * </ol>
 */
final class Watcher implements RequestStage {
  private final HostTables tables;
  private final View<Topology> topology;
  private final SwitchLocal<SwitchNumber> switchNumbers;
  private final HostSightings sightings;
  private final ArpFrame arp = new ArpFrame();
  private final NeighbourFrame neighbour = new NeighbourFrame();
  private final Sighting sighting = new Sighting();

  Watcher(
      HostTables tables,
      View<Topology> topology,
      SwitchLocal<SwitchNumber> switchNumbers,
      HostSightings sightings) {
    this.tables = tables;
    this.topology = topology;
    this.switchNumbers = switchNumbers;
    this.sightings = sightings;
  }

  @Override
  public void onRequest(FlowRequest request, SwitchOutput output) {
    if (Addresses.isHost(request.ethSrc())) { // 1
      read(request);
    }
    if (request.ethDst() == Addresses.OF_CONTROLLER) { // 4
      output.drop(request);
      output.consume(request);
    }
  }

  private void read(FlowRequest request) {
    SwitchNumber here = switchNumbers.of(request);
    FlowRequest learned = request.unnoted(); // a host's location decides nothing about this packet
    int vlan = here.vlans().vlanOf(request.inPort(), learned.vlanId());
    if (here.value() == HostTables.NO_NUMBER || vlan == Vlans.DROP) {
      return;
    }
    long source = request.ethSrc();
    long location = HostTables.location(here.value(), request.inPort());
    sighting.of(Vlans.hostKey(vlan, source), location);
    long found = tables.find(sighting.host, location);
    readClaim(learned, source);
    if (found != HostTables.MISS && isLearned(vlan, source, found)) { // 2
      return;
    }
    boolean isSeen = // 3
        topology.at(request).roleOf(request.datapathId(), request.inPort()).hasHosts();
    if (isSeen && !sightings.add(sighting, request.nowNs())) {
      preventEntries(request);
    }
  }

  /** Reads, and lets the platform note, a byte that no match can express. */
  private static void preventEntries(FlowRequest request) {
    int unused = request.frameByte(request.frameLength() - 1);
  }

  private void readClaim(FlowRequest request, long source) {
    if (arp.wrap(request)) {
      if (arp.senderEth() == source && Addresses.isHost(arp.senderIpv4())) {
        sighting.address(0, NetAddress.mapped(arp.senderIpv4()));
      }
    } else if (neighbour.wrap(request)
        && neighbour.ethAddress() == source
        && neighbour.isChecksumRight()) {
      readNeighbour();
    }
  }

  /**
   * Reads the sender's address from a solicitation or a router advertisement, the target's from a
   * neighbour advertisement.
   */
  private void readNeighbour() {
    boolean isAboutTarget = neighbour.type() == NeighbourFrame.ADVERTISEMENT;
    long high = isAboutTarget ? neighbour.targetHigh() : neighbour.sourceHigh();
    long low = isAboutTarget ? neighbour.targetLow() : neighbour.sourceLow();
    if (Addresses.isHost(high, low)) {
      sighting.address(high, low);
    }
    if (neighbour.type() != NeighbourFrame.SOLICITATION) {
      sighting.role = neighbour.isFromRouter() ? NeighbourRole.ROUTER : NeighbourRole.HOST;
    }
  }

  private boolean isLearned(int vlan, long source, long found) {
    boolean isRoleKnown =
        sighting.role == NeighbourRole.UNKNOWN || sighting.role == HostTables.roleOf(found);
    boolean isClaimKnown =
        !sighting.hasAddress()
            || tables.hasAddress(vlan, sighting.addressHigh, sighting.addressLow, source);
    return isClaimKnown && isRoleKnown;
  }
}
