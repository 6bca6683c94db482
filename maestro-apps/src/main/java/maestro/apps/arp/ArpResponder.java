package maestro.apps.arp;

import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;
import maestro.apps.packets.NeighbourFrame;

/**
 * Answers ARP requests, and the solicitations of IPv6 neighbours, for hosts that host-location
 * knows in the VLAN of who asks, so that they are not flooded. For each flow request:
 *
 * <ol>
 *   <li>Only broadcast ARP requests, and solicitations to the group of an address, are looked at:
 *       one that is sent to a host asks whether that host is still there, and it should answer
 *       itself.
 *   <li>A request without a sender's address, or for it, tells others about the sender (RFC 5227,
 *       RFC 4862). Everybody should hear that.
 *   <li>When it is known who has the address and where that host is, the answer is sent back, and
 *       nobody else sees the request.
 *   <li>What is at the very port that the request came in by has heard it too, and answers itself.
 *   <li>A neighbour of which it is not known whether it is a router answers itself: an answer that
 *       says otherwise than the router's own takes it off the asker's list of routers (RFC 4861,
 *       7.2.5).
 * </ol>
 *
 * <p>It reads nothing but the address of what is no broadcast, so entries for that match no more
 * for its sake; what it reads of a broadcast, an entry for that matches.
 */
public final class ArpResponder implements Application {
  @Override
  public String name() {
    return "arp-responder";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public Stages start(ApplicationContext context) {
    View<HostLocations> hosts = context.reads("hosts", HostLocations.class);
    SwitchLocal<Vlans.Ports> vlans =
        context.switchLocal(info -> context.vlans().of(info.datapathId()));
    return Stages.batch(() -> new Stage(hosts, vlans));
  }

  private static final class Stage implements RequestStage {
    private final View<HostLocations> view;
    private final SwitchLocal<Vlans.Ports> vlans;
    private final ArpFrame arp = new ArpFrame();
    private final NeighbourFrame neighbour = new NeighbourFrame();
    private final byte[] reply = new byte[NeighbourFrame.MAX_ADVERTISEMENT_BYTES];

    Stage(View<HostLocations> view, SwitchLocal<Vlans.Ports> vlans) {
      this.view = view;
      this.vlans = vlans;
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (request.ethDst() == Addresses.BROADCAST) {
        if (request.arpOperation() == ArpFrame.REQUEST) { // 1
          answerArp(request, output);
        }
      } else if (NeighbourFrame.isToSolicited(request.ethDst())
          && neighbour.wrap(request)
          && neighbour.type() == NeighbourFrame.SOLICITATION
          && neighbour.isChecksumRight()) { // 1
        answerNeighbour(request, output);
      }
    }

    private void answerArp(FlowRequest request, SwitchOutput output) {
      int target = request.arpTargetIpv4();
      int sender = request.arpSenderIpv4();
      if (sender == 0 || sender == target) { // 2
        return;
      }
      HostLocations hosts = view.at(request);
      int vlan = vlanOf(request);
      long owner = vlan == Vlans.DROP ? HostLocations.UNKNOWN : hosts.ethAddressOf(vlan, target);
      if (isElsewhere(hosts, vlan, owner, request)) { // 4
        arp.wrap(request.unnoted()); // is ARP, and only copied
        answer(request, arp.writeReply(owner, reply), output); // 3
      }
    }

    private void answerNeighbour(FlowRequest request, SwitchOutput output) {
      if (!Addresses.isHost(neighbour.sourceHigh(), neighbour.sourceLow())) { // 2
        return;
      }
      HostLocations hosts = view.at(request);
      int vlan = vlanOf(request);
      long owner =
          vlan == Vlans.DROP
              ? HostLocations.UNKNOWN
              : hosts.ethAddressOf(vlan, neighbour.targetHigh(), neighbour.targetLow());
      if (isElsewhere(hosts, vlan, owner, request)) { // 4
        NeighbourRole role = hosts.roleOf(vlan, owner);
        if (role != NeighbourRole.UNKNOWN) { // 5
          boolean isRouter = role == NeighbourRole.ROUTER;
          answer(request, neighbour.writeAdvertisement(owner, isRouter, reply), output); // 3
        }
      }
    }

    private int vlanOf(FlowRequest request) {
      return vlans.of(request).vlanOf(request.inPort(), request.vlanId());
    }

    private static boolean isElsewhere(
        HostLocations hosts, int vlan, long owner, FlowRequest request) {
      long location =
          owner == HostLocations.UNKNOWN ? HostLocations.UNKNOWN : hosts.locationOf(vlan, owner);
      return location != HostLocations.UNKNOWN
          && (hosts.datapathIdOf(location) != request.datapathId()
              || hosts.portOf(location) != request.inPort());
    }

    private void answer(FlowRequest request, int length, SwitchOutput output) {
      output.reply(request, reply, length);
      output.drop(request);
      output.consume(request);
    }
  }
}
