package maestro.apps.cost;

import java.time.Duration;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchOutput;
import maestro.apps.settings.Durations;

/**
 * Spends a set time on each flow request and passes it on. It stands for an application that
 * computes: with it one sees how a strategy shares a controller whose requests are costly. It reads
 * nothing of the request, so entries match no further fields for its sake.
 *
 * <p>The worker is busy in that time, as with a computation. The time is that of a clock: what the
 * operating system takes away meanwhile counts, and the look at the clock is part of it.
 */
public final class RequestCost implements Application {
  private static final Duration MOST = Duration.ofMillis(1);

  @Override
  public String name() {
    return "request-cost";
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public Stages start(ApplicationContext context) {
    long timeNs = Durations.between(context.config(), "time", Duration.ZERO, MOST).toNanos();
    return Stages.batch(() -> new Stage(timeNs));
  }

  /** The stage of one worker. */
  private static final class Stage implements RequestStage {
    private final long timeNs;

    Stage(long timeNs) {
      this.timeNs = timeNs;
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < timeNs) {
        // busy, as a computation is
      }
    }
  }
}
