package maestro.apps.hosts;

import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;

/**
 * Looks at the source of each flow request. For each:
 *
 * <ol>
 *   <li>A group address is nobody's.
 *   <li>The host is where the table has it, and its IPv4 address is known: nothing to do. That is
 *       the usual case. Only ARP claims an address; other packets teach the first one of a host, or
 *       a router would seem to have all addresses behind it.
 *   <li>Otherwise, when the packet came in by a port to hosts, the event thread is told. By a port
 *       to a switch, the host is somewhere behind it.
 *   <li>What hosts answer to the controller's own questions goes no further.
 * </ol>
 */
final class Watcher implements RequestStage {
  private final HostTables tables;
  private final View<Topology> topology;
  private final SwitchLocal<SwitchNumber> switchNumbers;
  private final Sightings sightings;
  private final ArpFrame arp = new ArpFrame();

  Watcher(
      HostTables tables,
      View<Topology> topology,
      SwitchLocal<SwitchNumber> switchNumbers,
      Sightings sightings) {
    this.tables = tables;
    this.topology = topology;
    this.switchNumbers = switchNumbers;
    this.sightings = sightings;
  }

  @Override
  public void onRequest(FlowRequest request, SwitchOutput output) {
    if (Addresses.isHost(request.ethSrc())) { // 1
      look(request);
    }
    if (request.ethDst() == Addresses.OF_CONTROLLER) { // 4
      output.drop(request);
      output.consume(request);
    }
  }

  private void look(FlowRequest request) {
    int switchNumber = switchNumbers.of(request).value();
    if (switchNumber == HostTables.NO_NUMBER) {
      return;
    }
    long source = request.ethSrc();
    long location = HostTables.location(switchNumber, request.inPort());
    long looked = tables.look(source, location);
    boolean isHere = looked != HostTables.MISS;
    FlowRequest learned = request.unnoted(); // where a host is decides nothing about this packet
    boolean isArp = arp.wrap(learned) && arp.senderEth() == source;
    int ipv4 = isArp ? arp.senderIpv4() : learned.isIpv4() ? learned.ipv4Src() : 0;
    if (!Addresses.isHost(ipv4)) {
      ipv4 = 0;
    }
    boolean isLearned =
        ipv4 == 0 || (isArp ? tables.lookIpv4(ipv4, source) : isHere && HostTables.hasIpv4(looked));
    if (isHere && isLearned) { // 2
      return;
    }
    if (topology.at(request).roleOf(request.datapathId(), request.inPort()) == Role.HOST) { // 3
      sightings.add(source, location, ipv4, isArp, request.nowNs());
    }
  }
}
