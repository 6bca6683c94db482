package maestro.net.session;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;
import maestro.api.SwitchInfo;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.metrics.OperatorEvent.Severity;
import maestro.net.connection.Connection;
import maestro.net.connection.Conversation;
import maestro.net.connection.RateLimit;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The parts that all sessions of a controller share: clock, weights, rate limits, listener,
 * counters, and the queue by which the conductor learns of closed connections. Thread-safe.
 */
public final class SessionHandler implements Conversation.Factory {
  private static final long SECOND_NS = 1_000_000_000;

  private final LongSupplier clock;
  private final LongToIntFunction weightOf;
  private final LongFunction<@Nullable RateLimit> limitOf;
  private final SwitchTable switches;
  private final SwitchListener listener;
  private final Metrics metrics;
  private final Identity identity;
  private final Roles roles;
  private final LogLines switchLines = new LogLines(20, 10 * SECOND_NS);
  private final LogLines addressLines = new LogLines(5_000, SECOND_NS / 10);
  private final LogLines strangerLines = new LogLines(20, 10 * SECOND_NS);
  private final LogLines auxiliaryLines = new LogLines(1, 3_600 * SECOND_NS);
  private final LogLines refusedLines = new LogLines(1, 600 * SECOND_NS);
  private final LogLines unfinishedLines = new LogLines(1, 600 * SECOND_NS);
  private final PortLog portLog;
  private final Semaphore admitting = new Semaphore(1);
  private final ProbingAddress probingAddress = new ProbingAddress();
  private final MpscUnboundedAtomicArrayQueue<Connection> closed =
      new MpscUnboundedAtomicArrayQueue<>(256);

  /** The end of a handshake that a switch did not finish. */
  private record Unfinished(long datapathId, String reason) {}

  /**
   * Combines the parts.
   *
   * @param clock nanoseconds
   * @param weightOf the weight of a datapath id
   * @param limitOf the rate limit of a datapath id; null is none
   * @param identity decides which connection is which switch
   * @param roles says which role to take at a switch
   */
  public SessionHandler(
      LongSupplier clock,
      LongToIntFunction weightOf,
      LongFunction<@Nullable RateLimit> limitOf,
      SwitchTable switches,
      SwitchListener listener,
      Metrics metrics,
      Identity identity,
      Roles roles) {
    this.clock = clock;
    this.weightOf = weightOf;
    this.limitOf = limitOf;
    this.switches = switches;
    this.listener = listener;
    this.metrics = metrics;
    this.identity = identity;
    this.roles = roles;
    portLog = new PortLog(clock.getAsLong());
  }

  @Override
  public Session begin(Connection connection, long nowNs) {
    return new Session(connection, this, nowNs);
  }

  public long nowNs() {
    return clock.getAsLong();
  }

  int weightOf(long datapathId) {
    return weightOf.applyAsInt(datapathId);
  }

  @Nullable RateLimit limitOf(long datapathId) {
    return limitOf.apply(datapathId);
  }

  public SwitchTable switches() {
    return switches;
  }

  public SwitchListener listener() {
    return listener;
  }

  Identity identity() {
    return identity;
  }

  Roles roles() {
    return roles;
  }

  public PortLog portLog() {
    return portLog;
  }

  /**
   * One permit: the conductor has it while it admits a switch, and a reload while it exchanges the
   * applications. Otherwise a switch would be admitted to applications that have ended. Workers
   * rest meanwhile; the conductor does not.
   */
  public Semaphore admitting() {
    return admitting;
  }

  /** Goes on with a handshake, unless a reload is under way. For the conductor, with the claim. */
  public void goOn(Handshake handshake, long nowNs) {
    if (admitting.tryAcquire()) {
      try {
        handshake.goOn(nowNs);
      } finally {
        admitting.release();
      }
    }
  }

  /** From where the controller's own probing switch connects. */
  public ProbingAddress probingAddress() {
    return probingAddress;
  }

  /**
   * Whether a line about a connection may be logged. Lines are limited per switch and, more
   * generously, per address; connections that do not become a switch get few. A switch opens its
   * auxiliary connections again and again, and gets one line an hour for them. A switch that may
   * not have its datapath id, or never describes its ports, connects again and again, too, and gets
   * one line in ten minutes.
   *
   * @return the text to append to the line; null when no line may be logged
   */
  public @Nullable String permitLine(Connection connection) {
    long nowNs = nowNs();
    Session session = Session.of(connection);
    if (session.handshake().isAuxiliary()) {
      return permitRepeat(auxiliaryLines, session.info().datapathId(), connection, nowNs);
    }
    if (session.handshake().isRefused()) {
      return permitRepeat(refusedLines, session.info().datapathId(), connection, nowNs);
    }
    String reason = connection.closeReason();
    if (reason != null && session.handshake().isUnfinished()) {
      Unfinished unfinished = new Unfinished(session.info().datapathId(), reason);
      return permitRepeat(unfinishedLines, unfinished, connection, nowNs);
    }
    if (!session.isEstablished()) {
      return permitStrangersLine(connection.peer().host());
    }
    return addressLines.permit(connection.peer().host(), nowNs) == null
        ? null
        : switchLines.permit(session.info().datapathId(), nowNs);
  }

  private @Nullable String permitRepeat(
      LogLines lines, Object origin, Connection connection, long nowNs) {
    String more = lines.permit(origin, nowNs);
    return more == null || permitStrangersLine(connection.peer().host()) == null ? null : more;
  }

  /** The same for an address without a known switch. */
  public @Nullable String permitStrangersLine(InetAddress address) {
    return strangerLines.permit(address, nowNs());
  }

  /**
   * Makes an event of a refused connection. To be called with each line that may be logged about
   * one: the events are bounded as the lines are.
   */
  public void tellRefused(String text, InetAddress address) {
    tell("connection-refused", Severity.WARNING, text, Map.of("address", address.getHostAddress()));
  }

  /** Makes an event of a switch whose handshake is over. */
  void tellConnected(Session session) {
    tell("switch-connected", Severity.INFO, session.describe() + " connected", about(session));
  }

  /** Makes an event of a switch whose connection is closed, after its handshake was over. */
  public void tellDisconnected(Session session) {
    if (session.isEstablished()) {
      String reason = String.valueOf(session.connection().closeReason());
      Map<String, Object> details = about(session);
      details.put("reason", reason);
      String text = session.describe() + " left: " + reason;
      tell("switch-disconnected", Severity.WARNING, text, details);
    }
  }

  /** Makes an event of another role at a switch. */
  void tellRole(Session session, boolean isLost, String text) {
    Map<String, Object> details = about(session);
    details.put("role", session.role().text());
    tell("role-changed", isLost ? Severity.WARNING : Severity.INFO, text, details);
  }

  private void tell(String type, Severity severity, String text, Map<String, Object> details) {
    metrics.operatorEvents().add(type, severity, text, details);
  }

  private static Map<String, Object> about(Session session) {
    Map<String, Object> details = new HashMap<>();
    details.put("dpid", SwitchInfo.format(session.info().datapathId()));
    details.put("address", session.connection().peer().addressText());
    return details;
  }

  public void count(Counter counter) {
    metrics.count(counter);
  }

  void closed(Connection connection) {
    closed.offer(connection);
  }

  /** The next closed connection, or null. For the conductor. */
  public @Nullable Connection pollClosed() {
    return closed.poll();
  }
}
