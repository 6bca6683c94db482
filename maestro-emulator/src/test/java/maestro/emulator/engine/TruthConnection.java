package maestro.emulator.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import maestro.emulator.engine.clock.EngineTime;

/** The controller's end of one switch. */
public final class TruthConnection {
  private static final int HELLO = 0;
  private static final int FEATURES_REQUEST = 5;
  private static final int FEATURES_REPLY = 6;
  private static final int PACKET_IN = 10;
  private static final int PORT_STATUS = 12;
  private static final int HEADER_BYTES = 8;

  private final SocketChannel channel;
  private final TruthResponder.Behaviour behaviour;
  private final EngineTime time;
  private final Map<Long, Integer> ports = new HashMap<>();
  private final ByteBuffer in = ByteBuffer.allocate(1 << 17).limit(0);
  private ByteBuffer out = ByteBuffer.allocate(1 << 16);
  private long busyUntilNs = Long.MIN_VALUE;
  private int version;
  private long datapathId;
  private long handledRequests;
  private int portStatuses;

  TruthConnection(SocketChannel channel, TruthResponder.Behaviour behaviour, EngineTime time)
      throws IOException {
    this.channel = channel;
    this.behaviour = behaviour;
    this.time = time;
    channel.configureBlocking(false);
  }

  long datapathId() {
    return datapathId;
  }

  int portStatuses() {
    return portStatuses;
  }

  long handledRequests() {
    return handledRequests;
  }

  /** Sends a message after all that was written before, and after {@link #busyFor}. */
  public void write(byte[] message) {
    if (out.remaining() < message.length) {
      ByteBuffer larger = ByteBuffer.allocate(2 * out.capacity() + message.length);
      out = larger.put(out.flip());
    }
    out.put(message);
  }

  /** Sends what was written so far; what follows, and the next requests, have to wait. */
  void busyFor(long ns) throws IOException {
    flush();
    busyUntilNs = time.nowNs() + ns;
  }

  /** Says HELLO in the version of the switch and asks for its features. */
  void greet() {
    write(bare(version, HELLO));
    write(bare(version, FEATURES_REQUEST));
  }

  /** Has the switch say when all that came before was done. */
  void askForBarrier() {
    write(bare(version, version == 1 ? 18 : 20));
  }

  void close() throws IOException {
    channel.close();
  }

  void doWork() throws IOException {
    if (!channel.isOpen() || isBusy() || !flush()) {
      return;
    }
    int left = behaviour.requestsAtOnce(datapathId, time.nowNs());
    while (left > 0 && channel.isOpen() && !isBusy() && hasMessage()) {
      ByteBuffer message = next();
      handle(message);
      left -= message.get(1) == PACKET_IN ? 1 : 0;
    }
    if (channel.isOpen() && !isBusy()) {
      flush();
    }
  }

  private boolean isBusy() {
    return time.nowNs() < busyUntilNs;
  }

  /** Returns whether the socket took all. */
  boolean flush() throws IOException {
    channel.write(out.flip());
    out.compact();
    return out.position() == 0;
  }

  private boolean hasMessage() throws IOException {
    if (isWhole()) {
      return true;
    }
    in.compact();
    int readBytes = channel.read(in);
    in.flip();
    if (readBytes < 0) {
      channel.close();
    }
    return isWhole();
  }

  private boolean isWhole() {
    return in.remaining() >= HEADER_BYTES && in.remaining() >= lengthBytes();
  }

  private int lengthBytes() {
    return in.getShort(in.position() + 2) & 0xffff;
  }

  private ByteBuffer next() {
    byte[] message = new byte[lengthBytes()];
    in.get(message);
    return ByteBuffer.wrap(message);
  }

  private void handle(ByteBuffer message) throws IOException {
    switch (message.get(1)) {
      case HELLO -> {
        version = message.get(0);
        behaviour.onHello(this);
      }
      case FEATURES_REPLY -> {
        datapathId = message.getLong(8);
        behaviour.onFeatures(this);
      }
      case PACKET_IN -> {
        handledRequests++;
        behaviour.onRequest(request(message), this);
      }
      case PORT_STATUS -> portStatuses++;
      default -> {
        // nothing to say
      }
    }
  }

  private TruthRequest request(ByteBuffer message) {
    int inPort = TruthRequest.inPort(message);
    ports.put(TruthRequest.source(message), inPort);
    int port = ports.getOrDefault(TruthRequest.destination(message), TruthRequest.FLOOD);
    assert port != inPort : "a packet must not leave where it came from";
    return new TruthRequest(message, port);
  }

  /** A message without a body. */
  public static byte[] bare(int version, int type) {
    return new byte[] {(byte) version, (byte) type, 0, HEADER_BYTES, 0, 0, 0, 1};
  }
}
