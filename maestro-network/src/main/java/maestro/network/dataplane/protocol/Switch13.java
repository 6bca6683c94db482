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
import maestro.network.dataplane.TableSizes.WildcardSearch;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.pipeline.PipelineSwitch;
import maestro.network.dataplane.pipeline.Port;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.Known;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/** A whole switch of OpenFlow 1.3, with several flow tables, groups and meters. */
public final class Switch13 extends PipelineSwitch {
  /** The flow tables, numbered from 0. */
  static final int TABLES = 8;

  private static final int GROUP_MOD = 15;
  private static final int PORT_MOD = 16;
  private static final int TABLE_MOD = 17;
  private static final int MULTIPART_REQUEST = 18;
  private static final int QUEUE_CONFIG_REQUEST = 22;
  private static final int METER_MOD = 29;

  private static final int PACKET_OUT_BYTES = 24;
  private static final int TABLE_MOD_BYTES = 16;
  private static final int FEATURES_BYTES = 32;

  /** The two bits of a table's configuration that 1.3 keeps for older versions. */
  private static final int TABLE_CONFIG_BITS = 3;

  /** Statistics of flows, tables, ports, groups and queues. */
  private static final int CAPABILITIES = 1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 6;

  private final GroupCommands groupCommands;
  private final Meters meters;
  private final Statistics13 statistics;
  private final Multiparts13 multiparts;
  private final ActionReader13 actions;
  private final InstructionReader instructions;

  /**
   * A switch without a controller, with empty tables and all links up.
   *
   * @param description of {@link OpenFlow#VERSION_13}
   * @param mostEntries of each table
   * @param scratch for one frame; the caller may give it to all switches of a thread
   * @param output takes the frames that leave
   * @param memory for its entries, groups, meters and buffered packets
   * @param clock nanoseconds since an arbitrary origin
   */
  public Switch13(
      SwitchDescription description,
      int mostEntries,
      Packet scratch,
      FrameOutput output,
      MemoryBudget.Share memory,
      LongSupplier clock) {
    super(
        description,
        OpenFlow.VERSION_13,
        TABLES,
        new TableSizes(0, mostEntries, WildcardSearch.TUPLE_SPACE),
        scratch,
        output,
        FlowModCodec13::removed,
        memory,
        clock);
    this.meters = new Meters(tables, commands, memory, clock);
    this.statistics = new Statistics13(tables, ports, clock);
    this.multiparts = new Multiparts13(tables, ports, groups, meters, clock);
    this.actions = new ActionReader13(ports, groups::has);
    this.instructions = new InstructionReader(TABLES, actions, meters::find);
    this.groupCommands = new GroupCommands(groups, ports, actions, tables, commands, memory, clock);
  }

  @Override
  public byte[] status(Port port) {
    return PortMessages13.status(port);
  }

  @Override
  public boolean answerRight(int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException {
    switch (type) {
      case OpenFlow.FLOW_MOD ->
          apply(FlowModCodec13.read(b, at, lengthBytes, TABLES, instructions));
      case OpenFlow.PACKET_OUT -> packetOut(b, at, lengthBytes);
      case OpenFlow.FEATURES_REQUEST -> replies.send(features(Header.xid(b, at)));
      case GROUP_MOD -> groupCommands.apply(b, at, lengthBytes);
      case METER_MOD -> meters.apply(b, at, lengthBytes);
      case PORT_MOD -> {
        if (PortMessages13.modify(ports, b, at, lengthBytes)) {
          tell(ports.port(b.getInt(at + 8)));
        }
      }
      case TABLE_MOD -> tableMod(b, at, lengthBytes);
      case QUEUE_CONFIG_REQUEST -> replies.send(PortMessages13.queues(ports, b, at, lengthBytes));
      case MULTIPART_REQUEST -> {
        return answerMultipart(b, at, lengthBytes, replies);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean answerMultipart(ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException {
    if (lengthBytes < StatisticsParts.headBytes(OpenFlow.VERSION_13)) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int kind = b.getShort(at + 8) & 0xffff;
    if (Statistics.answers(kind)) {
      statistics.reply(b, at, lengthBytes).forEach(replies::send);
      return true;
    }
    if (Multiparts13.answers(kind)) {
      multiparts.reply(b, at, lengthBytes).forEach(replies::send);
      return true;
    }
    return false;
  }

  private byte[] features(int xid) {
    ByteBuffer b = ByteBuffer.allocate(FEATURES_BYTES);
    Header.encode(b, 0, OpenFlow.VERSION_13, OpenFlow.FEATURES_REPLY, FEATURES_BYTES, xid);
    b.putLong(8, description.datapathId()).putInt(16, description.bufferCount());
    return b.put(20, (byte) TABLES).putInt(24, CAPABILITIES).array();
  }

  private void packetOut(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int actionBytes = lengthBytes < PACKET_OUT_BYTES ? 0 : b.getShort(at + 16) & 0xffff;
    int dataBytes = lengthBytes - PACKET_OUT_BYTES - actionBytes;
    if (dataBytes < 0) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int inPort = b.getInt(at + 12);
    if (!ports.has(inPort) && inPort != OpenFlow.PORT_CONTROLLER) {
      throw new RefusedMessageException(Refusal.BAD_PORT);
    }
    Program program = actions.read(b, at + PACKET_OUT_BYTES, actionBytes, Known.nothing(), true);
    sendOut(program, b.getInt(at + 8), inPort, b, at + lengthBytes, dataBytes);
  }

  private static void tableMod(ByteBuffer b, int at, int lengthBytes)
      throws RefusedMessageException {
    if (lengthBytes != TABLE_MOD_BYTES) {
      throw new RefusedMessageException(Refusal.BAD_LEN);
    }
    int tableId = b.get(at + 8) & 0xff;
    if (tableId >= TABLES && tableId != FlowMod.ALL_TABLES) {
      throw new RefusedMessageException(Refusal.TABLE_MOD_BAD_TABLE);
    }
    if ((b.getInt(at + 12) & ~TABLE_CONFIG_BITS) != 0) {
      throw new RefusedMessageException(Refusal.TABLE_MOD_BAD_CONFIG);
    }
  }
}
