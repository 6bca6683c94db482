package maestro.entries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.metrics.Counter;
import maestro.testkit.EachVersion;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;

/** Switches that do not show their entries, or lie about them. */
class DumpTroubleTest {
  private static final Duration FIRST_PAUSE = Duration.ofNanos(Reconciliation.FIRST_PAUSE_NS);
  private static final String NOT_KNOWN = "switch 1: the check of its flow entries failed: ";
  private static final String ONCE = " (said once; repeats are counted)";

  @AutoClose private final EntryRig rig = new EntryRig();

  private void hasFailedOnce(String why) {
    assertThat(rig.log.warnings())
        .containsExactly(NOT_KNOWN + why + "; it is asked again in 2 s" + ONCE);
    assertThat(rig.metrics.total(Counter.DUMPS_FAILED)).isEqualTo(1);
  }

  private void asksAgain(FakeEntrySwitch shown) {
    shown.takeQuestions();
    rig.events.advance(FIRST_PAUSE.plus(Reconciler.TICK));
    assertThat(shown.takeQuestions()).isEqualTo(1);
    shown.showLast(shown.entry(EntryRig.QUIET, 1, 2));
    rig.events.run();
    assertThat(rig.log.lines())
        .anyMatch(line -> line.startsWith("switch 1: flow entries: 1 right ("));
    assertThat(rig.reconciler.budget().waitingBytes()).isZero();
  }

  @Test
  void shouldAskAgainWithGrowingPausesWhenSwitchNeverAnswers() {
    FakeEntrySwitch shown = rig.join(1, 4);
    rig.events.advance(EntryRig.SILENCE.plus(Reconciler.TICK));
    hasFailedOnce("it does not answer when asked for them");
    assertThat(shown.takeQuestions()).isEqualTo(1);
    List<Long> pausesSeconds = new ArrayList<>();
    long failedNs = rig.events.nowNs();
    while (pausesSeconds.size() < 7) {
      rig.events.advance(Reconciler.TICK);
      if (shown.takeQuestions() > 0) {
        long pauseNs = rig.events.nowNs() - failedNs;
        pausesSeconds.add(Math.round(pauseNs / 1e9));
        failedNs = rig.events.nowNs() + EntryRig.SILENCE.toNanos();
      }
    }
    assertThat(pausesSeconds).containsExactly(2L, 4L, 8L, 16L, 32L, 60L, 60L);
    assertThat(rig.log.warnings()).hasSize(1);
    assertThat(rig.metrics.total(Counter.DUMPS_FAILED)).isEqualTo(7);
    assertThat(shown.listenerCount()).as("nobody waits for the old ones").isLessThan(2);
  }

  @Test
  void shouldBeginWithShortPausesWhenItHasAnswered() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.answerWithError();
    rig.events.advance(FIRST_PAUSE.plus(Reconciler.TICK));
    shown.answerWithError();
    rig.events.advance(FIRST_PAUSE.plus(FIRST_PAUSE).plus(Reconciler.TICK));
    assertThat(shown.takeQuestions()).isEqualTo(3);
    shown.showLast();
    rig.events.advance(Duration.ofSeconds(1));
    rig.reconciler.check(1);
    rig.events.run();
    shown.answerWithError();
    rig.events.advance(FIRST_PAUSE.plus(Reconciler.TICK));
    assertThat(shown.takeQuestions()).isEqualTo(2);
  }

  @Test
  void shouldRemoveWhatWasShownWhenItStopsHalfWay() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showMore(shown.entry(EntryRig.AWAY, 1, 2));
    rig.events.run();
    assertThat(shown.takeSent()).hasSize(1);
    shown.confirm();
    rig.events.advance(EntryRig.SILENCE.plus(Reconciler.TICK));
    hasFailedOnce("it stops in the middle of its answer, after 1 parts");
    assertThat(rig.event.missingAsked).as("it may have shown them later").isZero();
    asksAgain(shown);
  }

  @Test
  void shouldAskAgainWhenItAnswersWithAnError() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.answerWithError();
    rig.events.run();
    hasFailedOnce("it answers with an error, type 1, code 5");
    asksAgain(shown);
  }

  @Test
  void shouldAskAgainWhenItAnswersWithSomethingElse() {
    FakeEntrySwitch shown = rig.join(1, 4);
    byte[] other = shown.part(false, List.of());
    other[1] = 21;
    shown.answer(other);
    rig.events.run();
    hasFailedOnce("it answers with something else, type 21");
    asksAgain(shown);
  }

  @EachVersion
  void shouldBelieveNothingOfAPartWhenALengthInItLies(int version) {
    FakeEntrySwitch shown = rig.join(1, version);
    OFFlowStatsEntry gone = shown.entry(EntryRig.AWAY, 1, 2);
    shown.showMore(gone);
    byte[] part = shown.part(false, List.of(gone, gone));
    int header = version == 1 ? 12 : 16;
    int entryBytes = (part.length - header) / 2;
    ByteBuffer.wrap(part).putShort(header + entryBytes, (short) (entryBytes + 8));
    shown.answer(part);
    rig.events.run();
    assertThat(shown.takeSent()).as("that of the honest part").hasSize(1);
    shown.confirm();
    rig.events.run();
    hasFailedOnce("a length in its answer is wrong, part 2 of %d bytes".formatted(part.length));
    asksAgain(shown);
  }

  @Test
  void shouldGiveUpWhenTheAnswerHasNoEnd() {
    FakeEntrySwitch shown = rig.join(1, 4);
    long parts = Dump.MOST_BYTES / Dump.LEAST_COST_BYTES;
    for (long i = 0; i <= parts; i++) {
      shown.showMore();
    }
    rig.events.run();
    hasFailedOnce("its answer has no end");
    asksAgain(shown);
  }

  @Test
  void shouldGiveUpWhenTheAnswerDripsForMinutes() {
    FakeEntrySwitch shown = rig.join(1, 4);
    for (int i = 0; i < 70; i++) {
      shown.showMore();
      rig.events.advance(Duration.ofSeconds(2));
    }
    assertThat(rig.log.warnings())
        .containsExactly(NOT_KNOWN + "its answer takes too long; it is asked again in 2 s" + ONCE);
  }

  @Test
  void shouldSayItOnceWhenPartsComeAfterTheLast() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast();
    for (int i = 0; i < 10; i++) {
      shown.showLast(shown.entry(EntryRig.AWAY, 1, 2));
      rig.events.run();
    }
    assertThat(shown.takeSent()).isEmpty();
    assertThat(rig.log.warnings())
        .containsExactly(NOT_KNOWN + "its answer goes on after its end" + ONCE);
    rig.events.advance(Duration.ofMinutes(2));
    assertThat(shown.takeQuestions()).as("its first answer was good").isEqualTo(1);
  }

  @Test
  void shouldGoOnLaterWhenMoreIsWrongThanMayWait() {
    FakeEntrySwitch shown = rig.join(1, 4);
    List<OFFlowStatsEntry> entries = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      entries.add(shown.entry(EntryRig.AWAY, i, 2));
    }
    byte[] part = shown.part(true, entries);
    while (rig.reconciler.budget().waitingBytes() < (64 << 20) - part.length) {
      shown.answer(part); // nothing is confirmed, so all of it waits
    }
    shown.answer(part);
    shown.answer(part);
    assertThat(rig.reconciler.budget().waitingBytes()).isLessThanOrEqualTo(64 << 20);
    shown.showLast();
    rig.events.run();
    while (rig.log.warnings().isEmpty()) {
      shown.confirm();
      rig.events.run();
    }
    hasFailedOnce("more of them were wrong, or to be looked at, than memory is set aside for");
    asksAgain(shown);
  }

  @Test
  void shouldGiveUpWhenItDoesNotConfirm() {
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast(shown.entry(EntryRig.AWAY, 1, 2));
    rig.events.advance(EntryRig.SILENCE.plus(Reconciler.TICK));
    hasFailedOnce("it does not confirm that they were changed");
    asksAgain(shown);
  }
}
