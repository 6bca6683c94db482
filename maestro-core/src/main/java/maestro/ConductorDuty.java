package maestro;

import java.io.IOException;
import maestro.net.conductor.Conductor;
import maestro.sequence.CurrentApplications;
import maestro.thread.Duty;

/** The {@link Conductor} as the duty of a thread; also tells it which workers are stuck. */
final class ConductorDuty implements Duty {
  private final Conductor conductor;
  private final CurrentApplications applications;

  /** Volatile: written by the conductor's thread. */
  private volatile long lastCycleNs = System.nanoTime();

  ConductorDuty(Conductor conductor, CurrentApplications applications) {
    this.conductor = conductor;
    this.applications = applications;
  }

  @Override
  public int doWork(long maxWaitNs) throws IOException {
    int done = conductor.doWork(maxWaitNs);
    conductor.relieve(applications.host().stuckWorkers());
    lastCycleNs = System.nanoTime();
    return done;
  }

  /** The time since the last cycle ended. Any thread. */
  long silenceNs() {
    return System.nanoTime() - lastCycleNs;
  }

  @Override
  public void wakeup() {
    conductor.wakeup();
  }

  @Override
  public void ended() throws IOException {
    conductor.close();
  }
}
