package maestro.emulator.engine;

/**
 * The requests of one switch that wait for an answer, and what came of the others.
 *
 * <p>A ring by sequence number. A request's sequence number is its buffer id and transaction id; 31
 * bits of it are on the wire, so that none is the number that means "no buffer". A slot holds:
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
 *   <li>Another port than that of the destination is a wrong port; it is not a right answer, but
 *       the request is closed. FLOOD and ALL reach the destination and are right.
 *   <li>A number below the highest answered one was overtaken: out of order.
 *   <li>Numbers from before {@link #startCounting} were for learning and count nowhere.
 * </ol>
 *
 * <p>Confined to one thread; allocates nothing after construction.
 */
final class Outstanding {
  /** What {@link #answer} returns when there is no delay to take. */
  static final long NO_DELAY = -1;

  static final int SEQUENCE_MASK = 0x7fff_ffff;

  private static final int FLOOD = 0xfffffffb;
  private static final int ALL = 0xfffffffc;

  private final int windowRequests;

  /** Twice the window, so that a second answer finds the slot of the first for a while. */
  private final long[] slots;

  private final int mask;

  private long head = 1;
  private long oldest = 1;
  private long firstCounted = 1;
  private long highestAnswered;

  private long rightAnswers;
  private long doubled;
  private long unasked;
  private long wrongPort;
  private long outOfOrder;
  private long flooded;

  /**
   * @param windowRequests a power of two: the most that may wait for an answer
   */
  Outstanding(int windowRequests) {
    if (Integer.bitCount(windowRequests) != 1) {
      throw new IllegalArgumentException(windowRequests + " is not a power of two");
    }
    this.windowRequests = windowRequests;
    slots = new long[2 * windowRequests];
    mask = slots.length - 1;
  }

  /** The sequence number that the next request gets. */
  long head() {
    return head;
  }

  /** The most that may wait for an answer. */
  int windowRequests() {
    return windowRequests;
  }

  /** How many more may be sent before some answer must come. */
  int room() {
    return windowRequests - waiting();
  }

  /** Requests from the oldest without an answer on. */
  int waiting() {
    return (int) (head - oldest);
  }

  /** Whether nothing waits for an answer. */
  boolean isEmpty() {
    return head == oldest;
  }

  /** Notes request {@code sequence}, not below the head; it counts once {@link #sent} says so. */
  void plan(long sequence, int plannedTick, int port) {
    slots[(int) sequence & mask] = ((long) plannedTick << 32) | ((long) port << 1) | 1;
  }

  /** The first {@code count} planned requests from the head on are on their way. */
  void sent(int count) {
    head += count;
  }

  /** Stops waiting for all that is unanswered; answers that come late are still taken. */
  void forgive() {
    oldest = head;
  }

  /**
   * The same, unless those without an answer are so many that the slots of some would be needed
   * again: the controller is slow, then, and has not lost them.
   */
  void forgiveLost() {
    if (head - 1 - highestAnswered <= windowRequests) {
      forgive();
    }
  }

  /** From here on it counts; what was sent before was for learning. */
  void startCounting() {
    firstCounted = head;
    oldest = head;
    highestAnswered = head - 1;
    rightAnswers = 0;
    doubled = 0;
    unasked = 0;
    wrongPort = 0;
    outOfOrder = 0;
    flooded = 0;
  }

  /** The whole sequence number of what an answer names by its lower 31 bits. */
  long sequence(int named) {
    return head - (((int) head - named) & SEQUENCE_MASK);
  }

  /**
   * Takes an answer.
   *
   * @param sequence from {@link #sequence}
   * @param port where the answer sends the packet, 32-bit number, −1 nowhere
   * @return the planned tick, unsigned 32 bits, or {@link #NO_DELAY}
   */
  long answer(long sequence, int port) {
    if (sequence < firstCounted && sequence > 0) { // 5
      answerLearning(sequence);
      return NO_DELAY;
    }
    if (sequence >= head || sequence <= 0 || head - sequence > slots.length) { // 1
      unasked++;
      return NO_DELAY;
    }
    int index = (int) sequence & mask;
    long slot = slots[index];
    if ((slot & 1) == 0) { // 2
      doubled++;
      return NO_DELAY;
    }
    slots[index] = slot - 1;
    if (sequence == oldest) {
      passAnswered();
    }
    if (sequence < highestAnswered) { // 4
      outOfOrder++;
    } else {
      highestAnswered = sequence;
    }
    if (port != (int) (slot & 0xffff_fffeL) >>> 1) { // 3
      if (port != FLOOD && port != ALL) {
        wrongPort++;
        return NO_DELAY;
      }
      flooded++;
    }
    rightAnswers++;
    return slot >>> 32;
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
  long sentRequests() {
    return head - firstCounted;
  }

  long rightAnswers() {
    return rightAnswers;
  }

  /** Requests with an answer, right or to a wrong port. */
  long closedRequests() {
    return rightAnswers + wrongPort;
  }

  long doubled() {
    return doubled;
  }

  long unasked() {
    return unasked;
  }

  long wrongPort() {
    return wrongPort;
  }

  long outOfOrder() {
    return outOfOrder;
  }

  /** Right answers that went to all ports. */
  long flooded() {
    return flooded;
  }

  /** Requests without any answer, as of now. */
  long missing() {
    return sentRequests() - closedRequests();
  }
}
