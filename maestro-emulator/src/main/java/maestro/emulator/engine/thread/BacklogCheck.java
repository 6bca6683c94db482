package maestro.emulator.engine.thread;

import java.io.IOException;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.scenario.LoadMode;

/**
 * Checks a hundred times a second whether the controller still has requests to answer, and whether
 * its answers are read. If it mostly has none, or if they mostly wait, it waits for the load, and
 * the emulator is the bottleneck.
 *
 * <ol>
 *   <li>Each check takes the next switch, and reads all answers that have come to it. The requests
 *       that are then outstanding are with the controller.
 *   <li>The controller is out of work for that switch when at most {@link
 *       LoadSettings#servedRequests} are outstanding, and at most an eighth of what may be; with
 *       ping-pong, when nothing is. By plan that says nothing, since it may be the plan.
 *   <li>Answers wait when one full read does not take them all: a controller that writes more than
 *       the load thread reads has to stop for it. By plan only switches that cannot send are
 *       checked.
 *   <li>Under full load the switches that have nothing outstanding are counted, as often, just
 *       before it is their turn to send. All that they have sent is answered, so the emulator let
 *       their sockets run empty. Switches that are down by plan do not count.
 * </ol>
 *
 * <p>Confined to one load thread; allocates nothing.
 */
final class BacklogCheck {
  private static final long CHECK_NS = 10_000_000;
  private static final int MOST_READS = 32;
  private static final int SERVED_PART = 8;

  /** So many reads when the first was full and left something behind. */
  private static final int UNREAD_READS = 2;

  private final AnswerReader reader;
  private final LoadEffort effort;
  private final int mostServed;
  private final boolean planned;
  private final boolean full;
  private long nextNs;
  private long nextCountNs;
  private int next;

  BacklogCheck(LoadSettings settings, AnswerReader reader, LoadEffort effort) {
    this.reader = reader;
    this.effort = effort;
    this.planned = settings.mode() == LoadMode.RATE;
    boolean pingPong = settings.mode() == LoadMode.PING_PONG;
    this.mostServed = pingPong ? 0 : settings.servedRequests();
    this.full = settings.mode() == LoadMode.MAX;
  }

  /**
   * Checks when it is time. Returns the number of right answers that it has read.
   *
   * @param boundRequests how many of one switch may be outstanding
   */
  long check(LoadSwitch[] running, int boundRequests, long nowNs)
      throws IOException, ControllerFailure {
    if (nowNs - nextNs < 0) {
      return 0;
    }
    nextNs = nowNs + CHECK_NS;
    LoadSwitch sw = next(running);
    if (sw == null) {
      return 0;
    }
    long answers = 0;
    int reads = 0;
    do { // 1
      answers += reader.read(sw);
      reads++;
    } while (reader.readFull() && reads < MOST_READS);
    if (!planned) {
      effort.sample(
          sw.outstanding.queued() <= Math.min(mostServed, boundRequests / SERVED_PART)); // 2
    }
    effort.sampleUnread(reads >= UNREAD_READS); // 3
    return answers;
  }

  /** The next one to look at; null when there is none. */
  private LoadSwitch next(LoadSwitch[] running) {
    for (int i = 0; i < running.length; i++) {
      LoadSwitch sw = running[next];
      next = next + 1 == running.length ? 0 : next + 1;
      if (!sw.probing && (!planned || sw.connection().isBlocked())) {
        return sw;
      }
    }
    return null;
  }

  /** Counts when it is time. The sweep that fills sockets comes next. */
  void countEmpty(LoadSwitch[] running, long nowNs) { // 4
    if (!full || nowNs - nextCountNs < 0 || !effort.isBegun()) {
      return;
    }
    nextCountNs = nowNs + CHECK_NS;
    int empty = 0;
    int all = 0;
    for (LoadSwitch sw : running) {
      if (!sw.probing) {
        all++;
        if (sw.outstanding.untouched() == 0 && !sw.connection().isBlocked()) {
          sw.ranEmpty(true);
          empty++;
        }
      }
    }
    effort.sampleEmpty(empty, all);
  }
}
