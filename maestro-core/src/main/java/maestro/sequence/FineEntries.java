package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.openflow.ActionList;
import maestro.openflow.FlowAdd;
import maestro.openflow.MatchFields;
import maestro.openflow.MatchFields.Refusal;
import maestro.openflow.OpenFlow;

/**
 * Writes the entries that match more than in-port and addresses, or do more than send to one port.
 * For each:
 *
 * <ol>
 *   <li>Wanted are the fields that stages have read, and those that later ones are known to read
 *       ({@link LateReads}), unless the options say otherwise; those that the options ask for, and
 *       those that the actions need.
 *   <li>{@link MatchFields#sayable} turns them into those that tell the packet from all others.
 *   <li>What cannot be said is counted, and said once in the log for each application and reason;
 *       nothing is installed.
 * </ol>
 *
 * <p>The worker's own; allocates nothing, but for a line in the log.
 */
final class FineEntries {
  private static final int REMOVAL_NOTICE = 1;
  private static final int NO_PORT = ActionList.NO_PORT;

  private final Counters counters;
  private final FlowAdd add = new FlowAdd();
  private final LateReads late;

  /** The options that were used last in this stage; null when there are none. */
  private FlowOptions known;

  private boolean knownIsPlain;
  private long knownCookie;

  /** Whose stage runs. */
  private RunningApplication application;

  private boolean isWatched;

  FineEntries(Counters counters, int capacity) {
    this.counters = counters;
    this.late = new LateReads(capacity);
  }

  /** The stage of an application begins. */
  void enter(RunningApplication ofStage, boolean isLast) {
    application = ofStage;
    known = null;
    isWatched = !isLast;
  }

  /** Whether stages follow that may read more of what entries are installed for. */
  boolean isWatched() {
    return isWatched;
  }

  /** What later stages read of the requests that entries are installed for. */
  LateReads late() {
    return late;
  }

  /** The {@link #cookie} of the entry that was last asked about with {@link #isUsual}. */
  long usualCookie() {
    return knownCookie;
  }

  /** The cookie of an entry: that of the application, unless it has one of its own. */
  private long cookie(FlowOptions options) {
    know(options);
    return knownCookie;
  }

  /** Applications use few options, one after the other: what follows from them is kept. */
  @SuppressWarnings("ReferenceEquality") // the very object, since a comparison of all costs more
  private void know(FlowOptions options) {
    if (options != known) {
      known = options;
      knownIsPlain = options.fields() == 0 && options.tableId() == 0 && options.actions().isNone();
      knownCookie =
          application == null ? options.cookie() : application.cookies().of(options.cookie());
    }
  }

  /** Gives a message that the application sends its cookie. */
  void stamp(byte[] message) {
    if (application != null) {
      application.cookies().stamp(message);
    }
  }

  /** What an entry for a request must match beside in-port and addresses. */
  int wanted(RequestView view, FlowOptions options) { // 1
    return options.matchesRead()
        ? view.noted() | late.expected() | options.fields()
        : options.fields();
  }

  /** An entry for a request's own switch was written, while {@link #isWatched}. */
  void installed(RequestView view, FlowOptions options) {
    if (options.matchesRead()) {
      late.installed(view.index(), wanted(view, options));
    }
  }

  /** Whether an entry is one that {@link maestro.openflow.FlowModEncoder#addL2} writes. */
  boolean isUsual(RequestView view, FlowOptions options) {
    know(options);
    return knownIsPlain && ((view.noted() | late.expected()) == 0 || !options.matchesRead());
  }

  /** What matching packets get: filled by {@link #begin}. */
  ActionList actions() {
    return add.actions();
  }

  /**
   * Begins an entry.
   *
   * @param version of the switch that gets it
   * @param vlan of the packets there, or {@link FlowRequest#SAME_VLAN}
   * @param then what is done after the actions of the options
   * @param outPort where packets go in the end, or {@link ActionList#NO_PORT}
   * @return whether the switch can be told so; if not, that is counted and said, and only {@link
   *     #actions} may be used
   */
  boolean begin(
      int version,
      RequestView view,
      int inPort,
      int vlan,
      FlowActions then,
      int outPort,
      FlowOptions options) {
    FlowActions before = options.actions();
    actions().set(before.encoded(version), then.encoded(version), outPort, before.queueId());
    boolean hasOwnVlan = vlan != FlowRequest.SAME_VLAN;
    int wanted =
        wanted(view, options)
            | before.neededFields()
            | then.neededFields()
            | (hasOwnVlan ? MatchFields.VLAN : 0);
    int fields = MatchFields.sayable(wanted, version, view.frame); // 2
    boolean isDoable =
        before.isFor(version)
            && then.isFor(version)
            && (version != OpenFlow.VERSION_10 || options.tableId() == 0);
    if (fields < 0 || !isDoable) { // 3
      refused(fields < 0 ? Refusal.of(fields) : Refusal.ACTIONS_10);
      return false;
    }
    add.match(fields, inPort, hasOwnVlan ? vlan : view.frame.vlanId(), view.frame)
        .meter(then.meterId() == 0 ? before.meterId() : then.meterId())
        .entry(
            options.priority(),
            options.idleTimeoutSeconds(),
            options.hardTimeoutSeconds(),
            options.notifyRemoval() ? REMOVAL_NOTICE : 0,
            cookie(options),
            options.tableId());
    return true;
  }

  /** Begins an entry that drops. */
  boolean beginDrop(int version, RequestView view, FlowOptions options) {
    boolean begun =
        begin(
            version,
            view,
            view.inPort(),
            FlowRequest.SAME_VLAN,
            FlowActions.NONE,
            NO_PORT,
            options);
    actions()
        .set(FlowActions.NONE.encoded(version), FlowActions.NONE.encoded(version), NO_PORT, -1);
    return begun;
  }

  private void refused(Refusal reason) {
    counters.add(Counter.ENTRIES_NOT_SAYABLE, 1);
    if (application != null) {
      application.unsaid().refused(reason);
    }
  }

  /** Room that {@link #encode} needs. */
  int mostBytes(int version) {
    return add.mostBytes(version);
  }

  /** Writes the entry that was begun; its bytes. */
  int encode(ByteBuffer out, int at, int version, int xid, int bufferId) {
    return add.encode(out, at, version, xid, bufferId);
  }
}
