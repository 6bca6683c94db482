package maestro.network.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import maestro.emulator.switches.MessageFramer;
import maestro.network.dataplane.Controller;
import maestro.network.dataplane.ControllerOutput;
import maestro.network.plan.Deadlines;
import maestro.openflow.OpenFlow;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one switch to a controller in the same process. What one side sends is with the
 * other one a delay later. The switch connects again 100 ms after the controller has closed.
 * Confined to one thread.
 */
public final class DirectChannel implements ControllerOutput {
  private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int FIRST_BYTES = 4096;

  private Controller session;
  private final long delayNs;
  private @Nullable ByteChannel channel;
  private boolean away;
  private long retryNs;

  /** From 0 to its position: what the switch has just sent. */
  private ByteBuffer out = ByteBuffer.allocate(FIRST_BYTES);

  /** From 0 to its position: a begun message of the controller. */
  private ByteBuffer in = ByteBuffer.allocate(2 * (OpenFlow.MAX_MESSAGE_BYTES + 1));

  private final Queue<Piece> toController = new ArrayDeque<>();
  private final Queue<Piece> toSwitch = new ArrayDeque<>();

  /** Bytes on the way. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Piece(long arrivalNs, byte[] bytes) {}

  /** Makes the switch's end of a connection. */
  public interface Dialer {
    ByteChannel connect() throws IOException;
  }

  public DirectChannel(Controller session, long delayNs, long nowNs) {
    this.session = session;
    this.delayNs = delayNs;
    this.retryNs = nowNs;
  }

  /** Ends the connection, and makes none until it is called again; or allows one at once. */
  public void away(boolean isAway, long nowNs) {
    away = isAway;
    if (isAway) {
      lose(nowNs);
    }
    retryNs = nowNs;
  }

  /** Another switch has taken the place of this one. */
  public void replace(Controller next, long nowNs) {
    lose(nowNs);
    session = next;
    retryNs = nowNs;
  }

  /** Connects, if it is time. */
  public boolean connectIfDue(Dialer dialer, long nowNs) throws IOException {
    if (channel != null || away || nowNs - retryNs < 0) {
      return false;
    }
    channel = dialer.connect();
    session.connect(this);
    return true;
  }

  private void lose(long nowNs) {
    ByteChannel open = channel;
    if (open == null) {
      return;
    }
    channel = null;
    session.disconnect();
    out.clear();
    in.clear();
    toController.clear();
    toSwitch.clear();
    retryNs = nowNs + RETRY_NS;
    try {
      open.close();
    } catch (IOException e) {
      assert e.getMessage() != null : "it is lost anyway";
    }
  }

  /** Gives the controller what is due. Returns how many bytes. */
  public int send(long nowNs) {
    ByteChannel open = channel;
    if (open == null) {
      return 0;
    }
    if (out.position() > 0) {
      byte[] bytes = new byte[out.position()];
      out.get(0, bytes);
      out.clear();
      toController.add(new Piece(nowNs + delayNs, bytes));
    }
    int sent = 0;
    try {
      for (Piece first = toController.peek();
          first != null && first.arrivalNs() - nowNs <= 0;
          first = toController.peek()) {
        toController.remove();
        sent += open.write(ByteBuffer.wrap(first.bytes()));
      }
    } catch (IOException e) {
      lose(nowNs);
    }
    return sent;
  }

  /** Gives the switch what is due. Returns how many bytes, or 1 when the connection was lost. */
  public int receive(long nowNs) {
    ByteChannel open = channel;
    if (open == null) {
      return 0;
    }
    boolean closed;
    try {
      closed = read(open, nowNs);
    } catch (IOException e) {
      closed = true;
    }
    int received = 0;
    for (Piece first = toSwitch.peek();
        first != null && first.arrivalNs() - nowNs <= 0 && channel != null;
        first = toSwitch.peek()) {
      toSwitch.remove();
      received += first.bytes().length;
      handle(first.bytes(), nowNs);
    }
    if (closed && toSwitch.isEmpty()) {
      lose(nowNs);
      return received + 1;
    }
    return received;
  }

  private boolean read(ByteChannel open, long nowNs) throws IOException {
    ByteBuffer scratch = ByteBuffer.allocate(FIRST_BYTES);
    while (true) {
      int count = open.read(scratch.clear());
      if (count <= 0) {
        return count < 0;
      }
      byte[] bytes = new byte[count];
      scratch.get(0, bytes);
      toSwitch.add(new Piece(nowNs + delayNs, bytes));
    }
  }

  private void handle(byte[] bytes, long nowNs) {
    in.put(bytes);
    int end = in.position();
    int at = 0;
    in.clear();
    while (true) {
      int lengthBytes = MessageFramer.wholeBytes(in, at, end, session.greeted());
      if (lengthBytes == MessageFramer.BEGUN) {
        break;
      }
      if (lengthBytes == MessageFramer.NOT_OPENFLOW) {
        lose(nowNs);
        return;
      }
      session.handle(in, at, lengthBytes);
      at += lengthBytes;
      if (!session.refusal().isEmpty()) {
        send(nowNs); // the ERROR that says why goes before the end
        send(nowNs + delayNs);
        lose(nowNs);
        return;
      }
    }
    in.limit(end).position(at).compact();
  }

  /** When there is something to do, or {@link VirtualController#NEVER}. */
  public long nextNs() {
    if (channel == null) {
      return away ? VirtualController.NEVER : retryNs;
    }
    Piece up = toController.peek();
    Piece down = toSwitch.peek();
    if (up == null || down == null) {
      Piece one = up == null ? down : up;
      return one == null ? VirtualController.NEVER : one.arrivalNs();
    }
    return Deadlines.earlier(up.arrivalNs(), down.arrivalNs());
  }

  @Override
  public void send(byte[] message) {
    makeRoom(message.length);
    out.put(message);
  }

  @Override
  public @Nullable ByteBuffer roomForPacketIn(int bytes) {
    if (!session.isUp()) {
      return null;
    }
    makeRoom(bytes);
    return out;
  }

  private void makeRoom(int bytes) {
    if (out.remaining() < bytes) {
      int capacity = Integer.highestOneBit(out.position() + bytes) * 2;
      out = ByteBuffer.allocate(capacity).put(out.flip());
    }
  }
}
