package maestro.apps.cost;

import com.typesafe.config.Config;
import java.time.Duration;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchOutput;
import maestro.apps.settings.Durations;
import maestro.apps.settings.ShippedApplication;

/**
 * Spends a set time and memory on each flow request and passes it on. It stands for an application
 * that computes, or that makes objects: with it one sees how a strategy shares a controller whose
 * requests are costly, and what the collector does. It reads nothing of the request, so entries
 * match no further fields for its sake.
 *
 * <p>The worker is busy in that time, as with a computation. The time is that of a clock: what the
 * operating system takes away meanwhile counts, and the look at the clock is part of it.
 */
public final class RequestCost extends ShippedApplication {
  private static final Duration MOST = Duration.ofMillis(1);
  private static final int MOST_BYTES = 64 << 10;

  public RequestCost() {
    super("request-cost", 1);
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    long timeNs = Durations.between(config, "time", Duration.ZERO, MOST).toNanos();
    long bytes = config.getBytes("allocate");
    if (bytes < 0 || bytes > MOST_BYTES) {
      throw new BadSettingException(
          "allocate", config.getValue("allocate").unwrapped(), "0 B to 64 KiB");
    }
    return Stages.batch(() -> new Stage(timeNs, (int) bytes));
  }

  /** The stage of one worker. */
  private static final class Stage implements RequestStage {
    private final long timeNs;
    private final int bytes;

    /** The newest garbage: in a field, or the compiler would not make it. */
    @SuppressWarnings("UnusedVariable")
    private byte[] newest = {};

    Stage(long timeNs, int bytes) {
      this.timeNs = timeNs;
      this.bytes = bytes;
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      if (bytes > 0) {
        newest = new byte[bytes];
      }
      long start = System.nanoTime();
      while (System.nanoTime() - start < timeNs) {
        // busy, as a computation is
      }
    }
  }
}
