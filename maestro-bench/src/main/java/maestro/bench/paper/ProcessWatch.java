package maestro.bench.paper;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import maestro.bench.targets.MeasuredTime;
import maestro.emulator.controller.ChildJvm;
import maestro.emulator.controller.ChildJvm.Pauses;
import maestro.emulator.controller.ProcessorTime;

/**
 * Looks at a controller's process when measured time begins and when it has ended. Used by one
 * thread.
 */
final class ProcessWatch extends MeasuredTime implements AutoCloseable {
  private static final double NS_PER_MS = 1e6;

  private final long pid;
  private final ChildJvm child;
  private Look before;
  private Look after;

  /** What was seen; pauses are null unless looked at. */
  private record Look(double seconds, double kernelSeconds, Pauses pauses) {}

  /**
   * Looks at nothing yet.
   *
   * @param collects whether to look at its collections
   * @throws IOException when it cannot be looked into
   */
  ProcessWatch(long pid, boolean collects) throws IOException {
    this.pid = pid;
    this.child = collects ? ChildJvm.attach(pid) : null;
  }

  @Override
  protected void begin(long answered) throws IOException {
    before = look();
  }

  @Override
  protected void end(long answered) throws IOException {
    after = look();
  }

  private Look look() throws IOException {
    return new Look(
        ProcessorTime.ofProcess(pid),
        ProcessorTime.ofKernelFor(pid),
        child == null ? null : child.pauses());
  }

  /**
   * The numbers of measured time, which has ended.
   *
   * @throws IOException when the process could not be looked into
   */
  Map<String, Double> values() throws IOException {
    check();
    Map<String, Double> values = new TreeMap<>();
    if (before == null || after == null) {
      return values; // the run did not go to its end
    }
    double kernelPart =
        (after.kernelSeconds - before.kernelSeconds) / (after.seconds - before.seconds);
    PaperMetric.SYSTEM.put(values, Math.min(1, kernelPart)); // differences of doubles may exceed it
    if (child != null) {
      double count = after.pauses.count() - before.pauses.count();
      PaperMetric.COLLECTION.put(
          values, NS_PER_MS * (after.pauses.ms() - before.pauses.ms()) / count);
    }
    return values;
  }

  @Override
  public void close() throws IOException {
    if (child != null) {
      child.close();
    }
  }
}
