package maestro.entries;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import maestro.api.EntryVerdict;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** When switches are asked for their entries though nothing has happened. */
class RoutineChecksTest {
  @AutoClose private final EntryRig rig = new EntryRig();

  @Test
  void shouldAskAgainFromTimeToTime() {
    rig.reconciler.checkEach(OptionalLong.of(Duration.ofSeconds(60).toNanos()));
    FakeEntrySwitch shown = rig.join(1, 4);
    assertThat(shown.takeQuestions()).isEqualTo(1);
    shown.showLast(shown.entry(EntryRig.HERE, 1, 2));
    rig.events.advance(Duration.ofSeconds(59));
    assertThat(shown.takeQuestions()).isZero();
    rig.events.advance(Duration.ofSeconds(1));
    assertThat(shown.takeQuestions()).isEqualTo(1);
    rig.here.verdict = EntryVerdict.REMOVE; // somebody has changed it
    shown.showLast(shown.entry(EntryRig.HERE, 1, 3));
    rig.events.run();
    assertThat(ReconcilerTest.addresses(shown.takeSent())).containsExactly(1L);
    shown.confirm();
    rig.events.advance(Duration.ofSeconds(60));
    assertThat(shown.takeQuestions()).isEqualTo(1);
  }

  @Test
  void shouldNotAskAgainByItselfWhenThatIsOff() {
    rig.reconciler.checkEach(OptionalLong.empty());
    FakeEntrySwitch shown = rig.join(1, 4);
    shown.showLast();
    rig.events.advance(Duration.ofHours(2));
    assertThat(shown.takeQuestions()).isEqualTo(1);
  }

  @Test
  void shouldSpreadTheChecksOfManySwitches() {
    List<FakeEntrySwitch> all = new ArrayList<>();
    for (int i = 1; i <= 120; i++) {
      FakeEntrySwitch joining = rig.join(i, 4);
      all.add(joining);
      joining.showLast();
      rig.events.run();
    }
    all.forEach(FakeEntrySwitch::takeQuestions);
    rig.reconciler.checkEach(OptionalLong.of(Duration.ofSeconds(60).toNanos()));
    rig.events.advance(Duration.ofSeconds(59));
    for (int second = 60; second <= 119; second++) {
      rig.events.advance(Duration.ofSeconds(1));
      List<FakeEntrySwitch> asked = all.stream().filter(each -> each.takeQuestions() == 1).toList();
      assertThat(asked).as("in second %s", second).hasSize(2);
      asked.forEach(FakeEntrySwitch::showLast);
      rig.events.run();
      all.removeAll(asked);
    }
    assertThat(all).as("not asked in the interval after it was over").isEmpty();
  }

  @Test
  void shouldAskNobodyByItselfWhileSwitchesWaitForTheirTurn() {
    rig.reconciler.checkEach(OptionalLong.of(Duration.ofSeconds(1).toNanos()));
    FakeEntrySwitch first = rig.join(1, 4);
    first.showLast();
    rig.events.run();
    first.takeQuestions();
    for (int i = 2; i <= 2 + 7 * Reconciler.MOST_AT_ONCE; i++) {
      FakeEntrySwitch unused = rig.join(i, 4); // it does not answer
    }
    rig.events.advance(Reconciler.ROUTINE_TICK);
    assertThat(first.takeQuestions()).isZero();
    rig.events.advance(Reconciler.ROUTINE_TICK);
    assertThat(first.takeQuestions()).isEqualTo(1);
  }
}
