package maestro.bench.soak;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The thread of all {@link SlowReader}s. {@link #stop} and the getters are for any thread. */
final class SlowReaders implements Runnable {
  private static final long TICK_MS = 50;
  private static final int FIRST_DATAPATH = 0x20000;

  private final List<SlowReader> readers = new ArrayList<>();
  private volatile boolean stopped;
  private volatile int connected;
  private volatile SoakResult.SlowReaders counted = new SoakResult.SlowReaders(0, 0, 0);

  SlowReaders(InetSocketAddress controller, SoakPlan plan) {
    for (int i = 0; i < plan.slowReaders(); i++) {
      Random random = new Random(plan.seed() + i);
      readers.add(new SlowReader(controller, FIRST_DATAPATH + i, plan.versions(), random));
    }
  }

  @Override
  public void run() {
    while (!stopped) {
      readers.forEach(SlowReader::tick);
      count();
      try {
        TimeUnit.MILLISECONDS.sleep(TICK_MS);
      } catch (InterruptedException e) {
        stopped = true;
      }
    }
    readers.forEach(SlowReader::close);
  }

  private void count() {
    connected = (int) readers.stream().filter(SlowReader::isConnected).count();
    counted =
        new SoakResult.SlowReaders(
            readers.stream().mapToLong(SlowReader::connections).sum(),
            readers.stream().mapToLong(SlowReader::disconnected).sum(),
            readers.stream().mapToLong(SlowReader::brokenStreams).sum());
  }

  void stop() {
    stopped = true;
  }

  int connected() {
    return connected;
  }

  SoakResult.SlowReaders counted() {
    return counted;
  }
}
