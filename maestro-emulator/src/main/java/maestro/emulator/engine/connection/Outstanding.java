package maestro.emulator.engine.connection;

import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.ErrorTally;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.ErrorKind;
import maestro.openflow.OpenFlow;

/**
 * The requests of one switch that wait for an answer, and what came of the others.
 *
 * <p>A ring by sequence number. On the wire it is a request's buffer id and transaction id: 31 bits
 * of its distance from a number of the switch. So none is the number that means "no buffer", and an
 * answer to the request of another switch is not taken for an answer to one of this. A slot holds:
 *
 * <pre>
 *  63 .. 32                 31 .. 1          0
 *  planned time in ticks  | expected port  | 1 while unanswered
 * </pre>
 *
 * <p>How an answer is judged:
 *
 * <ol>
 *   <li>A number that was never sent, or so long ago that its slot is reused, is unasked.
 *   <li>A number whose slot is answered is doubled; it is not counted again.
 *   <li>An answer with a flaw, found by {@link maestro.emulator.engine.answer.AnswerJudge}, or to
 *       another port than that of the destination is not a right answer, but the request is closed.
 *       FLOOD and ALL reach the destination and are right.
 *   <li>A number below the highest answered one was overtaken: out of order.
 *   <li>Numbers from before {@link #startCounting} were for learning and count nowhere.
 * </ol>
 *
 * <p>Confined to one thread; allocates nothing but when the ring grows.
 */
public final class Outstanding {
  /** What {@link #answer} returns when there is no delay to take. */
  public static final long NO_DELAY = -1;

  static final int SEQUENCE_MASK = 0x7fff_ffff;

  /** 2³² ÷ the golden ratio, odd: multiples lie far from each other (Knuth, TAOCP 3, 6.4). */
  private static final int SPREAD = 0x9e3779b1;

  /** Of the ring, for each request that may wait. */
  static final int BYTES_A_REQUEST = 2 * Long.BYTES;

  /** All rings of a process together. */
  private static final long RINGS_BYTES = 256L << 20;

  /** Never more of the heap than this part. */
  private static final int HEAP_PART = 4;

  private static final int LEAST_REQUESTS = 512;
  private static final int MOST_REQUESTS = 1 << 18;
  private static final int FIRST_REQUESTS = 1024;

  private final int limitRequests;
  private final int mostRequests;

  /** The most that may wait while the ring has its present size. */
  private int windowRequests;

  /** Twice the window, so that a second answer finds the slot of the first for a while. */
  private long[] slots = new long[0];

  private int mask;
  private boolean bound;
  private long waitingAtEnd;

  /** What the sequence number 0 would be called on the wire. */
  private final int offset;

  private final ErrorTally errors = new ErrorTally();

  private long head = 1;
  private long oldest = 1;
  private long firstCounted = 1;
  private long highestAnswered;

  /** The first request of measured time; those of a rehearsal count as such meanwhile. */
  private long firstMeasured = Long.MAX_VALUE;

  /** Requests of the warm-up that were closed. */
  private long closedBefore;

  private long rightAnswers;
  private long closedRequests;
  private long flooded;

  /**
   * A ring that begins small.
   *
   * @param limitRequests the most that may wait for an answer, at least 1; {@link
   *     Integer#MAX_VALUE} without a limit
   * @param mostRequests a power of two: the ring grows until so many can wait
   * @param switchNumber any; switches with different numbers use different numbers on the wire
   */
  public Outstanding(int limitRequests, int mostRequests, int switchNumber) {
    if (Integer.bitCount(mostRequests) != 1 || limitRequests < 1) {
      throw new IllegalArgumentException(
          mostRequests + " is not a power of two, or " + limitRequests + " is below 1");
    }
    this.limitRequests = limitRequests;
    this.mostRequests = mostRequests;
    this.offset = switchNumber * SPREAD;
    int first = Math.min(Math.min(FIRST_REQUESTS, limitRequests), mostRequests);
    resize(Integer.highestOneBit(2 * first - 1)); // the next power of two
  }

  /** Those of one switch of a plan. */
  public static Outstanding of(LoadPlan plan, int switchNumber) {
    int limit = plan.limitRequests() == 0 ? Integer.MAX_VALUE : plan.limitRequests();
    return new Outstanding(limit, mostRequests(plan.switches().size()), switchNumber);
  }

  /** So many of one switch can be noted at most, for all rings together are bounded. */
  static int mostRequests(int switchCount) {
    long bytes = Math.min(RINGS_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PART);
    long requests = bytes / Math.max(1, switchCount) / BYTES_A_REQUEST;
    return Integer.highestOneBit((int) Math.max(LEAST_REQUESTS, Math.min(MOST_REQUESTS, requests)));
  }

  /** The sequence number that the next request gets. */
  public long head() {
    return head;
  }

  /** How many more may be sent before some answer must come. */
  public int room() {
    return windowRequests - waiting();
  }

  /**
   * The same, after the ring has grown for {@code wanted} requests if it may; then, and only then,
   * it allocates. A ring that may not grow forgets what was lost: requests without an answer that
   * half a window of later ones have overtaken.
   */
  public int roomFor(int wanted) {
    while (room() < wanted && windowRequests < Math.min(limitRequests, mostRequests)) {
      resize(Math.min(mostRequests, slots.length));
    }
    if (room() < wanted && windowRequests < limitRequests) {
      oldest = Math.max(oldest, highestAnswered - windowRequests / 2);
      if (oldest != head && (slots[(int) oldest & mask] & 1) == 0) {
        passAnswered();
      }
      bound |= room() < wanted;
    }
    return room();
  }

  /** Whether the bound of the ring has held back a request, not the limit and not the socket. */
  public boolean wasBound() {
    return bound;
  }

  private void resize(int requests) {
    long[] larger = new long[2 * requests];
    int largerMask = larger.length - 1;
    for (long each = Math.max(1, head - slots.length); each < head; each++) {
      larger[(int) each & largerMask] = slots[(int) each & mask];
    }
    slots = larger;
    mask = largerMask;
    windowRequests = Math.min(limitRequests, requests);
  }

  /** Requests after the one that was answered last in their order: nobody has begun with them. */
  public long untouched() {
    return head - 1 - highestAnswered;
  }

  /** Requests from the oldest without an answer on. */
  int waiting() {
    return (int) (head - oldest);
  }

  /** Requests with the controller, without those that are lost. */
  public int queued() {
    return (int) Math.min(waiting(), untouched());
  }

  /** Whether nothing waits for an answer. */
  public boolean isEmpty() {
    return head == oldest;
  }

  /** Notes request {@code sequence}, not below the head; it counts once {@link #sent} says so. */
  public void plan(long sequence, int plannedTick, int port) {
    slots[(int) sequence & mask] = ((long) plannedTick << 32) | ((long) port << 1) | 1;
  }

  /** The first {@code count} planned requests from the head on are on their way. */
  public void sent(int count) {
    head += count;
  }

  /** Stops waiting for all that is unanswered; answers that come late are still taken. */
  public void forgive() {
    oldest = head;
  }

  /**
   * The same, unless those without an answer are so many that the slots of some would be needed
   * again: the controller is slow, then, and has not lost them.
   */
  public void forgiveLost() {
    if (head - 1 - highestAnswered <= windowRequests) {
      forgive();
    }
  }

  /** From here on it counts; what was sent before was for learning. */
  public void startCounting() {
    firstCounted = head;
    oldest = head;
    highestAnswered = head - 1;
    firstMeasured = Long.MAX_VALUE;
    closedBefore = 0;
    rightAnswers = 0;
    closedRequests = 0;
    flooded = 0;
    errors.clear();
  }

  /** Requests from this one on belong to measured time, or to a rehearsal of it. */
  void measureFrom(long sequence) {
    firstMeasured = sequence;
    closedBefore = closedRequests;
  }

  /** A rehearsal is over: its requests belong to the warm-up. */
  void rehearsed() {
    firstMeasured = Long.MAX_VALUE;
    closedBefore = closedRequests;
    flooded = 0;
    errors.rehearsed();
  }

  /** The first request that is not for learning. */
  public long firstCounted() {
    return firstCounted;
  }

  /** What stands on the wire for a sequence number. */
  public int named(long sequence) {
    return ((int) sequence + offset) & SEQUENCE_MASK;
  }

  /** The whole sequence number of what an answer names by the 31 bits on the wire. */
  public long sequence(int named) {
    return head - (((int) head + offset - named) & SEQUENCE_MASK);
  }

  /** Whether a request counts and waits for an answer. */
  boolean isOpen(long sequence) {
    return sequence >= firstCounted
        && sequence < head
        && head - sequence <= slots.length
        && (slots[(int) sequence & mask] & 1) != 0;
  }

  /** What was wrong with answers so far. */
  public ErrorTally errors() {
    return errors;
  }

  /** Counts an error about a request, or about none when the number is 0 or less. */
  public void count(ErrorKind kind, long sequence) {
    boolean measured = sequence <= 0 ? firstMeasured <= head : sequence >= firstMeasured;
    errors.count(kind, measured);
  }

  /**
   * Takes an answer.
   *
   * @param sequence from {@link #sequence}
   * @param port where the answer sends the packet, 32-bit number, −1 nowhere
   * @param flaw what else is wrong with it; null when nothing is
   * @return the planned tick, unsigned 32 bits, or {@link #NO_DELAY}
   */
  public long answer(long sequence, int port, ErrorKind flaw) {
    if (sequence < firstCounted && sequence > 0) { // 5
      answerLearning(sequence);
      return NO_DELAY;
    }
    if (sequence >= head || sequence <= 0 || head - sequence > slots.length) { // 1
      count(ErrorKind.UNASKED, 0);
      return NO_DELAY;
    }
    int index = (int) sequence & mask;
    long slot = slots[index];
    if ((slot & 1) == 0) { // 2
      count(ErrorKind.DOUBLED, sequence);
      return NO_DELAY;
    }
    slots[index] = slot - 1;
    closedRequests++;
    if (sequence < firstMeasured) {
      closedBefore++;
    }
    if (sequence == oldest) {
      passAnswered();
    }
    if (sequence < highestAnswered) { // 4
      count(ErrorKind.OUT_OF_ORDER, sequence);
    } else {
      highestAnswered = sequence;
    }
    if (flaw != null) { // 3
      count(flaw, sequence);
      return NO_DELAY;
    }
    if (port != (int) (slot & 0xffff_fffeL) >>> 1) { // 3
      if (port != OpenFlow.PORT_FLOOD && port != OpenFlow.PORT_ALL) {
        count(ErrorKind.WRONG_PORT, sequence);
        return NO_DELAY;
      }
      if (sequence >= firstMeasured) {
        flooded++;
      }
    }
    rightAnswers++;
    return slot >>> 32;
  }

  /**
   * The switch lost its connection by plan: what is open can be answered no more, and is not
   * missing. Returns how many requests these are, without those given up before.
   */
  long setAside() {
    long count = 0;
    for (long each = unansweredFrom(oldest); each < head; each = unansweredFrom(each + 1)) {
      slots[(int) each & mask]--;
      closedRequests++;
      closedBefore += each < firstMeasured ? 1 : 0;
      count++;
    }
    oldest = head;
    return count;
  }

  private void answerLearning(long sequence) {
    int index = (int) sequence & mask;
    if (head - sequence <= slots.length && (slots[index] & 1) == 1) {
      slots[index]--;
      if (sequence == oldest) {
        passAnswered();
      }
    }
  }

  private void passAnswered() {
    do {
      oldest++;
    } while (oldest != head && (slots[(int) oldest & mask] & 1) == 0);
  }

  /** Requests sent since counting began. */
  public long sentRequests() {
    return head - firstCounted;
  }

  public long rightAnswers() {
    return rightAnswers;
  }

  /** Requests with an answer, right or not. */
  public long closedRequests() {
    return closedRequests;
  }

  /** Right answers that went to all ports, to requests of measured time. */
  public long flooded() {
    return flooded;
  }

  /** Requests without any answer, as of now. */
  public long missing() {
    return sentRequests() - closedRequests;
  }

  /**
   * The run ends while the controller still answers: what it has not come to is not missing.
   * Returns how many these are.
   */
  public long endWhileWaiting() {
    waitingAtEnd = Math.min(missing(), untouched());
    return waitingAtEnd;
  }

  /** Those of the warm-up. */
  public long missingOfWarmUp() {
    return Math.min(firstMeasured, head) - firstCounted - closedBefore;
  }

  /** What was wrong about requests of measured time; a request without an answer is missing. */
  public ErrorCounts measuredErrors(boolean countMissing) {
    long missing = missing() - missingOfWarmUp();
    return errors.measured(countMissing ? Math.max(0, missing - waitingAtEnd) : 0);
  }

  /** The same about requests of the warm-up. */
  public ErrorCounts warmUpErrors(boolean countMissing) {
    long waiting = Math.max(0, waitingAtEnd - (missing() - missingOfWarmUp()));
    return errors.warmUp(countMissing ? Math.max(0, missingOfWarmUp() - waiting) : 0);
  }

  /**
   * The first request from {@code sequence} on without an answer, as far as is known; or the head.
   */
  public long unansweredFrom(long sequence) {
    long next = Math.max(sequence, head - slots.length);
    while (next < head && (slots[(int) next & mask] & 1) == 0) {
      next++;
    }
    return next;
  }

  /** When a request that {@link #unansweredFrom} found was planned. */
  public int plannedTick(long sequence) {
    return (int) (slots[(int) sequence & mask] >>> 32);
  }
}
