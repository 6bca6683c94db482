package maestro.emulator.engine.connection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import maestro.emulator.engine.plan.PlannedTimes;
import maestro.emulator.engine.plan.RequestedHosts;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.Delays;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.PlannedCounts;
import maestro.emulator.report.AnsweredBy;
import maestro.emulator.switches.EmulatedSwitch;

/**
 * One emulated switch under load: everything a load thread knows about it. Plain fields of the
 * thread that owns it; another thread may look once that one has ended.
 */
public final class LoadSwitch {
  public final int number;
  public final SwitchLoad load;
  public final boolean probing;

  /** What the controller sees; of several controllers, of the one that {@link #lines} chose. */
  EmulatedSwitch emulated;

  SwitchConnection connection;

  /** The controllers when there are several; null when there is one. */
  public final ControllerLines lines;

  public final Outstanding outstanding;
  public final RequestedHosts hosts;

  /**
   * The form of its requests; set when it is known what the controller wants to see of a packet.
   */
  private PacketInBatch batch;

  /** When it sends; null unless by plan. */
  private PlannedTimes planned;

  /** The host that sends next. */
  private int nextHost;

  private int learnedHosts;

  /** Sequence number of the first request that belongs to measured time; −1 before there is one. */
  long measuredFrom = -1;

  /** Time of the last message that was no answer. */
  private long lastTalkNs;

  /** Time of the last answer, or of the first request after none was outstanding. */
  private long lastAnswerNs;

  /** Time of the last read, whether it found something or not. */
  private long lastReadNs;

  /** Time of the last echo request. */
  private long lastEchoNs;

  /** Until then it could not send, whatever was planned: socket or window were full. */
  private long heldUntilNs;

  /** Right answers from the start of load until measured time. */
  private long earlierAnswers;

  /** Right answers in measured time. */
  private long measuredAnswers;

  /** How requests of measured time were answered rightly: {@link AnsweredBy}. */
  private long byFlowMod;

  private long byPacketOut;
  private long byBoth;

  /** Portions in which these came, with answers to other switches in between. */
  private long portions;

  /** Whether some sample under full load found nothing outstanding. */
  private boolean ranEmpty;

  /** Right answers by 100 ms of measured time. */
  public final int[] answersByWindow;

  /** Delays of its requests in measured time. */
  public final Delays delays = Delays.small();

  /** What it asks for when it asks for most; infinite without a plan. */
  public final double mostPerSecond;

  /** Whether a request whose time comes while the socket is full is refused. */
  public final boolean dropsUnsent;

  /** What was planned and asked in measured time or a rehearsal; empty without a plan. */
  public final PlannedCounts plannedCounts;

  /** The shortest wait of a request that was never answered; counted when the run is over. */
  private long shortestVainWaitNs = Long.MAX_VALUE;

  private boolean counting;

  /** Longest wait for an answer that ended in measured time, or was cut off by its end. */
  private long longestPauseNs;

  /** Times in which it was taken down by plan; the last one may have no end yet. */
  public final List<LoadResult.Outage> outages = new ArrayList<>();

  public LoadSwitch(
      int number,
      SwitchLoad load,
      boolean probing,
      SwitchConnection connection,
      Outstanding outstanding,
      int timeWindowCount) {
    this(number, load, probing, outstanding, timeWindowCount, sw -> null);
    this.emulated = new EmulatedSwitch(load.description());
    this.connection = connection;
  }

  /**
   * A switch with several controllers.
   *
   * @param lines makes the connections of this switch
   */
  public LoadSwitch(
      int number,
      SwitchLoad load,
      boolean probing,
      Outstanding outstanding,
      int timeWindowCount,
      Function<LoadSwitch, ControllerLines> lines) {
    this.number = number;
    this.load = load;
    this.probing = probing;
    this.outstanding = outstanding;
    this.hosts = new RequestedHosts(load);
    this.mostPerSecond =
        load.rate() == null ? Double.POSITIVE_INFINITY : load.rate().mostPerSecond();
    this.dropsUnsent = load.rate() != null && load.rate().dropsUnsent();
    this.plannedCounts = new PlannedCounts(load.rate() == null ? 0 : timeWindowCount);
    this.answersByWindow = new int[timeWindowCount];
    this.lines = lines.apply(this);
  }

  /** Says HELLO. */
  public void greet() throws IOException {
    if (lines == null) {
      connection.send(emulated.hello());
      connection.flush();
    } else {
      lines.greet();
    }
  }

  /** Asks whether the other side is there. */
  public void echo() throws IOException {
    if (lines == null) {
      connection.send(emulated.echoRequest());
      connection.flush();
    } else {
      lines.echo();
    }
  }

  /** Sends a message that may be lost; it is when there is no room for it. */
  void deliver(byte[] message) throws IOException {
    if (lines != null) {
      lines.deliver(message);
    } else if (connection.hasRoomFor(message.length)) {
      connection.send(message);
      connection.flush();
    }
  }

  /**
   * Sends the first {@code count} requests of the batch. Returns how many are on their way, or lost
   * since no controller serves the switch.
   */
  public int write(int count) throws IOException {
    return lines == null ? connection.write(batch, count) : lines.write(batch, count);
  }

  /** Closes the connections. What is not answered is thrown away if nobody has begun with it. */
  public void close() throws IOException {
    boolean isAtOnce = outstanding.untouched() > 0;
    if (lines != null) {
      lines.close(isAtOnce);
    } else if (isAtOnce) {
      connection.closeAtOnce();
    } else {
      connection.close();
    }
  }

  /** What is sent from now on counts; the first host begins. */
  public void startCounting() {
    counting = true;
    outstanding.startCounting();
    nextHost = 0;
    hosts.startAt(outstanding.head());
  }

  /** Whether load has begun, so that what is wrong counts. */
  public boolean isCounting() {
    return counting;
  }

  /** Whether an answer to this request would be its first, and count. */
  public boolean isWaitingFor(long sequence) {
    return counting && outstanding.isOpen(sequence);
  }

  /** Requests from this one on belong to measured time, or to a rehearsal of it. */
  public void measureFrom(long sequence) {
    measuredFrom = sequence;
    outstanding.measureFrom(sequence);
  }

  /** Throws away what a rehearsal has counted. */
  public void forget() {
    outstanding.rehearsed();
    measuredFrom = -1;
    earlierAnswers = outstanding.rightAnswers();
    measuredAnswers = 0;
    byFlowMod = 0;
    byPacketOut = 0;
    byBoth = 0;
    portions = 0;
    Arrays.fill(answersByWindow, 0);
    delays.forget();
    plannedCounts.begin(0);
    ranEmpty = false;
    longestPauseNs = 0;
    if (lines != null) {
      lines.forget();
    }
  }

  /** It was taken down by plan, so many nanoseconds after the start of measured time. */
  public void goDown(long sinceStartNs) {
    long unanswered = outstanding.setAside();
    outages.add(new LoadResult.Outage(number, sinceStartNs, Long.MAX_VALUE, unanswered));
  }

  /** It asks again. */
  public void comeUp(long sinceStartNs) {
    int last = outages.size() - 1;
    outages.set(last, outages.get(last).until(sinceStartNs));
  }

  /** Some request has waited for an answer until now, in measured time. */
  public void waitedUntil(long nowNs) {
    longestPauseNs = Math.max(longestPauseNs, nowNs - lastAnswerNs);
  }

  /** How far the handshake was, for a message about its end; empty when there is load. */
  public String when() {
    if (counting) {
      return "";
    }
    if (!emulated.greeted()) {
      return " before it said HELLO";
    }
    return emulated.up() ? " before there was load" : " before it asked for the features";
  }

  /** The last ERROR of either side, for the same message; empty when there was none. */
  public String afterError() {
    return emulated.afterError();
  }

  /** As an operator is told about it. */
  public String name() {
    return probing
        ? "the probing switch"
        : String.format("switch %016x", load.description().datapathId());
  }

  public PacketInBatch batch() {
    return batch;
  }

  public void batch(PacketInBatch newBatch) {
    batch = newBatch;
  }

  public long byBoth() {
    return byBoth;
  }

  public void countByBoth() {
    byBoth++;
  }

  public long byFlowMod() {
    return byFlowMod;
  }

  public void countByFlowMod() {
    byFlowMod++;
  }

  public long byPacketOut() {
    return byPacketOut;
  }

  public void countByPacketOut() {
    byPacketOut++;
  }

  public SwitchConnection connection() {
    return connection;
  }

  public long earlierAnswers() {
    return earlierAnswers;
  }

  public void addEarlierAnswers(long more) {
    earlierAnswers += more;
  }

  public EmulatedSwitch emulated() {
    return emulated;
  }

  public long heldUntilNs() {
    return heldUntilNs;
  }

  public void heldUntilNs(long newHeldUntilNs) {
    heldUntilNs = newHeldUntilNs;
  }

  public long lastAnswerNs() {
    return lastAnswerNs;
  }

  public void lastAnswerNs(long newLastAnswerNs) {
    lastAnswerNs = newLastAnswerNs;
  }

  public long lastEchoNs() {
    return lastEchoNs;
  }

  public void lastEchoNs(long newLastEchoNs) {
    lastEchoNs = newLastEchoNs;
  }

  public long lastReadNs() {
    return lastReadNs;
  }

  public void lastReadNs(long newLastReadNs) {
    lastReadNs = newLastReadNs;
  }

  public long lastTalkNs() {
    return lastTalkNs;
  }

  public void lastTalkNs(long newLastTalkNs) {
    lastTalkNs = newLastTalkNs;
  }

  public int learnedHosts() {
    return learnedHosts;
  }

  public void addLearnedHosts(int more) {
    learnedHosts += more;
  }

  public long longestPauseNs() {
    return longestPauseNs;
  }

  public long measuredAnswers() {
    return measuredAnswers;
  }

  public void addMeasuredAnswers(long more) {
    measuredAnswers += more;
  }

  public long measuredFrom() {
    return measuredFrom;
  }

  public int nextHost() {
    return nextHost;
  }

  public void nextHost(int newNextHost) {
    nextHost = newNextHost;
  }

  public PlannedTimes planned() {
    return planned;
  }

  public void planned(PlannedTimes newPlanned) {
    planned = newPlanned;
  }

  public long portions() {
    return portions;
  }

  public void addPortions(long more) {
    portions += more;
  }

  public boolean ranEmpty() {
    return ranEmpty;
  }

  public void ranEmpty(boolean newRanEmpty) {
    ranEmpty = newRanEmpty;
  }

  public long shortestVainWaitNs() {
    return shortestVainWaitNs;
  }

  public void shortestVainWaitNs(long newShortestVainWaitNs) {
    shortestVainWaitNs = newShortestVainWaitNs;
  }
}
