package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order one worker serves its members. */
class FairShareTest {
  private static final int QUANTUM = 160;
  private static final int BRIEF = 10;

  private final FakeReadiness readiness = new FakeReadiness();
  private final Distribution fairShare =
      new FairShare(
          new DistributionSettings(1, 65_536, QUANTUM, 16, 1, 50_000_000, 0.1, 64),
          new FakeReadiness[] {readiness});
  private final Schedule schedule = fairShare.schedule(0);
  private final FakeMember hog = join(0);
  private final FakeMember medium = join(1);
  private final FakeMember otherMedium = join(2);
  private final FakeMember small = join(3);

  /** Everybody has had a visit that shows what it is like. */
  private void getToKnow() {
    drainNewcomers();
    arrive(hog, 1_000_000);
    assertThat(visit()).isSameAs(hog);
    arrive(medium, BRIEF + 1);
    arrive(otherMedium, BRIEF + 1);
    arrive(small, BRIEF);
    List<Member> known = new ArrayList<>();
    while (known.size() < 3) {
      Member member = visit();
      if (member != hog) {
        known.add(member);
      }
    }
    assertThat(known).containsExactlyInAnyOrder(medium, otherMedium, small);
    assertThat(visit()).isSameAs(hog);
  }

  @Test
  void shouldServeABriefOneFirstWhenOthersBecameReadyBeforeIt() {
    getToKnow();
    arrive(medium, BRIEF + 1);
    arrive(otherMedium, BRIEF + 1);
    arrive(small, 1);
    assertThat(visits(4)).containsExactly(small, medium, otherMedium, hog);
  }

  @Test
  void shouldServeAKnownBriefOneFirstWhenACrowdOfNewOnesAsks() {
    getToKnow();
    List<FakeMember> crowd = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      crowd.add(join(4 + i));
    }
    assertThat(visits(11)).as("without requests, as in a handshake").containsAll(crowd);
    crowd.forEach(member -> arrive(member, 1_000_000));
    assertThat(visits(2)).as("the crowd is reported").containsAnyElementsOf(crowd);
    arrive(small, 1);
    assertThat(visits(4)).contains(small);
    assertThat(visits(12)).containsAll(crowd);
  }

  @Test
  void shouldFindABriefOneWhenItBecomesReadyWhileSparseOnesWait() {
    getToKnow();
    arrive(medium, BRIEF + 1);
    arrive(otherMedium, BRIEF + 1);
    assertThat(visit()).isIn(medium, otherMedium);
    arrive(small, 1);
    assertThat(visit()).isSameAs(small);
    assertThat(visit()).isIn(medium, otherMedium);
  }

  @Test
  void shouldKeepWatchingASparseOneWhenItIsReportedAgain() {
    getToKnow();
    arrive(medium, BRIEF + 1);
    arrive(otherMedium, BRIEF + 1);
    assertThat(visit()).isIn(medium, otherMedium);
    visit(); // for which it looks once more
    assertThat(readiness.isWatching(medium)).isTrue();
    assertThat(readiness.isWatching(otherMedium)).isTrue();
  }

  @Test
  void shouldNotWatchABackloggedOneWhenItIsReportedAgain() {
    getToKnow();
    visits(2);
    assertThat(readiness.isWatching(hog)).isFalse();
  }

  @Test
  void shouldTakeTheLastVisitAsTheMeasureWhenItBecomesReadyAgain() {
    getToKnow();
    arrive(medium, 1);
    assertThat(visit()).isSameAs(medium);
    visit(); // for which it looks again
    arrive(otherMedium, 1);
    arrive(medium, 1);
    assertThat(visits(2)).containsExactly(medium, otherMedium);
  }

  @Test
  void shouldServeBackloggedOnesWhenBriefOnesNeverRest() {
    getToKnow();
    long before = hog.handled;
    for (int i = 0; i < 1_000; i++) {
      arrive(small, BRIEF);
      visit();
    }
    assertThat(hog.handled - before)
        .as("as much as the brief one, but for a quantum each")
        .isGreaterThan(small.handled - 2 * QUANTUM);
  }

  @Test
  void shouldServeAQuantumAVisitWhenAMemberMayHaveMore() {
    FakeMember heavy = join(4, 3);
    drainNewcomers();
    arrive(heavy, 1_000_000);
    arrive(hog, 1_000_000);
    assertThat(visits(2)).as("both are new").containsExactlyInAnyOrder(heavy, hog);
    assertThat(visits(2)).as("what the heavy one has left").containsExactly(heavy, heavy);
    assertThat(heavy.handled).isEqualTo(3 * QUANTUM);
    assertThat(visits(4)).as("the next round").containsExactly(hog, heavy, heavy, heavy);
    assertThat(heavy.handled).isEqualTo(6 * QUANTUM);
  }

  @Test
  void shouldCatchUpWhenReadsBringLessThanAQuantum() {
    drainNewcomers();
    hog.perReadRequests = QUANTUM * 3 / 4;
    arrive(hog, 1_000_000);
    arrive(medium, 1_000_000);
    visits(1_000);
    assertThat(Math.abs(hog.handled - medium.handled)).isLessThanOrEqualTo(2 * QUANTUM);
  }

  @Test
  void shouldCarryNothingWhenALaterVisitOfTheRoundDrainsIt() {
    FakeMember heavy = join(4, 3);
    drainNewcomers();
    arrive(heavy, 2 * QUANTUM);
    arrive(hog, 1_000_000);
    assertThat(visits(2)).containsExactlyInAnyOrder(heavy, hog);
    assertThat(visit()).as("it has a quantum left, and nothing more to do").isSameAs(heavy);
    assertThat(visit()).as("the next round").isSameAs(hog);
    arrive(heavy, 1_000_000);
    assertThat(visits(4)).as("three quanta, no more").containsExactly(heavy, heavy, heavy, hog);
  }

  @Test
  void shouldServeAKnownBriefOneBeforeThoseThatHaveOnlyShakenHands() {
    getToKnow();
    List<FakeMember> crowd = new ArrayList<>();
    for (int id = 10; id < 30; id++) {
      crowd.add(join(id));
    }
    for (int i = 0; i < crowd.size(); i++) {
      Member member = schedule.next(0);
      assertThat(crowd).contains((FakeMember) member);
      schedule.visited(member, 8, Schedule.Outcome.DRAINED); // messages, and no request
      member.release();
    }
    crowd.forEach(member -> arrive(member, 1_000));
    arrive(small, 1);
    assertThat(visits(2)).contains(small);
  }

  private FakeMember join(int id) {
    return join(id, 1);
  }

  private FakeMember join(int id, int weight) {
    FakeMember member = new FakeMember(id, weight);
    fairShare.join(member);
    return member;
  }

  private void drainNewcomers() {
    for (Member member = schedule.next(0); member != null; member = schedule.next(0)) {
      schedule.visited(member, 0, Schedule.Outcome.DRAINED);
      member.release();
    }
  }

  private static void arrive(FakeMember member, int requests) {
    member.arrived += requests;
  }

  private List<Member> visits(int count) {
    List<Member> visited = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      visited.add(visit());
    }
    return visited;
  }

  private Member visit() {
    FakeMember member = (FakeMember) schedule.next(0);
    long served = member.take(Math.min(schedule.allowance(member), member.perReadRequests));
    schedule.visited(
        member,
        (int) served,
        member.hasInput() ? Schedule.Outcome.BACKLOGGED : Schedule.Outcome.DRAINED);
    if (served > 0) {
      schedule.ran((int) served, served * 100);
    }
    member.release();
    return member;
  }
}
