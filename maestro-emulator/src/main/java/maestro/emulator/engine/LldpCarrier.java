package maestro.emulator.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/**
 * Carries LLDP frames between neighbours, so that a controller's discovery finds the emulated
 * topology. Frames cross load threads through one queue a thread; this is not for traffic.
 */
final class LldpCarrier {
  private static final long PORT_BITS = 0xffff;

  private final Neighbours neighbours;
  private final SwitchLoad[] switches;
  private final Queue<Arrival>[] arrivalsByThread;

  /** A PACKET_IN for a switch. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Arrival(int switchNumber, byte[] message) {}

  /**
   * @param threadCount switch n belongs to thread n mod this
   */
  LldpCarrier(Neighbours neighbours, SwitchLoad[] switches, int threadCount) {
    this.neighbours = neighbours;
    this.switches = switches;
    this.arrivalsByThread = queues(threadCount);
  }

  /** Sends what has arrived for the switches of a thread; on that thread. */
  void deliver(int thread, LoadSwitch[] own) throws IOException {
    Arrival arrival = arrivalsByThread[thread].poll();
    while (arrival != null) {
      for (LoadSwitch sw : own) {
        if (sw.number == arrival.switchNumber()) {
          sw.connection.send(arrival.message());
          sw.connection.flush();
        }
      }
      arrival = arrivalsByThread[thread].poll();
    }
  }

  /** Takes a frame that leaves a switch by a port, a reserved one for all of them. */
  void carry(int switchNumber, int port, ByteBuffer b, int at, int lengthBytes) {
    if (switchNumber >= switches.length) {
      return;
    }
    if (port == OpenFlow.PORT_FLOOD || port == OpenFlow.PORT_ALL) {
      for (int each = 1; each <= switches[switchNumber].description().portCount(); each++) {
        carryTo(neighbours.otherEnd(switchNumber, each), b, at, lengthBytes);
      }
    } else {
      carryTo(neighbours.otherEnd(switchNumber, port), b, at, lengthBytes);
    }
  }

  private void carryTo(long end, ByteBuffer b, int at, int lengthBytes) {
    if (end < 0) {
      return;
    }
    int to = (int) (end >> 16);
    int inPort = (int) (end & PORT_BITS);
    int version = switches[to].description().version();
    byte[] message = new byte[PacketInEncoder.bytes(version, lengthBytes)];
    PacketInEncoder.encode(
        ByteBuffer.wrap(message),
        0,
        version,
        0,
        OpenFlow.NO_BUFFER,
        lengthBytes,
        inPort,
        0,
        0,
        b,
        at,
        lengthBytes);
    arrivalsByThread[to % arrivalsByThread.length].add(new Arrival(to, message));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Queue<Arrival>[] queues(int count) {
    Queue<Arrival>[] queues = new Queue[count];
    for (int i = 0; i < count; i++) {
      queues[i] = new ConcurrentLinkedQueue<>();
    }
    return queues;
  }
}
