package maestro.bench.dataplane.forward;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import maestro.network.dataplane.FrameBurst;

/**
 * Measures how many frames a second a forwarder forwards when they never run out. Confined to one
 * thread.
 *
 * <ol>
 *   <li>A burst of frames is written. This takes no time of the measurement, as the study's traffic
 *       generator is another machine.
 *   <li>The forwarder gets the burst. This is timed.
 *   <li>After the warm-up the times and the frames are summed up. Bursts during which the thread
 *       lost its processor do not count ({@link BurstTimes}).
 * </ol>
 */
public final class ThroughputMeter {
  private static final double NS_PER_SECOND = 1e9;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final long warmUpNs;
  private final long measureNs;

  /**
   * A meter.
   *
   * @param warmUpNs for which the forwarder runs before the measurement
   * @param measureNs how long the measurement takes, with the writing of frames
   */
  public ThroughputMeter(long warmUpNs, long measureNs) {
    this.warmUpNs = warmUpNs;
    this.measureNs = measureNs;
  }

  /**
   * What was measured.
   *
   * @param framesPerSecond that were forwarded
   * @param allocatedBytesPerFrame on the heap
   * @param processor the part of the time for which the thread had a processor
   */
  public record Sample(double framesPerSecond, double allocatedBytesPerFrame, double processor) {}

  /**
   * Measures once.
   *
   * @param flows of the frames; those of the first range must be forwarded
   * @param allForwarded whether those of the other range must be, too, or none
   * @throws IllegalStateException when other frames were forwarded
   */
  public Sample measure(
      Forwarder forwarder, FlowChoice flows, BurstWriter writer, boolean allForwarded) {
    long sentBefore = forwarder.sink().frames();
    long expectedBefore = expected(flows, allForwarded);
    forward(forwarder, flows, writer, warmUpNs, new double[3]);

    double[] sums = new double[3];
    long bytes = threads.getCurrentThreadAllocatedBytes();
    long cpuNs = threads.getCurrentThreadCpuTime();
    long beginNs = System.nanoTime();
    forward(forwarder, flows, writer, measureNs, sums);
    double tookNs = System.nanoTime() - beginNs;
    cpuNs = threads.getCurrentThreadCpuTime() - cpuNs;
    bytes = threads.getCurrentThreadAllocatedBytes() - bytes;

    long sent = forwarder.sink().frames() - sentBefore;
    long expected = expected(flows, allForwarded) - expectedBefore;
    if (sent != expected) {
      throw new IllegalStateException(sent + " frames were forwarded instead of " + expected);
    }
    return new Sample(
        sums[0] * NS_PER_SECOND / sums[1], bytes / sums[2], Math.min(1, cpuNs / tookNs));
  }

  private static long expected(FlowChoice flows, boolean allForwarded) {
    return flows.chosenFirst() + (allForwarded ? flows.chosenOther() : 0);
  }

  /**
   * Lets the forwarder run for some time.
   *
   * @param sums gets the frames that count, the time of the forwarder for them in ns, and all
   *     frames
   */
  private static void forward(
      Forwarder forwarder, FlowChoice flows, BurstWriter writer, long durationNs, double[] sums) {
    FrameBurst burst = writer.burst();
    BurstTimes times = new BurstTimes();
    long frames = 0;
    long allFrames = 0;
    double busyNs = 0;
    BurstClock clock = forwarder.clock();
    long beginNs = clock.tick();
    long endedNs = beginNs;
    while (endedNs - beginNs < durationNs || frames == 0) {
      writer.clear();
      for (int i = 0; i < FrameBurst.MOST_FRAMES; i++) {
        writer.add(forwarder, flows.next(), (int) flows.random());
      }
      long begunNs = clock.tick();
      forwarder.input().receive(burst);
      endedNs = clock.tick();
      double tookNs = times.undisturbedNs(endedNs - begunNs, FrameBurst.MOST_FRAMES);
      allFrames += FrameBurst.MOST_FRAMES;
      if (!Double.isNaN(tookNs)) {
        busyNs += tookNs;
        frames += FrameBurst.MOST_FRAMES;
      }
    }
    sums[0] = frames;
    sums[1] = busyNs;
    sums[2] = allFrames;
  }
}
