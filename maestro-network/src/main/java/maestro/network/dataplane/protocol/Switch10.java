package maestro.network.dataplane.protocol;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.emulator.switches.MessageOutput;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.FrameOutput;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.StatisticsParts;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.dataplane.pipeline.Port;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A whole switch of OpenFlow 1.0, with one flow table. There is no spanning tree protocol and no
 * table for emergencies.
 */
public final class Switch10 extends PipelineSwitch {
  private static final int TABLES = 1;
  private static final int PORT_MOD = 15;
  private static final int QUEUE_CONFIG_REQUEST = 20;
  private static final int PACKET_OUT_BYTES = 16;

  private final Statistics10 statistics;
  private final ActionReader10 entryActions;
  private final ActionReader10 packetActions;

  /**
   * A switch without a controller, with an empty table and all links up.
   *
   * @param description of {@link OpenFlow#VERSION_10}
   * @param scratch for one frame; the caller may give it to all switches of a thread
   * @param output takes the frames that leave
   * @param memory for its entries and buffered packets
   * @param clock nanoseconds since an arbitrary origin
   */
  public Switch10(
      SwitchDescription description,
      TableSizes sizes,
      Packet scratch,
      FrameOutput output,
      MemoryBudget.Share memory,
      LongSupplier clock) {
    super(
        description,
        OpenFlow.VERSION_10,
        TABLES,
        sizes,
        scratch,
        output,
        FlowModCodec10::removed,
        memory,
        clock);
    this.statistics = new Statistics10(tables, ports, clock);
    this.entryActions = new ActionReader10(ports, false);
    this.packetActions = new ActionReader10(ports, true);
  }

  @Override
  public byte[] status(Port port) {
    return PortMessages10.status(port);
  }

  @Override
  public boolean answerRight(int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException {
    switch (type) {
      case OpenFlow.FLOW_MOD -> apply(FlowModCodec10.read(b, at, lengthBytes, entryActions));
      case OpenFlow.PACKET_OUT -> packetOut(b, at, lengthBytes);
      case OpenFlow.FEATURES_REQUEST ->
          replies.send(PortMessages10.features(description, ports, Header.xid(b, at)));
      case PORT_MOD -> {
        if (PortMessages10.modify(ports, b, at, lengthBytes)) {
          tell(ports.port(b.getShort(at + 8)));
        }
      }
      case QUEUE_CONFIG_REQUEST -> replies.send(PortMessages10.queues(ports, b, at, lengthBytes));
      default -> {
        return type == OpenFlow.statsRequest(OpenFlow.VERSION_10)
            && answerStatistics(b, at, lengthBytes, replies);
      }
    }
    return true;
  }

  private boolean answerStatistics(ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException {
    if (lengthBytes < StatisticsParts.headBytes(OpenFlow.VERSION_10)
        || !Statistics.answers(b.getShort(at + 8) & 0xffff)) {
      return false;
    }
    statistics.reply(b, at, lengthBytes).forEach(replies::send);
    return true;
  }

  private void packetOut(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int actionBytes = lengthBytes < PACKET_OUT_BYTES ? 0 : b.getShort(at + 14) & 0xffff;
    int dataBytes = lengthBytes - PACKET_OUT_BYTES - actionBytes;
    if (dataBytes < 0) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    Program actions = packetActions.read(b, at + PACKET_OUT_BYTES, actionBytes).apply();
    int inPort = OpenFlow.port10To13(b.getShort(at + 12));
    sendOut(actions, b.getInt(at + 8), inPort, b, at + lengthBytes, dataBytes);
  }
}
