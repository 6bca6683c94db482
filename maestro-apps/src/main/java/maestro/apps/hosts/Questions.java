package maestro.apps.hosts;

import maestro.api.ApplicationContext;
import maestro.api.Switches;
import maestro.api.Vlans.Egress;
import maestro.apps.packets.ArpFrame;
import maestro.apps.packets.NeighbourFrame;
import maestro.apps.packets.PacketOuts;
import maestro.apps.packets.Tags;

/** Asks hosts whether they are there. Event thread. */
final class Questions {
  private final ApplicationContext context;
  private final HostTables tables;
  private final PortRoles roles;

  Questions(ApplicationContext context, HostTables tables, PortRoles roles) {
    this.context = context;
    this.tables = tables;
    this.roles = roles;
  }

  /** Asks a host at its location for the first address that it has, if it has any. */
  void ask(HostState host) {
    boolean hasIpv4 = !host.addresses(true).isEmpty();
    for (NetAddress address : host.addresses(hasIpv4)) {
      ask(host, address);
      return;
    }
  }

  /** Asks a host at its location for an address. */
  void ask(HostState host, NetAddress address) {
    Switches switches = context.switches();
    long datapathId = tables.datapathIdOf(host.location);
    int port = tables.portOf(host.location);
    boolean isTagged =
        host.vlan > 0
            && (roles.isAtSegment(host)
                || context.vlans().egress(datapathId, port, host.vlan) == Egress.TAGGED);
    byte[] question =
        address.isIpv4()
            ? ArpFrame.question(host.ethAddress, address.ipv4())
            : NeighbourFrame.question(host.ethAddress, address.high(), address.low());
    // A question that a congested switch does not take counts as asked and stays unanswered.
    switches.send(
        datapathId,
        PacketOuts.outOf(
            switches.factory(datapathId),
            port,
            isTagged ? Tags.tagged(question, host.vlan) : question));
  }
}
