package maestro.apps.hosts;

import maestro.api.ApplicationContext;
import maestro.api.Switches;
import maestro.apps.packets.ArpFrame;
import maestro.apps.packets.PacketOuts;

/** Asks hosts whether they are there. Event thread. */
final class Questions {
  private final ApplicationContext context;
  private final HostTables tables;

  Questions(ApplicationContext context, HostTables tables) {
    this.context = context;
    this.tables = tables;
  }

  /** Asks a host at its place for the address it claimed first, when it has claimed any. */
  void ask(Host host) {
    for (int ipv4 : host.ipv4) {
      ask(host, ipv4);
      return;
    }
  }

  /** Asks a host at its place for an address. */
  void ask(Host host, int ipv4) {
    Switches switches = context.switches();
    long datapathId = tables.datapathIdOf(host.location);
    // A question that a congested switch does not take counts as asked: nobody answers it.
    switches.send(
        datapathId,
        PacketOuts.outOf(
            switches.factory(datapathId),
            tables.portOf(host.location),
            ArpFrame.question(host.ethAddress, ipv4)));
  }
}
