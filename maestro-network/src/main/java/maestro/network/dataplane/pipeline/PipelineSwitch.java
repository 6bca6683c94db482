package maestro.network.dataplane.pipeline;

import java.nio.ByteBuffer;
import java.util.function.LongSupplier;
import maestro.emulator.switches.MessageOutput;
import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.Controllers;
import maestro.network.dataplane.FrameBurst;
import maestro.network.dataplane.FrameInput;
import maestro.network.dataplane.FrameOutput;
import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.PacketBuffers;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.TableSizes;
import maestro.network.dataplane.packet.Packet;
import maestro.network.dataplane.packet.PacketBurst;
import maestro.network.dataplane.packet.Program;
import maestro.network.dataplane.table.FlowCommands;
import maestro.network.dataplane.table.FlowMod;
import maestro.network.dataplane.table.FlowTables;
import maestro.openflow.OpenFlow;

/**
 * A whole switch: it speaks to its {@link Controllers}, and forwards frames by its flow tables in
 * the {@link Pipeline}. A subclass reads and writes the messages of one version. There is no NORMAL
 * port; behind the LOCAL port is nothing; queues only count.
 *
 * <p>A message that is wrong gets the ERROR of the specification and changes nothing. Entries stay
 * when the connection to a controller is lost.
 *
 * <p>Confined to one thread. {@link #receive} allocates nothing, except when a packet buffer is
 * used for the first time, and changes no frame where it lies.
 */
public abstract class PipelineSwitch implements FrameInput {
  /** The reason in PORT_STATUS. */
  public static final int MODIFIED = 2;

  public final SwitchDescription description;
  public final Controllers controllers;
  public final Ports ports;
  public final FlowTables tables;
  public final Groups groups;
  public final FlowCommands commands;
  private final PacketBuffers buffers;
  private final Pipeline pipeline;
  private final Packet packet;

  /**
   * A switch without a controller, with empty tables and all links up.
   *
   * @param version that the subclass speaks
   * @param sizes of each of the tables
   * @param scratch for one frame of this version
   * @param output takes the frames that leave
   * @param removals writes FLOW_REMOVEDs
   * @param memory for entries and buffered packets
   * @param clock nanoseconds since an arbitrary origin
   */
  public PipelineSwitch(
      SwitchDescription description,
      int version,
      int tableCount,
      TableSizes sizes,
      Packet scratch,
      FrameOutput output,
      FlowCommands.RemovalWriter removals,
      MemoryBudget.Share memory,
      LongSupplier clock) {
    if (description.version() != version) {
      throw new IllegalArgumentException(
          "found version " + description.version() + "; allowed: " + version);
    }
    long nowNs = clock.getAsLong();
    this.description = description;
    this.controllers = new Controllers(description, this::answer);
    this.ports = new Ports(description, output, nowNs);
    this.tables = new FlowTables(tableCount, sizes, nowNs);
    this.groups = new Groups(ports);
    this.commands = new FlowCommands(tables, controllers, removals, memory, clock);
    this.buffers = new PacketBuffers(description.bufferCount(), memory);
    PacketIns packetIns = new PacketIns(version, controllers, buffers, clock);
    this.pipeline = new Pipeline(version, tables, ports, groups, controllers, packetIns, clock);
    this.packet = scratch;
  }

  public final SwitchDescription description() {
    return description;
  }

  /** How many entries its flow tables have. */
  public final int entryCount() {
    return tables.entryCount();
  }

  /** Whether a controller knows this switch: FEATURES_REPLY was sent. */
  public final boolean isUp() {
    return controllers.isUp();
  }

  /** The first of its controllers. */
  public final Controller controller() {
    return controllers.get(0);
  }

  /** One more controller, which is not connected. */
  public final Controller addController() {
    return controllers.add();
  }

  @Override
  public final void receive(int port, ByteBuffer b, int at, int lengthBytes) {
    if (packet.load(b, at, lengthBytes, port)) {
      pipeline.receive(packet);
    } else {
      ports.port(port).receivedDropped++;
    }
  }

  @Override
  public final void receive(FrameBurst burst) {
    if (!tables.table(0).isLarge()) {
      FrameInput.super.receive(burst);
      return;
    }
    PacketBurst loadedBurst = packet.burst();
    int loaded = 0;
    for (int i = 0; i < burst.count(); i++) {
      int port = burst.port(i);
      if (loadedBurst.packets[loaded].load(
          burst.bytes(), burst.at(i), burst.lengthBytes(i), port)) {
        loaded++;
      } else {
        ports.port(port).receivedDropped++;
      }
    }
    pipeline.receive(loadedBurst, loaded);
  }

  /** Removes the entries whose timeouts are over. To be called some times a second. */
  public final void expire() {
    commands.expire();
  }

  /**
   * The link of a port fails or comes back; the controller is told.
   *
   * @param number from 1
   */
  public final void setLink(int number, boolean down) {
    Port port = ports.port(number);
    if (port.linkDown != down) {
      port.linkDown = down;
      tell(port);
    }
  }

  /**
   * The speed of a port; to be called before a controller is connected.
   *
   * @param number from 1
   * @param kbps 1 to 4,294,967,295; before, it is {@link
   *     maestro.network.dataplane.PortSpeed#USUAL_KBPS}
   */
  public final void setSpeed(int number, long kbps) {
    ports.port(number).speedKbps = kbps;
  }

  /**
   * An administrator switches a port off or on, as PORT_MOD does; the controllers are told.
   *
   * @param number from 1
   */
  public final void setPort(int number, boolean off) {
    Port port = ports.port(number);
    if (port.configure(Port.DOWN, off ? Port.DOWN : 0)) {
      tell(port);
    }
  }

  /** Tells the controllers what has become of a port. */
  public final void tell(Port port) {
    controllers.tell(Controller.PORT_STATUS, MODIFIED, status(port));
  }

  /** The PORT_STATUS after a change. */
  public abstract byte[] status(Port port);

  /**
   * Answers a message that concerns the data plane.
   *
   * @return false when it does not
   * @throws RefusedMessageException when it is wrong; then nothing was changed
   */
  public abstract boolean answerRight(
      int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies)
      throws RefusedMessageException;

  /** Answers what concerns the data plane; {@link Controllers.Answerer}. */
  private boolean answer(
      Controller from, int type, ByteBuffer b, int at, int lengthBytes, MessageOutput replies) {
    try {
      return from.refusesSlave(b, at, lengthBytes, replies)
          || answerRight(type, b, at, lengthBytes, replies);
    } catch (RefusedMessageException e) {
      replies.send(e.error(description.version(), b, at, lengthBytes));
      return true;
    }
  }

  /** Carries out a FLOW_MOD. */
  public final void apply(FlowMod mod) throws RefusedMessageException {
    if (mod.releases()) {
      buffers.check(mod.bufferId());
    }
    commands.apply(mod);
    if (mod.releases()) {
      takeBuffered(mod.bufferId());
      pipeline.submit(packet);
    }
  }

  /**
   * Carries out a PACKET_OUT.
   *
   * @param bufferId or {@link OpenFlow#NO_BUFFER}, and then the packet ends the message
   * @param end of the message
   * @param dataBytes of the packet in it
   */
  public final void sendOut(
      Program actions, int bufferId, int inPort, ByteBuffer b, int end, int dataBytes)
      throws RefusedMessageException {
    if (bufferId != OpenFlow.NO_BUFFER) {
      buffers.check(bufferId);
      takeBuffered(bufferId);
      packet.inPort = inPort;
    } else if (!packet.load(b, end - dataBytes, dataBytes, inPort)) {
      throw new RefusedMessageException(Refusal.BAD_PACKET);
    }
    pipeline.run(actions, packet);
  }

  private void takeBuffered(int bufferId) {
    ByteBuffer bytes = buffers.take(bufferId);
    boolean loaded = packet.load(bytes, 0, bytes.limit(), buffers.inPort(bufferId));
    assert loaded : "it was a frame when it was stored";
  }
}
