package maestro.apps.arp;

import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.topology.HostLocations;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;

/**
 * Answers ARP requests for hosts that host-location knows, so that they are not flooded. For each
 * flow request:
 *
 * <ol>
 *   <li>Only broadcast ARP requests are looked at: one that is sent to a host asks whether that
 *       host is still there, and it should answer itself.
 *   <li>A request without a sender's address, or for it, tells others about the sender (RFC 5227).
 *       Everybody should hear that.
 *   <li>When it is known who has the address and where that host is, the answer is sent back, and
 *       nobody else sees the request.
 *   <li>What is at the very port that the request came in by has heard it too, and answers itself.
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
    return Stages.batch(() -> new Stage(hosts));
  }

  private static final class Stage implements RequestStage {
    private final View<HostLocations> view;
    private final ArpFrame arp = new ArpFrame();
    private final byte[] reply = new byte[ArpFrame.MAX_REPLY_BYTES];

    Stage(View<HostLocations> view) {
      this.view = view;
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (request.ethDst() != Addresses.BROADCAST
          || request.arpOperation() != ArpFrame.REQUEST) { // 1
        return;
      }
      int target = request.arpTargetIpv4();
      int sender = request.arpSenderIpv4();
      if (sender == 0 || sender == target) { // 2
        return;
      }
      HostLocations hosts = view.at(request);
      long ethAddress = hosts.ethAddressOf(target);
      long location =
          ethAddress == HostLocations.UNKNOWN
              ? HostLocations.UNKNOWN
              : hosts.locationOf(ethAddress);
      if (location == HostLocations.UNKNOWN || isAt(hosts, location, request)) { // 4
        return;
      }
      arp.wrap(request.unnoted()); // is ARP, and only copied
      output.reply(request, reply, arp.writeReply(ethAddress, reply)); // 3
      output.drop(request);
      output.consume(request);
    }

    private static boolean isAt(HostLocations hosts, long location, FlowRequest request) {
      return hosts.datapathIdOf(location) == request.datapathId()
          && hosts.portOf(location) == request.inPort();
    }
  }
}
