package maestro.apps.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.EntryCheck;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
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
 * Puts the entries of the rules into switches. When a switch shows its entries of this application:
 *
 * <ol>
 *   <li>An entry that the rules do not need is removed; it may be of other rules.
 *   <li>An entry that they need but that has other actions is replaced.
 *   <li>Entries that are missing are added, from the first rule on.
 *   <li>When an entry is deleted by someone else, it is added again. Applications do that when they
 *       delete all entries to a host that has moved.
 *   <li>An added or replaced entry counts as present only when the switch shows it. So the switch
 *       is checked again, and then {@link Enforcement} says that it has all entries. A barrier
 *       would prove less: the switch may refuse an entry, for example because its table is full.
 * </ol>
 *
 * <p>On the event thread, except where stated.
 */
final class RuleEntries implements EntryReconciler {
  /** "access" in ASCII. */
  static final U64 COOKIE = U64.of(0x6163_6365_7373L);

  private static final int WHOLE_PACKET = 0xffff;

  private record Place(int priority, Match match) {}

  private final Rules rules;
  private final ApplicationContext context;
  private final SwitchLocal<Enforcement> enforcements;
  private final EntryCheck check;

  /** By switch whose entries are being checked. */
  private final Map<Long, Comparison> comparisons = new HashMap<>();

  /** The state of a check of a switch's entries. */
  private static final class Comparison {
    /** The entries not shown yet, the highest priority first. */
    final Map<Place, OFFlowMod> notShown = new LinkedHashMap<>();

    final Enforcement enforcement;
    final int losses;
    boolean isAll = true;

    Comparison(Enforcement enforcement) {
      this.enforcement = enforcement;
      this.losses = enforcement.losses();
    }
  }

  RuleEntries(Rules rules, ApplicationContext context, SwitchLocal<Enforcement> enforcements) {
    this.rules = rules;
    this.context = context;
    this.enforcements = enforcements;
    this.check = context.reconcilesEntries(this);
  }

  @Override
  public void begin(SwitchInfo info) {
    Comparison comparison =
        new Comparison(enforcements.find(info.datapathId()).orElseGet(Enforcement::new));
    for (OFFlowMod add : wanted(info)) {
      comparison.notShown.put(new Place(add.getPriority(), add.getMatch()), add);
    }
    comparisons.put(info.datapathId(), comparison);
  }

  @Override
  public EntryVerdict verdict(SwitchInfo info, FlowEntry entry) {
    OFFlowStatsEntry shown = entry.message();
    Comparison comparison = comparisons.get(info.datapathId());
    OFFlowMod wanted =
        entry.table() == 0
            ? comparison.notShown.remove(new Place(entry.priority(), shown.getMatch()))
            : null;
    if (wanted == null) { // 1
      return EntryVerdict.REMOVE;
    }
    if (actions(shown).equals(actions(wanted))) {
      return EntryVerdict.KEEP;
    }
    comparison.isAll = false;
    return EntryVerdict.replaceWith(wanted); // 2
  }

  @Override
  public List<OFFlowMod> missing(SwitchInfo info) {
    Comparison comparison = comparisons.remove(info.datapathId());
    boolean isAll = comparison.isAll && comparison.notShown.isEmpty();
    if (comparison.enforcement.shown(isAll, comparison.losses) && rules.areKept()) { // 5
      check.check(info.datapathId());
    }
    return List.copyOf(comparison.notShown.values()); // 3
  }

  /** Adds an entry again that is gone from a switch. */
  void restore(SwitchInfo info, OFFlowRemoved gone) { // 4
    if (!gone.getCookie().equals(COOKIE)) {
      return;
    }
    for (OFFlowMod add : wanted(info)) {
      if (add.getPriority() == gone.getPriority() && add.getMatch().equals(gone.getMatch())) {
        restore(info, add);
        return;
      }
    }
  }

  private void restore(SwitchInfo info, OFFlowMod add) {
    enforcements.find(info.datapathId()).ifPresent(Enforcement::lost);
    boolean isSent = context.switches().send(info.datapathId(), add) == Sent.YES;
    if (!isSent || rules.areKept()) { // 5
      check.check(info.datapathId());
    }
  }

  /** Forgets a switch's check. */
  void forget(SwitchInfo info) {
    comparisons.remove(info.datapathId());
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

  /** The applied actions; null stands in the list for any other instruction. */
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
