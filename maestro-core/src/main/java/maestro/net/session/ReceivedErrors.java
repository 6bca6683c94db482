package maestro.net.session;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import maestro.metrics.Counter;
import maestro.net.connection.Connection;
import maestro.net.message.RefusedEntry;
import maestro.openflow.ErrorNames;
import maestro.openflow.Header;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FloodOutput;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the ERROR messages of one switch, logs each kind once, and pauses installing when the
 * switch refuses a flow entry. Asks the {@link SwitchListener} whose message was refused. A switch
 * that refuses the output FLOOD is remembered as one without it instead. Tells the {@link
 * TableMiss} of refusals.
 *
 * <p>Threads: the holder of the claim, except where noted.
 */
public final class ReceivedErrors {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final int MAX_KINDS = 64;
  private static final int LEAST_BYTES = 12;
  private static final long NS_PER_SECOND = 1_000_000_000;

  /** Type and code of the error that 1.0 calls ALL_TABLES_FULL and 1.3 TABLE_FULL. */
  private static final int TABLE_FULL_10 = 3 << 16;

  private static final int TABLE_FULL_13 = 5 << 16 | 1;

  /** The type of the error, the same in both versions. */
  private static final int BAD_ACTION = 2;

  /** What is logged once: an ERROR about the messages of one sender. */
  private record Kind(int typeAndCode, @Nullable String sender) {}

  private final Connection connection;
  private final SessionHandler handler;
  private final TableMiss tableMiss;
  private final InstallPause pause = new InstallPause();
  private Set<Kind> kinds = Set.of();

  /** Volatile order, as the next field: operators read it. */
  private final AtomicInteger count = new AtomicInteger();

  private final AtomicInteger fullCount = new AtomicInteger();

  /** Volatile: whether the last refused entry was refused for a full table. */
  private volatile boolean isFull;

  /** Volatile: whether the switch has refused the output FLOOD. */
  private volatile boolean refusesFlood;

  /** Volatile: type and code of the last one. */
  private volatile int lastTypeAndCode;

  ReceivedErrors(Connection connection, SessionHandler handler, TableMiss tableMiss) {
    this.connection = connection;
    this.handler = handler;
    this.tableMiss = tableMiss;
  }

  /** Whether the switch takes flow entries, as far as it says. Any thread. */
  public boolean mayInstall(long nowNs) {
    return pause.mayInstall(nowNs);
  }

  /** Whether a flow entry may name the buffer of its packet. Any thread. */
  public boolean mayNameBuffers() {
    return pause.mayNameBuffers();
  }

  /** Whether the flow table counts as full. Any thread. */
  public boolean isTableFull(long nowNs) {
    return isFull && pause.isOngoing(nowNs);
  }

  /** Whether the switch refuses flow entries for another reason. Any thread. */
  public boolean refusesEntries(long nowNs) {
    return !isFull && pause.isOngoing(nowNs);
  }

  /** Whether the switch does not take the output FLOOD, as far as it says. Any thread. */
  boolean refusesFlood() {
    return refusesFlood;
  }

  /** How many ERROR messages there were. Any thread. */
  public int count() {
    return count.get();
  }

  /** How many of them said that the flow table is full. Any thread. */
  public int fullCount() {
    return fullCount.get();
  }

  /** The last one, to append to a log line; empty without one. Any thread. */
  public String last() {
    int last = lastTypeAndCode;
    return count.get() == 0
        ? ""
        : "; its last ERROR was of type " + (last >>> Short.SIZE) + ", code " + (last & 0xffff);
  }

  /** Handles an ERROR message. */
  void received(ByteBuffer b, int at, int length) throws MalformedMessageException {
    handler.count(Counter.ERRORS_RECEIVED);
    count.incrementAndGet();
    if (length < LEAST_BYTES) {
      throw new MalformedMessageException(OpenFlow.ERROR, length, "shorter than an error");
    }
    int typeAndCode = b.getInt(at + 8);
    lastTypeAndCode = typeAndCode;
    boolean isTold = tableMiss.refused(b, at + LEAST_BYTES, length - LEAST_BYTES, typeAndCode);
    String sender = isTold || !Session.of(connection).isReady() ? null : sender(b, at, length);
    int full = Header.version(b, at) == OpenFlow.VERSION_10 ? TABLE_FULL_10 : TABLE_FULL_13;
    if (typeAndCode == full) {
      tableIsFull(isTold, sender);
    } else if (isOfFlood(b, at, length, typeAndCode)) {
      floodRefused(b, at, length);
    } else if (!isTold && RefusedEntry.is(b, at, length)) {
      entryRefused(b, at, length, sender);
    } else if (!isTold) {
      sayOnce(b, at, length, new Kind(typeAndCode, sender));
    }
  }

  private @Nullable String sender(ByteBuffer b, int at, int length) {
    return handler.listener().refused(Session.of(connection), b, at, length);
  }

  /** Whose message it was, to append to a line; empty when that is not known. */
  private static String of(@Nullable String sender) {
    return sender == null ? "" : " of " + sender;
  }

  private static boolean isOfFlood(ByteBuffer b, int at, int length, int typeAndCode) {
    return typeAndCode >>> Short.SIZE == BAD_ACTION
        && length >= LEAST_BYTES + OpenFlow.HEADER_BYTES
        && FloodOutput.isIn(b, at + LEAST_BYTES, length - LEAST_BYTES);
  }

  private void floodRefused(ByteBuffer b, int at, int length) {
    if (refusesFlood) {
      return; // of a message that was already sent
    }
    refusesFlood = true;
    String more = handler.permitLine(connection);
    if (more != null) {
      LOG.warn(
          "{} refuses the output FLOOD with {}: from now on floods name each of its ports{}",
          connection,
          ErrorNames.of(b, at, length),
          more);
    }
  }

  private void sayOnce(ByteBuffer b, int at, int length, Kind kind) {
    if (kinds.isEmpty()) {
      kinds = new HashSet<>();
    }
    if (kinds.size() < MAX_KINDS && kinds.add(kind)) {
      String more = handler.permitLine(connection);
      if (more != null) {
        LOG.warn(
            "{} answers{}{} with {} (said once; repeats are counted){}",
            connection,
            refused(b, at, length),
            of(kind.sender()),
            ErrorNames.of(b, at, length),
            more);
      }
    }
  }

  /** The message that it refuses, to append to a line; empty when the ERROR lacks it. */
  private static String refused(ByteBuffer b, int at, int length) {
    if (length < LEAST_BYTES + OpenFlow.HEADER_BYTES) {
      return "";
    }
    int message = at + LEAST_BYTES;
    return " a " + OpenFlow.typeName(Header.version(b, message), Header.type(b, message));
  }

  private void tableIsFull(boolean isTold, @Nullable String sender) {
    handler.count(Counter.TABLES_FULL);
    fullCount.incrementAndGet();
    isFull = true;
    long pauseNs = pause.onError(handler.nowNs());
    String more = pauseNs == 0 || isTold ? null : handler.permitLine(connection);
    if (more != null) {
      LOG.warn(
          "{} says that its flow table is full: no flow entries for {} s, its packets go through"
              + " the controller{}{}",
          connection,
          pauseNs / NS_PER_SECOND,
          sender == null ? "" : "; it has refused an entry of " + sender,
          more);
    }
  }

  private void entryRefused(ByteBuffer b, int at, int length, @Nullable String sender) {
    boolean isFirst = pause.mayNameBuffers();
    isFull = false;
    long pauseNs = pause.onError(handler.nowNs());
    String more = pauseNs == 0 ? null : handler.permitLine(connection);
    if (more != null) {
      LOG.warn(
          "{} refuses a flow entry{} with {}: no flow entries for {} s, its packets go through the"
              + " controller{}{}",
          connection,
          of(sender),
          ErrorNames.of(b, at, length),
          pauseNs / NS_PER_SECOND,
          isFirst
              ? "; packets whose buffers such entries name are lost, so entries name none from now"
                  + " on"
              : "",
          more);
    }
  }
}
