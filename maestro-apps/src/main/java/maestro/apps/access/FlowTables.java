package maestro.apps.access;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import maestro.api.ApplicationContext;
import maestro.api.Sent;
import maestro.api.SwitchInfo;
import maestro.api.Switches;
import maestro.apps.match.OpenFlowMatch;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModFlags;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.types.OFBufferId;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the entries of the rules into switches. For each switch that joins:
 *
 * <ol>
 *   <li>Ask for the entries it has of ours, from other rules it may be; nothing tells them apart
 *       but the cookie.
 *   <li>Delete each of them that the rules do not ask for.
 *   <li>Add the rules' own, from the first on. To add what is there already changes nothing.
 *   <li>When any of this fails, begin again after a while, as long as the switch is connected.
 *   <li>When somebody else deletes an entry (applications do, to what goes to a host that moved),
 *       it is added again.
 * </ol>
 *
 * <p>On the event thread.
 */
final class FlowTables {
  /** "access" in ASCII. */
  static final U64 COOKIE = U64.of(0x6163_6365_7373L);

  private static final Logger LOG = LoggerFactory.getLogger(FlowTables.class);
  private static final Duration RETRY = Duration.ofSeconds(2);
  private static final int WHOLE_PACKET = 0xffff;

  private final Rules rules;
  private final ApplicationContext context;

  FlowTables(Rules rules, ApplicationContext context) {
    this.rules = rules;
    this.context = context;
  }

  /** Makes a switch's flow table what the rules want. */
  void fill(SwitchInfo info) {
    Switches switches = context.switches();
    OFFactory factory = switches.factory(info.datapathId());
    OFFlowStatsRequest.Builder which = // 1
        factory
            .buildFlowStatsRequest()
            .setMatch(factory.matchWildcardAll())
            .setTableId(TableId.ALL)
            .setOutPort(OFPort.ANY);
    if (hasGroups(factory)) {
      which.setOutGroup(OFGroup.ANY);
    }
    var unused = // failures end up in retry
        switches
            .request(info.datapathId(), which.build())
            .thenApply(answer -> replace(info, factory, ours(answer)) ? "" : "it reads too slowly")
            .exceptionally(FlowTables::reason)
            .thenAccept(problem -> retry(info, problem)); // 4
  }

  private static String reason(Throwable failure) {
    return String.valueOf(failure.getCause() == null ? failure : failure.getCause());
  }

  /** An entry is gone from a switch. */
  void restore(SwitchInfo info, OFFlowRemoved gone) { // 5
    OFFactory factory = context.switches().factory(info.datapathId());
    rules.entriesOf(info.datapathId()).stream()
        .filter(entry -> gone.getCookie().equals(COOKIE) && entry.priority() == gone.getPriority())
        .map(entry -> add(factory, entry))
        .filter(add -> add.getMatch().equals(gone.getMatch()))
        .filter(add -> send(info, add) != Sent.YES)
        .findFirst()
        .ifPresent(add -> retry(info, "it reads too slowly"));
  }

  private void retry(SwitchInfo info, String problem) {
    if (!problem.isEmpty() && context.switches().find(info.datapathId()).isPresent()) {
      LOG.warn(
          "{}: its flow table does not have all rules yet: {}",
          SwitchInfo.format(info.datapathId()),
          problem);
      context.after(RETRY, () -> fill(info));
    }
  }

  private static List<OFFlowStatsEntry> ours(List<OFMessage> answer) {
    List<OFFlowStatsEntry> ours = new ArrayList<>();
    for (OFMessage part : answer) {
      if (part instanceof OFFlowStatsReply reply) {
        reply.getEntries().stream().filter(e -> e.getCookie().equals(COOKIE)).forEach(ours::add);
      }
    }
    return ours;
  }

  private boolean replace(SwitchInfo info, OFFactory factory, List<OFFlowStatsEntry> old) {
    List<OFFlowMod> wanted =
        rules.entriesOf(info.datapathId()).stream().map(entry -> add(factory, entry)).toList();
    for (OFFlowStatsEntry entry : old) { // 2
      boolean stays =
          wanted.stream()
              .anyMatch(
                  add ->
                      add.getPriority() == entry.getPriority()
                          && add.getMatch().equals(entry.getMatch()));
      if (!stays && send(info, delete(factory, entry)) != Sent.YES) {
        return false;
      }
    }
    for (OFFlowMod add : wanted) { // 3
      if (send(info, add) != Sent.YES) {
        return false;
      }
    }
    LOG.debug("{}: {} entries", SwitchInfo.format(info.datapathId()), wanted.size());
    return true;
  }

  private Sent send(SwitchInfo info, OFMessage message) {
    return context.switches().send(info.datapathId(), message);
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

  private static OFFlowMod delete(OFFactory factory, OFFlowStatsEntry entry) {
    OFFlowMod.Builder delete =
        factory
            .buildFlowDeleteStrict()
            .setMatch(entry.getMatch())
            .setPriority(entry.getPriority())
            .setOutPort(OFPort.ANY)
            .setBufferId(OFBufferId.NO_BUFFER);
    if (hasGroups(factory)) {
      delete.setTableId(entry.getTableId()).setOutGroup(OFGroup.ANY);
    }
    return delete.build();
  }

  private static boolean hasGroups(OFFactory factory) {
    return factory.getVersion() != OFVersion.OF_10;
  }
}
