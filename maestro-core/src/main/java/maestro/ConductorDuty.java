package maestro;

import java.io.IOException;
import maestro.net.conductor.Conductor;
import maestro.sequence.CurrentApplications;
import maestro.worker.DutyThread;

/** The {@link Conductor} as the duty of a thread; also tells it which workers are stuck. */
record ConductorDuty(Conductor conductor, CurrentApplications applications)
    implements DutyThread.Duty {
  @Override
  public int doWork() throws IOException {
    int done = conductor.doWork(Conductor.USUAL_WAIT_NS);
    conductor.relieve(applications.host().stuckWorkers());
    return done;
  }

  @Override
  public void idle() {} // it has waited

  @Override
  public void wakeup() {
    conductor.wakeup();
  }

  @Override
  public void ended() throws IOException {
    conductor.close();
  }
}
