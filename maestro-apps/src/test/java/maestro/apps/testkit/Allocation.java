package maestro.apps.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;

/** Counts what a stage allocates. */
public final class Allocation {
  private static final int WARM_UP = 50_000;
  private static final int ROUNDS = 100_000;

  private Allocation() {}

  /** Bytes for each request, once the stage is warm. A tenth of a byte is noise. */
  public static double bytesPerRequest(RequestStage stage, FlowRequest... requests) {
    SilentOutput output = new SilentOutput();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    run(stage, output, requests, WARM_UP);
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    run(stage, output, requests, ROUNDS);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    return bytes / (double) (ROUNDS * requests.length);
  }

  private static void run(
      RequestStage stage, SilentOutput output, FlowRequest[] requests, int rounds) {
    for (int i = 0; i < rounds; i++) {
      for (FlowRequest request : requests) {
        stage.onRequest(request, output);
      }
    }
  }
}
