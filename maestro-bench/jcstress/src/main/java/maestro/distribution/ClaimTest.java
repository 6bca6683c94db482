package maestro.distribution;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The claim of a {@link Member}: one holder, who sees what the last one wrote; none when gone. */
public final class ClaimTest {
  private ClaimTest() {}

  /** Two workers want a free member. */
  @JCStressTest
  @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The first has it.")
  @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The second has it.")
  @Outcome(expect = FORBIDDEN, desc = "Both have it, or nobody.")
  @State
  public static class OneHolder {
    private final Member member = new StressMember();

    @Actor
    public void first(ZZ_Result r) {
      r.r1 = member.tryClaim(0);
    }

    @Actor
    public void second(ZZ_Result r) {
      r.r2 = member.tryClaim(1);
    }
  }

  /** A worker writes plain fields under its claim and releases; another claims and reads. */
  @JCStressTest
  @Outcome(id = "-1, -1", expect = ACCEPTABLE, desc = "Still claimed.")
  @Outcome(id = "7, 8", expect = ACCEPTABLE, desc = "Released, with all that was written.")
  @Outcome(expect = FORBIDDEN, desc = "Claimed without what the last holder wrote.")
  @State
  public static class LastHoldersWrites {
    private final Member member = new StressMember();
    private int first;
    private int second;

    public LastHoldersWrites() {
      if (!member.tryClaim(0)) {
        throw new IllegalStateException();
      }
    }

    @Actor
    public void holder() {
      first = 7;
      second = 8;
      member.release();
    }

    @Actor
    public void next(II_Result r) {
      boolean claimed = member.tryClaim(1);
      r.r1 = claimed ? first : -1;
      r.r2 = claimed ? second : -1;
    }
  }

  /** The conductor closes a member while a worker visits it. */
  @JCStressTest
  @Outcome(id = "true, true, true", expect = ACCEPTABLE, desc = "A visit, then the end.")
  @Outcome(id = "true, false, true", expect = ACCEPTABLE, desc = "The end, and no visit.")
  @Outcome(id = "false, true, false", expect = ACCEPTABLE, desc = "The conductor tries later.")
  @Outcome(expect = FORBIDDEN, desc = "Whoever is gone is claimed, or comes back.")
  @State
  public static class GoneForGood {
    private final Member member = new StressMember();

    @Actor
    public void conductor(ZZZ_Result r) {
      r.r1 = member.tryClaim(9);
      if (r.r1) {
        member.leave();
      }
    }

    @Actor
    public void worker(ZZZ_Result r) {
      r.r2 = member.tryClaim(1);
      if (r.r2) {
        member.release();
      }
    }

    @Arbiter
    public void end(ZZZ_Result r) {
      r.r3 = member.isGone();
    }
  }
}
