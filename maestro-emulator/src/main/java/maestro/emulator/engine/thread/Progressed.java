package maestro.emulator.engine.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import maestro.emulator.engine.connection.LoadSwitch;

/** How far a load thread is, for a progress bar: one writer, any reader. */
public final class Progressed {
  private static final VarHandle ANSWERED;

  static {
    try {
      ANSWERED =
          MethodHandles.lookup().findVarHandle(Progressed.class, "answeredRequests", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long answeredRequests;
  private volatile long learnedHosts;

  void answered(long more) {
    ANSWERED.setOpaque(this, answeredRequests + more);
  }

  void learned(List<LoadSwitch> switches) {
    long sum = 0;
    for (LoadSwitch sw : switches) {
      sum += sw.learnedHosts();
    }
    learnedHosts = sum;
  }

  public long answeredRequests() {
    return (long) ANSWERED.getOpaque(this);
  }

  public long learnedHosts() {
    return learnedHosts;
  }
}
