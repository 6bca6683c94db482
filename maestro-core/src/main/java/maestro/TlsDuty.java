package maestro;

import java.io.IOException;
import maestro.net.conductor.TlsHandshakes;
import maestro.worker.DutyThread;

/** The {@link TlsHandshakes} as the duty of a thread. */
record TlsDuty(TlsHandshakes handshakes, long maxWaitNs) implements DutyThread.Duty {
  @Override
  public int doWork() throws IOException {
    return handshakes.doWork(maxWaitNs);
  }

  @Override
  public void idle() {} // it has waited

  @Override
  public void wakeup() {
    handshakes.wakeup();
  }

  @Override
  public void ended() throws IOException {
    handshakes.close();
  }
}
