package maestro.distribution;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * dynamic-partition moves a member from worker 0 to worker 1 ({@link PartitionSchedule}): it is
 * listed by one of them at any time, by the new one in the end, and its requests stay in order.
 */
public final class HandOverTest {
  private HandOverTest() {}

  /** Two workers; worker 0 has claimed the one member and is about to serve it. */
  private static class Served {
    final Member member = new StressMember();
    final PartitionSchedule[] all =
        PartitionSchedule.forWorkers(TwoWorkers.OF_TWO, SilentReadiness.TWO);

    /** What the batch under way writes. */
    int handled;

    Served() {
      member.home(0);
      all[0].deal(member);
      if (all[0].next(0) != member) {
        throw new IllegalStateException();
      }
    }

    void move() {
      member.home(1);
      all[0].deal(member);
    }

    /** The old worker ends its visit, and serves on: r1 is how often it gets the member again. */
    void endVisit(Schedule.Outcome outcome, III_Result r) {
      all[0].visited(member, 1, outcome);
      member.release();
      r.r1 = visits(0);
    }

    /** How often each gets it in the end: r2 the new worker, r3 the old one. */
    void count(III_Result r) {
      r.r3 = visits(0);
      r.r2 = visits(1);
    }

    /** How often the worker gets it, when each of its visits drains it. */
    int visits(int worker) {
      int visits = 0;
      while (all[worker].next(0) != null) {
        visits++;
        all[worker].visited(member, 1, Schedule.Outcome.DRAINED);
        member.release();
      }
      return visits;
    }
  }

  /** The conductor moves the member while its old worker's visit ends with more to come. */
  @JCStressTest
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "Passed on as its visit ends.")
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Visited once more, then passed on.")
  @Outcome(expect = FORBIDDEN, desc = "Lost, or listed by both.")
  @State
  public static class WhileBacklogged extends Served {
    @Actor
    public void conductor() {
      move();
    }

    @Actor
    public void oldWorker(III_Result r) {
      endVisit(Schedule.Outcome.BACKLOGGED, r);
    }

    @Arbiter
    public void end(III_Result r) {
      count(r);
    }
  }

  /** The same when its visit has drained it: nobody lists it at that moment. */
  @JCStressTest
  @Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "Passed on.")
  @Outcome(expect = FORBIDDEN, desc = "Lost, or listed by both.")
  @State
  public static class WhileDrained extends Served {
    @Actor
    public void conductor() {
      move();
    }

    @Actor
    public void oldWorker(III_Result r) {
      endVisit(Schedule.Outcome.DRAINED, r);
    }

    @Arbiter
    public void end(III_Result r) {
      count(r);
    }
  }

  /** The new worker looks while the old one ends its visit and runs the batch. */
  @JCStressTest
  @Outcome(id = "-1, 1, 0", expect = ACCEPTABLE, desc = "The new worker gets it later.")
  @Outcome(
      id = "7, 0, 0",
      expect = ACCEPTABLE,
      desc = "The new worker has it, after the old batch.")
  @Outcome(
      expect = FORBIDDEN,
      desc = "Served before the old batch was over, lost, or listed by both.")
  @State
  public static class AfterTheBatch extends Served {
    public AfterTheBatch() {
      move();
    }

    @Actor
    public void oldWorker() {
      all[0].visited(member, 1, Schedule.Outcome.BACKLOGGED);
      handled = 7;
      member.release();
    }

    @Actor
    public void newWorker(III_Result r) {
      r.r1 = -1;
      if (all[1].next(0) != null) {
        r.r1 = handled;
        all[1].visited(member, 1, Schedule.Outcome.DRAINED);
        member.release();
      }
    }

    @Arbiter
    public void end(III_Result r) {
      r.r2 = visits(1);
      r.r3 = visits(0);
    }
  }
}
