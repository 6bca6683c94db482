package maestro.apps.bandwidth;

import java.util.List;
import java.util.Set;
import maestro.api.FlowOptions;
import maestro.api.Switches;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.match.OpenFlowMatch;
import maestro.apps.match.PacketField;
import maestro.apps.match.PacketMatch;
import maestro.apps.meters.SwitchMeters;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** The messages that make and remove flow entries. Any thread. */
final class Entries {
  /** "bw" in ASCII above 48 bits that number the flows. */
  static final long COOKIE = 0x6277_0000_0000_0000L;

  static final long COOKIE_MASK = 0xffff_0000_0000_0000L;

  static final int ASK_PRIORITY = FlowOptions.DEFAULT_PRIORITY + 10;
  private static final int ASKED_PRIORITY = FlowOptions.DEFAULT_PRIORITY + 15;
  private static final int FLOW_PRIORITY = FlowOptions.DEFAULT_PRIORITY + 20;
  private static final int WHOLE_PACKET = 0xffff;
  private static final long IPV4 = 0x0800;

  private final Switches switches;
  private final int idleSeconds;
  private final int refusedSeconds;

  Entries(Switches switches, int idleSeconds, int refusedSeconds) {
    this.switches = switches;
    this.idleSeconds = idleSeconds;
    this.refusedSeconds = refusedSeconds;
  }

  /**
   * Sends packets without a flow to the controller, even where an entry for all packets between two
   * hosts is installed.
   */
  OFFlowMod ask(long datapathId) {
    OFFactory factory = switches.factory(datapathId);
    PacketMatch all = PacketMatch.ALL.with(PacketField.ETH_TYPE, IPV4);
    return add(factory, all, ASK_PRIORITY, COOKIE, OFPort.CONTROLLER).build();
  }

  /**
   * The entry of a flow at a hop. That of the first hop of a flow that packets have begun is
   * reported when it is removed; that of one that was asked for has the flow's meter.
   */
  OFMessage forward(ReservedFlow flow, Hop hop) {
    OFFactory factory = switches.factory(hop.datapathId());
    OFPort port = outPort(hop);
    boolean isFirst = hop.equals(flow.route().hops().get(0));
    PacketMatch packets = flow.key().packets(hop.inPort());
    OFFlowMod.Builder entry = add(factory, packets, priority(flow), flow.cookie(), port);
    if (flow.isAsked()) { // stays until it is given back
      return isFirst && flow.meter() != SwitchMeters.NONE
          ? metered(factory, entry, flow.meter()).build()
          : entry.build();
    }
    return entry
        .setIdleTimeout(idleSeconds)
        .setFlags(isFirst ? Set.of(OFFlowModFlags.SEND_FLOW_REM) : Set.of())
        .build();
  }

  private static int priority(ReservedFlow flow) {
    return flow.key().isOfAllPackets() ? ASKED_PRIORITY : FLOW_PRIORITY;
  }

  private static OFFlowMod.Builder metered(OFFactory factory, OFFlowMod.Builder entry, long meter) {
    return entry.setInstructions(
        List.of(
            factory.instructions().buildMeter().setMeterId(meter).build(),
            factory.instructions().applyActions(entry.getActions())));
  }

  /**
   * The port to which a hop's entry sends packets. To send back by the in-port, OpenFlow has a
   * reserved port.
   */
  static OFPort outPort(Hop hop) {
    return hop.outPort() == hop.inPort() ? OFPort.IN_PORT : OFPort.of(hop.outPort());
  }

  /** Drops a flow's packets for {@code refused-for}. */
  OFMessage refuse(FlowKey key, long datapathId, int inPort) {
    OFFactory factory = switches.factory(datapathId);
    return add(factory, key.packets(inPort), FLOW_PRIORITY, COOKIE)
        .setHardTimeout(refusedSeconds)
        .build();
  }

  private static OFFlowMod.Builder add(
      OFFactory factory, PacketMatch packets, int priority, long cookie, OFPort... ports) {
    List<OFAction> actions =
        List.of(ports).stream()
            .map(port -> (OFAction) factory.actions().output(port, WHOLE_PACKET))
            .toList();
    return factory
        .buildFlowAdd()
        .setMatch(OpenFlowMatch.of(packets, factory).match())
        .setPriority(priority)
        .setCookie(U64.of(cookie))
        .setBufferId(OFBufferId.NO_BUFFER)
        .setActions(actions);
  }

  /**
   * Removes a flow's entry at a hop. OpenFlow 1.0 cannot distinguish it from the entry of another
   * flow with the same match; then that flow asks once more.
   */
  OFMessage remove(ReservedFlow flow, Hop hop) {
    OFFactory factory = switches.factory(hop.datapathId());
    OFFlowMod.Builder delete =
        factory
            .buildFlowDeleteStrict()
            .setMatch(OpenFlowMatch.of(flow.key().packets(hop.inPort()), factory).match())
            .setPriority(priority(flow))
            .setBufferId(OFBufferId.NO_BUFFER)
            .setOutPort(OFPort.ANY);
    if (factory.getVersion() != OFVersion.OF_10) {
      delete
          .setTableId(TableId.ZERO)
          .setOutGroup(OFGroup.ANY)
          .setCookie(U64.of(flow.cookie()))
          .setCookieMask(U64.NO_MASK);
    }
    return delete.build();
  }
}
