package maestro.network.dataplane.protocol;

import java.util.EnumSet;
import java.util.List;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFConfigFlags;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** A switch of OpenFlow 1.0. */
public final class Rig10 extends SwitchRig {
  public static final OFFactory OF = ColdCodec.factory(OpenFlow.VERSION_10);

  Rig10(TableSizes sizes, int bufferCount, MemoryBudget memory) {
    super(OF, sizes, bufferCount, memory);
  }

  Rig10(TableSizes sizes, int bufferCount) {
    this(sizes, bufferCount, MemoryBudget.unbounded());
  }

  Rig10() {
    this(TableSizes.USUAL, 4);
  }

  @Override
  OFMessage flowStatsRequest() {
    return flowStatsRequest(OFPort.ANY);
  }

  /** A request for the entries that send to a port. */
  static OFFlowStatsRequest flowStatsRequest(OFPort outPort) {
    return OF.buildFlowStatsRequest()
        .setMatch(OF.matchWildcardAll())
        .setTableId(TableId.ALL)
        .setOutPort(outPort)
        .build();
  }

  @Override
  OFFlowAdd.Builder entry(long dst, OFAction... actions) {
    return add(dst, 0).setActions(List.of(actions));
  }

  @Override
  void askWithoutEntry(int mostBytes) {
    tell(
        OF.buildSetConfig()
            .setFlags(EnumSet.noneOf(OFConfigFlags.class))
            .setMissSendLen(mostBytes)
            .build());
  }

  public static OFAction output(int port) {
    return OF.actions().output(OFPort.of(port), 0xffff);
  }

  /** An ADD of an entry for frames to an address, without timeouts. */
  public static OFFlowAdd.Builder add(long dst, int outPort) {
    return OF.buildFlowAdd()
        .setMatch(to(dst))
        .setBufferId(OFBufferId.NO_BUFFER)
        .setOutPort(OFPort.ANY)
        .setPriority(10)
        .setFlags(EnumSet.of(OFFlowModFlags.SEND_FLOW_REM))
        .setActions(List.of(output(outPort)));
  }

  static Match to(long dst) {
    return OF.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(dst)).build();
  }
}
