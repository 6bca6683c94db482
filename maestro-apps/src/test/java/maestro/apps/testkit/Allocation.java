package maestro.apps.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;

/** Counts what a stage allocates. */
public final class Allocation {
  private static final int WARM_UP_REQUESTS = 200_000;
  private static final int MEASURED_REQUESTS = 500_000;

  private Allocation() {}

  /** Bytes for each request, once the stage is warm. A tenth of a byte is noise. */
  public static double bytesPerRequest(RequestStage stage, FlowRequest... requests) {
    SilentOutput output = new SilentOutput();
    return bytesPerRequest(
        requests.length,
        () -> {
          for (FlowRequest request : requests) {
            stage.onRequest(request, output);
          }
        });
  }

  /** The same of whatever handles so many requests. */
  public static double bytesPerRequest(int requests, Runnable handling) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    run(handling, WARM_UP_REQUESTS / requests);
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    run(handling, MEASURED_REQUESTS / requests);
    return (threads.getCurrentThreadAllocatedBytes() - before) / (double) MEASURED_REQUESTS;
  }

  private static void run(Runnable handling, int times) {
    for (int i = 0; i < times; i++) {
      handling.run();
    }
  }
}
