package maestro;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;
import maestro.net.PartListener;
import maestro.net.Session;
import maestro.openflow.PortStatsFlyweight;

/**
 * Takes the byte counters of some ports from a switch's answer.
 *
 * <p>The holder of the switch's claim writes it and allocates nothing. The thread that has asked
 * reads it once {@link #state} says that it is complete.
 */
public final class PortReading implements PartListener {
  /** How far an answer is. */
  public enum State {
    AWAITED,
    COMPLETE,
    /** The switch answers with an error, or with something else. */
    REFUSED
  }

  private final Session session;
  private final PortStatsFlyweight part = new PortStatsFlyweight();
  private final int[] ports;
  private final LongSupplier clockNs;
  private final long[] rxBytes;
  private final long[] txBytes;
  private int xid;
  private long atNs;
  private volatile State state = State.AWAITED;

  private PortReading(Session session, int[] ports, LongSupplier clockNs) {
    this.session = session;
    this.ports = ports;
    this.clockNs = clockNs;
    rxBytes = new long[ports.length];
    txBytes = new long[ports.length];
    Arrays.fill(rxBytes, PortStatsFlyweight.UNKNOWN);
    Arrays.fill(txBytes, PortStatsFlyweight.UNKNOWN);
  }

  /**
   * Asks a switch for the counters of its ports. Any thread.
   *
   * @param ports the numbers of those that are wanted, ascending as signed numbers; not changed
   * @param clockNs for when the answer came
   * @return the answer to come; {@link #forget} ends it. It is refused when the switch reads too
   *     slowly, or has left
   */
  public static PortReading ask(Session session, int[] ports, LongSupplier clockNs) {
    PortReading reading = new PortReading(session, ports, clockNs);
    reading.xid = session.listen(reading);
    int version = session.info().openFlowVersion();
    if (reading.xid == 0
        || session.connection().isCongested()
        || !session.connection().send(PortStatsFlyweight.request(version, reading.xid))) {
      reading.state = State.REFUSED;
    }
    return reading;
  }

  /** Takes no more of the answer. To be called once, by the thread that has asked. */
  public void forget() {
    session.ignore(xid);
  }

  @Override
  public void onPart(ByteBuffer b, int at, int length) {
    if (state != State.AWAITED) {
      return;
    }
    if (!part.wrap(b, at, length)) {
      state = State.REFUSED;
      return;
    }
    for (int i = 0; i < part.count(); i++) {
      int slot = Arrays.binarySearch(ports, part.port(i));
      if (slot >= 0) {
        rxBytes[slot] = part.rxBytes(i);
        txBytes[slot] = part.txBytes(i);
      }
    }
    if (!part.hasMore()) {
      atNs = clockNs.getAsLong();
      state = State.COMPLETE;
    }
  }

  /** How far the answer is. */
  public State state() {
    return state;
  }

  /** When the last part came. */
  public long atNs() {
    return atNs;
  }

  /**
   * Bytes a second that have left by a port since an earlier reading; NaN when they are not known.
   *
   * @param before of the same connection
   */
  public double txRate(PortReading before, int port) {
    return rate(before, port, true);
  }

  /** Likewise, bytes that came in. */
  public double rxRate(PortReading before, int port) {
    return rate(before, port, false);
  }

  private double rate(PortReading before, int port, boolean sent) {
    long now = counter(port, sent);
    long then = before.counter(port, sent);
    long ns = atNs - before.atNs;
    boolean isKnown =
        now != PortStatsFlyweight.UNKNOWN && then != PortStatsFlyweight.UNKNOWN && ns > 0;
    boolean hasGrown = Long.compareUnsigned(now, then) >= 0; // else it was reset, or has wrapped
    return isKnown && hasGrown ? (now - then) * 1e9 / ns : Double.NaN;
  }

  private long counter(int port, boolean sent) {
    int slot = Arrays.binarySearch(ports, port);
    if (slot < 0) {
      return PortStatsFlyweight.UNKNOWN;
    }
    return sent ? txBytes[slot] : rxBytes[slot];
  }
}
