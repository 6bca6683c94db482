package maestro.net.session;

import java.nio.ByteBuffer;
import maestro.net.connection.Connection;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FlowModEncoder;
import maestro.openflow.entry.FlowStatsEncoder;
import maestro.openflow.entry.FlowStatsEntryFlyweight;
import maestro.openflow.entry.FlowStatsFlyweight;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;
import org.projectfloodlight.openflow.types.TableId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table-miss entry of one 1.3 switch. Without it the switch drops what matches no other entry,
 * and neither flow requests nor probes reach the controller. A switch of 1.0 has none and needs
 * none.
 *
 * <ol>
 *   <li>The entry asks for FLOW_REMOVED. When somebody else removes it, or an entry that was in its
 *       place, the switch gets it again, at most once a second.
 *   <li>Meanwhile another entry may have come into its place, and stays. So the controller first
 *       asks for the entries of table 0. CHECK_OVERLAP does not help: Open vSwitch replaces an
 *       entry with the same match all the same, and any other entry of priority 0 overlaps.
 *   <li>A switch that does not answer gets the entry.
 *   <li>When the switch refuses the entry, for example since its flow table is full, it gets the
 *       entry again after a pause. Each refusal doubles the pause, up to a minute.
 *   <li>No switch reports that somebody has changed the entry. A check of the switch's entries
 *       shows it: the entry has its cookie and asks for FLOW_REMOVED, but does not send to the
 *       controller alone. Then the switch gets it again as after a removal.
 *   <li>Another controller may have put its own entry in its place, without FLOW_REMOVED, and
 *       removed that. A check shows it: nothing is in its place, where an earlier check has shown
 *       an entry.
 * </ol>
 *
 * <p>For the holder of the claim.
 */
public final class TableMiss {
  /** An ERROR about the entry answers no request. */
  private static final int NO_XID = 0;

  private static final int TABLE_OF_REQUEST = 16;
  private static final int EMPTY_MATCH_BYTES = 8;
  private static final long LEAST_BETWEEN_NS = 1_000_000_000;
  private static final long SILENCE_NS = 3 * LEAST_BETWEEN_NS;
  private static final long LONGEST_PAUSE_NS = 60 * LEAST_BETWEEN_NS;

  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /** What is known of the entry. */
  private enum State {
    /**
     * Not ours to send: before the handshake, in 1.0, or while another controller has the switch.
     */
    NONE,

    /** In its place, as far as is known. */
    IN_PLACE,

    /** Gone or refused. The switch is asked what is in its place, when the pause is over. */
    DUE,

    /** The switch was asked, and gets the entry when it stays silent for too long. */
    ASKED
  }

  private final Session session;

  /** Volatile: written by the holder of the claim. */
  private volatile State state = State.NONE;

  /** The end of the pause of {@link State#DUE}, and of the patience of {@link State#ASKED}. */
  private long notBeforeNs;

  /** How many removals no line in the log has told. */
  private long untold;

  private boolean isRemovedSinceAsked;
  private int askedXid;

  /** Whether the check that is under way has shown an entry in its place. */
  private boolean isShown;

  /** Whether a check has shown one: so the switch shows such entries. */
  private boolean wasShown;

  /** Whether the entry is to be sent again because the switch has refused it. */
  private boolean isRefused;

  /** How long it waits after the last refusal; 0 before the first. */
  private long pauseNs;

  TableMiss(Session session) {
    this.session = session;
    this.notBeforeNs = session.connectedNs();
  }

  /** Sends the entry, in place of any other. */
  void install(int xid) {
    if (state == State.NONE) {
      state = State.IN_PLACE;
    }
    byte[] message = new byte[FlowModEncoder.tableMissBytes()];
    FlowModEncoder.tableMiss(ByteBuffer.wrap(message), 0, xid);
    Connection connection = session.connection();
    connection.output().answer(message);
    connection.flowTable().add(1);
  }

  /** Leaves the entry to another controller, until it is installed again. */
  void retire() {
    state = State.NONE;
    notBeforeNs = session.handler().nowNs();
    untold = 0;
    isShown = false;
    wasShown = false;
    isRefused = false;
    pauseNs = 0;
  }

  /**
   * Sends the entry again, now or soon, when a report says that it is gone.
   *
   * @return whether the report concerns nobody else
   */
  boolean takes(OFFlowRemoved removed) {
    boolean isInItsPlace =
        state != State.NONE
            && removed.getPriority() == 0
            && removed.getTableId().equals(TableId.ZERO)
            && !removed.getMatch().getMatchFields().iterator().hasNext();
    if (!isInItsPlace) {
      return false;
    }
    untold++;
    isRefused = false;
    isRemovedSinceAsked = true;
    becomesDue();
    return removed.getCookie().getValue() == FlowModEncoder.TABLE_MISS_COOKIE;
  }

  /**
   * Sends the entry again later when an ERROR refuses it.
   *
   * @param at where the refused message begins in the ERROR
   * @param bytes how many bytes of it the ERROR has
   * @param typeAndCode of the ERROR, for the log line
   * @return whether the ERROR is about the entry, so that no other line has to tell of it
   */
  boolean refused(ByteBuffer b, int at, int bytes, int typeAndCode) { // 4
    if (state == State.NONE || !FlowModEncoder.isTableMiss(b, at, bytes)) {
      return false;
    }
    if (isDue()) { // it is to be sent again anyway
      return true;
    }
    long nowNs = session.handler().nowNs();
    boolean isSoon = nowNs - notBeforeNs < 0;
    long before = pauseNs;
    long doubledNs = isSoon ? 2 * before : 0;
    pauseNs = Math.max(LEAST_BETWEEN_NS, Math.min(doubledNs, LONGEST_PAUSE_NS));
    isRefused = true;
    notBeforeNs = nowNs + pauseNs;
    state = State.DUE;
    String more = pauseNs == before ? null : session.handler().permitLine(session.connection());
    if (more != null) {
      LOG.warn(
          "{} refuses its table-miss entry: type {}, code {}; packets that match no entry are lost,"
              + " and it is sent again in {} s{}",
          session.describe(),
          typeAndCode >>> Short.SIZE,
          typeAndCode & 0xffff,
          pauseNs / LEAST_BETWEEN_NS,
          more);
    }
    return true;
  }

  /** Sends the entry again when a check of the switch's entries shows that it was changed. */
  public void shown(FlowStatsEntryFlyweight entry, boolean isForeign) { // 5
    if (state != State.NONE && isInItsPlace(entry)) {
      isShown = true;
      if (isForeign && isChanged(entry)) {
        mend();
      }
    }
  }

  /** Sends the entry again when a check has shown all entries, and none in its place. */
  public void allShown() { // 6
    if (wasShown && !isShown) {
      mend();
    }
    wasShown |= isShown;
    isShown = false;
  }

  private void mend() {
    if (!isDue()) {
      isRefused = false;
      becomesDue();
    }
  }

  private void becomesDue() {
    state = state == State.ASKED ? State.ASKED : State.DUE;
    sendIfDue(session.handler().nowNs());
  }

  private static boolean isInItsPlace(FlowStatsEntryFlyweight entry) {
    return entry.table() == 0 && entry.priority() == 0 && entry.matchBytes() == EMPTY_MATCH_BYTES;
  }

  /** Whether it is the entry, with other actions. A change leaves the cookie and the flags. */
  private static boolean isChanged(FlowStatsEntryFlyweight entry) {
    return entry.cookie() == FlowModEncoder.TABLE_MISS_COOKIE
        && entry.asksForFlowRemoved()
        && !isForController(entry);
  }

  private static boolean isForController(FlowStatsEntryFlyweight entry) {
    return entry.outputCount() == 1 && entry.output(0) == OpenFlow.PORT_CONTROLLER;
  }

  /** Whether {@link #sendIfDue} has to be called until it is false. Any thread. */
  boolean isDue() {
    State now = state;
    return now == State.DUE || now == State.ASKED;
  }

  /** Goes on when it is time. */
  void sendIfDue(long nowNs) {
    if (!isDue() || nowNs - notBeforeNs < 0) {
      return;
    }
    if (state == State.ASKED) { // 3
      sendAgain("removed");
    } else {
      ask(nowNs);
    }
  }

  private void ask(long nowNs) {
    state = State.ASKED;
    isRemovedSinceAsked = false;
    notBeforeNs = nowNs + SILENCE_NS;
    FlowStatsFlyweight part = new FlowStatsFlyweight();
    askedXid = session.requests().listen((b, at, length) -> onPart(part, b, at, length));
    ByteBuffer request = ByteBuffer.allocate(FlowStatsEncoder.REQUEST_BYTES);
    FlowStatsEncoder.request(request, 0, OpenFlow.VERSION_13, askedXid);
    request.put(TABLE_OF_REQUEST, (byte) 0);
    session.connection().output().answer(request.array());
  }

  private void sendAgain(String change) {
    answered();
    install(NO_XID);
    String more = isRefused ? null : session.handler().permitLine(session.connection());
    if (more != null) {
      String times = untold <= 1 ? "" : " " + untold + " times";
      untold = 0;
      LOG.warn(
          "{}: its table-miss entry was {}{}, and is sent again{}",
          session.describe(),
          change,
          times,
          more);
    }
  }

  /** A switch that does not say which entries it has gets the entry. */
  private void onPart(FlowStatsFlyweight part, ByteBuffer b, int at, int length) {
    notBeforeNs = session.handler().nowNs() + SILENCE_NS;
    boolean isPart = part.wrap(b, at, length);
    while (isPart && part.next()) {
      FlowStatsEntryFlyweight entry = part.entry();
      if (isInItsPlace(entry) && isChanged(entry)) {
        sendAgain("changed"); // 5
        return;
      }
      if (isInItsPlace(entry)) {
        answered();
        sayWhoseItIs(entry);
        return;
      }
    }
    if (!isPart || !part.hasMore()) {
      sendAgain("removed");
    }
  }

  private void answered() {
    session.requests().ignore(askedXid);
    state = isRemovedSinceAsked ? State.DUE : State.IN_PLACE;
    notBeforeNs = session.handler().nowNs() + LEAST_BETWEEN_NS;
  }

  private void sayWhoseItIs(FlowStatsEntryFlyweight entry) {
    boolean isOurs = entry.cookie() == FlowModEncoder.TABLE_MISS_COOKIE && isForController(entry);
    String more = isOurs ? null : session.handler().permitLine(session.connection());
    if (more != null) {
      LOG.warn(
          "{}: another entry is in the place of its table-miss entry, and stays{}",
          session.describe(),
          more);
    }
  }
}
