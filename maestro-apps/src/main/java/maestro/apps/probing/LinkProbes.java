package maestro.apps.probing;

import java.util.Optional;
import maestro.api.ApplicationContext;
import maestro.api.PortInfo;
import maestro.api.ReceivedFrame;
import maestro.api.topology.Topology.Port;
import maestro.apps.packets.PacketOuts;
import maestro.apps.probing.LldpCodec.Sender;
import org.projectfloodlight.openflow.protocol.OFFactory;

/**
 * The probes of an application that needs no discovery, but asks for a time where some ports lead.
 * They are sealed as those of the application probing, and marked with their sender, so that nobody
 * else takes them for its own. A port sends both kinds, since an unmanaged switch in a link passes
 * on only broadcasts.
 *
 * <p>Confined to the event thread.
 */
public final class LinkProbes {
  /** The number of rounds after which a probe is a recorded one. */
  private static final long MOST_ROUNDS = 5;

  private final ApplicationContext context;
  private final Sender sender;
  private ProbeRounds rounds = ProbeRounds.withRandomKey();

  /** Makes the probes of one application. */
  public LinkProbes(ApplicationContext context, Sender sender) {
    this.context = context;
    this.sender = sender;
  }

  /** Makes all probes worthless that were sent so far. */
  public void renew() {
    rounds = ProbeRounds.withRandomKey();
  }

  /** Begins the next round. */
  public void nextRound() {
    rounds.next();
  }

  /** Sends probes out of a port. */
  public void send(Port port) {
    long address =
        context.switches().ports(port.datapathId()).stream()
            .filter(each -> each.number() == port.number())
            .mapToLong(PortInfo::hardwareAddress)
            .findFirst()
            .orElse(0);
    send(port, address);
  }

  /** Sends probes out of a port with an Ethernet address. Does nothing when its switch has left. */
  public void send(Port port, long address) {
    if (context.switches().find(port.datapathId()).isPresent()) {
      send(port, address, true);
      send(port, address, false);
    }
  }

  private void send(Port port, long address, boolean isDirect) {
    Probe probe = rounds.probe(port.datapathId(), port.number(), isDirect);
    byte[] frame = LldpCodec.encode(sender, probe, address);
    OFFactory factory = context.switches().factory(port.datapathId());
    context.switches().send(port.datapathId(), PacketOuts.outOf(factory, port.number(), frame));
  }

  /** A received probe; empty when it is not one of the last ones. */
  public Optional<Probe> read(ReceivedFrame frame) {
    return LldpCodec.decode(sender, frame.bytes())
        .filter(probe -> rounds.isOwn(probe) && rounds.isGenuine(probe))
        .filter(probe -> rounds.age(probe) >= 0 && rounds.age(probe) <= MOST_ROUNDS);
  }

  /** The port out of which a received probe was sent; empty when it is not one of the last ones. */
  public Optional<Port> portOf(ReceivedFrame frame) {
    return read(frame).map(probe -> new Port(probe.datapathId(), probe.port()));
  }
}
