package maestro.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** {@link Pause}: what is exchanged while all workers rest is exchanged between two cycles. */
public final class PauseTest {
  private PauseTest() {}

  /** A worker does cycles until the exchange is over and one cycle more. */
  @JCStressTest
  @Outcome(id = "true, true, 7", expect = ACCEPTABLE, desc = "Exchanged between two cycles.")
  @Outcome(expect = FORBIDDEN, desc = "Exchanged in a cycle, not seen, or the worker never rested.")
  @State
  public static class BetweenCycles {
    private static final long LIMIT_MS = 20_000;

    private final Pause pause = new Pause();
    private volatile boolean exchanged;

    // Plain: the pause orders them.
    private int sequence;
    private int weights;

    @Actor
    public void reloader(ZZI_Result r) {
      try {
        r.r1 = pause.begin(1, () -> {}, LIMIT_MS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      sequence = 7;
      weights = 7;
      pause.end();
      exchanged = true;
    }

    @Actor
    public void worker(ZZI_Result r) {
      r.r2 = true;
      boolean last = false;
      while (!last) {
        last = exchanged;
        if (pause.isWanted()) {
          pause.rest();
        }
        int seen = sequence;
        r.r2 &= weights == seen;
        r.r3 = seen;
      }
    }
  }
}
