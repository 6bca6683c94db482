package maestro.apps.arp;

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
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;
import maestro.apps.packets.NeighbourFrame;
import maestro.apps.settings.ShippedApplication;

/**
 * Answers ARP requests and IPv6 neighbour solicitations for hosts that host-location knows in the
 * VLAN of the request, so that the requests are not flooded. For each flow request:
 *
 * <ol>
 *   <li>Do not answer at ports to switches. Behind one there may be a legacy switch, which learns
 *       the owner's place from the answer, and would learn the wrong one. A port of unknown role
 *       may have one, too, and a host that was plugged in just now and waits: there the
 *       controller's own Ethernet address sends the answer.
 *   <li>Consider only broadcast ARP requests and solicitations to the group of an address. A
 *       request that is sent to a host asks whether that host is still there; the host should
 *       answer itself.
 *   <li>Do not answer a request without a sender address, or for the sender's own address. It
 *       informs others about the sender (RFC 5227, RFC 4862), and all should receive it.
 *   <li>If the owner of the address and its location are known, send the answer back; no later
 *       application sees the request.
 *   <li>A host at the port by which the request came in has received it, too, and answers itself.
 *   <li>If it is not known whether the target is a router, leave the answer to the target. An
 *       answer that contradicts the router's own takes the router off the asker's list of routers
 *       (RFC 4861, 7.2.5).
 * </ol>
 *
 * <p>Of other packets, and at other ports, it reads only the destination address, so their entries
 * match no further fields for its sake. The fields that it reads of an ARP broadcast or a
 * solicitation are tracked.
 */
public final class ArpResponder extends ShippedApplication {
  public ArpResponder() {
    super("arp-responder", 1);
  }

  @Override
  public Stages start(ApplicationContext context) {
    View<HostLocations> hosts = context.reads("hosts", HostLocations.class);
    View<Topology> topology = context.reads("topology", Topology.class);
    SwitchLocal<Vlans.Ports> vlans =
        context.switchLocal(info -> context.vlans().of(info.datapathId()));
    return Stages.batch(() -> new Stage(hosts, topology, vlans));
  }

  private static final class Stage implements RequestStage {
    private final View<HostLocations> view;
    private final View<Topology> topology;
    private final SwitchLocal<Vlans.Ports> vlans;
    private final ArpFrame arp = new ArpFrame();
    private final NeighbourFrame neighbour = new NeighbourFrame();
    private final byte[] reply = new byte[NeighbourFrame.MAX_ADVERTISEMENT_BYTES];

    Stage(View<HostLocations> view, View<Topology> topology, SwitchLocal<Vlans.Ports> vlans) {
      this.view = view;
      this.topology = topology;
      this.vlans = vlans;
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (request.ethDst() == Addresses.BROADCAST) {
        if (!isFromSwitch(request) && request.arpOperation() == ArpFrame.REQUEST) { // 2
          answerArp(request, output);
        }
      } else if (NeighbourFrame.isToSolicited(request.ethDst())
          && !isFromSwitch(request)
          && neighbour.wrap(request)
          && neighbour.type() == NeighbourFrame.SOLICITATION
          && neighbour.isChecksumRight()) { // 2
        answerNeighbour(request, output);
      }
    }

    private boolean isFromSwitch(FlowRequest request) { // 1
      return roleOfPort(request).hasSwitches();
    }

    /** The Ethernet address that sends an answer for the owner of an address. */
    private long sender(FlowRequest request, long owner) { // 1
      return roleOfPort(request).hasHosts() ? owner : Addresses.OF_CONTROLLER;
    }

    private Role roleOfPort(FlowRequest request) {
      return topology.at(request).roleOf(request.datapathId(), request.inPort());
    }

    private void answerArp(FlowRequest request, SwitchOutput output) {
      int target = request.arpTargetIpv4();
      int sender = request.arpSenderIpv4();
      if (sender == 0 || sender == target) { // 3
        return;
      }
      HostLocations hosts = view.at(request);
      int vlan = vlanOf(request);
      long owner = vlan == Vlans.DROP ? HostLocations.UNKNOWN : hosts.ethAddressOf(vlan, target);
      if (isElsewhere(hosts, vlan, owner, request)) { // 5
        arp.wrap(request.untracked()); // known to be ARP, and only copied
        answer(request, arp.writeReply(owner, sender(request, owner), reply), output); // 4
      }
    }

    private void answerNeighbour(FlowRequest request, SwitchOutput output) {
      if (!Addresses.isHost(neighbour.sourceHigh(), neighbour.sourceLow())) { // 3
        return;
      }
      HostLocations hosts = view.at(request);
      int vlan = vlanOf(request);
      long owner =
          vlan == Vlans.DROP
              ? HostLocations.UNKNOWN
              : hosts.ethAddressOf(vlan, neighbour.targetHigh(), neighbour.targetLow());
      if (isElsewhere(hosts, vlan, owner, request)) { // 5
        NeighbourRole role = hosts.roleOf(vlan, owner);
        if (role != NeighbourRole.UNKNOWN) { // 6
          boolean isRouter = role == NeighbourRole.ROUTER;
          long from = sender(request, owner);
          answer(request, neighbour.writeAdvertisement(owner, from, isRouter, reply), output); // 4
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
