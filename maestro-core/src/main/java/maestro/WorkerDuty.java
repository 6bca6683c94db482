package maestro;

import maestro.worker.DutyThread;
import maestro.worker.Pause;
import maestro.worker.Worker;

/** A {@link Worker} as the duty of a thread. With {@code spin} it never waits. */
record WorkerDuty(Worker worker, Pause pause, boolean spin, long maxWaitNs)
    implements DutyThread.Duty {
  @Override
  public int doWork() {
    if (pause.isWanted()) {
      pause.rest();
    }
    return worker.doWork();
  }

  @Override
  public void idle() {
    if (spin) {
      Thread.onSpinWait();
    } else {
      worker.await(maxWaitNs);
    }
  }

  @Override
  public void wakeup() {
    worker.wakeup();
  }

  @Override
  public void failed(Throwable cause) {
    worker.abandonCycle(cause);
  }
}
