package maestro.apps.storm;

import java.util.Optional;
import maestro.api.ApplicationContext;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.topology.Topology.Port;
import maestro.apps.packets.PacketOuts;
import maestro.apps.probing.LldpCodec;
import maestro.apps.probing.LldpCodec.Sender;
import maestro.apps.probing.Probe;
import maestro.apps.probing.ProbeRounds;
import org.projectfloodlight.openflow.protocol.OFFactory;

/**
 * The probes of this application. They are sealed as those of the application probing, and marked,
 * so that no discovery takes them for its own. A port sends both kinds, since an unmanaged switch
 * in a link passes on only broadcasts.
 *
 * <p>Confined to the event thread.
 */
final class LinkProbes {
  /** The number of rounds after which a probe is a recorded one. */
  private static final long MOST_ROUNDS = 5;

  private final ApplicationContext context;
  private ProbeRounds rounds = ProbeRounds.withRandomKey();

  LinkProbes(ApplicationContext context) {
    this.context = context;
  }

  /** Makes all probes worthless that were sent so far. */
  void renew() {
    rounds = ProbeRounds.withRandomKey();
  }

  /** Begins the next round. */
  void nextRound() {
    rounds.next();
  }

  /** Sends probes out of a port. */
  void send(Port port) {
    long address =
        context.switches().ports(port.datapathId()).stream()
            .filter(each -> each.number() == port.number())
            .mapToLong(PortInfo::hardwareAddress)
            .findFirst()
            .orElse(0);
    send(port, address, true);
    send(port, address, false);
  }

  private void send(Port port, long address, boolean isDirect) {
    Probe probe = rounds.probe(port.datapathId(), port.number(), isDirect);
    byte[] frame = LldpCodec.encode(Sender.STORM_CONTROL, probe, address);
    OFFactory factory = context.switches().factory(port.datapathId());
    context.switches().send(port.datapathId(), PacketOuts.outOf(factory, port.number(), frame));
  }

  /** The port out of which a received probe was sent; empty when it is not one of the last ones. */
  Optional<Port> portOf(ReceivedFrame frame) {
    return LldpCodec.decode(Sender.STORM_CONTROL, frame.bytes())
        .filter(probe -> rounds.isOwn(probe) && rounds.isGenuine(probe))
        .filter(probe -> rounds.age(probe) >= 0 && rounds.age(probe) <= MOST_ROUNDS)
        .map(probe -> new Port(probe.datapathId(), probe.port()));
  }
}
