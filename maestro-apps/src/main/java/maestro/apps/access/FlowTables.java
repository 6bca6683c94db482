package maestro.apps.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.EntryCheck;
import maestro.api.EntryKeeper;
import maestro.api.FlowEntry;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.Worth;
import maestro.apps.match.OpenFlowMatch;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.U64;

/**
 * Puts the entries of the rules into switches. When a switch shows what it has of ours:
 *
 * <ol>
 *   <li>An entry that the rules do not ask for is removed; it may be of other rules.
 *   <li>One that they ask for and that does something else is replaced.
 *   <li>Those that it has not shown are added, from the first rule on.
 *   <li>When somebody else deletes an entry (applications do, to what goes to a host that moved),
 *       it is added again.
 * </ol>
 *
 * <p>On the event thread.
 */
final class FlowTables implements EntryKeeper {
  /** "access" in ASCII. */
  static final U64 COOKIE = U64.of(0x6163_6365_7373L);

  private static final int WHOLE_PACKET = 0xffff;

  private record Place(int priority, Match match) {}

  private final Rules rules;
  private final ApplicationContext context;
  private final EntryCheck check;

  /** By switch: what it has not shown yet, the highest priority first. */
  private final Map<Long, Map<Place, OFFlowMod>> notShown = new HashMap<>();

  FlowTables(Rules rules, ApplicationContext context) {
    this.rules = rules;
    this.context = context;
    this.check = context.keepsEntries(this);
  }

  @Override
  public void begin(SwitchInfo info) {
    Map<Place, OFFlowMod> wanted = new LinkedHashMap<>();
    wanted(info).forEach(add -> wanted.put(new Place(add.getPriority(), add.getMatch()), add));
    notShown.put(info.datapathId(), wanted);
  }

  @Override
  public Worth worthOf(SwitchInfo info, FlowEntry entry) {
    OFFlowStatsEntry shown = entry.message();
    OFFlowMod wanted =
        entry.table() == 0
            ? notShown.get(info.datapathId()).remove(new Place(entry.priority(), shown.getMatch()))
            : null;
    if (wanted == null) { // 1
      return Worth.REMOVE;
    }
    return actions(shown).equals(actions(wanted)) ? Worth.KEEP : Worth.replaceBy(wanted); // 2
  }

  @Override
  public List<OFFlowMod> missing(SwitchInfo info) { // 3
    return List.copyOf(notShown.remove(info.datapathId()).values());
  }

  /** An entry is gone from a switch. */
  void restore(SwitchInfo info, OFFlowRemoved gone) { // 4
    if (!gone.getCookie().equals(COOKIE)) {
      return;
    }
    wanted(info).stream()
        .filter(add -> add.getPriority() == gone.getPriority())
        .filter(add -> add.getMatch().equals(gone.getMatch()))
        .filter(add -> context.switches().send(info.datapathId(), add) != Sent.YES)
        .findFirst()
        .ifPresent(add -> check.check(info.datapathId()));
  }

  /** Forgets what a switch has shown. */
  void forget(SwitchInfo info) {
    notShown.remove(info.datapathId());
  }

  private List<OFFlowMod> wanted(SwitchInfo info) {
    OFFactory factory = context.switches().factory(info.datapathId());
    return rules.entriesOf(info.datapathId()).stream().map(entry -> add(factory, entry)).toList();
  }

  private static List<OFAction> actions(OFFlowStatsEntry entry) {
    return entry.getVersion() == OFVersion.OF_10
        ? entry.getActions()
        : applied(entry.getInstructions());
  }

  private static List<OFAction> actions(OFFlowMod add) {
    return add.getVersion() == OFVersion.OF_10 ? add.getActions() : applied(add.getInstructions());
  }

  /** What instructions apply; null stands in the list for one that does something else. */
  private static List<OFAction> applied(List<OFInstruction> instructions) {
    List<OFAction> actions = new ArrayList<>();
    for (OFInstruction instruction : instructions) {
      if (instruction instanceof OFInstructionApplyActions apply) {
        actions.addAll(apply.getActions());
      } else {
        actions.add(null);
      }
    }
    return actions;
  }

  private static OFFlowMod add(OFFactory factory, Rules.Entry entry) {
    OpenFlowMatch packets = OpenFlowMatch.of(entry.packets(), factory);
    boolean asks = entry.asks() || !packets.exact();
    List<OFAction> actions =
        asks
            ? List.of(factory.actions().output(OFPort.CONTROLLER, WHOLE_PACKET))
            : List.<OFAction>of();
    return factory
        .buildFlowAdd()
        .setMatch(packets.match())
        .setPriority(entry.priority())
        .setCookie(COOKIE)
        .setBufferId(OFBufferId.NO_BUFFER)
        .setFlags(Set.of(OFFlowModFlags.SEND_FLOW_REM))
        .setActions(actions)
        .build();
  }
}
