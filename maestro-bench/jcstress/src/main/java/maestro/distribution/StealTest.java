package maestro.distribution;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** fair-share: worker 1 steals from worker 0 ({@link FairShare}). */
public final class StealTest {
  private StealTest() {}

  /** Worker 0 serves one member of its round, another one waits. */
  private static class Round {
    final Schedule victim;
    final Schedule thief;
    final Member served = new StressMember();
    final Member waiting = new StressMember();

    Round() {
      FairShare strategy = new FairShare(TwoWorkers.OF_TWO, SilentReadiness.TWO);
      victim = strategy.schedule(0);
      thief = strategy.schedule(1);
      join(strategy, served);
      strategy.left(served); // so that the next one is dealt to worker 0, too
      join(strategy, waiting);
      if (victim.next(0) != served) {
        throw new IllegalStateException();
      }
    }

    private void join(FairShare strategy, Member member) {
      strategy.join(member);
      if (victim.next(0) != member) {
        throw new IllegalStateException();
      }
      victim.visited(member, TwoWorkers.QUANTUM_REQUESTS, Schedule.Outcome.BACKLOGGED);
      member.release();
    }

    /** How often the worker gets the member that waited, when each visit drains it. */
    int visits(int worker) {
      Schedule schedule = worker == 0 ? victim : thief;
      int visits = 0;
      for (Member member = schedule.next(0); member != null; member = schedule.next(0)) {
        if (member == waiting) {
          visits++;
        }
        schedule.visited(member, 1, Schedule.Outcome.DRAINED);
        member.release();
      }
      return visits;
    }
  }

  /** Both take the member that waits. */
  @JCStressTest
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "Its worker serves it.")
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The thief serves it.")
  @Outcome(expect = FORBIDDEN, desc = "Served by both, or by nobody.")
  @State
  public static class OneServes extends Round {
    @Actor
    public void victim(III_Result r) {
      victim.visited(served, 1, Schedule.Outcome.DRAINED);
      served.release();
      r.r1 = visits(0);
    }

    @Actor
    public void thief(III_Result r) {
      r.r2 = visits(1);
    }

    @Arbiter
    public void end(III_Result r) {
      r.r3 = visits(0) + visits(1);
    }
  }

  /**
   * The thief steals the member and drains it, while the victim's selector, which watches it still,
   * reports it once more.
   */
  @JCStressTest
  @Outcome(
      id = "true, false, false",
      expect = ACCEPTABLE,
      desc = "The thief has it, and nobody else lists it.")
  @Outcome(expect = FORBIDDEN, desc = "The victim lists what the thief has.")
  @State
  public static class OneLists extends Round {
    @Actor
    public void victim() {
      victim.ready(waiting);
    }

    @Actor
    public void thief(ZZZ_Result r) {
      r.r1 = thief.next(0) == waiting;
      thief.visited(waiting, 1, Schedule.Outcome.DRAINED);
      waiting.release();
    }

    @Arbiter
    public void end(ZZZ_Result r) {
      r.r2 = victim.next(0) != null;
      r.r3 = thief.next(0) != null;
    }
  }
}
