package maestro.emulator.engine;

import java.util.Arrays;
import maestro.emulator.switches.EmulatedSwitch;

/**
 * One emulated switch under load: everything a load thread knows about it. Plain fields of the
 * thread that owns it; another thread may look once that one has ended.
 */
final class LoadSwitch {
  final int number;
  final SwitchLoad load;
  final boolean probing;
  final EmulatedSwitch emulated;
  final SwitchConnection connection;
  final Outstanding outstanding;

  /**
   * The form of its requests; set when it is known what the controller wants to see of a packet.
   */
  RequestBatch batch;

  /** When it sends; null unless by plan. */
  PlannedTimes planned;

  /** The host that sends next. */
  int nextHost;

  int learnedHosts;

  /** Sequence number of the first request that belongs to measured time; −1 before there is one. */
  long measuredFrom = -1;

  /** Time of the last message that was no answer. */
  long lastTalkNs;

  /** Time of the last answer, or of the first request after none was outstanding. */
  long lastAnswerNs;

  /** Time of the last read, whether it found something or not. */
  long lastReadNs;

  /** Time of the last echo request. */
  long lastEchoNs;

  /** Until then it could not send, whatever was planned: socket or window were full. */
  long heldUntilNs;

  /** Right answers from the start of load until measured time. */
  long earlierAnswers;

  /** Right answers in measured time. */
  long measuredAnswers;

  /** Right answers by 100 ms of measured time. */
  final int[] answersByWindow;

  /** Longest wait for an answer that ended in measured time, or was cut off by its end. */
  long longestPauseNs;

  long malformed;

  LoadSwitch(
      int number,
      SwitchLoad load,
      boolean probing,
      SwitchConnection connection,
      int windowRequests,
      int timeWindowCount) {
    this.number = number;
    this.load = load;
    this.probing = probing;
    this.emulated = new EmulatedSwitch(load.description());
    this.connection = connection;
    this.outstanding = new Outstanding(windowRequests);
    this.answersByWindow = new int[timeWindowCount];
  }

  /** Throws away what a rehearsal has counted. */
  void forget() {
    measuredFrom = -1;
    earlierAnswers = outstanding.rightAnswers();
    measuredAnswers = 0;
    Arrays.fill(answersByWindow, 0);
    longestPauseNs = 0;
  }

  /** Some request has waited for an answer until now, in measured time. */
  void waitedUntil(long nowNs) {
    longestPauseNs = Math.max(longestPauseNs, nowNs - lastAnswerNs);
  }

  /** As an operator is told about it. */
  String name() {
    return probing ? "the probing switch" : "switch " + load.description().datapathId();
  }
}
