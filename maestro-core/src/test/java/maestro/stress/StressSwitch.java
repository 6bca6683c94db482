package maestro.stress;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/**
 * A switch that sends flow requests and echo requests at random and looks at every answer: each
 * exactly once, and in the order of what it answers when the controller keeps order.
 *
 * <p>A request's source address is the switch's number and the request's; its destination address
 * names a switch that shall be sent a FLOW_MOD. So a FLOW_MOD tells what it came of. One thread.
 */
final class StressSwitch {
  private static final int MOST_OUTSTANDING = 3_000;
  private static final int MOST_AT_ONCE = 150;
  private static final int ECHO_EACH = 9;
  private static final int SEND_EACH = 5;
  private static final int SLOW_BYTES = 700;
  private static final int SLOW_RECEIVE_BYTES = 8 * 1024;
  private static final int SRC_OF_FLOW_MOD_10 = 14;

  final int number;
  final int version;
  private final Random random;
  private final boolean inOrder;
  private final boolean slow;
  private final int window;
  private final SocketChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(1 << 17);
  private final ByteBuffer out = ByteBuffer.allocate(1 << 17);

  /** What was sent and not answered, in order. */
  private final ArrayDeque<Integer> waiting = new ArrayDeque<>();

  /** The same, when answers may overtake each other. */
  private final Set<Integer> open = new HashSet<>();

  /** The last request of each switch that a FLOW_MOD came of. */
  private final Map<Integer, Integer> lastOfOthers = new HashMap<>();

  private int nextXid = 1;
  private long answered;
  private long installed;

  StressSwitch(int number, InetSocketAddress controller, boolean inOrder, Random random)
      throws IOException {
    this.number = number;
    this.version = random.nextBoolean() ? OpenFlow.VERSION_10 : OpenFlow.VERSION_13;
    this.random = random;
    this.inOrder = inOrder;
    this.slow = random.nextInt(4) == 0;
    this.window = 1 + random.nextInt(slow ? MOST_OUTSTANDING : MOST_OUTSTANDING / 10);
    channel = SocketChannel.open();
    if (slow) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SLOW_RECEIVE_BYTES);
    }
    channel.connect(controller);
    channel.configureBlocking(false);
    out.put(FakeSwitch.hex(version == 1 ? Messages.HELLO_10 : Messages.HELLO_BOTH));
    out.put(FakeSwitch.hex(Messages.features(version, number)));
    if (version != 1) {
      out.put(FakeSwitch.hex(Messages.portDesc(false, 1, 2)));
    }
  }

  /**
   * Sends a little, perhaps, and reads what there is, or a little when it is slow.
   *
   * @param peer that FLOW_MODs are to be sent to
   * @return whether anything moved
   */
  boolean step(StressSwitch peer, boolean maySend) throws IOException {
    if (maySend && out.position() == 0 && waiting() < window) {
      int count = 1 + random.nextInt(MOST_AT_ONCE);
      for (int i = 0; i < count; i++) {
        ask(peer);
      }
    }
    out.flip();
    int moved = channel.write(out);
    out.compact();
    if (slow && random.nextInt(3) > 0) {
      return moved > 0;
    }
    return read() || moved > 0;
  }

  private void ask(StressSwitch peer) {
    int xid = nextXid++;
    waiting.add(xid);
    if (!inOrder) {
      open.add(xid);
    }
    if (random.nextInt(ECHO_EACH) == 0) {
      out.put(FakeSwitch.hex(Messages.header(version, OpenFlow.ECHO_REQUEST, xid)));
      return;
    }
    boolean sends = peer != null && peer.version == 1 && random.nextInt(SEND_EACH) == 0;
    ByteBuffer frame = ByteBuffer.wrap(Messages.FRAME.clone());
    frame.putLong(0, ((sends ? (long) peer.number : 0L) << 16) | mark());
    frame.putInt(8, xid);
    out.put(Messages.packetIn(version, xid, OpenFlow.NO_BUFFER, 1, frame.array()));
  }

  /** Its number as the first two bytes of an address that is no group's. */
  private int mark() {
    return (number >> 8 << 9) | (number & 0xff);
  }

  private boolean read() throws IOException {
    in.limit(slow ? Math.min(in.capacity(), in.position() + SLOW_BYTES) : in.capacity());
    int count = channel.read(in);
    in.limit(in.capacity());
    if (count < 0) {
      throw new AssertionError(this + " was disconnected");
    }
    int at = 0;
    int end = in.position();
    while (end - at >= OpenFlow.HEADER_BYTES) {
      int length = Header.length(in, at);
      if (length < OpenFlow.HEADER_BYTES || Header.version(in, at) > 4) {
        throw new AssertionError(this + " was sent what is no message, at byte " + at);
      }
      if (end - at < length) {
        break;
      }
      take(at);
      at += length;
    }
    in.limit(end).position(at);
    in.compact();
    return count > 0;
  }

  private void take(int at) {
    int type = Header.type(in, at);
    if (type == OpenFlow.PACKET_OUT || type == OpenFlow.ECHO_REPLY) {
      answer(Header.xid(in, at));
    } else if (type == OpenFlow.FLOW_MOD && version == 1) {
      installed(
          in.getShort(at + SRC_OF_FLOW_MOD_10) & 0xffff, in.getInt(at + SRC_OF_FLOW_MOD_10 + 2));
    }
  }

  private void answer(int xid) {
    answered++;
    if (inOrder) {
      Integer expected = waiting.poll();
      if (expected == null || expected != xid) {
        throw new AssertionError(this + " was answered " + xid + " instead of " + expected);
      }
    } else if (!open.remove(xid)) {
      throw new AssertionError(this + " was answered " + xid + ", twice or unasked");
    } else if (open.isEmpty()) {
      waiting.clear();
    }
  }

  /** A FLOW_MOD came of this request of another switch. */
  private void installed(int of, int request) {
    installed++;
    if (inOrder) {
      Integer before = lastOfOthers.put(of, request);
      if (before != null && before >= request) {
        throw new AssertionError(
            this
                + " was sent the FLOW_MOD of request "
                + request
                + " of "
                + of
                + " after "
                + before);
      }
    }
  }

  /** Requests without an answer. */
  int waiting() {
    return inOrder ? waiting.size() : open.size();
  }

  /** Answers so far. */
  long answered() {
    return answered;
  }

  /** FLOW_MODs that came of other switches' requests. */
  long installed() {
    return installed;
  }

  /** Leaves; with a reset when something is still under way. */
  void leave() throws IOException {
    if (waiting() > 0) {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    }
    channel.close();
  }

  @Override
  public String toString() {
    return "switch "
        + number
        + " (1."
        + (version == 1 ? 0 : 3)
        + (slow ? ", slow" : "")
        + ", "
        + waiting()
        + " of "
        + (nextXid - 1)
        + " without an answer)";
  }
}
