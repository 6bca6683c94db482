package maestro.emulator.engine;

import java.io.IOException;
import maestro.emulator.scenario.LoadMode;

/**
 * Looks, a hundred times a second, whether the controller still has requests of a switch to answer.
 * If it mostly has not, it waits for the load, and the emulator is the bottleneck.
 *
 * <ol>
 *   <li>Each look is at the next switch, and reads all answers that have come to it: what is then
 *       outstanding is with the controller.
 *   <li>The controller is out of work for that switch when at most an eighth of the window is left,
 *       with ping-pong nothing.
 * </ol>
 *
 * <p>Confined to one load thread; allocates nothing.
 */
final class BacklogLook {
  private static final long LOOK_NS = 10_000_000;
  private static final int MOST_READS = 32;
  private static final int WINDOWS_PART = 8;

  private final AnswerReader reader;
  private final LoadEffort effort;
  private final int mostServed;
  private final boolean looks;
  private long nextNs;
  private int next;

  BacklogLook(LoadSettings settings, AnswerReader reader, LoadEffort effort) {
    this.reader = reader;
    this.effort = effort;
    this.looks = settings.mode() != LoadMode.RATE;
    boolean pingPong = settings.mode() == LoadMode.PING_PONG;
    this.mostServed = pingPong ? 0 : settings.windowRequests() / WINDOWS_PART;
  }

  /** Looks, when it is time. Returns right answers that it has read. */
  long look(LoadSwitch[] running, long nowNs) throws IOException, ControllerFailure {
    if (!looks || nowNs - nextNs < 0) {
      return 0;
    }
    nextNs = nowNs + LOOK_NS;
    LoadSwitch sw = running[next];
    next = next + 1 == running.length ? 0 : next + 1;
    if (sw.probing) {
      return 0;
    }
    long answers = 0;
    int reads = 0;
    do { // 1
      answers += reader.read(sw);
      reads++;
    } while (reader.readFull() && reads < MOST_READS);
    effort.look(sw.outstanding.waiting() <= mostServed); // 2
    return answers;
  }
}
