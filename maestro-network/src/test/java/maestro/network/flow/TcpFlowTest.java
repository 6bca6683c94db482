package maestro.network.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One flow over one bottleneck in virtual time: what TCP gets there is known. */
class TcpFlowTest {
  private static final int FRAME_BYTES = 1514;
  private static final int SOME_FRAMES = 20;
  private static final int FIRST_WINDOW = 10;
  private static final long LIMIT_NS = TimeUnit.HOURS.toNanos(1);

  @Test
  void shouldFillTheLinkAndRepeatOnlyWhatWasDroppedWhenTheWindowExceedsTheQueue() {
    for (int productFrames : new int[] {2, 10, 50, 150}) {
      for (int roundTripMs : new int[] {2, 20, 200}) {
        for (int products : new int[] {1, 2}) {
          for (int excess : new int[] {2, 8}) {
            int queue = Math.max(SOME_FRAMES, products * productFrames);
            int window = excess * (productFrames + queue);
            Path path = new Path(productFrames, roundTripMs, queue, 0, 0, 1);
            path.carry(Math.max(2_000, 60 * (productFrames + queue)), window);
            assertThat(path.share()).as("%s, window %d", path, window).isBetween(0.95, 1.0);
            assertThat(path.flow.retransmittedFrames())
                .as("%s, window %d", path, window)
                .isEqualTo(path.dropped);
          }
        }
      }
    }
  }

  @Test
  void shouldSendAsManyFramesARoundTripAsMathisSaysWhenFramesAreLost() {
    for (double loss : new double[] {0.004, 0.01, 0.02}) {
      for (int seed = 1; seed <= 3; seed++) {
        Path path = new Path(100_000, 100, 1_000_000, loss, 0, seed);
        path.carry(40_000, 10_000);
        double roundTrips = path.tookNs() / 1e9 / 0.1;
        assertThat(40_000 / roundTrips * Math.sqrt(loss)).as("%s", path).isBetween(0.9, 1.6);
      }
    }
  }

  @Test
  void shouldDeliverEveryFrameWhenFramesAndAcknowledgementsAreLost() {
    SplittableRandom random = new SplittableRandom(43);
    for (int seed = 1; seed <= 300; seed++) {
      int frames = random.nextInt(1, 300);
      int queue = random.nextInt(1, 30);
      Path path = new Path(random.nextInt(1, 40), 20, queue, 0.2, 0.2, seed);
      path.carry(frames, random.nextInt(1, 100));
      assertThat(path.flow.isComplete()).as("%s, %d frames", path, frames).isTrue();
      assertThat(path.flow.isOver()).as("%s, %d frames", path, frames).isTrue();
      assertThat(path.flow.neededFrames()).as("%s", path).isEqualTo(frames);
    }
  }

  @Test
  void shouldSendNothingAgainOnAPathThatLosesNothingHoweverLongItIs() {
    for (int roundTripMs : new int[] {1, 10, 300, 990, 1_010, 2_400, 5_000, 20_000}) {
      for (int frames : new int[] {1, 10, 100, 1_000}) {
        Path path = new Path(1_000, roundTripMs, 1_000_000, 0, 0, 1);
        path.carry(frames, 10_000);
        assertThat(path.flow.isComplete()).as("%s, %d frames", path, frames).isTrue();
        assertThat(path.flow.retransmittedFrames()).as("%s, %d frames", path, frames).isZero();
      }
    }
  }

  @Test
  void shouldAskAgainForTheConnectionAndBeginWithOneFrameAfterTwoLosses() {
    for (int lostSyns = 0; lostSyns <= 4; lostSyns++) {
      Path path = new Path(1_000, 20, 1_000_000, 0, 0, 1);
      path.lostSyns = lostSyns;
      path.carry(10, 100);
      long roundTrips = lostSyns < 2 ? 2 : 5; // 10 frames at once, or 1, 2, 4 and the rest
      long waitedMs = 1_000L * ((1 << lostSyns) - 1); // 1, 2, 4 and 8 s
      assertThat(TimeUnit.NANOSECONDS.toMillis(path.tookNs()))
          .as("%d lost", lostSyns)
          .isBetween(waitedMs + 20 * roundTrips - 10, waitedMs + 20 * roundTrips);
      assertThat(path.flow.firstPacketNs()).isEqualTo((waitedMs + 10) * 1_000_000);
      assertThat(path.flow.retransmittedFrames()).isZero();
    }
  }

  @Test
  void shouldNeedNoTimerWhenALossIsFoundAndThePipeIsNotFullOfOthers() {
    int frames = FIRST_WINDOW;
    for (int lost = 1; lost < 1 << frames; lost++) {
      BitSet copies = BitSet.valueOf(new long[] {lost});
      int first = copies.nextSetBit(0);
      long notFound = copies.stream().filter(frame -> arrivedBehind(frame, copies) < 3).count();
      Path path = new Path(1_000, 20, 1_000_000, 0, 0, 1);
      path.lostFirstCopies = (BitSet) copies.clone();
      path.carry(frames, 100);
      assertThat(path.flow.isComplete()).as("lost %s", copies).isTrue();
      if (arrivedBehind(first, copies) < 3) {
        assertThat(path.timers).as("lost %s", copies).isPositive();
      } else if (notFound < frames / 2) {
        assertThat(path.timers).as("lost %s", copies).isZero();
        assertThat(path.flow.retransmittedFrames() - copies.cardinality())
            .as("frames sent again in vain, lost %s", copies)
            .isBetween(0L, 1L);
      }
    }
  }

  private static int arrivedBehind(int frame, BitSet lost) {
    return FIRST_WINDOW - frame - lost.get(frame, FIRST_WINDOW).cardinality();
  }

  private record Event(long atNs, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return atNs != other.atNs ? Long.compare(atNs, other.atNs) : Long.compare(order, other.order);
    }
  }

  /** A link with a queue towards the target, and a way back that is never full. */
  private static final class Path implements Flow.Sender {
    private final String text;
    private final long frameNs;
    private final long oneWayNs;
    private final int queueFrames;
    private final double loss;
    private final double ackLoss;
    private final SplittableRandom random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long order;
    private long nowNs;
    private long freeNs;
    private long dropped;
    private int lostSyns;
    private BitSet lostFirstCopies = new BitSet();
    private int timers;
    private TcpFlow flow;

    /**
     * @param productFrames that the link carries in a round trip
     */
    Path(
        int productFrames,
        int roundTripMs,
        int queueFrames,
        double loss,
        double ackLoss,
        int seed) {
      this.text =
          "%d frames in %d ms, queue %d, loss %s and %s, seed %d"
              .formatted(productFrames, roundTripMs, queueFrames, loss, ackLoss, seed);
      this.oneWayNs = TimeUnit.MILLISECONDS.toNanos(roundTripMs) / 2;
      this.frameNs = 2 * oneWayNs / productFrames;
      this.queueFrames = queueFrames;
      this.loss = loss;
      this.ackLoss = ackLoss;
      this.random = new SplittableRandom(seed);
    }

    void carry(int frames, int windowFrames) {
      long sizeBytes = (long) frames * (FRAME_BYTES - FlowFrames.TCP_HEADER_BYTES);
      flow = new TcpFlow(0, settings(windowFrames * FRAME_BYTES), 0, 1, sizeBytes, 0);
      flow.begin(0, this);
      while (!flow.isOver() && nowNs < LIMIT_NS) {
        Event next = events.peek();
        if (next == null || next.atNs > flow.dueNs) {
          timers++;
          nowNs = flow.dueNs;
          flow.onTime(nowNs, this);
        } else {
          events.remove();
          nowNs = next.atNs;
          next.action.run();
        }
      }
    }

    private static TrafficSettings settings(int windowBytes) {
      return new TrafficSettings(
          TrafficSettings.Kind.TCP,
          List.of(0),
          List.of(1),
          0,
          0,
          1,
          0,
          FlowArrivals.POISSON,
          FlowSizes.fixed(1),
          0,
          windowBytes,
          FRAME_BYTES,
          80);
    }

    @Override
    public void open(Flow opened) {
      opened.left(nowNs);
      if (lostSyns-- <= 0 && random.nextDouble() >= loss) {
        at(nowNs + oneWayNs, () -> opened(opened));
      }
    }

    private void opened(Flow opened) {
      opened.reached(nowNs);
      acknowledge(opened, opened.firstMissing(), 0, 0);
    }

    @Override
    public void data(Flow sent, int frame) {
      sent.sent(nowNs);
      long startNs = Math.max(freeNs, nowNs);
      if (lostFirstCopies.get(frame)) {
        lostFirstCopies.clear(frame);
        return;
      }
      if (startNs - nowNs > queueFrames * frameNs || random.nextDouble() < loss) {
        dropped++;
        return;
      }
      freeNs = startNs + frameNs;
      at(freeNs + oneWayNs, () -> sent.received(frame, 0, 0, nowNs, this));
    }

    @Override
    public void acknowledge(Flow sent, int firstMissing, int blockFrom, int blockTo) {
      if (random.nextDouble() >= ackLoss) {
        at(
            nowNs + oneWayNs,
            () -> sent.acknowledged(firstMissing, blockFrom, blockTo, nowNs, this));
      }
    }

    private void at(long atNs, Runnable action) {
      events.add(new Event(atNs, order++, action));
    }

    long tookNs() {
      return flow.lastReceivedNs();
    }

    double share() {
      return (double) flow.receivedFrames() * frameNs / tookNs();
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
