package maestro.sequence;

import java.nio.ByteBuffer;
import maestro.api.FlowRequest;
import maestro.api.SwitchOutput;
import maestro.metrics.Counter;
import maestro.metrics.Counters;
import maestro.net.BufferPool;
import maestro.net.Connection;
import maestro.net.SwitchTable;
import maestro.openflow.ColdCodec;
import maestro.openflow.FlowModEncoder;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInFlyweight;
import maestro.openflow.PacketOutEncoder;
import org.projectfloodlight.openflow.protocol.OFMessage;

/**
 * Serialises answers straight into the reply buffer of the switch they go to, which this worker has
 * claimed. The worker writes the buffers when the batch has been run.
 */
final class WorkerOutput implements SwitchOutput {
  /** Above the table-miss entry, below what an operator would install by hand. */
  private static final int PRIORITY = 100;

  private static final int NO_FLAGS = 0;

  /** "maestro" in ASCII, so that our entries can be told from others'. */
  private static final long COOKIE = 0x006d_6165_7374_726fL;

  private final int worker;
  private final BatchView batch;
  private final BufferPool pool;
  private final SwitchTable switches;
  private final Counters counters;

  WorkerOutput(
      int worker, BatchView batch, BufferPool pool, SwitchTable switches, Counters counters) {
    this.worker = worker;
    this.batch = batch;
    this.pool = pool;
    this.switches = switches;
    this.counters = counters;
  }

  @Override
  public void forward(FlowRequest request, int port) {
    RequestView view = (RequestView) request;
    packetOut(view, port == view.inPort() ? OpenFlow.PORT_IN_PORT : port);
  }

  @Override
  public void flood(FlowRequest request) {
    packetOut((RequestView) request, OpenFlow.PORT_FLOOD);
  }

  @Override
  public void drop(FlowRequest request) {
    RequestView view = (RequestView) request;
    if (view.packetIn.bufferId() != OpenFlow.NO_BUFFER) {
      packetOut(view, PacketOutEncoder.DROP);
    }
  }

  private void packetOut(RequestView view, int port) {
    PacketInFlyweight packetIn = view.packetIn;
    boolean buffered = packetIn.bufferId() != OpenFlow.NO_BUFFER;
    int dataBytes = buffered ? 0 : packetIn.dataLength();
    int version = packetIn.version();
    ByteBuffer out = view.connection().replyRoom(PacketOutEncoder.bytes(version, dataBytes), pool);
    int at = out.position();
    int bytes =
        PacketOutEncoder.encode(
            out,
            at,
            version,
            packetIn.xid(),
            packetIn.bufferId(),
            packetIn.inPort(),
            port,
            packetIn.buffer(),
            packetIn.dataOffset(),
            dataBytes);
    if (bytes == 0) {
      counters.add(Counter.REQUESTS_TOO_LONG, 1);
    }
    out.position(at + bytes);
  }

  @Override
  public void installAndForward(
      FlowRequest request, int port, int idleTimeoutSeconds, int hardTimeoutSeconds) {
    RequestView view = (RequestView) request;
    PacketInFlyweight packetIn = view.packetIn;
    int version = packetIn.version();
    int outPort = port == view.inPort() ? OpenFlow.PORT_IN_PORT : port;
    ByteBuffer out = view.connection().replyRoom(FlowModEncoder.addL2Bytes(version), pool);
    int at = out.position();
    int bytes =
        FlowModEncoder.addL2(
            out,
            at,
            version,
            packetIn.xid(),
            packetIn.inPort(),
            view.ethSrc(),
            view.ethDst(),
            outPort,
            PRIORITY,
            idleTimeoutSeconds,
            hardTimeoutSeconds,
            packetIn.bufferId(),
            NO_FLAGS,
            COOKIE);
    out.position(at + bytes);
    if (packetIn.bufferId() == OpenFlow.NO_BUFFER) {
      packetOut(view, outPort);
    }
  }

  @Override
  public void removeFlowsTo(FlowRequest request, long ethDst) {
    RequestView view = (RequestView) request;
    int version = view.packetIn.version();
    ByteBuffer out = view.connection().replyRoom(FlowModEncoder.deleteByEthDstBytes(version), pool);
    int at = out.position();
    out.position(at + FlowModEncoder.deleteByEthDst(out, at, version, view.packetIn.xid(), ethDst));
  }

  @Override
  public void consume(FlowRequest request) {
    batch.hide(((RequestView) request).index());
  }

  @Override
  public Sent send(long datapathId, OFMessage message) {
    Connection connection = switches.get(datapathId);
    if (connection == null) {
      return Sent.NO_SUCH_SWITCH;
    }
    byte[] bytes = ColdCodec.bytes(message);
    if (connection.isClaimedBy(worker)) { // behind what this batch has written to it already
      connection.replyRoom(bytes.length, pool).put(bytes);
      return Sent.YES;
    }
    if (connection.send(bytes)) {
      return Sent.YES;
    }
    counters.add(Counter.SENDS_REFUSED, 1);
    return connection.isGone() ? Sent.NO_SUCH_SWITCH : Sent.CONGESTED;
  }
}
