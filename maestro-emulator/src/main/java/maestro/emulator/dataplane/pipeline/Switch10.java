package maestro.emulator.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.emulator.dataplane.Controller;
import maestro.emulator.dataplane.ControllerSession;
import maestro.emulator.dataplane.Controllers;
import maestro.emulator.dataplane.DataplaneSwitch;
import maestro.emulator.dataplane.FrameBurst;
import maestro.emulator.dataplane.FrameOutput;
import maestro.emulator.dataplane.MemoryBudget;
import maestro.emulator.dataplane.PacketBuffers;
import maestro.emulator.dataplane.Refusal;
import maestro.emulator.dataplane.RefusedMessageException;
import maestro.emulator.dataplane.TableSizes;
import maestro.emulator.switches.MessageOutput;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A whole switch of OpenFlow 1.0: its {@link Controllers}, and the flow tables by which it forwards
 * frames.
 *
 * <p>A message that is wrong gets the ERROR of the specification and changes nothing. Entries stay
 * when the connection to a controller is lost. There is no spanning tree protocol, no NORMAL port,
 * and no table for emergencies; behind the LOCAL port is nothing; queues only count.
 *
 * <p>Confined to one thread. {@link #receive} allocates nothing, except when a packet buffer is
 * used for the first time.
 */
public final class Switch10 implements DataplaneSwitch {
  private static final int PORT_MOD = 15;
  private static final int PORT_MOD_BYTES = 32;
  private static final int QUEUE_CONFIG_REQUEST = 20;
  private static final int QUEUE_CONFIG_REQUEST_BYTES = 12;
  private static final int LEAST_STATISTICS_BYTES = 12;
  private static final int PACKET_OUT_BYTES = 16;

  private final SwitchDescription description;
  private final Controllers controllers;
  private final Ports ports;
  private final PacketBuffers buffers;
  private final FlowTables tables;
  private final FlowTable table;
  private final Forwarding forwarding;
  private final FlowCommands commands;
  private final Statistics10 statistics;
  private final ActionReader10 entryActions;
  private final ActionReader10 packetActions;
  private final Packet packet;

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
    if (description.version() != OpenFlow.VERSION_10) {
      throw new IllegalArgumentException("found version " + description.version() + "; allowed: 1");
    }
    this.description = description;
    this.controllers = new Controllers(description, this::answer);
    long nowNs = clock.getAsLong();
    this.ports = new Ports(description, output, nowNs);
    this.buffers = new PacketBuffers(description.bufferCount(), memory);
    this.tables = new FlowTables(1, sizes, nowNs);
    this.table = tables.table(0);
    this.forwarding = new Forwarding(table, ports, buffers, controllers, clock);
    this.commands = new FlowCommands(tables, controllers, FlowModCodec10::removed, memory, clock);
    this.statistics = new Statistics10(table, ports, clock);
    this.entryActions = new ActionReader10(ports.count(), false);
    this.packetActions = new ActionReader10(ports.count(), true);
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
      forwarding.receive(packet);
    } else {
      ports.port(port).receivedDropped++;
    }
  }

  @Override
  public void receive(FrameBurst burst) {
    if (!table.isLarge()) {
      DataplaneSwitch.super.receive(burst);
      return;
    }
    Packet[] packets = packet.burst();
    int loaded = 0;
    for (int i = 0; i < burst.count(); i++) {
      int port = burst.port(i);
      if (packets[loaded].load(burst.bytes(), burst.at(i), burst.lengthBytes(i), port)) {
        loaded++;
      } else {
        ports.port(port).receivedDropped++;
      }
    }
    forwarding.receive(packets, loaded);
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
    controllers.tell(Controller.PORT_STATUS, PortMessages10.MODIFIED, PortMessages10.status(port));
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
        case OpenFlow.FEATURES_REQUEST ->
            replies.send(PortMessages10.features(description, ports, Header.xid(b, at)));
        case PORT_MOD -> portMod(b, at, lengthBytes);
        case QUEUE_CONFIG_REQUEST -> queueConfig(b, at, lengthBytes, replies);
        default -> {
          return type == OpenFlow.statsRequest(OpenFlow.VERSION_10)
              && answerStatistics(b, at, lengthBytes, replies);
        }
      }
    } catch (RefusedMessageException e) {
      replies.send(e.error(description.version(), b, at, lengthBytes));
    }
    return true;
  }

  /** Whether a controller in the role of a slave must not send messages of a type. */
  private static boolean changes(int type) {
    return type == OpenFlow.FLOW_MOD || type == OpenFlow.PACKET_OUT || type == PORT_MOD;
  }

  private boolean answerStatistics(ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException {
    if (lengthBytes < LEAST_STATISTICS_BYTES
        || !Statistics10.answers(b.getShort(at + 8) & 0xffff)) {
      return false;
    }
    statistics.reply(b, at, lengthBytes).forEach(replies::send);
    return true;
  }

  private void flowMod(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    FlowMod mod = FlowModCodec10.read(b, at, lengthBytes, entryActions);
    if (mod.releases()) {
      buffers.check(mod.bufferId());
    }
    commands.apply(mod);
    if (mod.releases()) {
      takeBuffered(mod.bufferId());
      forwarding.lookUp(packet);
    }
  }

  private void packetOut(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    int actionBytes = lengthBytes < PACKET_OUT_BYTES ? 0 : b.getShort(at + 14) & 0xffff;
    int dataBytes = lengthBytes - PACKET_OUT_BYTES - actionBytes;
    if (dataBytes < 0) {
      throw badLength();
    }
    Program actions = packetActions.read(b, at + PACKET_OUT_BYTES, actionBytes).apply();
    int bufferId = b.getInt(at + 8);
    if (bufferId != OpenFlow.NO_BUFFER) {
      buffers.check(bufferId);
      takeBuffered(bufferId);
    } else if (!packet.load(b, at + lengthBytes - dataBytes, dataBytes, 0)) {
      throw badLength();
    }
    packet.inPort = OpenFlow.port10To13(b.getShort(at + 12));
    forwarding.run(actions, packet);
  }

  private void takeBuffered(int bufferId) {
    ByteBuffer bytes = buffers.take(bufferId);
    boolean loaded = packet.load(bytes, 0, bytes.limit(), buffers.inPort(bufferId));
    assert loaded : "it was a frame when it was stored";
  }

  private void portMod(ByteBuffer b, int at, int lengthBytes) throws RefusedMessageException {
    if (lengthBytes != PORT_MOD_BYTES) {
      throw badLength();
    }
    int number = b.getShort(at + 8) & 0xffff;
    if (!ports.has(number)) {
      throw new RefusedMessageException(Refusal.PORT_MOD_BAD_PORT);
    }
    Port port = ports.port(number);
    if (b.getLong(at + 8) << 16 >>> 16 != port.address) {
      throw new RefusedMessageException(Refusal.PORT_MOD_BAD_ADDRESS);
    }
    int mask = b.getInt(at + 20) & PortMessages10.CONFIG_BITS;
    int config = (port.config & ~mask) | (b.getInt(at + 16) & mask);
    if (config != port.config) {
      port.config = config;
      tell(port);
    }
  }

  private void queueConfig(ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException {
    if (lengthBytes != QUEUE_CONFIG_REQUEST_BYTES) {
      throw badLength();
    }
    int number = b.getShort(at + 8) & 0xffff;
    if (!ports.has(number)) {
      throw new RefusedMessageException(Refusal.QUEUE_BAD_PORT);
    }
    replies.send(PortMessages10.queues(ports.port(number), Header.xid(b, at)));
  }

  private static RefusedMessageException badLength() {
    return new RefusedMessageException(Refusal.BAD_LEN);
  }
}
