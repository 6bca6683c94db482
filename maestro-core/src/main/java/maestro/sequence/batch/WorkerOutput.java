package maestro.sequence.batch;

import java.nio.ByteBuffer;
import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.HeldRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;
import maestro.openflow.ActionList;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInFlyweight;
import maestro.openflow.PacketOutEncoder;
import maestro.openflow.entry.FlowModEncoder;
import maestro.openflow.entry.L2FlowAdd;
import maestro.sequence.application.RunningApplication;
import org.jspecify.annotations.Nullable;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Encodes answers directly into the reply buffer of their switch, which this worker has claimed.
 * The worker writes the buffers when the batch has run.
 */
public final class WorkerOutput implements SwitchOutput {
  /** The stage that has it; null for that of the worker itself. */
  private final @Nullable StageCall call;

  /** The request of that stage. */
  private final @Nullable RequestView request;

  private final BatchView batch;
  private final ReplyGatherer replies;
  private final PacketCopies copies;
  private final HeldRequests held;
  private final Counters counters;
  private final FineEntries fine;
  private final PacketOutWriter packetOuts;
  private final OtherSwitches others;

  /**
   * Makes the output of a worker.
   *
   * @param sequences how many there are on flow requests
   * @param divided the fields by which their requests are told apart
   */
  public WorkerOutput(
      BatchView batch,
      ReplyGatherer replies,
      SwitchTable switches,
      PacketCopies copies,
      HeldRequests held,
      Counters counters,
      int sequences,
      int divided) {
    this.call = null;
    this.request = null;
    this.batch = batch;
    this.replies = replies;
    this.copies = copies;
    this.held = held;
    this.counters = counters;
    this.fine = new FineEntries(batch, counters, sequences, divided);
    ByteBuffer scratch = ByteBuffer.allocateDirect(OpenFlow.MAX_MESSAGE_BYTES + 1);
    this.packetOuts = new PacketOutWriter(replies, counters, scratch);
    this.others = new OtherSwitches(switches, replies, fine, counters, scratch);
  }

  private WorkerOutput(WorkerOutput worker, StageCall call, RequestView request) {
    this.call = call;
    this.request = request;
    this.batch = worker.batch;
    this.replies = worker.replies;
    this.copies = worker.copies;
    this.held = worker.held;
    this.counters = worker.counters;
    this.fine = worker.fine;
    this.packetOuts = worker.packetOuts;
    this.others = worker.others;
  }

  /** The same output for a stage, which can use it in its calls only, with its own request. */
  WorkerOutput of(StageCall ofStage, RequestView ofRequest) {
    return new WorkerOutput(this, ofStage, ofRequest);
  }

  /** The view behind a request, when the stage may use both now. */
  private RequestView view(FlowRequest ofStage) {
    RequestView view = RequestView.of(ofStage);
    if (view != request && call != null) { // one of them is another worker's, or of another stage
      throw call.misuse();
    }
    return view;
  }

  private void check() {
    if (call != null) {
      call.check();
    }
  }

  /** The fields that an entry for a request would match, see {@link FineEntries#wanted}. */
  int wanted(RequestView view, FlowOptions options) {
    return fine.wanted(view, options);
  }

  /** Called when the stages of a sequence begin, when there are several. */
  void enterSequence(int sequence) {
    fine.enterSequence(sequence);
  }

  /** Called when the stage of an application begins. */
  void enter(RunningApplication application, boolean isLast) {
    fine.enter(application, isLast);
  }

  /**
   * Removes entries that match less than later stages have read, from the request's own switch.
   * Called when all stages have run. Entries on other switches stay: they only get packets that the
   * own switch lets through.
   */
  void takeBackCoarse() {
    int index = fine.late().nextTooCoarse(batch.tracked());
    while (index >= 0) {
      RequestView view = batch.revisit(index);
      int version = view.packetIn.version();
      int bytes = FlowModEncoder.deleteL2Bytes(version);
      ByteBuffer out = replies.room(view.connection(), bytes);
      int at = out.position();
      FlowModEncoder.deleteL2(
          out,
          at,
          version,
          view.packetIn.xid(),
          view.packetIn.inPort(),
          view.frame.ethSrc(),
          view.frame.ethDst());
      out.position(at + bytes);
      view.hasFlowMod();
      counters.add(Counter.ENTRIES_TAKEN_BACK, 1);
      index = fine.late().nextTooCoarse(batch.tracked());
    }
  }

  @Override
  public void before(FlowRequest request, FlowActions actions) {
    batch.prepare(view(request).index(), actions);
  }

  @Override
  public void forward(FlowRequest request, int port) {
    RequestView view = view(request);
    if (!isCopy(view)) {
      toPort(view, port == view.packetIn.inPort() ? OpenFlow.PORT_IN_PORT : port);
    }
  }

  private void toPort(RequestView view, int outPort) {
    if (batch.before(view.index()).isNone() && fine.canSay(view.connection(), outPort)) {
      packetOuts.toPort(view, view.packetIn.bufferId(), outPort);
    } else {
      packetOuts.byActions(view, fine.onlyActions(view, FlowActions.NONE, outPort));
    }
    batch.isAnswered(view.index());
  }

  @Override
  public void forward(FlowRequest request, int[] ports, int count) {
    if (count == 0) {
      drop(request);
      return;
    }
    RequestView view = view(request);
    if (!isCopy(view)) {
      batch.isMultiDestination(view.index());
      if (batch.before(view.index()).isNone()) {
        packetOuts.toPorts(view, ports, count);
      } else {
        ActionList list = fine.onlyActions(view, FlowActions.NONE, ActionList.NO_PORT);
        list.toPorts(ports, count, view.packetIn.inPort());
        packetOuts.byActions(view, list);
      }
      batch.isAnswered(view.index());
    }
  }

  @Override
  public void forward(FlowRequest request, FlowActions actions) {
    RequestView view = view(request);
    if (isCopy(view)) {
      return;
    }
    noteMultiDestination(view, actions);
    packetOuts.byActions(view, fine.onlyActions(view, actions, ActionList.NO_PORT));
    batch.isAnswered(view.index());
  }

  @Override
  public void flood(FlowRequest request) {
    RequestView view = view(request);
    if (!isCopy(view)) {
      batch.isMultiDestination(view.index());
      toPort(view, OpenFlow.PORT_FLOOD);
    }
  }

  @Override
  public void drop(FlowRequest request) {
    drop(view(request));
  }

  private void drop(RequestView view) {
    int bufferId = view.packetIn.bufferId();
    if (bufferId != OpenFlow.NO_BUFFER) {
      packetOuts.toPort(view, bufferId, PacketOutEncoder.DROP);
    }
    batch.isAnswered(view.index());
  }

  @Override
  public void installAndForward(FlowRequest request, int port, FlowOptions options) {
    RequestView view = view(request);
    if (isCopy(view)) {
      return;
    }
    PacketInFlyweight packetIn = view.packetIn;
    int outPort = port == view.packetIn.inPort() ? OpenFlow.PORT_IN_PORT : port;
    if (!fine.isUsual(view.connection(), view, outPort, options)) {
      installFine(view, FlowActions.NONE, outPort, options);
      return;
    }
    int bufferId = packetIn.bufferId();
    boolean installs = fine.mayInstall(view.connection(), view);
    int entryBuffer = entryBuffer(view);
    if (installs) {
      int version = packetIn.version();
      ByteBuffer out = replies.room(view.connection(), L2FlowAdd.bytes(version));
      int at = out.position();
      int inPort = packetIn.inPort();
      out.position(
          at + fine.encodeUsual(out, at, version, view, inPort, outPort, entryBuffer, options));
      view.hasFlowMod();
      fine.installed(view, options);
    }
    if (!installs || entryBuffer == OpenFlow.NO_BUFFER) {
      packetOuts.toPort(view, bufferId, outPort);
    }
    batch.isAnswered(view.index());
  }

  @Override
  public void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options) {
    RequestView view = view(request);
    if (isCopy(view)) {
      return;
    }
    noteMultiDestination(view, actions);
    installFine(view, actions, ActionList.NO_PORT, options);
  }

  /** Whether the packet is none of Maestro's business; a buffer of the switch is freed then. */
  private boolean isCopy(RequestView view) {
    boolean isCopy = copies.has(view);
    if (isCopy) {
      drop(view);
    }
    return isCopy;
  }

  /** The buffer that an entry may name: that of the packet, unless the switch refuses entries. */
  private static int entryBuffer(RequestView view) {
    return Session.of(view.connection()).errors().mayNameBuffers()
        ? view.packetIn.bufferId()
        : OpenFlow.NO_BUFFER;
  }

  private void noteMultiDestination(RequestView view, FlowActions actions) {
    if (actions.isMultiDestination()) {
      batch.isMultiDestination(view.index());
    }
  }

  @Override
  public void installDrop(FlowRequest request, FlowOptions options) {
    RequestView view = view(request);
    if (isCopy(view)) {
      return;
    }
    boolean begun = fine.beginDrop(view, options);
    finish(view, begun, options);
  }

  private void installFine(RequestView view, FlowActions then, int outPort, FlowOptions options) {
    int vlan = FlowRequest.SAME_VLAN;
    boolean begun =
        fine.begin(view.connection(), view, view.packetIn.inPort(), vlan, then, outPort, options);
    finish(view, begun, options);
  }

  /**
   * Writes the entry that was begun, unless there is none or the switch refuses entries, and the
   * packet after it. An entry in table 0 can name the buffer of the packet. With an entry in
   * another table the switch would start the packet in table 0, so the packet goes in a PACKET_OUT.
   */
  private void finish(RequestView view, boolean begun, FlowOptions options) {
    PacketInFlyweight packetIn = view.packetIn;
    boolean installs = begun && fine.mayInstall(view.connection(), view);
    int bufferId = options.tableId() == 0 ? entryBuffer(view) : OpenFlow.NO_BUFFER;
    if (installs) {
      int version = packetIn.version();
      ByteBuffer out = replies.room(view.connection(), fine.mostBytes(version));
      int at = out.position();
      out.position(at + fine.encode(out, at, version, packetIn.xid(), bufferId));
      view.hasFlowMod();
      fine.installed(view, options);
    }
    if (!installs || bufferId == OpenFlow.NO_BUFFER) {
      boolean isByEntry = installs && options.tableId() == 0;
      packetOuts.byActions(view, isByEntry ? fine.actionsOnPacket() : fine.actions());
    }
    batch.isAnswered(view.index());
  }

  @Override
  public void reply(FlowRequest request, byte[] frame, int length) {
    RequestView view = view(request);
    if (!isCopy(view)) {
      packetOuts.reply(view, frame, length);
      batch.isAnswered(view.index());
    }
  }

  /** Ends the batch: writes the gathered messages, unless the worker does. */
  void flush() {
    replies.flush();
  }

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {
    RequestView view = view(request);
    int version = view.packetIn.version();
    ByteBuffer out = replies.room(view.connection(), FlowModEncoder.deleteByEthDstBytes(version));
    int at = out.position();
    out.position(at + FlowModEncoder.deleteByEthDst(out, at, version, view.packetIn.xid(), ethDst));
    view.hasFlowMod();
  }

  @Override
  public Optional<HeldRequest> hold(FlowRequest request) {
    RequestView view = view(request);
    if (call == null || isCopy(view)) {
      return Optional.empty();
    }
    Optional<HeldRequest> holding = held.hold(call.application().name(), view);
    if (holding.isPresent()) {
      batch.hide(view.index());
      batch.isAnswered(view.index());
    }
    return holding;
  }

  @Override
  public void consume(FlowRequest request) {
    batch.hide(view(request).index());
  }

  @Override
  public Sent install(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    check();
    return others.install(datapathId, request, inPort, port, options);
  }

  @Override
  public Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    check();
    return others.install(datapathId, request, inPort, vlan, actions, options);
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    check();
    return others.entry(datapathId, request, inPort, port, options);
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    check();
    return others.entry(datapathId, request, inPort, vlan, actions, options);
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    check();
    return others.send(datapathId, message);
  }
}
