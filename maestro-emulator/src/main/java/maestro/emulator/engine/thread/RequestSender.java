package maestro.emulator.engine.thread;

import java.io.IOException;
import maestro.emulator.engine.clock.MeasuredSpan;
import maestro.emulator.engine.clock.Ticks;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.PacketInBatch;
import maestro.emulator.engine.plan.HostsInTurn;
import maestro.emulator.engine.plan.PlannedTimes;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.Delays;

/**
 * Makes requests and sends them.
 *
 * <ol>
 *   <li>As many as are due, as the window and the kernel's memory ({@link
 *       maestro.emulator.engine.machine.SocketMemory}) allow and as one write takes are written
 *       into the batch, and planned in the ring of what is outstanding.
 *   <li>One write.
 *   <li>Those the socket did not begin to take are forgotten: the next call makes them again. Or
 *       they are refused, for good, when the switch drops what it cannot send.
 *   <li>By plan, it is noted how late each request left. It is late from its planned time on, or
 *       from when its socket had room again: a controller that does not read is not the emulator's
 *       fault.
 * </ol>
 *
 * <p>Hosts talk in pairs of neighbours, who are always behind different ports: a controller rightly
 * drops what would leave where it came from. Confined to one thread; allocates nothing.
 */
public final class RequestSender {
  /**
   * A request this late, with nothing in its way, is late because of the emulator. A thread that
   * shares its processor has to wait for a time slice now and then, which is less.
   */
  static final long LATE_NS = 5_000_000;

  private static final int MOST_REQUESTS_A_WRITE = PacketInBatch.WRITE_BYTES / 18;

  private final Ticks ticks;
  private final int kernelRequests;
  private final MeasuredSpan span;
  private final HostsInTurn talk = new HostsInTurn();
  private final double[] marks = new double[MOST_REQUESTS_A_WRITE];

  private final Delays lateness = Delays.coarse();
  private final Delays probeLateness = Delays.coarse();

  private long plannedRequests;
  private long lateRequests;

  RequestSender(RunContext run, MeasuredSpan span) {
    this.ticks = run.ticks();
    this.kernelRequests = run.settings().kernelRequests();
    this.span = span;
  }

  /** Throws away what a rehearsal has counted. */
  void forget() {
    plannedRequests = 0;
    lateRequests = 0;
    lateness.forget();
    probeLateness.forget();
  }

  /** How late requests by plan left in measured time, without those of the probing switch. */
  public Delays lateness() {
    return lateness;
  }

  /** How late those of the probing switch left. */
  public Delays probeLateness() {
    return probeLateness;
  }

  /** Requests sent by plan in measured time. */
  public long plannedRequests() {
    return plannedRequests;
  }

  /** Requests that the emulator itself was late with. */
  public long lateRequests() {
    return lateRequests;
  }

  /** Sends up to {@code most} requests at once, whatever is planned. Returns how many. */
  int sendNow(LoadSwitch sw, int most, long nowNs) throws IOException {
    int wanted = Math.min(most, sw.batch().capacityRequests());
    int count = Math.min(wanted, sw.outstanding.roomFor(wanted));
    if (count == 0) {
      return 0;
    }
    if (sw.measuredFrom() < 0 && span.hasBegun(nowNs)) {
      sw.measureFrom(sw.outstanding.head());
    }
    int tick = ticks.of(nowNs);
    long sequence = sw.outstanding.head();
    talk.from(sw.load, sw.nextHost());
    for (int i = 0; i < count; i++) { // 1
      request(sw, i, sequence + i, tick);
      talk.next();
    }
    return write(sw, count, nowNs);
  }

  /** Sends what is due by plan. Returns how many. */
  int sendPlanned(LoadSwitch sw, long nowNs) throws IOException {
    PlannedTimes planned = sw.planned();
    int capacity = sw.batch().capacityRequests();
    int kernelRoom = Math.max(0, kernelRequests - sw.outstanding.queued());
    int most = Math.min(Math.min(capacity, kernelRoom), sw.outstanding.roomFor(capacity));
    if (most == 0) {
      hold(sw, nowNs);
      return 0;
    }
    long untilNs = sendableUntilNs(nowNs);
    int count = planned.advanceUntil(untilNs, marks, most); // 1
    if (count == 0) {
      return 0;
    }
    long originNs = planned.originNs();
    long sequence = sw.outstanding.head();
    talk.from(sw.load, sw.nextHost());
    for (int i = 0; i < count; i++) { // 1
      request(sw, i, sequence + i, ticks.of(originNs + (long) marks[i]));
      talk.next();
    }
    int sent = write(sw, count, nowNs);
    if (sw.measuredFrom() < 0) {
      findMeasured(sw, sequence, originNs, sent);
    }
    double heldNs = (double) (sw.heldUntilNs() - originNs);
    sw.plannedCounts.add(marks, sent, heldNs, (double) (untilNs - originNs));
    if (sw.measuredFrom() >= 0) {
      int before = (int) Math.min(sent, Math.max(0, sw.measuredFrom() - sequence));
      count(sw, originNs, before, sent, nowNs); // 4
    }
    if (sent < count) {
      leaveUnsent(sw, sent, count); // 3
      sw.heldUntilNs(nowNs);
    }
    return sent;
  }

  /** The socket is full at this time: what is due waits for room, or is refused. */
  void hold(LoadSwitch sw, long nowNs) {
    sw.heldUntilNs(nowNs);
    if (sw.dropsUnsent) {
      long untilNs = sendableUntilNs(nowNs);
      int count = sw.planned().advanceUntil(untilNs, marks, marks.length);
      while (count > 0) {
        sw.plannedCounts.refuse(marks, 0, count);
        count = sw.planned().advanceUntil(untilNs, marks, marks.length);
      }
    }
  }

  private long sendableUntilNs(long nowNs) {
    return Math.min(nowNs, span.sendUntilNs() - 1);
  }

  private void leaveUnsent(LoadSwitch sw, int from, int to) {
    if (sw.dropsUnsent) {
      sw.plannedCounts.refuse(marks, from, to);
    } else {
      sw.planned().rewind(marks[from], to - from);
    }
  }

  /** Finds the first request of measured time among those that left. */
  private void findMeasured(LoadSwitch sw, long sequence, long originNs, int count) {
    for (int i = 0; i < count && sw.measuredFrom() < 0; i++) {
      if (span.hasBegun(originNs + (long) marks[i])) {
        sw.measureFrom(sequence + i);
      }
    }
  }

  private void count(LoadSwitch sw, long originNs, int from, int to, long nowNs) {
    Delays delays = sw.probing ? probeLateness : lateness;
    long heldUntilNs = sw.heldUntilNs();
    int late = 0;
    for (int i = from; i < to; i++) {
      long lateNs = nowNs - Math.max(originNs + (long) marks[i], heldUntilNs);
      delays.record(lateNs);
      late += lateNs > LATE_NS ? 1 : 0;
    }
    lateRequests += late;
    plannedRequests += to - from;
  }

  /** Sends the addresses of hosts that were not sent yet, to everybody. Returns how many. */
  int sendLearning(LoadSwitch sw, int most, long nowNs) throws IOException {
    SwitchLoad load = sw.load;
    int count = Math.min(most, load.hostCount() - sw.learnedHosts());
    count = Math.min(Math.min(count, sw.batch().capacityRequests()), sw.outstanding.room());
    if (count <= 0) {
      return 0;
    }
    long sequence = sw.outstanding.head();
    for (int i = 0; i < count; i++) {
      int host = sw.learnedHosts() + i;
      sw.outstanding.plan(sequence + i, ticks.of(nowNs), 0);
      int named = sw.outstanding.named(sequence + i);
      sw.batch().patch(i, sw.number, named, load.portOf(host), load.firstHost() + host, -1);
    }
    int sent = sw.write(count);
    sw.outstanding.sent(sent);
    sw.addLearnedHosts(sent);
    return sent;
  }

  private static int write(LoadSwitch sw, int count, long nowNs) throws IOException {
    if (sw.outstanding.isEmpty()) {
      sw.lastAnswerNs(nowNs);
    }
    int sent = sw.write(count); // 2
    sw.outstanding.sent(sent); // 3
    int next = sw.nextHost() + sent;
    sw.nextHost(next < sw.load.hostCount() ? next : next % sw.load.hostCount());
    return sent;
  }

  private void request(LoadSwitch sw, int index, long sequence, int tick) {
    sw.outstanding.plan(sequence, tick, talk.destinationPort());
    long firstHost = sw.load.firstHost();
    int named = sw.outstanding.named(sequence);
    sw.batch()
        .patch(
            index,
            sw.number,
            named,
            talk.sourcePort(),
            firstHost + talk.source(),
            firstHost + talk.destination());
  }
}
