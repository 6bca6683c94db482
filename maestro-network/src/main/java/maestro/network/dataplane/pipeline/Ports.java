package maestro.network.dataplane.pipeline;

import maestro.emulator.switches.SwitchDescription;
import maestro.network.dataplane.FrameOutput;
import maestro.network.dataplane.Refusal;
import maestro.network.dataplane.RefusedMessageException;
import maestro.network.dataplane.packet.Packet;
import maestro.openflow.OpenFlow;

/** The ports of a switch, and the frames that leave by them. Confined to one thread. */
public final class Ports {
  private final Port[] ports;
  private final FrameOutput output;

  Ports(SwitchDescription description, FrameOutput output, long nowNs) {
    this.ports = new Port[description.portCount()];
    for (int i = 0; i < ports.length; i++) {
      ports[i] = new Port(i + 1, description.portAddress(i + 1), nowNs);
    }
    this.output = output;
  }

  public int count() {
    return ports.length;
  }

  public boolean has(int number) {
    return number >= 1 && number <= ports.length;
  }

  /** The port of a number that there is. */
  public Port port(int number) {
    return ports[number - 1];
  }

  /**
   * The port that a PORT_MOD is about, which names its number and its address.
   *
   * @throws RefusedMessageException when there is no such port
   */
  public Port portToModify(int number, long address) throws RefusedMessageException {
    if (!has(number)) {
      throw new RefusedMessageException(Refusal.PORT_MOD_BAD_PORT);
    }
    if (address != port(number).address) {
      throw new RefusedMessageException(Refusal.PORT_MOD_BAD_ADDRESS);
    }
    return port(number);
  }

  /**
   * Checks that an action may send to a port, and returns it.
   *
   * @param inPacketOut whether it may name TABLE
   * @throws RefusedMessageException when there is no such port
   */
  public int checkOutput(int number, boolean inPacketOut) throws RefusedMessageException {
    boolean reserved =
        Integer.compareUnsigned(number, OpenFlow.PORT_IN_PORT) >= 0
            && number != OpenFlow.PORT_NORMAL
            && (number != OpenFlow.PORT_TABLE || inPacketOut)
            && number != OpenFlow.PORT_ANY;
    if (!reserved && !has(number)) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_OUT_PORT);
    }
    return number;
  }

  /**
   * Checks that ports have a queue, and returns it.
   *
   * @throws RefusedMessageException when they have not
   */
  public static int checkQueue(int queue) throws RefusedMessageException {
    if (queue < 0 || queue >= Port.QUEUES) {
      throw new RefusedMessageException(Refusal.ACTION_BAD_QUEUE);
    }
    return queue;
  }

  /**
   * A packet arrives at its port.
   *
   * @return false when the port does not take it
   */
  boolean receive(Packet p) {
    Port port = port(p.inPort);
    if (!port.isUp() || port.is(Port.NO_RECEIVE)) {
      port.receivedDropped++;
      return false;
    }
    port.receivedFrames++;
    port.receivedBytes += p.lengthBytes();
    return true;
  }

  /** A packet that came in by a port is lost. */
  void dropReceived(Packet p) {
    if (has(p.inPort)) {
      port(p.inPort).receivedDropped++;
    }
  }

  /** Sends a packet to a port, or to all of them; back where it came from only by IN_PORT. */
  void send(Packet p, int number) {
    switch (number) {
      case OpenFlow.PORT_IN_PORT -> transmit(p, p.inPort);
      case OpenFlow.PORT_FLOOD -> flood(p, Port.NO_FLOOD);
      case OpenFlow.PORT_ALL -> flood(p, 0);
      default -> {
        if (number != p.inPort) {
          transmit(p, number);
        }
      }
    }
  }

  private void flood(Packet p, int exceptBit) {
    for (Port port : ports) {
      if (port.number != p.inPort && !port.is(exceptBit)) {
        transmit(p, port.number);
      }
    }
  }

  private void transmit(Packet p, int number) {
    if (!has(number)) {
      return; // LOCAL, behind which nothing is, or the in_port of a PACKET_OUT without one
    }
    Port port = port(number);
    if (!port.isUp() || port.is(Port.NO_FORWARD)) {
      port.sentDropped++;
      return;
    }
    port.sentFrames++;
    port.sentBytes += p.lengthBytes();
    port.queueFrames[p.queue]++;
    port.queueBytes[p.queue] += p.lengthBytes();
    output.send(number, p.bytes, p.at, p.lengthBytes());
  }
}
