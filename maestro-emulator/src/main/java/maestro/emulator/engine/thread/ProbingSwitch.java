package maestro.emulator.engine.thread;

import java.io.IOException;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.connection.LoadSwitch;

/**
 * The probing switch of a load thread, if it has one. The thread polls it after each read and each
 * write, so that the load delays a probe by at most one of these.
 *
 * <p>Confined to one load thread; allocates nothing.
 */
final class ProbingSwitch {
  private final EngineTime time;
  private final AnswerReader reader;
  private final RequestSender sender;

  /** Null when another thread has the probing switch, or none. */
  private LoadSwitch sw;

  private boolean sending;

  ProbingSwitch(EngineTime time, AnswerReader reader, RequestSender sender) {
    this.time = time;
    this.reader = reader;
    this.sender = sender;
  }

  /** This thread has the probing switch. */
  void is(LoadSwitch probing) {
    sw = probing;
  }

  /** Whether this thread has it. */
  boolean isHere() {
    return sw != null;
  }

  /** Load begins; the switch has its planned times. */
  void begin() {
    sending = true;
  }

  /** Load ends; answers are still read. */
  void end() {
    sending = false;
  }

  /** Sends and reads what is due. */
  void poll() throws IOException, ControllerFailure {
    if (sw != null) {
      poll(time.nowNs());
    }
  }

  /** The same, at a time that the caller has just read. */
  void poll(long nowNs) throws IOException, ControllerFailure {
    if (sw == null) {
      return;
    }
    if (sending && sw.planned().nextNs() - nowNs <= 0) {
      sender.sendPlanned(sw, nowNs);
    }
    if (!sw.outstanding.isEmpty()) {
      reader.read(sw);
    }
  }

  /** The next planned time; {@link Long#MAX_VALUE} without a probing switch. */
  long nextDueNs() {
    return sw == null ? Long.MAX_VALUE : sw.planned().nextNs();
  }
}
