package maestro.apps.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import maestro.api.EntryVerdict;
import maestro.api.SwitchInfo;
import maestro.api.topology.Topology.Port;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.testkit.FakeEntry;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;

class FlowEntriesTest {
  private static final Hop FIRST = new Hop(1, 5, 12);
  private static final Hop LAST = new Hop(2, 1, 6);

  private final FakeSwitches switches = new FakeSwitches();
  private final SwitchInfo info = switches.add(1, 20);
  private final Entries entries = new Entries(switches, 10, 5);
  private final LinkReservations reservations = new LinkReservations();
  private final ReservedFlows flows = new ReservedFlows(reservations, entries, switches);
  private final FlowEntries reconciler = new FlowEntries(flows, entries);

  private ReservedFlow begin(int l4Src) {
    reservations.setLinks(Map.of(new Port(1, 12), 10_000L));
    FlowKey key = new FlowKey(0xa, 0xb, 0x0a00_0001, 0x0a00_0002, 6, l4Src, 80, -1);
    return flows.begin(
        key, reservations.reserve(List.of(new FlowPath(List.of(FIRST, LAST))), 1_000));
  }

  /** What a switch shows of an entry that it was sent. */
  private FakeEntry shown(OFFlowMod sent, int... ports) {
    OFFactory factory = switches.factory(1);
    return FakeEntry.of(
        factory
            .buildFlowStatsEntry()
            .setTableId(TableId.ZERO)
            .setCookie(sent.getCookie())
            .setPriority(sent.getPriority())
            .setMatch(sent.getMatch())
            .setInstructions(
                List.of(
                    factory
                        .instructions()
                        .applyActions(
                            Arrays.stream(ports)
                                .mapToObj(p -> factory.actions().output(OFPort.of(p), 0xffff))
                                .map(each -> (OFAction) each)
                                .toList())))
            .build());
  }

  private OFFlowMod sent(ReservedFlow flow, Hop hop) {
    return (OFFlowMod) entries.forward(flow, hop);
  }

  @Test
  void shouldKeepTheEntryWhenItsFlowHasItsBandwidth() {
    ReservedFlow flow = begin(1000);
    assertThat(reconciler.verdict(info, shown(sent(flow, FIRST), 12))).isSameAs(EntryVerdict.KEEP);
  }

  @Test
  void shouldRemoveTheEntryWhenItsFlowIsNotKnown() {
    ReservedFlow flow = begin(1000);
    OFFlowMod sent = sent(flow, FIRST);
    flows.end(flow);
    assertThat(reconciler.verdict(info, shown(sent, 12))).isSameAs(EntryVerdict.REMOVE);
  }

  /** Cookies begin anew with each start. */
  @Test
  void shouldRemoveTheEntryWhenAnotherFlowHasItsCookieNow() {
    OFFlowMod ofBefore = sent(begin(1000), FIRST);
    ReservedFlows restarted = new ReservedFlows(reservations, entries, switches);
    FlowKey other = new FlowKey(0xa, 0xb, 0x0a00_0001, 0x0a00_0002, 6, 2000, 80, -1);
    ReservedFlow now =
        restarted.begin(
            other, reservations.reserve(List.of(new FlowPath(List.of(FIRST, LAST))), 1_000));
    assertThat(now.cookie()).isEqualTo(ofBefore.getCookie().getValue());
    assertThat(new FlowEntries(restarted, entries).verdict(info, shown(ofBefore, 12)))
        .isSameAs(EntryVerdict.REMOVE);
  }

  @Test
  void shouldRemoveTheEntryWhenItIsNotOfTheRoute() {
    ReservedFlow flow = begin(1000);
    assertThat(reconciler.verdict(info, shown(sent(flow, FIRST), 13)))
        .isSameAs(EntryVerdict.REMOVE);
    assertThat(reconciler.verdict(info, shown(sent(flow, LAST), 6))).isSameAs(EntryVerdict.REMOVE);
  }

  @Test
  void shouldKeepWhatAsksAndWhatRefuses() {
    OFFlowMod refusal = (OFFlowMod) entries.refuse(begin(1000).key(), 1, 5);
    assertThat(reconciler.verdict(info, shown(refusal))).isSameAs(EntryVerdict.KEEP);
    int toController = OFPort.CONTROLLER.getPortNumber();
    assertThat(reconciler.verdict(info, shown(entries.ask(1), toController)))
        .isSameAs(EntryVerdict.KEEP);
  }

  private boolean asks(OFFlowMod sent) {
    return sent.equalsIgnoreXid(entries.ask(1));
  }

  @Test
  void shouldAddWhatAsksWhenTheSwitchDoesNotShowIt() {
    int toController = OFPort.CONTROLLER.getPortNumber();
    FakeEntry asks = shown(entries.ask(1), toController);
    reconciler.begin(info);
    assertThat(reconciler.missing(info)).singleElement().matches(this::asks);
    reconciler.begin(info);
    assertThat(reconciler.verdict(info, asks)).isSameAs(EntryVerdict.KEEP);
    assertThat(reconciler.missing(info)).isEmpty();
    reconciler.begin(info);
    reconciler.verdict(info, asks);
    reconciler.begin(info); // that dump broke off
    assertThat(reconciler.missing(info)).singleElement().matches(this::asks);
  }

  @Test
  void shouldMendWhatAsksWhenSomebodyHasChangedIt() {
    reconciler.begin(info);
    EntryVerdict verdict = reconciler.verdict(info, shown(entries.ask(1)));
    assertThat(verdict.replacement()).matches(this::asks);
    assertThat(reconciler.missing(info)).isEmpty();
  }
}
