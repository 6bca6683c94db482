package maestro.apps.hosts;

import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
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
 *       to a switch, the host is somewhere behind that switch. If it leads to a segment, the host
 *       may be on the segment: tell the event thread, unless the host was heard at a host port of
 *       late. A host that is heard at a port of unknown role is not on a segment: tell this, too.
 *       When that cannot be told, no stage may install an entry for this packet: the host would be
 *       unknown, and would not ask again.
 *   <li>Answers of hosts to the controller's own questions are not passed on.
 * </ol>
 *
 * <p>One for each worker. Allocates only when the topology has changed.
 */
final class Watcher implements RequestStage {
  private final HostTables tables;
  private final View<Topology> topology;
  private final SwitchLocal<SwitchNumber> switchNumbers;
  private final HostSightings sightings;
  private final ArpFrame arp = new ArpFrame();
  private final NeighbourFrame neighbour = new NeighbourFrame();
  private final Sighting sighting = new Sighting();
  private Topology known = Topology.EMPTY;
  private SegmentPorts segments = SegmentPorts.NONE;

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
    useLatest(topology.at(request));
    SwitchNumber here = switchNumbers.of(request);
    long location = HostTables.location(here.value(), request.inPort());
    boolean isAtSegment = segments.has(location);
    Vlans.Ports vlans = isAtSegment ? Vlans.Ports.NONE : here.vlans(); // as between switches
    FlowRequest learned =
        request.untracked(); // a host's location decides nothing about this packet
    int vlan = vlans.vlanOf(request.inPort(), learned.vlanId());
    if (here.value() == HostTables.NO_NUMBER || vlan == Vlans.DROP) {
      return;
    }
    long source = request.ethSrc();
    sighting.of(Vlans.hostKey(vlan, source), location);
    long found = tables.find(sighting.host, segments.placeOf(location));
    readClaim(learned, source);
    if (found != HostTables.MISS && isLearned(vlan, source, found)) { // 2
      return;
    }
    Role role = known.roleOf(request.datapathId(), request.inPort());
    boolean mayBeOnSegment = isAtSegment || (segments.areAny() && role == Role.UNKNOWN);
    boolean isSeen = role.hasHosts() || (mayBeOnSegment && !isElsewhere(source)); // 3
    if (isSeen && !sightings.add(sighting, request.nowNs())) {
      preventEntries(request);
    }
  }

  /** Reads, and lets the platform note, a byte that no match can express. */
  private static void preventEntries(FlowRequest request) {
    int unused = request.frameByte(request.frameLength() - 1);
  }

  @SuppressWarnings("ReferenceEquality") // the same object until the topology changes
  private void useLatest(Topology latest) {
    if (known != latest) {
      known = latest;
      segments = SegmentPorts.of(latest, tables);
    }
  }

  private boolean isElsewhere(long source) {
    long place = tables.seenAt(sighting.host);
    return source == Addresses.OF_CONTROLLER || (place != HostTables.MISS && !segments.has(place));
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
