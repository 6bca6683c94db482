package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.Controller;
import maestro.emulator.dataplane.ControllerSession;
import maestro.emulator.dataplane.Controllers;
import maestro.emulator.dataplane.DataplaneSwitch;
import maestro.emulator.dataplane.FrameOutput;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.dataplane.PacketBuffers;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.emulator.dataplane.TableSizes;
import maestro.emulator.dataplane.TableSizes.WildcardSearch;
import maestro.emulator.switches.MessageOutput;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A whole switch of OpenFlow 1.3: its {@link Controllers}, and a pipeline of flow tables. There is
 * no NORMAL port; behind the LOCAL port is nothing; queues only count.
 */
public final class Switch13 implements DataplaneSwitch {
  /** The flow tables, numbered from 0. */
  public static final int TABLES = 8;

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

  /** Statistics10 of flows, tables, ports, groups and queues. */
  private static final int CAPABILITIES = 1 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 6;

  private final SwitchDescription description;
  private final Controllers controllers;
  private final Ports ports;
  private final PacketBuffers buffers;
  private final FlowTables tables;
  private final Pipeline pipeline;
  private final FlowCommands commands;
  private final Groups groups;
  private final GroupCommands groupCommands;
  private final Meters meters;
  private final Statistics13 multiparts;
  private final GroupStatistics13 otherMultiparts;
  private final ActionReader13 actions;
  private final InstructionReader instructions;
  private final Packet packet;

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
    if (description.version() != OpenFlow.VERSION_13) {
      throw new IllegalArgumentException("found version " + description.version() + "; allowed: 4");
    }
    long nowNs = clock.getAsLong();
    this.description = description;
    this.controllers = new Controllers(description, this::answer);
    this.ports = new Ports(description, output, nowNs);
    this.buffers = new PacketBuffers(description.bufferCount(), memory);
    this.tables =
        new FlowTables(TABLES, new TableSizes(0, mostEntries, WildcardSearch.TUPLE_SPACE), nowNs);
    this.groups = new Groups(ports);
    PacketIns packetIns = new PacketIns(controllers, buffers, clock);
    this.pipeline = new Pipeline(tables, ports, groups, controllers, packetIns, clock);
    this.commands = new FlowCommands(tables, controllers, FlowModCodec13::removed, memory, clock);
    this.meters = new Meters(tables, commands, memory, clock);
    this.multiparts = new Statistics13(tables, ports, clock);
    this.otherMultiparts = new GroupStatistics13(tables, groups, meters, clock);
    this.actions = new ActionReader13(ports.count(), groups::has);
    this.instructions = new InstructionReader(TABLES, actions, meters::find);
    this.groupCommands = new GroupCommands(groups, ports, actions, tables, commands, memory, clock);
    this.packet = scratch;
  }

  @Override
  public SwitchDescription description() {
    return description;
  }

  @Override
  public int entryCount() {
    return tables.entryCount();
  }

  @Override
  public boolean isUp() {
    return controllers.isUp();
  }

  @Override
  public ControllerSession controller() {
    return controllers.get(0);
  }

  @Override
  public ControllerSession addController() {
    return controllers.add();
  }

  @Override
  public void receive(int port, ByteBuffer b, int at, int lengthBytes) {
    if (packet.load(b, at, lengthBytes, port)) {
      pipeline.receive(packet);
    } else {
      ports.port(port).receivedDropped++;
    }
  }

  @Override
  public void expire() {
    commands.expire();
  }

  @Override
  public void setLink(int number, boolean down) {
    Port port = ports.port(number);
    if (port.linkDown != down) {
      port.linkDown = down;
      tell(port);
    }
  }

  @Override
  public void setSpeed(int number, long kbps) {
    ports.port(number).speedKbps = kbps;
  }

  @Override
  public void setPort(int number, boolean off) {
    Port port = ports.port(number);
    if (port.is(Port.DOWN) != off) {
      port.config ^= Port.DOWN;
      tell(port);
    }
  }

  private void tell(Port port) {
    controllers.tell(Controller.PORT_STATUS, PortMessages13.MODIFIED, PortMessages13.status(port));
  }

  /** Answers what concerns the data plane; {@link Controllers.Answerer}. */
  private boolean answer(
      Controller from, int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    try {
      if (from.isSlave() && changes(type)) {
        throw new RefusedMessageException(Refusal.IS_SLAVE);
      }
      switch (type) {
        case OpenFlow.FLOW_MOD -> flowMod(b, at, lengthBytes);
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
        case RoleMessages13.ROLE_REQUEST ->
            replies.send(RoleMessages13.role(controllers, from, b, at, lengthBytes));
        case RoleMessages13.GET_ASYNC_REQUEST -> replies.send(RoleMessages13.getAsync(from, b, at));
        case RoleMessages13.SET_ASYNC -> RoleMessages13.setAsync(from, b, at, lengthBytes);
        case MULTIPART_REQUEST -> {
          return answerMultipart(b, at, lengthBytes, replies);
        }
        default -> {
          return false;
        }
      }
    } catch (RefusedMessageException e) {
      replies.send(e.error(description.version(), b, at, lengthBytes));
    }
    return true;
  }

  /** Whether a controller in the role of a slave must not send messages of a type. */
  private static boolean changes(int type) {
    return switch (type) {
      case OpenFlow.FLOW_MOD, OpenFlow.PACKET_OUT, GROUP_MOD, PORT_MOD, TABLE_MOD, METER_MOD ->
          true;
      default -> false;
    };
  }

  private boolean answerMultipart(ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException {
    if (lengthBytes < Statistics13.LEAST_BYTES) {
      throw badLength();
    }
    int kind = b.getShort(at + 8) & 0xffff;
    if (Statistics13.answers(kind)) {
      multiparts.reply(b, at, lengthBytes).forEach(replies::send);
      return true;
    }
    if (GroupStatistics13.answers(kind)) {
      otherMultiparts.reply(b, at, lengthBytes).forEach(replies::send);
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

  private void flowMod(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    FlowMod mod = FlowModCodec13.read(b, at, lengthBytes, TABLES, instructions);
    if (mod.releases()) {
      buffers.check(mod.bufferId());
    }
    commands.apply(mod);
    if (mod.releases()) {
      takeBuffered(mod.bufferId());
      pipeline.submit(packet);
    }
  }

  private void packetOut(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int actionBytes = lengthBytes < PACKET_OUT_BYTES ? 0 : b.getShort(at + 16) & 0xffff;
    int dataBytes = lengthBytes - PACKET_OUT_BYTES - actionBytes;
    if (dataBytes < 0) {
      throw badLength();
    }
    int inPort = b.getInt(at + 12);
    if (!ports.has(inPort) && inPort != OpenFlow.PORT_CONTROLLER) {
      throw new RefusedMessageException(Refusal.BAD_PORT);
    }
    Program program = actions.read(b, at + PACKET_OUT_BYTES, actionBytes, Known.nothing(), true);
    int bufferId = b.getInt(at + 8);
    if (bufferId != OpenFlow.NO_BUFFER) {
      buffers.check(bufferId);
      takeBuffered(bufferId);
      packet.inPort = inPort;
    } else if (!packet.load(b, at + lengthBytes - dataBytes, dataBytes, inPort)) {
      throw new RefusedMessageException(Refusal.BAD_PACKET);
    }
    pipeline.run(program, packet);
  }

  private void takeBuffered(int bufferId) {
    ByteBuffer bytes = buffers.take(bufferId);
    boolean loaded = packet.load(bytes, 0, bytes.limit(), buffers.inPort(bufferId));
    assert loaded : "it was a frame when it was stored";
  }

  private static void tableMod(ByteBuffer b, int at, int lengthBytes)
      throws RefusedMessageException {
    if (lengthBytes != TABLE_MOD_BYTES) {
      throw badLength();
    }
    int tableId = b.get(at + 8) & 0xff;
    if (tableId >= TABLES && tableId != FlowMod.ALL_TABLES) {
      throw new RefusedMessageException(Refusal.TABLE_MOD_BAD_TABLE);
    }
    if ((b.getInt(at + 12) & ~TABLE_CONFIG_BITS) != 0) {
      throw new RefusedMessageException(Refusal.TABLE_MOD_BAD_CONFIG);
    }
  }

  private static RefusedMessageException badLength() {
    return new RefusedMessageException(Refusal.BAD_LEN);
  }
}
