package maestro.emulator.engine.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.openflow.FrameNumbers;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/**
 * Carries discovery frames (LLDP, and BDDP, which is LLDP with another type) between neighbours, so
 * that a controller finds the emulated topology.
 *
 * <ol>
 *   <li>A frame that leaves by a port to a switch of this process becomes a PACKET_IN in the queue
 *       of the load thread that has it; one to a switch elsewhere is handed to who carries those.
 *   <li>Each load thread empties its queue a little each millisecond, whatever the stage. Frames
 *       for a switch that is not up yet wait.
 *   <li>What does not fit into a queue, or into what a socket has left unsent, is lost, as on a
 *       link: a controller repeats it.
 * </ol>
 *
 * <p>Any thread may call {@link #carry} and {@link #arrive}; this is not for traffic.
 */
public final class LldpCarrier {
  /** Longer frames are not carried. */
  static final int MOST_FRAME_BYTES = 1518;

  /** Frames that wait for one load thread at most. */
  static final int MOST_WAITING = 16_384;

  private static final int MOST_A_DELIVERY = 64;
  private static final int ETH_TYPE_AT = 12;
  private static final long PORT_BITS = 0xffff;

  private final Neighbours neighbours;
  private final SwitchLoad[] switches;
  private final RemoteSwitches far;
  private final Queue<Arrival>[] arrivalsByThread;

  /** A PACKET_IN for a switch. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Arrival(int switchNumber, byte[] message) {}

  /**
   * @param far takes what leaves this process
   * @param threadCount switch n belongs to thread n mod this
   */
  public LldpCarrier(
      Neighbours neighbours, SwitchLoad[] switches, RemoteSwitches far, int threadCount) {
    this.neighbours = neighbours;
    this.switches = switches;
    this.far = far;
    this.arrivalsByThread = queues(threadCount);
  }

  /** Whether a frame is one that is carried. */
  public static boolean carries(ByteBuffer b, int at, int lengthBytes) {
    if (lengthBytes < ETH_TYPE_AT + 2 || lengthBytes > MOST_FRAME_BYTES) {
      return false;
    }
    int type = b.getShort(at + ETH_TYPE_AT) & 0xffff;
    return type == FrameNumbers.TYPE_LLDP || type == FrameNumbers.TYPE_BDDP;
  }

  /** Frames that wait for the switches of a thread. */
  int waiting(int thread) {
    return arrivalsByThread[thread].size();
  }

  /** Sends what has arrived for the switches of a thread; on that thread. */
  public void deliver(int thread, LoadSwitch[] own) throws IOException { // 2
    Queue<Arrival> arrivals = arrivalsByThread[thread];
    for (int left = Math.min(waiting(thread), MOST_A_DELIVERY); left > 0; left--) {
      Arrival arrival = arrivals.remove();
      LoadSwitch sw = own[arrival.switchNumber() / arrivalsByThread.length];
      if (!sw.emulated.up()) {
        add(thread, arrival);
      } else {
        sw.deliver(arrival.message()); // 3
      }
    }
  }

  /** Takes a frame that leaves a switch by a port, a reserved one for all of them. */
  public void carry(int switchNumber, int port, ByteBuffer b, int at, int lengthBytes) { // 1
    if (switchNumber >= switches.length) {
      return;
    }
    if (port == OpenFlow.PORT_FLOOD || port == OpenFlow.PORT_ALL) {
      for (int each = 1; each < switches[switchNumber].firstHostPort(); each++) {
        carryBy(switchNumber, each, b, at, lengthBytes);
      }
    } else {
      carryBy(switchNumber, port, b, at, lengthBytes);
    }
  }

  /** Takes a frame for a switch of this process that came from another one. */
  public void arrive(int switchNumber, int inPort, byte[] frame) {
    boolean ours = switchNumber >= 0 && switchNumber < switches.length;
    if (ours && carries(ByteBuffer.wrap(frame), 0, frame.length)) {
      arrive(switchNumber, inPort, ByteBuffer.wrap(frame), 0, frame.length);
    }
  }

  private void carryBy(int switchNumber, int port, ByteBuffer b, int at, int lengthBytes) {
    long end = neighbours.otherEnd(switchNumber, port);
    if (end >= 0) {
      arrive((int) (end >> 16), (int) (end & PORT_BITS), b, at, lengthBytes);
    } else if (end == Neighbours.ELSEWHERE) {
      byte[] frame = new byte[lengthBytes];
      b.get(at, frame);
      far.carry(switchNumber, port, frame);
    }
  }

  private void arrive(int to, int inPort, ByteBuffer b, int at, int lengthBytes) {
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
    add(to % arrivalsByThread.length, new Arrival(to, message));
  }

  private void add(int thread, Arrival arrival) {
    boolean fits = arrivalsByThread[thread].offer(arrival); // 3
    assert fits || waiting(thread) > 0;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Queue<Arrival>[] queues(int count) {
    Queue<Arrival>[] queues = new Queue[count];
    for (int i = 0; i < count; i++) {
      queues[i] = new ArrayBlockingQueue<>(MOST_WAITING);
    }
    return queues;
  }
}
