package maestro.emulator.engine.thread;

import java.io.IOException;
import maestro.emulator.engine.clock.RunClock;
import maestro.emulator.engine.connection.LoadSwitch;

/** Each switch sends a request when the one before is answered. */
final class PingPongPolicy implements SendPolicy {
  private final RunClock clock;
  private final RequestSender sender;

  PingPongPolicy(RunClock clock, RequestSender sender) {
    this.clock = clock;
    this.sender = sender;
  }

  @Override
  public void begin(LoadSwitch[] switches, long nowNs) {
    // the thread refills each switch next
  }

  @Override
  public void refill(LoadSwitch sw, long nowNs) throws IOException {
    boolean loaded = nowNs - clock.measureEndNs() < 0;
    if (loaded && sw.outstanding.isEmpty() && !sw.connection().isBlocked()) {
      sender.sendNow(sw, 1, nowNs);
    }
  }

  @Override
  public void unblocked(LoadSwitch sw, long nowNs) throws IOException {
    sw.connection().flush();
  }

  @Override
  public int sendDue(long nowNs) {
    return 0;
  }

  @Override
  public void sendBetween(long nowNs) {
    // nothing is planned
  }

  @Override
  public int boundRequests() {
    return 1;
  }

  @Override
  public long nextDueNs() {
    return Long.MAX_VALUE;
  }
}
