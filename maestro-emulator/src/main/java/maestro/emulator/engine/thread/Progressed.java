package maestro.emulator.engine.thread;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import maestro.emulator.engine.connection.LoadSwitch;

/** How far a load thread is, for a progress bar: one writer, any reader. */
public final class Progressed {
  private final AtomicLong answeredRequests = new AtomicLong();
  private volatile long learnedHosts;

  void answered(long more) {
    answeredRequests.setOpaque(answeredRequests.getPlain() + more);
  }

  void learned(List<LoadSwitch> switches) {
    long sum = 0;
    for (LoadSwitch sw : switches) {
      sum += sw.learnedHosts();
    }
    learnedHosts = sum;
  }

  public long answeredRequests() {
    return answeredRequests.getOpaque();
  }

  public long learnedHosts() {
    return learnedHosts;
  }
}
