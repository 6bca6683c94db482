package maestro.sequence;

import java.nio.ByteBuffer;
import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.Connection;
import maestro.net.SwitchTable;
import maestro.openflow.ActionList;
import maestro.openflow.ColdCodec;
import maestro.openflow.FlowModEncoder;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInFlyweight;
import maestro.openflow.PacketOutEncoder;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Encodes answers directly into the reply buffer of their switch, which this worker has claimed.
 * The worker writes the buffers when the batch has run.
 */
final class WorkerOutput implements SwitchOutput {
  private static final int REMOVAL_NOTICE = 1;

  private final BatchView batch;
  private final Replies replies;
  private final SwitchTable switches;
  private final Counters counters;
  private final FineEntries fine;

  /** For messages to connections that this worker has not claimed, and for copies. */
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(OpenFlow.MAX_MESSAGE_BYTES + 1);

  WorkerOutput(BatchView batch, Replies replies, SwitchTable switches, Counters counters) {
    this.batch = batch;
    this.replies = replies;
    this.switches = switches;
    this.counters = counters;
    this.fine = new FineEntries(counters, batch.capacity());
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
    int index = fine.late().nextTooCoarse(batch.noted());
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
          view.ethSrc(),
          view.ethDst());
      out.position(at + bytes);
      counters.add(Counter.ENTRIES_TAKEN_BACK, 1);
      index = fine.late().nextTooCoarse(batch.noted());
    }
  }

  @Override
  public void forward(FlowRequest request, int port) {
    RequestView view = RequestView.of(request);
    int outPort = port == view.inPort() ? OpenFlow.PORT_IN_PORT : port;
    packetOut(view, view.packetIn.bufferId(), outPort);
  }

  @Override
  public void forward(FlowRequest request, int[] ports, int count) {
    if (count == 0) {
      drop(request);
      return;
    }
    RequestView view = RequestView.of(request);
    batch.isForMany(view.index());
    PacketInFlyweight packetIn = view.packetIn;
    int dataBytes = packetIn.bufferId() != OpenFlow.NO_BUFFER ? 0 : packetIn.dataLength();
    int version = packetIn.version();
    int mostBytes = PacketOutEncoder.bytes(version, count, dataBytes);
    if (mostBytes > OpenFlow.MAX_MESSAGE_BYTES) {
      counters.add(Counter.REQUESTS_TOO_LONG, 1);
      return;
    }
    ByteBuffer out = replies.room(view.connection(), mostBytes);
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            packetIn.xid(),
            packetIn.bufferId(),
            packetIn.inPort(),
            ports,
            count,
            packetIn.buffer(),
            packetIn.dataOffset(),
            dataBytes));
  }

  @Override
  public void forward(FlowRequest request, FlowActions actions) {
    RequestView view = RequestView.of(request);
    noteForMany(view, actions);
    int version = view.packetIn.version();
    ByteBuffer none = FlowActions.NONE.encoded(version);
    ActionList list = fine.actions();
    list.set(none, actions.encoded(version), ActionList.NO_PORT, ActionList.NO_QUEUE);
    packetOut(view, list);
  }

  @Override
  public void flood(FlowRequest request) {
    RequestView view = RequestView.of(request);
    batch.isForMany(view.index());
    packetOut(view, view.packetIn.bufferId(), OpenFlow.PORT_FLOOD);
  }

  @Override
  public void drop(FlowRequest request) {
    RequestView view = RequestView.of(request);
    int bufferId = view.packetIn.bufferId();
    if (bufferId != OpenFlow.NO_BUFFER) {
      packetOut(view, bufferId, PacketOutEncoder.DROP);
    }
  }

  private void packetOut(RequestView view, int bufferId, int port) {
    PacketInFlyweight packetIn = view.packetIn;
    int dataBytes = bufferId != OpenFlow.NO_BUFFER ? 0 : packetIn.dataLength();
    int version = packetIn.version();
    ByteBuffer out = replies.room(view.connection(), PacketOutEncoder.bytes(version, dataBytes));
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            packetIn.xid(),
            bufferId,
            packetIn.inPort(),
            port,
            packetIn.buffer(),
            packetIn.dataOffset(),
            dataBytes));
  }

  /** Sends the packet by a list of actions; an empty list drops it. */
  private void packetOut(RequestView view, ActionList actions) {
    PacketInFlyweight packetIn = view.packetIn;
    boolean buffered = packetIn.bufferId() != OpenFlow.NO_BUFFER;
    int version = packetIn.version();
    if (!buffered && actions.bytes(version) == 0) {
      return;
    }
    int dataBytes = buffered ? 0 : packetIn.dataLength();
    int mostBytes = PacketOutEncoder.bytes(version, actions, dataBytes);
    if (mostBytes > OpenFlow.MAX_MESSAGE_BYTES) {
      counters.add(Counter.REQUESTS_TOO_LONG, 1);
      return;
    }
    ByteBuffer out = replies.room(view.connection(), mostBytes);
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            packetIn.xid(),
            packetIn.bufferId(),
            packetIn.inPort(),
            actions,
            packetIn.buffer(),
            packetIn.dataOffset(),
            dataBytes));
  }

  @Override
  public void installAndForward(FlowRequest request, int port, FlowOptions options) {
    RequestView view = RequestView.of(request);
    PacketInFlyweight packetIn = view.packetIn;
    int outPort = port == view.inPort() ? OpenFlow.PORT_IN_PORT : port;
    if (!fine.isUsual(view, options)) {
      installFine(view, FlowActions.NONE, outPort, options);
      return;
    }
    int bufferId = packetIn.bufferId();
    boolean installs = mayInstall(view.connection(), view);
    if (installs) {
      int version = packetIn.version();
      ByteBuffer out = replies.room(view.connection(), FlowModEncoder.addL2Bytes(version));
      int at = out.position();
      int inPort = packetIn.inPort();
      out.position(at + flowMod(out, at, version, view, inPort, outPort, bufferId, options));
      fine.installed(view, options);
    }
    if (!installs || bufferId == OpenFlow.NO_BUFFER) {
      packetOut(view, bufferId, outPort);
    }
  }

  @Override
  public void installAndForward(FlowRequest request, FlowActions actions, FlowOptions options) {
    RequestView view = RequestView.of(request);
    noteForMany(view, actions);
    installFine(view, actions, ActionList.NO_PORT, options);
  }

  private void noteForMany(RequestView view, FlowActions actions) {
    if (actions.isForMany()) {
      batch.isForMany(view.index());
    }
  }

  @Override
  public void installDrop(FlowRequest request, FlowOptions options) {
    RequestView view = RequestView.of(request);
    boolean begun = fine.beginDrop(view.packetIn.version(), view, options);
    finish(view, begun, options);
  }

  private void installFine(RequestView view, FlowActions then, int outPort, FlowOptions options) {
    int version = view.packetIn.version();
    int vlan = FlowRequest.SAME_VLAN;
    boolean begun = fine.begin(version, view, view.inPort(), vlan, then, outPort, options);
    finish(view, begun, options);
  }

  /**
   * Writes the entry that was begun, unless there is none or the flow table is full, and the packet
   * after it. An entry in table 0 can name the buffer of the packet. With an entry in another table
   * the switch would start the packet in table 0, so the packet goes in a PACKET_OUT.
   */
  private void finish(RequestView view, boolean begun, FlowOptions options) {
    PacketInFlyweight packetIn = view.packetIn;
    boolean installs = begun && mayInstall(view.connection(), view);
    int bufferId = options.tableId() == 0 ? packetIn.bufferId() : OpenFlow.NO_BUFFER;
    if (installs) {
      int version = packetIn.version();
      ByteBuffer out = replies.room(view.connection(), fine.mostBytes(version));
      int at = out.position();
      out.position(at + fine.encode(out, at, version, packetIn.xid(), bufferId));
      fine.installed(view, options);
    }
    if (!installs || bufferId == OpenFlow.NO_BUFFER) {
      packetOut(view, fine.actions());
    }
  }

  /** Whether the switch has room for a flow entry, as far as it reports; counts a refusal. */
  private boolean mayInstall(Connection connection, RequestView view) {
    boolean mayInstall = connection.session().mayInstall(view.nowNs());
    if (!mayInstall) {
      counters.add(Counter.ENTRIES_NOT_INSTALLED, 1);
    }
    return mayInstall;
  }

  /** Writes an entry for which {@link FineEntries#isUsual} is true; returns its length in bytes. */
  private int flowMod(
      ByteBuffer out,
      int at,
      int version,
      RequestView view,
      int inPort,
      int outPort,
      int bufferId,
      FlowOptions options) {
    return FlowModEncoder.addL2(
        out,
        at,
        version,
        view.packetIn.xid(),
        inPort,
        view.ethSrc(),
        view.ethDst(),
        outPort,
        options.priority(),
        options.idleTimeoutSeconds(),
        options.hardTimeoutSeconds(),
        bufferId,
        options.notifyRemoval() ? REMOVAL_NOTICE : 0,
        fine.cookie(options));
  }

  @Override
  public Sent install(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    RequestView view = RequestView.of(request);
    Connection connection = switches.get(datapathId);
    if (connection == null) {
      return Sent.NO_SUCH_SWITCH;
    }
    int outPort = port == inPort ? OpenFlow.PORT_IN_PORT : port;
    if (!fine.isUsual(view, options)) {
      int same = FlowRequest.SAME_VLAN;
      return installFine(connection, view, inPort, same, FlowActions.NONE, outPort, options);
    }
    if (!mayInstall(connection, view)) {
      return Sent.TABLE_FULL;
    }
    int version = connection.session().info().openFlowVersion();
    int noBuffer = OpenFlow.NO_BUFFER;
    if (replies.isGathering(connection)) { // after the earlier messages of this batch to it
      ByteBuffer out = replies.room(connection, FlowModEncoder.addL2Bytes(version));
      int at = out.position();
      out.position(at + flowMod(out, at, version, view, inPort, outPort, noBuffer, options));
      return Sent.YES;
    }
    int bytes = flowMod(scratch, 0, version, view, inPort, outPort, noBuffer, options);
    return sent(connection, connection.send(scratch, bytes));
  }

  @Override
  public Sent install(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    Connection connection = switches.get(datapathId);
    return connection == null
        ? Sent.NO_SUCH_SWITCH
        : installFine(
            connection,
            RequestView.of(request),
            inPort,
            vlan,
            actions,
            ActionList.NO_PORT,
            options);
  }

  private Sent installFine(
      Connection connection,
      RequestView view,
      int inPort,
      int vlan,
      FlowActions then,
      int outPort,
      FlowOptions options) {
    int version = connection.session().info().openFlowVersion();
    if (!fine.begin(version, view, inPort, vlan, then, outPort, options)) {
      return Sent.CANNOT_BE_SAID;
    }
    if (!mayInstall(connection, view)) {
      return Sent.TABLE_FULL;
    }
    int xid = view.packetIn.xid();
    if (replies.isGathering(connection)) { // after the earlier messages of this batch to it
      ByteBuffer out = replies.room(connection, fine.mostBytes(version));
      int at = out.position();
      out.position(at + fine.encode(out, at, version, xid, OpenFlow.NO_BUFFER));
      return Sent.YES;
    }
    int bytes = fine.encode(scratch, 0, version, xid, OpenFlow.NO_BUFFER);
    return sent(connection, connection.send(scratch, bytes));
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    int outPort = port == inPort ? OpenFlow.PORT_IN_PORT : port;
    int same = FlowRequest.SAME_VLAN;
    return entry(datapathId, request, inPort, same, FlowActions.NONE, outPort, options);
  }

  @Override
  public Optional<OFMessage> entry(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions actions,
      FlowOptions options) {
    return entry(datapathId, request, inPort, vlan, actions, ActionList.NO_PORT, options);
  }

  private Optional<OFMessage> entry(
      long datapathId,
      FlowRequest request,
      int inPort,
      int vlan,
      FlowActions then,
      int outPort,
      FlowOptions options) {
    RequestView view = RequestView.of(request);
    Connection connection = switches.get(datapathId);
    if (connection == null) {
      return Optional.empty();
    }
    int version = connection.session().info().openFlowVersion();
    if (!fine.begin(version, view, inPort, vlan, then, outPort, options)) {
      return Optional.empty();
    }
    int bytes = fine.encode(scratch, 0, version, view.packetIn.xid(), OpenFlow.NO_BUFFER);
    try {
      return Optional.of(ColdCodec.read(scratch, 0, bytes));
    } catch (MalformedMessageException e) {
      throw new IllegalStateException("an entry of ours", e);
    }
  }

  @Override
  public void reply(FlowRequest request, byte[] frame, int length) {
    RequestView view = RequestView.of(request);
    int version = view.packetIn.version();
    scratch.put(0, frame, 0, length);
    ByteBuffer out = replies.room(view.connection(), PacketOutEncoder.bytes(version, length));
    encoded(
        out,
        PacketOutEncoder.encode(
            out,
            out.position(),
            version,
            view.packetIn.xid(),
            OpenFlow.NO_BUFFER,
            OpenFlow.PORT_CONTROLLER,
            view.packetIn.inPort(),
            scratch,
            0,
            length));
  }

  /** Ends the batch: writes the gathered messages, unless the worker does. */
  void flush() {
    replies.flush();
  }

  /**
   * Moves the position past a PACKET_OUT of this length; 0 bytes count as a packet that is too
   * long.
   */
  private void encoded(ByteBuffer out, int bytes) {
    if (bytes == 0) {
      counters.add(Counter.REQUESTS_TOO_LONG, 1);
    }
    out.position(out.position() + bytes);
  }

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {
    RequestView view = RequestView.of(request);
    int version = view.packetIn.version();
    ByteBuffer out = replies.room(view.connection(), FlowModEncoder.deleteByEthDstBytes(version));
    int at = out.position();
    out.position(at + FlowModEncoder.deleteByEthDst(out, at, version, view.packetIn.xid(), ethDst));
  }

  @Override
  public void consume(FlowRequest request) {
    batch.hide(RequestView.of(request).index());
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    Connection connection = switches.get(datapathId);
    if (connection == null) {
      return Sent.NO_SUCH_SWITCH;
    }
    byte[] bytes = connection.session().bytesOf(message);
    fine.stamp(bytes);
    if (replies.isGathering(connection)) { // after the earlier messages of this batch to it
      replies.room(connection, bytes.length).put(bytes);
      return Sent.YES;
    }
    return sent(connection, connection.send(bytes));
  }

  private Sent sent(Connection connection, boolean taken) {
    if (taken) {
      return Sent.YES;
    }
    counters.add(Counter.SENDS_REFUSED, 1);
    return connection.isGone() ? Sent.NO_SUCH_SWITCH : Sent.CONGESTED;
  }
}
