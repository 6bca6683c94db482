package maestro.bench.dataplane.forward;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import maestro.network.dataplane.FrameBurst;

/**
 * Offers frames to a forwarder at rates that it may not keep up with, and finds what is lost.
 *
 * <ol>
 *   <li>Each port has a receive ring. Frames arrive at planned times, and are lost when it is full.
 *   <li>The ports with frames are served in turn, at most {@link FrameBurst#MOST_FRAMES} of each,
 *       as Linux does (NAPI: Salim, Olsson, Kuznetsov: Beyond Softnet, 2001).
 *   <li>The clock goes on by the measured time that the forwarder takes for each burst, and jumps
 *       to the next arrival when there is none to serve. So the generator takes no time, as if it
 *       were another machine. A burst during which the thread lost its processor counts as short as
 *       one can be ({@link BurstTimes}).
 * </ol>
 *
 * <p>Confined to one thread.
 */
public final class OfferedLoad {
  private static final double NS_PER_SECOND = 1e9;

  private OfferedLoad() {}

  /**
   * What became of the frames.
   *
   * @param framesPerSecond that were forwarded
   * @param firstLoss the part of the first flow's frames that was lost; NaN without frames
   * @param secondLoss that of the second flow's
   * @param delayNs mean time of a forwarded frame from its arrival to the end of its burst
   * @param processor the part of the time for which the thread had a processor
   */
  public record Outcome(
      double framesPerSecond,
      double firstLoss,
      double secondLoss,
      double delayNs,
      double processor) {}

  /**
   * Offers frames for some time.
   *
   * @param rings by port, from port 1 on
   * @param flows what the frames of the two flows are; flows of a port must come in by it
   * @param durationNs by the clock
   * @throws IllegalStateException when a frame that was not lost was not forwarded
   */
  public static Outcome run(
      Forwarder forwarder,
      List<ReceiveRing> rings,
      List<FlowChoice> flows,
      BurstWriter writer,
      double durationNs) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long cpuNs = threads.getCurrentThreadCpuTime();
    long beginNs = System.nanoTime();
    BurstClock clock = forwarder.clock();
    long sentBefore = forwarder.sink().frames();
    BurstTimes times = new BurstTimes();
    double nowNs = 0;
    double waitedNs = 0;
    long forwarded = 0;
    int turn = 0;
    while (nowNs < durationNs) {
      int ring = nextWithFrames(rings, turn, nowNs);
      if (ring < 0) {
        nowNs = rings.stream().mapToDouble(ReceiveRing::nextNs).min().orElse(durationNs);
        continue;
      }
      turn = (ring + 1) % rings.size();
      int frames = Math.min(rings.get(ring).arriveUntil(nowNs), FrameBurst.MOST_FRAMES);
      writer.clear();
      for (int i = 0; i < frames; i++) {
        waitedNs -= rings.get(ring).oldestNs();
        FlowChoice flow = flows.get(rings.get(ring).take());
        writer.add(forwarder, flow.next(), (int) flow.random());
      }
      long begunNs = clock.tick();
      forwarder.input().receive(writer.burst());
      double tookNs = times.undisturbedNs(clock.tick() - begunNs, frames);
      nowNs += Double.isNaN(tookNs) ? times.leastNsPerFrame() * frames : tookNs;
      waitedNs += nowNs * frames;
      forwarded += frames;
    }
    long sent = forwarder.sink().frames() - sentBefore;
    if (sent != forwarded) {
      throw new IllegalStateException(sent + " frames were forwarded instead of " + forwarded);
    }
    double tookNs = System.nanoTime() - beginNs;
    return new Outcome(
        forwarded * NS_PER_SECOND / nowNs,
        loss(rings, 0),
        loss(rings, 1),
        waitedNs / forwarded,
        Math.min(1, (threads.getCurrentThreadCpuTime() - cpuNs) / tookNs));
  }

  /** The next ring in turn that has frames; −1 when all are empty. */
  private static int nextWithFrames(List<ReceiveRing> rings, int turn, double nowNs) {
    int found = -1;
    for (int i = rings.size() - 1; i >= 0; i--) {
      int ring = (turn + i) % rings.size();
      if (rings.get(ring).arriveUntil(nowNs) > 0) {
        found = ring;
      }
    }
    return found;
  }

  private static double loss(List<ReceiveRing> rings, int flow) {
    double lost = rings.stream().mapToLong(ring -> ring.lost(flow)).sum();
    return lost / rings.stream().mapToLong(ring -> ring.offered(flow)).sum();
  }
}
