package maestro.apps.routeflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchOutput;
import maestro.api.Switches;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import maestro.apps.routing.RoutingTable;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;
import org.projectfloodlight.openflow.types.VlanVid;

/**
 * Sends a packet on only when its path is installed:
 *
 * <ol>
 *   <li>Each switch of the path except the packet's own gets its entry and a barrier behind it, far
 *       end first.
 *   <li>When all have answered, the packet's own switch gets its entry, so that the flow begins to
 *       use the path, and then the packet.
 *   <li>If a switch refuses or does not answer in time, or the routes have changed meanwhile, the
 *       packet is sent on without its own switch's entry. Where an entry is missing, that switch
 *       asks again.
 *   <li>At most {@code waiting-packets} packets wait; further ones are sent at once.
 * </ol>
 *
 * <p>Threads: any; packets are sent on from the event thread. Allocates. The entries are those of
 * {@link SwitchOutput}, but are not sent through it: it may hold them back until the batch has run,
 * and they would come after the barrier.
 */
final class ConfirmedPathSetup implements PathSetup {
  private final Switches switches;
  private final View<RoutingTable> tables;
  private final RouteVlans vlans;
  private final int mostWaiting;
  private final PathSetup atOnce;
  private final AtomicInteger waiting = new AtomicInteger();

  ConfirmedPathSetup(
      Switches switches, View<RoutingTable> tables, RouteVlans vlans, int mostWaiting) {
    this.switches = switches;
    this.tables = tables;
    this.vlans = vlans;
    this.mostWaiting = mostWaiting;
    this.atOnce = new AtOnce(vlans);
  }

  @Override
  public void setUp(Path path, FlowRequest request, SwitchOutput output) {
    Optional<OFMessage> own =
        path.hopCount() == 1 ? Optional.empty() : entry(path, 0, request, output);
    if (own.isEmpty()) { // nothing to wait for
      atOnce.setUp(path, request, output);
    } else if (waiting.incrementAndGet() > mostWaiting) { // 4
      waiting.decrementAndGet();
      atOnce.setUp(path, request, output);
    } else {
      setUpAndWait(path, request, own.get(), output);
    }
  }

  private void setUpAndWait(
      Path path, FlowRequest request, OFMessage ownEntry, SwitchOutput output) {
    CompletableFuture<?>[] confirmed = new CompletableFuture<?>[path.hopCount() - 1];
    for (int hop = path.hopCount() - 1; hop > 0; hop--) { // 1
      long datapathId = path.datapathId(hop);
      entry(path, hop, request, output).ifPresent(entry -> switches.send(datapathId, entry));
      confirmed[hop - 1] =
          switches.request(datapathId, switches.factory(datapathId).barrierRequest());
    }
    RoutingTable table = path.table();
    long own = path.datapathId(0);
    OFMessage packet = packet(path, request);
    CompletableFuture<Void> unused =
        CompletableFuture.allOf(confirmed)
            .whenComplete(
                (all, failure) -> {
                  waiting.decrementAndGet();
                  if (failure == null && tables.now() == table) { // 3
                    switches.send(own, ownEntry); // 2
                  }
                  switches.send(own, packet);
                });
  }

  /** The same entry as without waiting, as a message; empty where no match can express it. */
  private Optional<OFMessage> entry(Path path, int hop, FlowRequest request, SwitchOutput output) {
    FlowOptions options = vlans.optionsAt(path, hop);
    long datapathId = path.datapathId(hop);
    int inPort = path.inPort(hop);
    return path.isAsItCame(hop)
        ? output.entry(datapathId, request, inPort, path.outPort(hop), options)
        : output.entry(datapathId, request, inPort, path.tagAt(hop), path.output(hop), options);
  }

  private OFMessage packet(Path path, FlowRequest tracked) {
    FlowRequest request = tracked.untracked();
    OFFactory factory = switches.factory(path.datapathId(0));
    OFBufferId buffer = OFBufferId.of(request.bufferId());
    byte[] frame = new byte[buffer.equals(OFBufferId.NO_BUFFER) ? request.frameLength() : 0];
    for (int i = 0; i < frame.length; i++) {
      frame[i] = (byte) request.frameByte(i);
    }
    return factory
        .buildPacketOut()
        .setBufferId(buffer)
        .setInPort(OFPort.of(path.inPort(0)))
        .setActions(actions(factory, path))
        .setData(frame)
        .build();
  }

  /** The actions of the entry at hop 0. */
  private List<OFAction> actions(OFFactory factory, Path path) {
    List<OFAction> actions = new ArrayList<>();
    if (path.knowsTags() && path.vlan() != Vlans.UNTAGGED) {
      addTagActions(actions, factory, path);
    }
    // Switches send a packet back out of its in-port only by this reserved port.
    boolean isBack = path.outPort(0) == path.inPort(0);
    OFPort port = isBack ? OFPort.IN_PORT : OFPort.of(path.outPort(0));
    actions.add(factory.actions().buildOutput().setPort(port).setMaxLen(0xffff).build());
    return actions;
  }

  private static void addTagActions(List<OFAction> actions, OFFactory factory, Path path) {
    boolean is10 = factory.getVersion() == OFVersion.OF_10;
    boolean isTagged = path.egressAt(0) == Egress.TAGGED;
    int tag = path.tagAt(0);
    if (!isTagged && tag >= 0) {
      actions.add(is10 ? factory.actions().stripVlan() : factory.actions().popVlan());
    } else if (isTagged && tag <= 0 && is10) {
      actions.add(factory.actions().setVlanVid(VlanVid.ofVlan(path.vlan())));
    } else if (isTagged && tag <= 0) {
      if (tag < 0) {
        actions.add(factory.actions().pushVlan(EthType.VLAN_FRAME));
      }
      actions.add(
          factory.actions().setField(factory.oxms().vlanVid(OFVlanVidMatch.ofVlan(path.vlan()))));
    }
  }
}
