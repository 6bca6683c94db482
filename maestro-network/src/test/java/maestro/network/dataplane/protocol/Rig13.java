package maestro.network.dataplane.protocol;

import java.util.EnumSet;
import java.util.List;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFPortDesc;
import org.projectfloodlight.openflow.protocol.OFPortDescStatsReply;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

/** A switch of OpenFlow 1.3. */
public final class Rig13 extends SwitchRig {
  public static final OFFactory OF = ColdCodec.factory(OpenFlow.VERSION_13);

  Rig13(int mostEntries, int bufferCount, MemoryBudget memory) {
    super(OF, new TableSizes(0, mostEntries), bufferCount, memory);
  }

  Rig13(int mostEntries, int bufferCount) {
    this(mostEntries, bufferCount, MemoryBudget.unbounded());
  }

  Rig13() {
    this(1000, 4);
  }

  @Override
  OFMessage flowStatsRequest() {
    return OF.buildFlowStatsRequest()
        .setMatch(OF.matchWildcardAll())
        .setTableId(TableId.ALL)
        .setOutPort(OFPort.ANY)
        .setOutGroup(OFGroup.ANY)
        .build();
  }

  @Override
  OFFlowAdd.Builder entry(long dst, OFAction... actions) {
    return add(0, 10, to(dst), apply(actions));
  }

  @Override
  void askWithoutEntry(int mostBytes) {
    tell(missEntry(mostBytes));
  }

  List<OFPortDesc> portDescriptions() {
    OFPortDescStatsReply reply = answer(OF.buildPortDescStatsRequest().build());
    return reply.getEntries();
  }

  static OFMessage missEntry(int mostBytes) {
    OFAction ask = OF.actions().output(OFPort.CONTROLLER, mostBytes);
    return add(0, 0, OF.matchWildcardAll(), apply(ask)).build();
  }

  static Match to(long dst) {
    return OF.buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(dst)).build();
  }

  static OFAction output(int port) {
    return OF.actions().output(OFPort.of(port), 0xffff);
  }

  static OFInstruction apply(OFAction... actions) {
    return OF.instructions().applyActions(List.of(actions));
  }

  static OFInstruction write(OFAction... actions) {
    return OF.instructions().writeActions(List.of(actions));
  }

  static OFInstruction goTo(int table) {
    return OF.instructions().gotoTable(TableId.of(table));
  }

  /** An ADD without timeouts. */
  static OFFlowAdd.Builder add(int table, int priority, Match match, OFInstruction... does) {
    return OF.buildFlowAdd()
        .setTableId(TableId.of(table))
        .setPriority(priority)
        .setMatch(match)
        .setBufferId(OFBufferId.NO_BUFFER)
        .setOutPort(OFPort.ANY)
        .setOutGroup(OFGroup.ANY)
        .setFlags(EnumSet.of(OFFlowModFlags.SEND_FLOW_REM))
        .setInstructions(List.of(does));
  }
}
