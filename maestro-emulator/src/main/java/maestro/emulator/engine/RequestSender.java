package maestro.emulator.engine;

import java.io.IOException;

/**
 * Makes requests and sends them.
 *
 * <ol>
 *   <li>As many as are due, as the window allows and as one write takes are written into the batch,
 *       and planned in the ring of what is outstanding.
 *   <li>One write.
 *   <li>Those the socket did not begin to take are forgotten: the next call makes them again.
 * </ol>
 *
 * <p>Hosts talk in pairs of neighbours, who are always behind different ports: a controller rightly
 * drops what would leave where it came from. Confined to one thread; allocates nothing.
 */
final class RequestSender {
  /**
   * A request this late, with nothing in its way, is late because of the emulator. A thread that
   * shares its processor has to wait for a time slice now and then, which is less. The interval
   * between writes to a switch comes on top.
   */
  static final long LATE_NS = 5_000_000;

  private static final int MOST_REQUESTS_A_WRITE = RequestBatch.WRITE_BYTES / 18;

  private final Ticks ticks;
  private final RunClock clock;
  private final MeasuredSpan span;
  private final double[] marks = new double[MOST_REQUESTS_A_WRITE];

  private long lateNs = LATE_NS;
  private long plannedRequests;
  private long lateRequests;

  RequestSender(Ticks ticks, RunClock clock, MeasuredSpan span) {
    this.ticks = ticks;
    this.clock = clock;
    this.span = span;
  }

  /** So much time passes between writes to a switch. */
  void sendInterval(long intervalNs) {
    lateNs = LATE_NS + intervalNs;
  }

  /** Throws away what a rehearsal has counted. */
  void forget() {
    plannedRequests = 0;
    lateRequests = 0;
  }

  /** Requests sent by plan in measured time. */
  long plannedRequests() {
    return plannedRequests;
  }

  /** Requests that the emulator itself was late with. */
  long lateRequests() {
    return lateRequests;
  }

  /** Sends up to {@code most} requests at once, whatever is planned. Returns how many. */
  int sendNow(LoadSwitch sw, int most, long nowNs) throws IOException {
    int count = Math.min(Math.min(most, sw.batch.capacityRequests()), sw.outstanding.room());
    if (count == 0) {
      return 0;
    }
    if (sw.measuredFrom < 0 && span.hasBegun(nowNs)) {
      sw.measuredFrom = sw.outstanding.head();
    }
    int tick = ticks.of(nowNs);
    long sequence = sw.outstanding.head();
    int src = sw.nextHost;
    for (int i = 0; i < count; i++) { // 1
      request(sw, i, sequence + i, src, tick);
      src = src + 1 == sw.load.hostCount() ? 0 : src + 1;
    }
    return write(sw, count, nowNs);
  }

  /** Sends what is due by plan. Returns how many. */
  int sendPlanned(LoadSwitch sw, long nowNs) throws IOException {
    int most = Math.min(sw.batch.capacityRequests(), sw.outstanding.room());
    long firstNs = sw.planned.nextNs();
    long untilNs = Math.min(nowNs, clock.measureEndNs() - 1);
    long sequence = sw.outstanding.head();
    int src = sw.nextHost;
    int count = 0;
    long plannedNs = firstNs;
    while (count < most && plannedNs <= untilNs) { // 1
      if (sw.measuredFrom < 0 && span.hasBegun(plannedNs)) {
        sw.measuredFrom = sequence;
      }
      marks[count] = sw.planned.mark();
      request(sw, count, sequence, src, ticks.of(plannedNs));
      sequence++;
      src = src + 1 == sw.load.hostCount() ? 0 : src + 1;
      count++;
      sw.planned.advance();
      plannedNs = sw.planned.nextNs();
    }
    if (count == 0) {
      sw.heldUntilNs = most == 0 ? nowNs : sw.heldUntilNs;
      return 0;
    }
    int sent = write(sw, count, nowNs);
    if (sent < count) {
      sw.planned.rewind(marks[sent]);
      sw.heldUntilNs = nowNs;
    }
    if (sw.measuredFrom >= 0) {
      plannedRequests += sent;
      lateRequests += nowNs - Math.max(firstNs, sw.heldUntilNs) > lateNs ? sent : 0;
    }
    return sent;
  }

  /** Sends the addresses of hosts that were not sent yet, to everybody. Returns how many. */
  int sendLearning(LoadSwitch sw, int most, long nowNs) throws IOException {
    SwitchLoad load = sw.load;
    int count = Math.min(most, load.hostCount() - sw.learnedHosts);
    count = Math.min(Math.min(count, sw.batch.capacityRequests()), sw.outstanding.room());
    if (count <= 0) {
      return 0;
    }
    long sequence = sw.outstanding.head();
    for (int i = 0; i < count; i++) {
      int host = sw.learnedHosts + i;
      sw.outstanding.plan(sequence + i, ticks.of(nowNs), 0);
      sw.batch.patch(i, sw.number, sequence + i, load.portOf(host), load.firstHost() + host, -1);
    }
    int sent = sw.connection.write(sw.batch, count);
    sw.outstanding.sent(sent);
    sw.learnedHosts += sent;
    return sent;
  }

  private static int write(LoadSwitch sw, int count, long nowNs) throws IOException {
    if (sw.outstanding.isEmpty()) {
      sw.lastAnswerNs = nowNs;
    }
    int sent = sw.connection.write(sw.batch, count); // 2
    sw.outstanding.sent(sent); // 3
    int next = sw.nextHost + sent;
    sw.nextHost = next < sw.load.hostCount() ? next : next % sw.load.hostCount();
    return sent;
  }

  private static void request(LoadSwitch sw, int index, long sequence, int src, int tick) {
    SwitchLoad load = sw.load;
    int other = src ^ 1;
    int dst = other < load.hostCount() ? other : src - 1;
    sw.outstanding.plan(sequence, tick, load.portOf(dst));
    long firstHost = load.firstHost();
    int inPort = load.portOf(src);
    sw.batch.patch(index, sw.number, sequence, inPort, firstHost + src, firstHost + dst);
  }
}
