package maestro.openflow;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;
import org.jspecify.annotations.Nullable;

/**
 * A list of actions to write: two encoded parts and an output behind them; another part may come
 * before, and outputs to several ports behind. For a switch that does not take the output FLOOD,
 * each FLOOD is written as outputs to the ports. Scratch, filled anew for each message; confined to
 * one thread, allocates nothing.
 */
public final class ActionList {
  /** The last port that means no output. Port 0 is one: 1.0 does not forbid the number. */
  public static final int NO_PORT = OpenFlow.PORT_ANY;

  /** The queue number that means no queue. */
  public static final int NO_QUEUE = -1;

  /** A list that would be longer is written with its FLOODs, so that it fits into a message. */
  private static final int MOST_FLOOD_BYTES = 24_000;

  private static final ByteBuffer NO_PART = ByteBuffer.allocate(0);
  private static final int[] NO_PORTS = {};

  private ByteBuffer lead = NO_PART;
  private ByteBuffer first;
  private ByteBuffer second;
  private int[] outPorts = NO_PORTS;
  private int outPortCount;
  private int port;
  private int queue;

  /** The ports that each FLOOD is written as; null when it is written as it is. */
  private int @Nullable [] floodPorts;

  private int inPort;

  /** The bytes that these ports need beyond those of each FLOOD. */
  private int moreBytes;

  /**
   * Fills the list.
   *
   * @param firstPart encoded for the version to write, from 0 to its capacity; valid until the list
   *     is filled anew
   * @param secondPart likewise
   * @param lastPort the port of the last OUTPUT, or {@link #NO_PORT}
   * @param lastQueue that port's queue, or {@link #NO_QUEUE}; ignored in 1.3, where an action
   *     before sets the queue
   */
  @Initializer
  public void set(ByteBuffer firstPart, ByteBuffer secondPart, int lastPort, int lastQueue) {
    lead = NO_PART;
    outPortCount = 0;
    first = firstPart;
    second = secondPart;
    port = lastPort;
    queue = lastQueue;
    floodPorts = null;
    moreBytes = 0;
  }

  /**
   * Puts a part before the others. Call it after {@link #set} and before {@link #floodTo}.
   *
   * @param part as those of {@link #set}
   */
  public void lead(ByteBuffer part) {
    lead = part;
  }

  /**
   * Adds outputs to several ports behind all else. Call it after {@link #set}.
   *
   * @param ports the first {@code count} must stay unchanged until the list is written
   * @param packetInPort an output to it is written as IN_PORT
   */
  public void toPorts(int[] ports, int count, int packetInPort) {
    outPorts = ports;
    outPortCount = count;
    inPort = packetInPort;
  }

  /**
   * Has each FLOOD of the list written as outputs to ports. Call it after {@link #set}.
   *
   * @param version the one that the list is written for
   * @param ports must stay unchanged until the list is written; null leaves FLOOD as it is
   * @param packetInPort the port that is left out
   */
  public void floodTo(int version, int @Nullable [] ports, int packetInPort) {
    if (ports == null) { // the usual case
      return;
    }
    int floods = floods(lead, version) + floods(first, version) + floods(second, version);
    floods += port == OpenFlow.PORT_FLOOD ? 1 : 0;
    int count = 0;
    for (int each : ports) {
      count += each == packetInPort ? 0 : 1;
    }
    int more = floods * (count - 1) * outputBytes(version);
    if (floods > 0 && bytes(version) + more <= MOST_FLOOD_BYTES) {
      floodPorts = ports;
      inPort = packetInPort;
      moreBytes = more;
    }
  }

  private static int floods(ByteBuffer part, int version) {
    int floods = 0;
    for (int at = 0; at < part.capacity(); at += Actions.length(part, at)) {
      floods += Actions.isFlood(part, at, version) ? 1 : 0;
    }
    return floods;
  }

  /** The length in bytes; 0 when there is no action, so that the switch drops the packet. */
  public int bytes(int version) {
    int parts = lead.capacity() + first.capacity() + second.capacity();
    int bytes = parts + lastBytes(version, port) + moreBytes;
    for (int i = 0; i < outPortCount; i++) {
      bytes += lastBytes(version, orBack(outPorts[i]));
    }
    return bytes;
  }

  private int orBack(int outPort) {
    return outPort == inPort ? OpenFlow.PORT_IN_PORT : outPort;
  }

  private int lastBytes(int version, int last) {
    if (last == NO_PORT) {
      return 0;
    }
    return isEnqueued(version, last) ? Actions.ENQUEUE_BYTES_10 : outputBytes(version);
  }

  private static int outputBytes(int version) {
    return version == OpenFlow.VERSION_10 ? Actions.OUTPUT_BYTES_10 : Actions.OUTPUT_BYTES_13;
  }

  private boolean isEnqueued(int version, int last) {
    return version == OpenFlow.VERSION_10 && queue != NO_QUEUE && Actions.hasQueues10(last);
  }

  /** Writes the list: {@link #bytes} bytes. */
  public void encode(ByteBuffer out, int at, int version) {
    int end = encodePart(out, at, lead, version);
    end = encodePart(out, end, first, version);
    end = encodePart(out, end, second, version);
    for (int i = 0; i < outPortCount; i++) {
      end = encodeLast(out, end, version, orBack(outPorts[i]));
    }
    if (floodPorts != null && port == OpenFlow.PORT_FLOOD) {
      encodeFlood(out, end, version, floodPorts);
    } else if (port != NO_PORT) {
      encodeLast(out, end, version, port);
    }
  }

  /** Returns the end of what it wrote, as the methods below. */
  private int encodePart(ByteBuffer out, int at, ByteBuffer part, int version) {
    if (floodPorts == null) {
      out.put(at, part, 0, part.capacity());
      return at + part.capacity();
    }
    int end = at;
    int action = 0;
    while (action < part.capacity()) {
      int length = Actions.length(part, action);
      if (Actions.isFlood(part, action, version)) {
        end = encodeFlood(out, end, version, floodPorts);
      } else {
        out.put(end, part, action, length);
        end += length;
      }
      action += length;
    }
    return end;
  }

  private int encodeLast(ByteBuffer out, int at, int version, int last) {
    if (isEnqueued(version, last)) {
      Actions.encodeEnqueue10(out, at, last, queue);
      return at + Actions.ENQUEUE_BYTES_10;
    }
    return encodeOutput(out, at, version, last);
  }

  private int encodeFlood(ByteBuffer out, int at, int version, int[] ports) {
    int end = at;
    for (int each : ports) {
      if (each != inPort) {
        end = encodeOutput(out, end, version, each);
      }
    }
    return end;
  }

  private static int encodeOutput(ByteBuffer out, int at, int version, int to) {
    if (version == OpenFlow.VERSION_10) {
      out.putLong(at, Actions.output10(to));
      return at + Actions.OUTPUT_BYTES_10;
    }
    Actions.encodeOutput13(out, at, to);
    return at + Actions.OUTPUT_BYTES_13;
  }
}
