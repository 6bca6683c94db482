package maestro.network.link;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many bytes have left in each direction of each link, over time: at first in steps of 100 ms;
 * when {@link #MOST_STEPS} are over, two steps become one. Confined to one thread; counting
 * allocates nothing.
 *
 * <p>Between two frames that join a queue it is known from the queue alone what leaves at which
 * time. So steps are filled when the next frame joins, and when somebody looks.
 */
public final class SentBytes {
  static final int MOST_STEPS = 200;

  private static final long FIRST_STEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Links links;
  private final LongSupplier clock;
  private final long beganNs;

  /** The steps of one direction, then those of the next one. */
  private final long[] bytes;

  /** The step of each direction that is being filled; those before are complete. */
  private final int[] openSteps;

  /** What each direction had sent when its open step was last looked at. */
  private final long[] known;

  private long stepNs = FIRST_STEP_NS;

  public SentBytes(Links links, LongSupplier clock) {
    this.links = links;
    this.clock = clock;
    this.beganNs = clock.getAsLong();
    this.bytes = new long[links.directionCount() * MOST_STEPS];
    this.openSteps = new int[links.directionCount()];
    this.known = new long[links.directionCount()];
    Arrays.setAll(known, direction -> links.bytes(direction, beganNs));
  }

  /** Fills the steps until now, before a frame joins the queue of a direction. */
  void fill(int direction, long nowNs) {
    while (nowNs - beganNs >= MOST_STEPS * stepNs) {
      halve();
    }
    long endNs = beganNs + (openSteps[direction] + 1) * stepNs;
    for (; endNs - nowNs <= 0; endNs += stepNs) {
      add(direction, endNs);
      openSteps[direction]++;
    }
    add(direction, nowNs);
  }

  private void add(int direction, long untilNs) {
    long sent = links.bytes(direction, untilNs);
    bytes[direction * MOST_STEPS + openSteps[direction]] += sent - known[direction];
    known[direction] = sent;
  }

  private void halve() {
    for (int from = 0; from < bytes.length; from += MOST_STEPS) {
      for (int i = 0; i < MOST_STEPS / 2; i++) {
        bytes[from + i] = bytes[from + 2 * i] + bytes[from + 2 * i + 1];
      }
      Arrays.fill(bytes, from + MOST_STEPS / 2, from + MOST_STEPS, 0);
    }
    Arrays.setAll(openSteps, direction -> openSteps[direction] / 2);
    stepNs *= 2;
  }

  public long beganNs() {
    return beganNs;
  }

  /** Fills the steps of all directions until now, before somebody looks. */
  public void fillAll() {
    for (int direction = 0; direction < known.length; direction++) {
      fill(direction, clock.getAsLong());
    }
  }

  public long stepNs() {
    return stepNs;
  }

  /** The bytes that a direction has sent in each step. */
  public long[] of(int direction) {
    int from = direction * MOST_STEPS;
    return Arrays.copyOfRange(bytes, from, from + openSteps[direction] + 1);
  }
}
