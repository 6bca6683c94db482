package maestro.emulator.engine.thread;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.Consumer;
import maestro.emulator.engine.clock.EngineTime;
import maestro.emulator.engine.connection.LoadSwitch;

/**
 * The switches of a load thread that ask for less than what its switches get in the mean. Their
 * answers are read ahead of their turn: a turn of all switches takes many milliseconds when many
 * answers come, and these would show as the controller's delay.
 *
 * <ol>
 *   <li>The thread asks after each read and after each write. Every {@link #CHECK_NS} a selector of
 *       their own tells which of them have answers.
 *   <li>Nobody gets more answers for being read more often. A max-min fair share is at least the
 *       mean, so who asks for less than the mean should get all anyway. Who has more waiting than a
 *       turn explains is no light switch, and waits for its turn as all others do.
 *   <li>What this takes beyond what these answers cost to read in their turn is at most a sixteenth
 *       of the time, and less while there is nobody to read.
 *   <li>They stay registered with the thread's own selector. When it comes to one of them that was
 *       read meanwhile, that costs one call.
 * </ol>
 *
 * <p>Only switches that send by plan, and to one controller, can be light ones. Confined to one
 * thread; allocates nothing after {@link #begin}.
 */
final class LightSwitches {
  private static final long CHECK_NS = 200_000;
  private static final long MEAN_NS = 100_000_000;

  /** The rest is for sending. */
  private static final double READING_PART = 0.5;

  private static final int REST_PART = 15;
  private static final int IDLE_REST_PART = 63;

  /** A longer wait is more than a turn of the load thread, so it is the controller's. */
  private static final long BEHIND_NS = 50_000_000;

  /** So few are sent at once, whatever the rate. */
  private static final int FEW_REQUESTS = 16;

  private final EngineTime time;
  private final Progressed progressed;
  private final Consumer<LoadSwitch> read;
  private final Consumer<SelectionKey> onReady = this::onReady;

  /** Null while there are none. */
  private Selector selector;

  private int switchCount;
  private double meanAskedPerSecond;

  /** What a switch was answered in the mean lately. */
  private double meanPerSecond;

  /** What an answer costs to read in its turn, if the thread is busy; more if it is not. */
  private double usualNsPerAnswer;

  private long meanSinceNs;
  private long answeredBefore;
  private long checkNs;
  private long nextCheckNs;
  private boolean found;

  /**
   * None yet.
   *
   * @param progressed what all switches of the thread were answered
   * @param read reads what a switch was answered
   */
  LightSwitches(EngineTime time, Progressed progressed, Consumer<LoadSwitch> read) {
    this.time = time;
    this.progressed = progressed;
    this.read = read;
  }

  /** Load begins. */
  void begin(LoadSwitch[] switches, long nowNs) throws IOException {
    double sumPerSecond = 0;
    for (LoadSwitch sw : switches) {
      if (!sw.probing && sw.load.rate() != null) {
        sumPerSecond += sw.mostPerSecond;
        switchCount++;
      }
    }
    meanAskedPerSecond = sumPerSecond / Math.max(1, switchCount);
    for (LoadSwitch sw : switches) {
      connected(sw);
    }
    meanSinceNs = nowNs;
    answeredBefore = progressed.answeredRequests();
    nextCheckNs = nowNs;
  }

  /** A switch has a connection, since load began or again. */
  void connected(LoadSwitch sw) throws IOException {
    if (!sw.probing && sw.lines == null && sw.mostPerSecond < meanAskedPerSecond) {
      selector = selector == null ? Selector.open() : selector;
      sw.connection().registerWith(selector, sw);
    }
  }

  /** Reads what light switches were answered, if it is time. */
  void poll(long nowNs) throws IOException {
    if (selector == null || nowNs - nextCheckNs < 0) {
      return;
    }
    if (nowNs - meanSinceNs >= MEAN_NS) {
      measureMean(nowNs);
    }
    checkNs = nowNs;
    found = false;
    long before = progressed.answeredRequests();
    selector.selectNow(onReady); // 1
    long doneNs = time.nowNs();
    double usualNs = (progressed.answeredRequests() - before) * usualNsPerAnswer;
    int restPart = found ? REST_PART : IDLE_REST_PART;
    double restNs = restPart * (doneNs - nowNs - usualNs); // 3
    nextCheckNs = doneNs + Math.max(CHECK_NS, (long) restNs);
  }

  private void onReady(SelectionKey key) {
    LoadSwitch sw = (LoadSwitch) key.attachment();
    if (sw.mostPerSecond < meanPerSecond && !isBehind(sw)) { // 2
      found = true;
      read.accept(sw);
    }
  }

  private boolean isBehind(LoadSwitch sw) {
    return sw.connection().isBlocked()
        || checkNs - sw.planned().nextNs() > BEHIND_NS
        || sw.outstanding.queued() > FEW_REQUESTS + sw.mostPerSecond * (BEHIND_NS / 1e9);
  }

  private void measureMean(long nowNs) {
    long answers = progressed.answeredRequests() - answeredBefore;
    double ns = nowNs - meanSinceNs;
    meanPerSecond = answers * 1e9 / ns / switchCount;
    usualNsPerAnswer = READING_PART * ns / Math.max(1, answers);
    answeredBefore += answers;
    meanSinceNs = nowNs;
  }

  void close() throws IOException {
    if (selector != null) {
      selector.close();
    }
  }
}
