package maestro.sequence.batch;

import java.nio.ByteBuffer;
import java.util.Optional;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.Sent;
import maestro.api.SwitchOutput;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.connection.Connection;
import maestro.net.session.Session;
import maestro.net.session.SwitchTable;
import maestro.openflow.ActionList;
import maestro.openflow.ColdCodec;
import maestro.openflow.MalformedMessageException;
import maestro.openflow.OpenFlow;
import maestro.openflow.entry.L2FlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * The part of {@link SwitchOutput} for switches by their datapath id. A switch whose messages of
 * this batch the worker gathers gets the new one after them; any other gets it at once.
 *
 * <p>The worker's own.
 */
final class OtherSwitches {
  private final SwitchTable switches;
  private final ReplyGatherer replies;
  private final FineEntries fine;
  private final Counters counters;

  /** For messages to connections that this worker has not claimed, and for copies. */
  private final ByteBuffer scratch;

  OtherSwitches(
      SwitchTable switches,
      ReplyGatherer replies,
      FineEntries fine,
      Counters counters,
      ByteBuffer scratch) {
    this.switches = switches;
    this.replies = replies;
    this.fine = fine;
    this.counters = counters;
    this.scratch = scratch;
  }

  Sent install(long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    RequestView view = RequestView.of(request);
    Connection connection = switches.get(datapathId);
    if (connection == null) {
      return Sent.NO_SUCH_SWITCH;
    }
    int outPort = port == inPort ? OpenFlow.PORT_IN_PORT : port;
    if (!fine.isUsual(connection, view, outPort, options)) {
      int same = FlowRequest.SAME_VLAN;
      return installFine(connection, view, inPort, same, FlowActions.NONE, outPort, options);
    }
    if (!fine.mayInstall(connection, view)) {
      return Sent.TABLE_FULL;
    }
    int version = Session.of(connection).info().openFlowVersion();
    int noBuffer = OpenFlow.NO_BUFFER;
    if (replies.isGathering(connection)) { // after the earlier messages of this batch to it
      ByteBuffer out = replies.room(connection, L2FlowAdd.bytes(version));
      int at = out.position();
      out.position(
          at + fine.encodeUsual(out, at, version, view, inPort, outPort, noBuffer, options));
      connection.flowTable().add(1);
      return Sent.YES;
    }
    int bytes = fine.encodeUsual(scratch, 0, version, view, inPort, outPort, noBuffer, options);
    return sent(connection, connection.send(scratch, bytes));
  }

  Sent install(
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
    if (!fine.begin(connection, view, inPort, vlan, then, outPort, options)) {
      return Sent.NOT_EXPRESSIBLE;
    }
    if (!fine.mayInstall(connection, view)) {
      return Sent.TABLE_FULL;
    }
    int version = Session.of(connection).info().openFlowVersion();
    int xid = view.packetIn.xid();
    if (replies.isGathering(connection)) { // after the earlier messages of this batch to it
      ByteBuffer out = replies.room(connection, fine.mostBytes(version));
      int at = out.position();
      out.position(at + fine.encode(out, at, version, xid, OpenFlow.NO_BUFFER));
      connection.flowTable().add(1);
      return Sent.YES;
    }
    int bytes = fine.encode(scratch, 0, version, xid, OpenFlow.NO_BUFFER);
    return sent(connection, connection.send(scratch, bytes));
  }

  Optional<OFMessage> entry(
      long datapathId, FlowRequest request, int inPort, int port, FlowOptions options) {
    int outPort = port == inPort ? OpenFlow.PORT_IN_PORT : port;
    int same = FlowRequest.SAME_VLAN;
    return entry(datapathId, request, inPort, same, FlowActions.NONE, outPort, options);
  }

  Optional<OFMessage> entry(
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
    if (!fine.begin(connection, view, inPort, vlan, then, outPort, options)
        || !fine.mayInstall(connection, view)) {
      return Optional.empty();
    }
    int version = Session.of(connection).info().openFlowVersion();
    int bytes = fine.encode(scratch, 0, version, view.packetIn.xid(), OpenFlow.NO_BUFFER);
    try {
      return Optional.of(ColdCodec.read(scratch, 0, bytes));
    } catch (MalformedMessageException e) {
      throw new IllegalStateException("an entry of ours", e);
    }
  }

  Sent send(long datapathId, OFMessage message) {
    Connection connection = switches.get(datapathId);
    if (connection == null) {
      return Sent.NO_SUCH_SWITCH;
    }
    Session session = Session.of(connection);
    byte[] bytes = session.bytesOf(message);
    if (message instanceof OFFlowAdd && !fine.mayInstall(connection, session.handler().nowNs())) {
      return Sent.TABLE_FULL;
    }
    fine.sign(bytes);
    if (replies.isGathering(connection)) { // after the earlier messages of this batch to it
      replies.room(connection, bytes.length).put(bytes);
      connection.flowTable().addIn(bytes);
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
