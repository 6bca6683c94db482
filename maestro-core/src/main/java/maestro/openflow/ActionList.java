package maestro.openflow;

import java.nio.ByteBuffer;
import maestro.nulls.Initializer;

/**
 * A list of actions to write: two encoded parts and an output behind them. Scratch, filled anew for
 * each message; confined to one thread, allocates nothing.
 */
public final class ActionList {
  /** The last port that means no output. */
  public static final int NO_PORT = 0;

  /** The queue number that means no queue. */
  public static final int NO_QUEUE = -1;

  private ByteBuffer first;
  private ByteBuffer second;
  private int port;
  private int queue;

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
    first = firstPart;
    second = secondPart;
    port = lastPort;
    queue = lastQueue;
  }

  /** The length in bytes; 0 when there is no action, so that the switch drops the packet. */
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

  /** Writes the list: {@link #bytes} bytes. */
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
