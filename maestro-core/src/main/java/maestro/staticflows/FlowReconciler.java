package maestro.staticflows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Judges the entries of static flows in a switch's dump.
 *
 * <ol>
 *   <li>An entry with the cookie of a flow of this switch is that flow, since the cookie follows
 *       from the content. It is right when priority, table, timeouts and outputs are, too. Its
 *       match is not compared: switches write matches differently.
 *   <li>An entry whose outputs somebody has changed is replaced.
 *   <li>Any other entry is of a flow that is no more.
 *   <li>Missing flows are added, except those that ran out by a timeout during this connection.
 *   <li>A flow that was added is installed when the switch has confirmed the changes and sent no
 *       ERROR.
 * </ol>
 *
 * <p>On the event thread; while the applications are exchanged, on two of them.
 */
final class FlowReconciler implements EntryReconciler {
  private final SwitchTable switches;
  private final FlowSender sender;
  private final FlowStates states;

  /** What a dump has shown. */
  private static final class Dumped {
    private final Set<StaticFlow> seen = new HashSet<>();
    private final Map<StaticFlow, Integer> xids = new HashMap<>();
  }

  /** By connection, which is named by its features. Guarded by this. */
  private final Map<Long, Dumped> dumps = new HashMap<>();

  /** Volatile: replaced as a whole, by switch. */
  private volatile Map<Long, List<StaticFlow>> wanted = Map.of();

  /** Volatile; the cookies of flows that send packets elsewhere than to the controller. Sorted. */
  private volatile long[] copying = {};

  FlowReconciler(SwitchTable switches, FlowSender sender, FlowStates states) {
    this.switches = switches;
    this.sender = sender;
    this.states = states;
  }

  /** Sets the flows that switches must have. Any thread. */
  void want(Iterable<StaticFlow> flows) {
    Map<Long, List<StaticFlow>> next = new HashMap<>();
    LongStream.Builder elsewhere = LongStream.builder();
    for (StaticFlow each : flows) {
      next.computeIfAbsent(each.datapathId(), id -> new ArrayList<>()).add(each);
      if (each.sendsElsewhere()) {
        elsewhere.accept(each.cookie());
      }
    }
    wanted = next;
    copying = elsewhere.build().sorted().toArray();
  }

  /**
   * Whether packets that the entry with a cookie sends to the controller go elsewhere, too. Any
   * thread; allocates nothing.
   */
  boolean makesCopies(long cookie) {
    return Arrays.binarySearch(copying, cookie) >= 0;
  }

  /** The flow of a switch with a cookie. Any thread. */
  Optional<StaticFlow> find(long datapathId, long cookie) {
    return of(datapathId).stream().filter(each -> each.cookie() == cookie).findFirst();
  }

  private List<StaticFlow> of(long datapathId) {
    return wanted.getOrDefault(datapathId, List.of());
  }

  @Override
  public synchronized void begin(SwitchInfo info) {
    end(info);
    dumps.put(info.datapathId(), new Dumped());
  }

  @Override
  public synchronized EntryVerdict verdict(SwitchInfo info, FlowEntry entry) {
    Dumped dump = dumps.computeIfAbsent(info.datapathId(), id -> new Dumped());
    for (StaticFlow flow : of(info.datapathId())) {
      if (flow.cookie() == entry.cookie()
          && isPlaceOf(flow, info, entry)
          && !dump.seen.contains(flow)) { // 1
        dump.seen.add(flow);
        if (isRight(flow, entry)) {
          states.set(flow, info, FlowState.INSTALLED, null);
          return EntryVerdict.KEEP;
        }
        OFFlowMod replacement = message(info, flow, dump); // 2
        return replacement == null ? EntryVerdict.KEEP : EntryVerdict.replaceWith(replacement);
      }
    }
    return EntryVerdict.REMOVE; // 3
  }

  private static boolean isPlaceOf(StaticFlow flow, SwitchInfo info, FlowEntry entry) {
    return flow.priority() == entry.priority()
        && (info.openFlowVersion() == OpenFlow.VERSION_10 || flow.table() == entry.table());
  }

  private static boolean isRight(StaticFlow flow, FlowEntry entry) {
    if (flow.idleSeconds() != entry.idleTimeoutSeconds()
        || flow.hardSeconds() != entry.hardTimeoutSeconds()) {
      return false;
    }
    int[] outputs = flow.outputs().orElse(null);
    if (outputs == null) {
      return true;
    }
    if (outputs.length != entry.outputCount()) {
      return false;
    }
    for (int i = 0; i < outputs.length; i++) {
      if (outputs[i] != entry.output(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public synchronized List<OFFlowMod> missing(SwitchInfo info) { // 4
    Dumped dump = dumps.computeIfAbsent(info.datapathId(), id -> new Dumped());
    List<OFFlowMod> missing = new ArrayList<>();
    for (StaticFlow flow : of(info.datapathId())) {
      if (!dump.seen.contains(flow) && states.of(flow, info).state() != FlowState.EXPIRED) {
        OFFlowMod message = message(info, flow, dump);
        if (message != null) {
          missing.add(message);
        }
      }
    }
    return missing;
  }

  private @Nullable OFFlowMod message(SwitchInfo info, StaticFlow flow, Dumped dump) {
    Session session = session(info);
    if (session == null) {
      return null; // it has left
    }
    int xid = sender.expect(session, flow);
    try {
      OFFlowMod message = flow.add(FlowSender.factory(session), Integer.toUnsignedLong(xid));
      dump.xids.put(flow, xid);
      return message;
    } catch (UnsupportedFlowException e) {
      session.requests().ignore(xid);
      states.set(flow, info, FlowState.REFUSED, e.text());
      return null;
    }
  }

  @SuppressWarnings("ReferenceEquality") // each connection has an object of its own
  private @Nullable Session session(SwitchInfo info) {
    Connection connection = switches.get(info.datapathId());
    return connection != null && Session.of(connection).info() == info
        ? Session.of(connection)
        : null;
  }

  /** The switch has confirmed all changes that followed from the dump. */
  synchronized void confirmed(SwitchInfo info) { // 5
    Dumped dump = dumps.get(info.datapathId());
    if (dump != null) {
      for (StaticFlow each : dump.xids.keySet()) {
        states.change(each, info, FlowState.PENDING, FlowState.INSTALLED, null);
      }
    }
    end(info);
  }

  private void end(SwitchInfo info) {
    Dumped dump = dumps.remove(info.datapathId());
    Session session = session(info);
    if (dump != null && session != null) {
      dump.xids.values().forEach(session.requests()::ignore);
    }
  }
}
