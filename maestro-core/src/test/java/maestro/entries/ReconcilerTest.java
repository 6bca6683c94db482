package maestro.entries;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.api.EntryVerdict;
import maestro.api.FlowOptions;
import maestro.metrics.Counter;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowModCommand;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.U64;

/** What becomes of the entries that switches show. */
class ReconcilerTest {
  private static final Duration REST = Duration.ofNanos(Reconciliation.LEAST_REST_NS);

  @AutoClose private final EntryRig rig = new EntryRig();

  static List<Long> addresses(List<OFFlowMod> messages) {
    return messages.stream().map(m -> m.getMatch().get(MatchField.ETH_DST).getLong()).toList();
  }

  @EachVersion
  void shouldTouchNothingWhenAllIsRight(int version) {
    FakeEntrySwitch shown = rig.join(1, version);
    assertThat(shown.takeQuestions()).isEqualTo(1);
    shown.showMore(shown.entry(EntryRig.HERE, 1, 2), shown.entry(EntryRig.EVENTS, 2, 2));
    shown.showLast(
        shown.entry(EntryRig.QUIET, 3, 99),
        shown.entry(EntryRig.STRANGE, 4, 99),
        shown.entry(EntryRig.STAYS, 5, 99),
        shown.entry(0, 6, 1));
    rig.events.run();
    assertThat(shown.takeSent()).isEmpty();
    assertThat(rig.log.lines()).containsExactly("switch 1: flow entries: 3 right (0 ms)");
    assertThat(rig.metrics.total(Counter.ENTRIES_KEPT)).isEqualTo(3);
    assertThat(rig.here.judged).containsExactly(1L);
    assertThat(rig.event.judged).containsExactly(2L);
    assertThat(shown.shownWhole).isEqualTo(1);
  }

  @Test
  void shouldSayNothingWhenSwitchHasNothingOfOurs() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast(shown.entry(EntryRig.STRANGE, 4, 99));
    rig.events.run();
    assertThat(rig.log.lines()).isEmpty();
    assertThat(shown.takeSent()).isEmpty();
  }

  @EachVersion
  void shouldRemoveExactlyThatEntryWhenItsApplicationDoesNotRun(int version) {
    FakeEntrySwitch shown = rig.join(1, version);
    long unknown = PlatformCookie.of("never-heard-of");
    shown.showLast(
        shown.entry(EntryRig.AWAY, 1, 2),
        shown.entry(unknown, 2, 2),
        shown.entry(FlowOptions.DEFAULT_COOKIE, 3, 2),
        shown.entry(EntryRig.QUIET, 4, 2));
    rig.events.run();
    List<OFFlowMod> sent = shown.takeSent();
    assertThat(addresses(sent)).containsExactly(1L, 2L, 3L);
    assertThat(sent).allMatch(m -> m.getCommand() == OFFlowModCommand.DELETE_STRICT);
    assertThat(sent).allMatch(m -> m.getPriority() == 100);
    if (version == 4) {
      assertThat(sent).allMatch(m -> m.getCookieMask().equals(U64.NO_MASK));
      assertThat(sent.get(0).getCookie().getValue()).isEqualTo(EntryRig.AWAY);
    }
    assertThat(rig.log.lines()).isEmpty(); // not confirmed yet
    shown.confirm();
    rig.events.run();
    assertThat(rig.log.lines())
        .containsExactly(
            "switch 1: flow entries: 1 right, 3 removed of applications that do not run (0 ms)");
    assertThat(rig.metrics.total(Counter.ENTRIES_REMOVED)).isEqualTo(3);
  }

  @Test
  void shouldRemoveWhatWasSentUndeclaredWhenApplicationIsTakenOut() {
    long undeclared = 0x77;
    assertThat(rig.reconciler.owners().of(undeclared)).isNull();
    rig.reconciler.owners().of(EntryRig.HERE).cookies().of(undeclared);
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast(shown.entry(undeclared, 1, 2), shown.entry(EntryRig.HERE, 2, 2));
    rig.events.run();
    assertThat(shown.takeSent()).isEmpty();

    rig.here.isOut = true;
    rig.reconciler.checkAllAfter(Duration.ofSeconds(1));
    rig.events.advance(Duration.ofSeconds(1));
    assertThat(shown.takeQuestions()).isEqualTo(2);
    shown.showLast(shown.entry(undeclared, 1, 2), shown.entry(EntryRig.HERE, 2, 2));
    rig.events.run();
    assertThat(addresses(shown.takeSent())).containsExactly(1L, 2L);
  }

  @Test
  void shouldKeepEntriesThatAreToStayWhenTheirApplicationIsTakenOutMeanwhile() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast(shown.entry(EntryRig.LASTING, 1, 2), shown.entry(EntryRig.EVENTS, 2, 2));
    rig.lasting.isOut = true;
    rig.event.isOut = true;
    rig.events.run();
    assertThat(addresses(shown.takeSent())).containsExactly(2L);
  }

  @Test
  void shouldNotAskASwitchWhoseEndWasToldBeforeItsJoin() {
    FakeEntrySwitch gone = new FakeEntrySwitch(1, 4);
    gone.gone = true;
    rig.reconciler.left(gone);
    rig.reconciler.joined(gone);
    rig.events.run();
    rig.events.advance(Duration.ofSeconds(1));
    assertThat(gone.takeQuestions()).isZero();
    assertThat(gone.listenerCount()).isZero();
  }

  @Test
  void shouldJudgeAtOnceWithTheStateOfTheSwitchWhenKeeperIsLocal() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.locals.put(EntryRig.SLOT, "its table");
    rig.here.verdict = EntryVerdict.REMOVE;
    shown.showMore(shown.entry(EntryRig.HERE, 1, 2));
    assertThat(rig.here.lastState).as("before the event thread runs").isEqualTo("its table");
    shown.showLast(shown.entry(EntryRig.HERE, 2, 99), shown.entry(EntryRig.HERE, 3, 5));
    rig.events.run();
    shown.confirm();
    rig.events.run();
    shown.confirm();
    rig.events.run();
    assertThat(addresses(shown.takeSent())).containsExactly(1L, 2L, 3L);
    assertThat(rig.log.lines())
        .containsExactly(
            "switch 1: flow entries: 0 right, 2 removed since they lead nowhere,"
                + " 1 removed since they are out of date (0 ms)");
  }

  @Test
  void shouldAddAndReplaceWithTheApplicationsCookieWhenKeeperSaysSo() {
    FakeEntrySwitch shown = rig.join(1, 4);
    OFFlowMod add =
        shown
            .factory()
            .buildFlowAdd()
            .setPriority(100)
            .setMatch(
                shown.factory().buildMatch().setExact(MatchField.ETH_DST, MacAddress.of(7)).build())
            .build();
    rig.event.verdict = EntryVerdict.replaceWith(add);
    rig.event.missing.add(add.createBuilder().setCookie(U64.of(EntryRig.EVENTS)).build());
    shown.showMore(shown.entry(EntryRig.EVENTS, 7, 2));
    rig.events.run();
    assertThat(rig.event.missingAsked).as("before all was shown").isZero();
    shown.confirm();
    shown.showLast();
    rig.events.run();
    shown.confirm();
    rig.events.run();
    assertThat(rig.event.missingAsked).isEqualTo(1);
    List<OFFlowMod> sent = shown.takeSent();
    assertThat(sent).allMatch(m -> m.getCommand() == OFFlowModCommand.ADD).hasSize(2);
    assertThat(sent.get(0).getCookie().getValue()).isEqualTo(PlatformCookie.of("events"));
    assertThat(sent.get(1).getCookie().getValue()).isEqualTo(EntryRig.EVENTS);
    assertThat(rig.log.lines())
        .containsExactly("switch 1: flow entries: 0 right, 1 replaced, 1 added (0 ms)");
  }

  @Test
  void shouldSayItOnceItIsDecidedWhenKeeperCouldNotSay() {
    FakeEntrySwitch shown = rig.join(1, 4);
    rig.event.verdict = EntryVerdict.UNDECIDED;
    shown.showLast(shown.entry(EntryRig.EVENTS, 7, 2));
    rig.events.run();
    assertThat(rig.log.lines()).isEmpty();
    rig.event.verdict = EntryVerdict.KEEP;
    rig.events.advance(REST);
    assertThat(shown.takeQuestions()).isEqualTo(1);
    rig.reconciler.check(1);
    rig.events.run();
    assertThat(shown.takeQuestions()).isEqualTo(1);
    shown.showLast(shown.entry(EntryRig.EVENTS, 7, 2));
    rig.events.run();
    assertThat(rig.log.lines()).containsExactly("switch 1: flow entries: 1 right (0 ms)");
    rig.events.advance(REST);
    rig.reconciler.check(1);
    rig.events.run();
    shown.showLast(shown.entry(EntryRig.EVENTS, 7, 2));
    rig.events.run();
    assertThat(rig.log.lines()).as("said once while nothing changes").hasSize(1);
  }

  @Test
  void shouldKeepAllOfItsEntriesWhenKeeperThrows() {
    rig.here.thrown = new IllegalStateException("a bug");
    rig.event.thrown = new IllegalStateException("another");
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast(
        shown.entry(EntryRig.HERE, 1, 99),
        shown.entry(EntryRig.HERE, 2, 99),
        shown.entry(EntryRig.EVENTS, 3, 99),
        shown.entry(EntryRig.EVENTS, 4, 99));
    rig.events.run();
    assertThat(shown.takeSent()).isEmpty();
    assertThat(rig.here.faults).as("one fault for one dump").isEqualTo(1);
    assertThat(rig.event.faults).isEqualTo(1);
    assertThat(rig.event.missingAsked).isZero();
  }

  @Test
  void shouldSendTheNextPieceWhenTheLastWasConfirmed() {
    FakeEntrySwitch shown = rig.join(1, 1);
    List<OFFlowStatsEntry> entries = new ArrayList<>();
    for (int i = 1; i <= 300; i++) {
      entries.add(shown.entry(EntryRig.AWAY, i, 2));
    }
    shown.answer(shown.part(true, entries));
    shown.answer(shown.part(false, entries));
    rig.events.run();
    assertThat(shown.takePieces()).containsExactly(256);
    shown.confirm();
    rig.events.run();
    assertThat(shown.takePieces()).containsExactly(256);
    shown.confirm();
    rig.events.run();
    assertThat(shown.takePieces()).containsExactly(88);
    assertThat(rig.log.lines()).isEmpty();
    shown.confirm();
    rig.events.run();
    assertThat(rig.log.lines()).hasSize(1);
    assertThat(shown.takeSent()).hasSize(600);
    assertThat(rig.reconciler.budget().waitingBytes()).isZero();
    assertThat(shown.listenerCount()).as("the dump, for what is too late").isEqualTo(1);
  }

  @Test
  void shouldWaitWhenSwitchIsCongested() {
    FakeEntrySwitch shown = new FakeEntrySwitch(1, 4);
    shown.congested = true;
    rig.reconciler.joined(shown);
    rig.events.advance(Duration.ofMinutes(5));
    assertThat(shown.takeQuestions()).isZero();
    shown.congested = false;
    rig.events.advance(Reconciler.TICK);
    assertThat(shown.takeQuestions()).isEqualTo(1);
    shown.congested = true;
    shown.showLast(shown.entry(EntryRig.AWAY, 1, 2));
    rig.events.advance(Duration.ofMinutes(5));
    assertThat(shown.takeSent()).isEmpty();
    shown.congested = false;
    rig.events.advance(Reconciler.TICK);
    assertThat(shown.takeSent()).hasSize(1);
    shown.confirm();
    rig.events.run();
    assertThat(rig.log.warnings()).isEmpty();
    assertThat(rig.log.lines()).hasSize(1);
    assertThat(rig.reconciler.budget().waitingBytes()).isZero();
  }

  // ---- when, and how many ----

  @Test
  void shouldAskOnceMoreWhenCheckedWhileItAnswers() {
    FakeEntrySwitch shown = rig.join(1, 4);
    for (int i = 0; i < 5; i++) {
      rig.reconciler.check(1);
      rig.reconciler.checkAll();
    }
    rig.events.advance(Duration.ofMillis(100));
    shown.showLast();
    rig.events.run();
    assertThat(shown.takeQuestions()).isEqualTo(1);
    rig.events.advance(Duration.ofMillis(350)); // it took 100 ms, so it is left alone for 400
    assertThat(shown.takeQuestions()).isZero();
    rig.events.advance(Duration.ofMillis(150));
    assertThat(shown.takeQuestions()).isEqualTo(1);
    shown.showLast();
    rig.events.advance(Duration.ofMinutes(5));
    assertThat(shown.takeQuestions()).isZero();
  }

  @Test
  void shouldAskOnceWhenPortsAreLostAndKeeperIsLocal() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast();
    rig.events.advance(Duration.ofSeconds(10));
    shown.takeQuestions();
    for (int i = 0; i < 5; i++) {
      rig.reconciler.portLost(shown.info());
    }
    rig.events.advance(Duration.ofMillis(200));
    assertThat(shown.takeQuestions()).as("a batch may still run").isZero();
    rig.events.advance(Duration.ofMillis(100));
    assertThat(shown.takeQuestions()).isEqualTo(1);
    shown.showLast();
    rig.events.advance(Duration.ofMinutes(5));
    assertThat(shown.takeQuestions()).isZero();
    rig.here.isOut = true;
    rig.reconciler.portLost(shown.info());
    rig.events.advance(Duration.ofSeconds(10));
    assertThat(shown.takeQuestions()).as("the others hear of ports").isZero();
  }

  @Test
  void shouldAskFewAtATimeWhenManyJoin() {
    List<FakeEntrySwitch> joined = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      joined.add(rig.join(i, 4));
    }
    assertThat(joined.stream().mapToInt(FakeEntrySwitch::takeQuestions).sum())
        .isEqualTo(Reconciler.MOST_AT_ONCE);
    joined.get(0).showLast();
    joined.get(1).showLast();
    rig.events.run();
    assertThat(joined.stream().mapToInt(FakeEntrySwitch::takeQuestions).sum()).isEqualTo(2);
  }

  @Test
  void shouldNotLetOthersWaitWhenSomeSayNothing() {
    for (int i = 1; i <= 3 * Reconciler.MOST_AT_ONCE; i++) {
      rig.join(i, 4);
    }
    FakeEntrySwitch honest = rig.join(1000, 4);
    rig.events.advance(Duration.ofNanos(4 * Reconciler.QUIET_NS));
    assertThat(honest.takeQuestions()).isEqualTo(1);
  }

  @Test
  void shouldAskAgainWhenSwitchConnectsAnew() {
    FakeEntrySwitch before = rig.join(1, 4);
    before.takeQuestions();
    FakeEntrySwitch after = rig.join(1, 4);
    assertThat(after.takeQuestions()).isEqualTo(1);
    rig.reconciler.left(before); // noticed late
    before.showLast(before.entry(EntryRig.AWAY, 1, 2));
    rig.events.run();
    assertThat(before.takeSent()).isEmpty();
    after.showLast(after.entry(EntryRig.AWAY, 1, 2));
    rig.events.run();
    assertThat(after.takeSent()).hasSize(1);
  }

  @Test
  void shouldKeepNothingWhenSwitchLeavesInTheMiddle() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showMore(shown.entry(EntryRig.AWAY, 1, 2), shown.entry(EntryRig.EVENTS, 2, 2));
    rig.events.run();
    shown.showMore(shown.entry(EntryRig.AWAY, 3, 2), shown.entry(EntryRig.EVENTS, 4, 2));
    rig.reconciler.left(shown);
    rig.events.run();
    assertThat(shown.listenerCount()).isZero();
    assertThat(rig.reconciler.budget().waitingBytes()).isZero();
    FakeEntrySwitch next = rig.join(2, 4);
    assertThat(next.takeQuestions()).isEqualTo(1);
  }

  @Test
  void shouldJudgeNothingWhenApplicationsHaveEnded() {
    FakeEntrySwitch shown = rig.join(1, 4);
    rig.reconciler.end();
    shown.showLast(shown.entry(EntryRig.AWAY, 1, 2));
    rig.events.advance(Duration.ofMinutes(1));
    assertThat(shown.takeSent()).isEmpty();
  }
}
