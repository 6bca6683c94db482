package maestro.bench.shutdown;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/**
 * A switch of OpenFlow 1.0 over a non-blocking socket. It sends as much as the socket takes, and
 * knows whether the stream from the controller has ended between two messages.
 *
 * <p>Confined to one thread, which calls {@link #work}.
 */
public final class LoadingSwitch implements Closeable {
  private static final int REQUESTS_A_WRITE = 256;
  private static final int FRAME_BYTES = 60;

  private final ByteChannel channel;
  private final ByteBuffer hello;
  private final ByteBuffer requests;
  private final ByteBuffer in = ByteBuffer.allocateDirect(2 * OpenFlow.MAX_MESSAGE_BYTES);
  private final int mostReadBytes;
  private final long readEveryNs;
  private long lastReadNs;
  private long messages;
  private boolean ended;
  private boolean reset;

  /**
   * Makes the switch; sends nothing.
   *
   * @param channel non-blocking, after the TLS handshake
   * @param mostReadBytes the most that one read takes
   * @param readEveryNs time between two reads; 0 reads whenever there is something
   */
  public LoadingSwitch(ByteChannel channel, long datapathId, int mostReadBytes, long readEveryNs) {
    this.channel = channel;
    this.mostReadBytes = mostReadBytes;
    this.readEveryNs = readEveryNs;
    hello = ByteBuffer.allocateDirect(40);
    Header.encode(hello, 0, 1, OpenFlow.HELLO, 8, 1);
    Header.encode(hello, 8, 1, OpenFlow.FEATURES_REPLY, 32, 2);
    hello.putLong(16, datapathId);
    int bytes = PacketInEncoder.bytes(1, FRAME_BYTES);
    requests = ByteBuffer.allocateDirect(REQUESTS_A_WRITE * bytes);
    ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
    frame.putInt(2, 2).putInt(8, 1).putShort(12, (short) 0x0800);
    for (int i = 0; i < REQUESTS_A_WRITE; i++) {
      PacketInEncoder.encode(
          requests, i * bytes, 1, i, -1, FRAME_BYTES, 1, 0, 0, frame, 0, FRAME_BYTES);
    }
  }

  /** Sends and reads what it can now. */
  public void work() {
    if (ended) {
      return;
    }
    send();
    long nowNs = System.nanoTime();
    if (nowNs - lastReadNs >= readEveryNs) {
      lastReadNs = nowNs;
      read();
    }
  }

  private void send() {
    ByteBuffer next = hello.hasRemaining() ? hello : requests;
    if (!next.hasRemaining()) {
      next.clear();
    }
    try {
      channel.write(next);
    } catch (IOException e) {
      return; // the received bytes can still be read
    }
  }

  private void read() {
    in.limit(Math.min(in.capacity(), in.position() + mostReadBytes));
    try {
      ended = channel.read(in) < 0;
      chop();
    } catch (IOException e) {
      ended = true;
      reset = true;
    }
  }

  private void chop() {
    int at = 0;
    int end = in.position();
    while (end - at >= OpenFlow.HEADER_BYTES && end - at >= Header.length(in, at)) {
      at += Header.length(in, at);
      messages++;
    }
    in.limit(end).position(at).compact();
  }

  /** How many whole messages it has read. */
  long messages() {
    return messages;
  }

  boolean hasEnded() {
    return ended;
  }

  /** Whether the controller has closed the stream between two messages. */
  boolean endedBetweenMessages() {
    return ended && !reset && in.position() == 0;
  }

  /** The end of its stream, for a line about a failure. */
  @Override
  public String toString() {
    return "%s messages, %s bytes of another, %s"
        .formatted(messages, in.position(), reset ? "reset" : ended ? "ended" : "open");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
