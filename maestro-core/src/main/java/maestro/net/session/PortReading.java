package maestro.net.session;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import maestro.api.PortInfo;
import maestro.net.message.PartListener;
import maestro.openflow.PortCounter;
import maestro.openflow.PortStatsFlyweight;

/**
 * Takes the counters of a switch's ports from its answer.
 *
 * <p>The holder of the switch's claim writes it. Any thread reads it once {@link #answer} is
 * completed.
 */
public final class PortReading implements PartListener {
  /** What a switch says of a counter that it does not have. */
  public static final long UNKNOWN = PortStatsFlyweight.UNKNOWN;

  private static final double NS_PER_SECOND = 1e9;

  /** After this time without an answer, whoever wants to know asks again. */
  private static final long PATIENCE_NS = 3_000_000_000L;

  private final Session session;
  private final PortStatsFlyweight part = new PortStatsFlyweight();
  private final LongSupplier clockNs;
  private final CompletableFuture<Boolean> answer = new CompletableFuture<>();

  /** The numbers of the ports, ascending as signed numbers. */
  private final int[] ports;

  /** By counter: a number for each of {@link #ports}. */
  private final Map<PortCounter, long[]> counters = new EnumMap<>(PortCounter.class);

  private final long askedNs;
  private int xid;
  private long atNs;

  private PortReading(Session session, LongSupplier clockNs) {
    this.session = session;
    this.clockNs = clockNs;
    this.askedNs = clockNs.getAsLong();
    ports = session.portList().stream().mapToInt(PortInfo::number).sorted().toArray();
    for (PortCounter each : PortCounter.values()) {
      long[] unknown = new long[ports.length];
      Arrays.fill(unknown, UNKNOWN);
      counters.put(each, unknown);
    }
  }

  /**
   * Asks a switch for the counters of the ports that it has now. Any thread.
   *
   * @param clockNs for when the answer came
   * @return the answer to come; {@link #forget} ends it. It is refused when the switch reads too
   *     slowly, or has left
   */
  static PortReading ask(Session session, LongSupplier clockNs) {
    PortReading reading = new PortReading(session, clockNs);
    reading.xid = session.requests().listen(reading);
    int version = session.info().openFlowVersion();
    if (reading.xid == 0
        || session.connection().isCongested()
        || !session.connection().send(PortStatsFlyweight.request(version, reading.xid))) {
      reading.answer.complete(false);
    }
    return reading;
  }

  /** Takes no more of the answer, which is refused when it is not whole. Any thread. */
  public void forget() {
    session.requests().ignore(xid);
    ended();
  }

  @Override
  public void ended() {
    answer.complete(false);
  }

  /**
   * Whether it can stand for a new question: the answer is awaited, and not for long, or it came
   * less than some time ago. Any thread.
   */
  boolean standsFor(long nowNs, long maxAgeNs) {
    if (!answer.isDone()) {
      return nowNs - askedNs < PATIENCE_NS;
    }
    return answer.join() && nowNs - atNs < maxAgeNs;
  }

  @Override
  public void onPart(ByteBuffer b, int at, int length) {
    if (answer.isDone()) {
      return;
    }
    if (!part.wrap(b, at, length)) {
      answer.complete(false);
      return;
    }
    for (int i = 0; i < part.count(); i++) {
      int entry = i;
      int slot = Arrays.binarySearch(ports, part.port(i));
      if (slot >= 0) {
        counters.forEach((which, numbers) -> numbers[slot] = part.counter(entry, which));
      }
    }
    if (!part.hasMore()) {
      atNs = clockNs.getAsLong();
      answer.complete(true);
    }
  }

  /**
   * Completed, by a thread that must not be held up, once the answer is whole: true. False when the
   * switch answers with an error, or with something else, or leaves, and when the answer is
   * forgotten. A switch that is silent never completes it.
   */
  public CompletableFuture<Boolean> answer() {
    return answer;
  }

  /** The ports that the switch had when it was asked. The caller owns the array. */
  public int[] ports() {
    return ports.clone();
  }

  /** When the last part came. */
  public long atNs() {
    return atNs;
  }

  /** What a port had counted, unsigned; {@link #UNKNOWN} when that is so. */
  public long counter(int port, PortCounter which) {
    int slot = Arrays.binarySearch(ports, port);
    return slot < 0 ? UNKNOWN : Objects.requireNonNull(counters.get(which))[slot];
  }

  /**
   * How much a counter has grown in a second since an earlier reading; NaN when that is not known.
   *
   * @param before of the same connection
   */
  public double rate(PortReading before, int port, PortCounter which) {
    long now = counter(port, which);
    long then = before.counter(port, which);
    long ns = atNs - before.atNs;
    boolean isKnown = now != UNKNOWN && then != UNKNOWN && ns > 0;
    boolean hasGrown = Long.compareUnsigned(now, then) >= 0; // else it was reset, or has wrapped
    return isKnown && hasGrown ? (now - then) * NS_PER_SECOND / ns : Double.NaN;
  }
}
