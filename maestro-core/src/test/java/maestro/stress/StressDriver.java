package maestro.stress;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * A thread's switches: they join and leave all the time, some when all is answered, some in the
 * middle of everything.
 */
final class StressDriver implements Runnable {
  private static final int MOST_SWITCHES = 12;
  private static final int LEAST_SWITCHES = 3;
  private static final int LEAST_JOINS = 3;
  private static final long PATIENCE_NS = 300_000_000_000L;

  private final InetSocketAddress controller;
  private final AtomicInteger numbers;
  private final boolean inOrder;
  private final boolean installs;
  private final Random random;
  private final long endNs;
  private final List<StressSwitch> sending = new ArrayList<>();

  /** These send no more, and leave when all is answered. */
  private final List<StressSwitch> leaving = new ArrayList<>();

  private long answered;
  private long installed;
  private int joins;
  private volatile Throwable failure;

  /**
   * Begins nothing yet.
   *
   * @param numbers the last number that a switch was given
   * @param installs whether the controller sends entries to the switch that a request names
   * @param endNs when the switches stop to send, if they have done enough by then
   */
  StressDriver(
      InetSocketAddress controller,
      AtomicInteger numbers,
      boolean inOrder,
      boolean installs,
      long seed,
      long endNs) {
    this.controller = controller;
    this.numbers = numbers;
    this.inOrder = inOrder;
    this.installs = installs;
    this.random = new Random(seed);
    this.endNs = endNs;
  }

  @Override
  public void run() {
    try {
      while (System.nanoTime() - endNs < 0 || !hasDoneEnough()) {
        come();
        go();
        stepAll(true);
      }
      leaving.addAll(sending);
      sending.clear();
      drain();
    } catch (IOException | RuntimeException | AssertionError e) {
      failure = e;
    } finally {
      closeAll();
    }
  }

  /** Whether there is something to judge; on a busy machine that takes longer than planned. */
  private boolean hasDoneEnough() {
    return joins >= LEAST_JOINS
        && answered + sum(StressSwitch::answered) > 0
        && (!installs || installed + sum(StressSwitch::installed) > 0);
  }

  private long sum(ToLongFunction<StressSwitch> count) {
    return Stream.concat(sending.stream(), leaving.stream()).mapToLong(count).sum();
  }

  private void come() throws IOException {
    if (sending.size() < LEAST_SWITCHES
        || (sending.size() < MOST_SWITCHES && random.nextInt(40) == 0)) {
      sending.add(
          new StressSwitch(
              numbers.incrementAndGet(), controller, inOrder, new Random(random.nextLong())));
      joins++;
    }
  }

  private void go() throws IOException {
    if (sending.size() > LEAST_SWITCHES && random.nextInt(60) == 0) {
      StressSwitch sw = sending.remove(random.nextInt(sending.size()));
      if (random.nextBoolean()) {
        leaving.add(sw);
      } else {
        leave(sw);
      }
    }
  }

  private boolean stepAll(boolean maySend) throws IOException {
    boolean moved = false;
    for (StressSwitch sw : sending) {
      StressSwitch peer = sending.get(random.nextInt(sending.size()));
      moved |= sw.step(peer == sw ? null : peer, maySend);
    }
    for (int i = leaving.size() - 1; i >= 0; i--) {
      StressSwitch sw = leaving.get(i);
      moved |= sw.step(null, false);
      if (sw.waiting() == 0) {
        leave(leaving.remove(i));
      }
    }
    return moved;
  }

  /** Until everything is answered. What else the controller says is no progress. */
  private void drain() throws IOException {
    long movedNs = System.nanoTime();
    int waiting = waiting();
    while (!leaving.isEmpty()) {
      stepAll(false);
      if (waiting() != waiting) {
        waiting = waiting();
        movedNs = System.nanoTime();
      } else if (System.nanoTime() - movedNs > PATIENCE_NS) {
        throw new AssertionError("no answer comes any more: " + leaving);
      }
    }
  }

  private int waiting() {
    return leaving.stream().mapToInt(StressSwitch::waiting).sum();
  }

  private void leave(StressSwitch sw) throws IOException {
    answered += sw.answered();
    installed += sw.installed();
    sw.leave();
  }

  private void closeAll() {
    sending.addAll(leaving);
    for (StressSwitch sw : sending) {
      try {
        sw.leave();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
  }

  /** What went wrong, or null. Once the thread has ended, like what follows. */
  Throwable failure() {
    return failure;
  }

  long answered() {
    return answered;
  }

  long installed() {
    return installed;
  }

  int joins() {
    return joins;
  }
}
