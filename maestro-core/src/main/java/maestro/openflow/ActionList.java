package maestro.openflow;

import java.nio.ByteBuffer;

/**
 * A list of actions that is to be written: two parts that are encoded already, and an output behind
 * them. Scratch, filled anew for each message; confined to one thread, allocates nothing.
 */
public final class ActionList {
  /** The last output that says: none. */
  public static final int NO_PORT = 0;

  /** The queue that says: none. */
  public static final int NO_QUEUE = -1;

  private ByteBuffer first;
  private ByteBuffer second;
  private int port;
  private int queue;

  /**
   * Fills it.
   *
   * @param firstPart encoded for the version it will be written in, from 0 to its capacity; valid
   *     until the list is filled anew
   * @param secondPart the same
   * @param lastPort where the packet goes in the end, or {@link #NO_PORT}
   * @param lastQueue that port's queue, or {@link #NO_QUEUE}. In 1.3 an action before says it
   */
  public void set(ByteBuffer firstPart, ByteBuffer secondPart, int lastPort, int lastQueue) {
    first = firstPart;
    second = secondPart;
    port = lastPort;
    queue = lastQueue;
  }

  /** Its length in bytes; 0 when there is no action, which drops a packet. */
  public int bytes(int version) {
    return first.capacity() + second.capacity() + lastBytes(version);
  }

  private int lastBytes(int version) {
    if (port == NO_PORT) {
      return 0;
    }
    if (version != OpenFlow.VERSION_10) {
      return Actions.OUTPUT_BYTES_13;
    }
    return isEnqueued() ? Actions.ENQUEUE_BYTES_10 : Actions.OUTPUT_BYTES_10;
  }

  private boolean isEnqueued() {
    return queue != NO_QUEUE && Actions.hasQueues10(port);
  }

  /** Writes it: {@link #bytes} bytes. */
  void encode(ByteBuffer out, int at, int version) {
    out.put(at, first, 0, first.capacity());
    out.put(at + first.capacity(), second, 0, second.capacity());
    int last = at + first.capacity() + second.capacity();
    if (port == NO_PORT) {
      return;
    }
    if (version != OpenFlow.VERSION_10) {
      Actions.encodeOutput13(out, last, port);
    } else if (isEnqueued()) {
      Actions.encodeEnqueue10(out, last, port, queue);
    } else {
      out.putLong(last, Actions.output10(port));
    }
  }
}
