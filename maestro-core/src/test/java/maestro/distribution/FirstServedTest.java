package maestro.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstServedTest {
  private static final long BOUND_NS = 1_000;
  private static final boolean RARE = true;
  private static final boolean OFTEN = false;

  private final WaitingMembers waiting = new WaitingMembers(64);
  private final FirstServed first = new FirstServed(waiting);
  private int members;

  private Member add(boolean asksRarely) {
    Member member = member();
    first.add(member, asksRarely);
    return member;
  }

  private Member member() {
    return new FakeMember(members++, 1);
  }

  @Test
  void shouldServeOneThatAsksRarelyWithoutAPoll() {
    Member rare = add(RARE);
    assertThat(first.next()).isSameAs(rare);
    assertThat(first.next()).isNull();
  }

  @Test
  void shouldServeThoseOfShortVisitsThatTheLastFullPollFoundAndNoMore() {
    Member found = add(OFTEN);
    assertThat(first.next()).as("not polled yet").isNull();
    first.polled();
    Member later = add(OFTEN);
    assertThat(first.next()).isSameAs(found);
    assertThat(first.next()).as("it waits for the next poll").isNull();
    first.polled();
    assertThat(first.next()).isSameAs(later);
  }

  @Test
  void shouldGiveThoseThatAskRarelyEverySecondVisitWhileOthersOfShortVisitsWait() {
    Member often1 = add(OFTEN);
    Member often2 = add(OFTEN);
    first.polled();
    Member rare1 = add(RARE);
    Member rare2 = add(RARE);
    Member rare3 = add(RARE);
    assertThat(first.next()).isSameAs(rare1);
    assertThat(first.next()).isSameAs(often1);
    assertThat(first.next()).isSameAs(rare2);
    assertThat(first.next()).isSameAs(often2);
    assertThat(first.next()).isSameAs(rare3);
    assertThat(first.next()).isNull();
  }

  @Test
  void shouldPollWhenToldToOnceThoseFoundAreServed() {
    add(OFTEN);
    first.polled();
    first.pollSoon();
    assertThat(first.isPollDue()).as("one is to be served before").isFalse();
    first.next();
    first.next();
    assertThat(first.isPollDue()).isTrue();
    first.polled();
    assertThat(first.isPollDue()).isFalse();
  }

  @Test
  void shouldPollEachDelayBoundWhileACrowdIsServedAndNotListWhatItFinds() {
    first.at(0, BOUND_NS);
    Member crowd1 = add(OFTEN);
    Member crowd2 = add(OFTEN);
    first.polled();
    first.at(BOUND_NS - 1, BOUND_NS);
    assertThat(first.isPollDue()).isFalse();
    first.at(BOUND_NS, BOUND_NS);
    assertThat(first.isPollDue()).isTrue();
    add(OFTEN);
    first.polled();
    assertThat(first.isPollDue()).isFalse();
    assertThat(first.next()).isSameAs(crowd1);
    assertThat(first.next()).isSameAs(crowd2);
    assertThat(first.next()).as("found by a poll that was not a full one").isNull();
  }

  @Test
  void shouldPollAfterAnEighthOfTheOtherSparseOnes() {
    for (int i = 0; i < 16; i++) {
      waiting.sparse.offer(member());
    }
    first.at(0, BOUND_NS);
    first.polled();
    first.servesSparse();
    first.servesSparse();
    assertThat(first.isPollDue()).isFalse();
    first.servesSparse();
    assertThat(first.isPollDue()).isTrue();
  }

  @Test
  void shouldPollAfterOneSparseVisitWhenItIsADelayBoundSinceThePoll() {
    for (int i = 0; i < 64; i++) {
      waiting.sparse.offer(member());
    }
    first.at(0, BOUND_NS);
    first.polled();
    first.at(BOUND_NS, BOUND_NS);
    first.servesSparse();
    assertThat(first.isPollDue()).isTrue();
  }

  @Test
  void shouldServeAnEighthAsManySparseOnesAfterACrowdThatTookLong() {
    first.at(0, BOUND_NS);
    for (int i = 0; i < 24; i++) {
      add(OFTEN);
    }
    first.polled();
    first.at(2 * BOUND_NS, BOUND_NS);
    first.polled();
    for (int i = 0; i < 24; i++) {
      assertThat(first.next()).isNotNull();
    }
    first.at(4 * BOUND_NS, BOUND_NS); // so that it also had time
    assertThat(first.next()).isNull();
    first.servesSparse();
    first.servesSparse();
    assertThat(first.isPollDue()).isFalse();
    first.servesSparse();
    assertThat(first.isPollDue()).isTrue();
  }

  @Test
  void shouldCountTheDelayBoundFromTheEndOfAWait() {
    first.at(0, BOUND_NS);
    add(OFTEN);
    first.awaited();
    first.at(10 * BOUND_NS, BOUND_NS);
    assertThat(first.isPollDue()).as("it polled when it woke").isFalse();
    first.at(11 * BOUND_NS, BOUND_NS);
    assertThat(first.isPollDue()).isTrue();
  }
}
