package maestro.emulator.network;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes each end of each link has sent, over time: at first in steps of 100 ms; when
 * {@link #MOST_STEPS} are over, two steps become one. Confined to one thread; counting allocates
 * nothing.
 *
 * <p>The ends are numbered from 0: the ports of the first switch, those of the second one, and so
 * on, then the hosts.
 */
final class SentBytes {
  static final int MOST_STEPS = 200;

  private static final long FIRST_STEP_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final int[] firstEnds;
  private final long[] bytes;
  private final long beganNs;
  private long stepNs = FIRST_STEP_NS;
  private int stepCount;

  SentBytes(NetworkPlan plan, long nowNs) {
    this.beganNs = nowNs;
    this.firstEnds = new int[plan.switchCount() + 1];
    for (int i = 0; i < plan.switchCount(); i++) {
      firstEnds[i + 1] = firstEnds[i] + plan.portCount(i);
    }
    int ends = firstEnds[plan.switchCount()] + plan.hostCount();
    this.bytes = new long[ends * MOST_STEPS];
  }

  /** A switch sends a frame. */
  void sent(int index, int port, int lengthBytes, long nowNs) {
    add(firstEnds[index] + port - 1, lengthBytes, nowNs);
  }

  /** A host sends a frame. */
  void sentByHost(int host, int lengthBytes, long nowNs) {
    add(firstEnds[firstEnds.length - 1] + host, lengthBytes, nowNs);
  }

  private void add(int end, int lengthBytes, long nowNs) {
    while (nowNs - beganNs >= MOST_STEPS * stepNs) {
      halve();
    }
    int step = (int) ((nowNs - beganNs) / stepNs);
    stepCount = Math.max(stepCount, step + 1);
    bytes[end * MOST_STEPS + step] += lengthBytes;
  }

  private void halve() {
    for (int from = 0; from < bytes.length; from += MOST_STEPS) {
      for (int i = 0; i < MOST_STEPS / 2; i++) {
        bytes[from + i] = bytes[from + 2 * i] + bytes[from + 2 * i + 1];
      }
      Arrays.fill(bytes, from + MOST_STEPS / 2, from + MOST_STEPS, 0);
    }
    stepNs *= 2;
    stepCount = (stepCount + 1) / 2;
  }

  long beganNs() {
    return beganNs;
  }

  long stepNs() {
    return stepNs;
  }

  /** The bytes that the port of a switch has sent in each step. */
  long[] ofPort(int index, int port) {
    return of(firstEnds[index] + port - 1);
  }

  /** The bytes that a host has sent in each step. */
  long[] ofHost(int host) {
    return of(firstEnds[firstEnds.length - 1] + host);
  }

  private long[] of(int end) {
    return Arrays.copyOfRange(bytes, end * MOST_STEPS, end * MOST_STEPS + stepCount);
  }
}
