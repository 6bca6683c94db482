package maestro.sequence.batch;

import java.nio.ByteBuffer;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.openflow.ActionList;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.FlowAdd;
import maestro.openflow.entry.L2FlowAdd;
import maestro.openflow.entry.MatchFields;
import maestro.openflow.entry.MatchFields.Refusal;
import maestro.sequence.application.RunningApplication;
import org.jspecify.annotations.Nullable;

/**
 * Writes flow entries. The usual one matches in-port and Ethernet addresses and sends to one port.
 * For each entry that matches or does more:
 *
 * <ol>
 *   <li>Collect the wanted fields: those of the options and those that the actions need. Unless the
 *       options say otherwise, add those that stages have read and those that later stages are
 *       known to read ({@link LateReads}).
 *   <li>{@link MatchFields#expressible} turns them into the fields of a match that covers only
 *       packets with the same values.
 *   <li>When a match cannot express them, install nothing, count the entry, and log each reason
 *       once for each application.
 * </ol>
 *
 * <p>The worker's own; allocates nothing, except for a log line.
 */
final class FineEntries {
  private static final int REMOVAL_NOTICE = 1;
  private static final int NO_PORT = ActionList.NO_PORT;

  /** No actions, in both versions. */
  private static final ByteBuffer NOTHING = FlowActions.NONE.encoded(OpenFlow.VERSION_13);

  private final BatchView batch;
  private final Counters counters;
  private final L2FlowAdd usual = new L2FlowAdd();
  private final FlowAdd add = new FlowAdd();
  private final LateReads[] lateBySequence;

  /** The fields that every entry matches, since requests are divided among sequences by them. */
  private final int divided;

  /** Of these, what an entry matches anyway, unless its options are exact. */
  private final int dividedLink;

  /** That of the sequence that runs. */
  private LateReads late;

  /** The application whose stage runs. */
  private @Nullable RunningApplication application;

  /** Whether later stages follow, which may read more of the requests with entries. */
  private boolean isWatched;

  /**
   * Nothing was read so far.
   *
   * @param sequences how many there are on flow requests
   * @param divided the fields by which their requests are told apart
   */
  FineEntries(BatchView batch, Counters counters, int sequences, int divided) {
    this.batch = batch;
    this.counters = counters;
    this.divided = divided & ~MatchFields.LINK;
    this.dividedLink = divided & MatchFields.LINK;
    this.lateBySequence = new LateReads[sequences];
    for (int i = 0; i < sequences; i++) {
      lateBySequence[i] = new LateReads(batch.capacity());
    }
    this.late = lateBySequence[0];
  }

  /** Called when the stages of a sequence begin, when there are several. */
  void enterSequence(int sequence) {
    late = lateBySequence[sequence];
  }

  /** Called when the stage of an application begins. */
  void enter(RunningApplication ofStage, boolean isLast) {
    application = ofStage;
    isWatched = !isLast;
  }

  /** The reads by later stages of requests with entries. */
  LateReads late() {
    return late;
  }

  /** The cookie of an entry: the application's, unless the options have their own. */
  private long cookie(FlowOptions options) {
    return application == null ? options.cookie() : application.cookies().of(options.cookie());
  }

  /** Signs a message that the application sends. */
  void sign(byte[] message) {
    if (application != null) {
      application.cookies().sign(message);
    }
  }

  /** The fields that an entry for a request must match, beside in-port and addresses. */
  int wanted(RequestView view, FlowOptions options) { // 1
    return options.matchesRead()
        ? view.tracked() | late.expected() | options.fields() | divided
        : options.fields() | divided;
  }

  /** Of which addresses only a prefix is matched; the whole of those that stages read. */
  private int prefixes(RequestView view, FlowOptions options) {
    int prefixes = options.prefixes();
    return prefixes == 0 || !options.matchesRead()
        ? prefixes
        : MatchFields.withoutPrefixes(prefixes, view.tracked() | late.expected());
  }

  /** An entry for a request's own switch was written; tracked when later stages may read more. */
  void installed(RequestView view, FlowOptions options) {
    if (isWatched && options.matchesRead()) {
      late.installed(view.index(), wanted(view, options));
    }
  }

  /** Whether the switch has room for a flow entry, as far as it reports; counts a refusal. */
  boolean mayInstall(Connection connection, RequestView view) {
    return mayInstall(connection, view.timeNs());
  }

  /** The same without a request. */
  boolean mayInstall(Connection connection, long nowNs) {
    boolean mayInstall = Session.of(connection).errors().mayInstall(nowNs);
    if (!mayInstall) {
      counters.add(Counter.ENTRIES_NOT_INSTALLED, 1);
    }
    return mayInstall;
  }

  /** Whether {@link #encodeUsual} can write the entry. */
  boolean isUsual(Connection to, RequestView view, int outPort, FlowOptions options) {
    return wanted(view, options) == 0
        && !options.isExact()
        && options.tableId() == 0
        && options.actions().isNone()
        && lead(to, view).isNone()
        && canSay(to, outPort);
  }

  /** What earlier stages have put before the answer; only at the request's own switch. */
  private FlowActions lead(Connection to, RequestView view) {
    return to == view.connection() ? batch.before(view.index()) : FlowActions.NONE;
  }

  /** Whether one OUTPUT action says a port to a switch: FLOOD is several for some. */
  boolean canSay(Connection to, int outPort) {
    return outPort != OpenFlow.PORT_FLOOD || Session.of(to).floodPorts() == null;
  }

  /** Writes a usual entry; returns its length in bytes, {@link L2FlowAdd#bytes}. */
  int encodeUsual(
      ByteBuffer out,
      int at,
      int version,
      RequestView view,
      int inPort,
      int outPort,
      int bufferId,
      FlowOptions options) {
    usual.entry(
        options.priority(),
        options.idleTimeoutSeconds(),
        options.hardTimeoutSeconds(),
        options.notifyRemoval() ? REMOVAL_NOTICE : 0,
        cookie(options));
    return usual.encode(
        out,
        at,
        version,
        view.packetIn.xid(),
        inPort,
        view.frame.ethSrc(),
        view.frame.ethDst(),
        outPort,
        bufferId);
  }

  /**
   * The actions of a PACKET_OUT to a request's own switch, in the same list as those of entries.
   */
  ActionList onlyActions(RequestView view, FlowActions actions, int outPort) {
    int version = view.packetIn.version();
    ByteBuffer none = FlowActions.NONE.encoded(version);
    FlowActions lead = lead(view.connection(), view);
    ActionList list = actions();
    list.set(none, actions.encoded(version), outPort, lead.queueId());
    list.lead(lead.encoded(version));
    list.floodTo(version, Session.of(view.connection()).floodPorts(), view.packetIn.inPort());
    return list;
  }

  /**
   * The actions on the packet of an entry that was written. When matching packets go on in another
   * table, the packet goes through the tables, and so by the entry.
   */
  ActionList actionsOnPacket() {
    if (add.goesOn()) {
      actions().set(NOTHING, NOTHING, OpenFlow.PORT_TABLE, ActionList.NO_QUEUE);
    }
    return actions();
  }

  /** The actions on matching packets; {@link #begin} fills them. */
  ActionList actions() {
    return add.actions();
  }

  /**
   * Begins an entry.
   *
   * @param to the switch that gets the entry
   * @param vlan the VLAN of the packets at that switch, or {@link FlowRequest#SAME_VLAN}
   * @param then the actions after those of the options
   * @param outPort the output after all actions, or {@link ActionList#NO_PORT}
   * @return whether the switch's version can express the entry. If not, the refusal is counted and
   *     logged, and only {@link #actions} may be used
   */
  boolean begin(
      Connection to,
      RequestView view,
      int inPort,
      int vlan,
      FlowActions then,
      int outPort,
      FlowOptions options) {
    return begin(lead(to, view), to, view, inPort, vlan, then, outPort, options);
  }

  private boolean begin(
      FlowActions lead,
      Connection to,
      RequestView view,
      int inPort,
      int vlan,
      FlowActions then,
      int outPort,
      FlowOptions options) {
    int version = Session.of(to).info().openFlowVersion();
    FlowActions before = options.actions();
    int queue = before.queueId() == ActionList.NO_QUEUE ? lead.queueId() : before.queueId();
    actions().set(before.encoded(version), then.encoded(version), outPort, queue);
    actions().lead(lead.encoded(version));
    actions().floodTo(version, Session.of(to).floodPorts(), inPort);
    boolean hasOwnVlan = vlan != FlowRequest.SAME_VLAN;
    int wanted =
        wanted(view, options)
            | lead.neededFields()
            | before.neededFields()
            | then.neededFields()
            | (hasOwnVlan ? MatchFields.VLAN : 0)
            | (options.isExact() ? dividedLink : MatchFields.LINK);
    int fields = MatchFields.expressible(wanted, version, view.frame); // 2
    boolean isDoable =
        lead.isFor(version)
            && before.isFor(version)
            && then.isFor(version)
            && (version != OpenFlow.VERSION_10 || isQueueSaid10(lead, before, then))
            && (version != OpenFlow.VERSION_10 || options.tableId() == 0);
    if (fields < 0 || !isDoable) { // 3
      refused(to, fields < 0 ? Refusal.of(fields) : Refusal.ACTIONS_10);
      return false;
    }
    int nextTable = nextTable(lead, before, then);
    if (nextTable != 0 && nextTable <= options.tableId()) {
      throw new IllegalArgumentException(
          "an entry in table %d lets packets go on in table %d; allowed: in a later one"
              .formatted(options.tableId(), nextTable));
    }
    add.match(
            fields,
            prefixes(view, options),
            inPort,
            hasOwnVlan ? vlan : view.frame.vlanId(),
            view.frame)
        .meter(meter(lead, before, then))
        .nextTable(nextTable)
        .entry(
            options.priority(),
            options.idleTimeoutSeconds(),
            options.hardTimeoutSeconds(),
            options.notifyRemoval() ? REMOVAL_NOTICE : 0,
            cookie(options),
            options.tableId());
    return true;
  }

  /** The last one that a list has. */
  private static int meter(FlowActions lead, FlowActions before, FlowActions then) {
    if (then.meterId() != 0) {
      return then.meterId();
    }
    return before.meterId() != 0 ? before.meterId() : lead.meterId();
  }

  private static int nextTable(FlowActions lead, FlowActions before, FlowActions then) {
    if (then.nextTableId() != 0) {
      return then.nextTableId();
    }
    return before.nextTableId() != 0 ? before.nextTableId() : lead.nextTableId();
  }

  /** Whether a queue of the lead is for one port alone: 1.0 has no action that only sets it. */
  private static boolean isQueueSaid10(FlowActions lead, FlowActions before, FlowActions then) {
    return lead.queueId() == ActionList.NO_QUEUE
        || before.encoded(1).capacity() + then.encoded(1).capacity() == 0;
  }

  /** Begins an entry for a request's own switch that drops packets, whatever was put before. */
  boolean beginDrop(RequestView view, FlowOptions options) {
    boolean begun =
        begin(
            FlowActions.NONE,
            view.connection(),
            view,
            view.packetIn.inPort(),
            FlowRequest.SAME_VLAN,
            FlowActions.NONE,
            NO_PORT,
            options);
    add.nextTable(0);
    actions().set(NOTHING, NOTHING, NO_PORT, ActionList.NO_QUEUE);
    return begun;
  }

  private void refused(Connection to, Refusal reason) {
    counters.add(Counter.ENTRIES_NOT_SAYABLE, 1);
    if (application != null) {
      application.inexpressible().refused(to, reason);
    }
  }

  /** The room in bytes that {@link #encode} needs. */
  int mostBytes(int version) {
    return add.mostBytes(version);
  }

  /** Writes the entry that was begun; returns its length in bytes. */
  int encode(ByteBuffer out, int at, int version, int xid, int bufferId) {
    return add.encode(out, at, version, xid, bufferId);
  }
}
