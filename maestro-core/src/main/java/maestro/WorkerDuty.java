package maestro;

import maestro.thread.Duty;
import maestro.worker.Pause;
import maestro.worker.Worker;

/** A {@link Worker} as the duty of a thread. With {@code spin} it never waits. */
record WorkerDuty(Worker worker, Pause pause, boolean spin) implements Duty {
  @Override
  public int doWork(long maxWaitNs) {
    if (pause.isWanted()) {
      pause.rest();
    }
    int visits = worker.doWork();
    if (visits == 0 && spin) {
      Thread.onSpinWait();
    } else if (visits == 0 && maxWaitNs > 0) {
      worker.await(maxWaitNs);
    }
    return visits;
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
