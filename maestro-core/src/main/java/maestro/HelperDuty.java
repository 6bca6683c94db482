package maestro;

import maestro.distribution.Distribution;
import maestro.worker.DutyThread;

/** A thread of a strategy as a duty. */
record HelperDuty(Distribution.Helper helper, long maxWaitNs) implements DutyThread.Duty {
  @Override
  public int doWork() {
    return helper.doWork(maxWaitNs);
  }

  @Override
  public void idle() {} // it has waited

  @Override
  public void wakeup() {
    helper.wakeup();
  }
}
