package maestro.bench.isolation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.emulator.switches.EmulatedSwitch;
import maestro.emulator.switches.HostAddresses;
import maestro.emulator.switches.MessageFramer;
import maestro.emulator.switches.SwitchDescription;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/**
 * A connection to the controller that sends any bytes, valid or not.
 *
 * <p>It counts the ERROR messages that arrive, and the end of the connection when the controller
 * closes it. A send after that does nothing; see {@link #isClosed}. Confined to one thread; blocks.
 */
public final class RawSwitch implements AutoCloseable {
  private static final int CONNECT_MS = 10_000;
  private static final int HANDSHAKE_STEP_MS = 10_000;
  private static final int FIRST_INPUT_BYTES = 1024;
  private static final int FRAME_BYTES = 60;

  private final Socket socket;
  private final AttackCounts counts;
  private final EmulatedSwitch emulated;
  private final int version;
  private byte[] in = new byte[FIRST_INPUT_BYTES];
  private int inBytes;
  private boolean closed;

  private RawSwitch(Socket socket, SwitchDescription description, AttackCounts counts) {
    this.socket = socket;
    this.counts = counts;
    this.emulated = new EmulatedSwitch(description);
    this.version = description.version();
  }

  static RawSwitch connect(
      InetSocketAddress controller, SwitchDescription what, AttackCounts counts)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(controller, CONNECT_MS);
      return new RawSwitch(socket, what, counts);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * The socket, for uses that this class does not have; it does not count the end of the connection
   * then.
   */
  public Socket socket() {
    return socket;
  }

  /** Makes the messages of a switch that behaves. */
  public EmulatedSwitch emulated() {
    return emulated;
  }

  /** Whether a read or write has shown that the controller has closed the connection. */
  public boolean isClosed() {
    return closed;
  }

  /** Does the handshake. Returns false when the controller closed instead. */
  public boolean handshake() throws IOException {
    send(emulated.hello());
    while (!emulated.up()) {
      if (!takeOne(HANDSHAKE_STEP_MS)) {
        return false;
      }
    }
    if (!roundTrip()) { // a 1.3 switch has the request for its ports now
      return false;
    }
    return roundTrip(); // and the controller knows them now
  }

  /**
   * Sends an echo request, and behaves like a switch until the reply. The controller has handled
   * all earlier messages then. Returns false when the controller closed instead, or is silent.
   */
  public boolean roundTrip() throws IOException {
    long seen = emulated.echoRepliesSeen();
    send(emulated.echoRequest());
    while (emulated.echoRepliesSeen() == seen) {
      if (!takeOne(HANDSHAKE_STEP_MS)) {
        return false;
      }
    }
    return true;
  }

  /** Sends the bytes unchanged. */
  public void send(byte[] bytes) {
    send(bytes, 0, bytes.length);
  }

  /** Sends a part of the bytes unchanged. */
  public void send(byte[] bytes, int from, int count) {
    if (closed) {
      return;
    }
    try {
      socket.getOutputStream().write(bytes, from, count);
    } catch (IOException e) {
      noteClosed();
    }
  }

  /**
   * Reads the next message, without an answer.
   *
   * @param timeoutMs how long to wait for it, at least 1
   * @return null when no whole message came in that time, or the controller has closed
   */
  public byte[] read(int timeoutMs) throws IOException {
    while (firstBytes() == 0) {
      if (closed || !fill(timeoutMs)) {
        return null;
      }
    }
    int lengthBytes = firstBytes();
    byte[] message = Arrays.copyOf(in, lengthBytes);
    System.arraycopy(in, lengthBytes, in, 0, inBytes - lengthBytes);
    inBytes -= lengthBytes;
    if (Header.type(ByteBuffer.wrap(message), 0) == OpenFlow.ERROR) {
      counts.error();
    }
    return message;
  }

  /**
   * Reads until the packet of a port is answered by a PACKET_OUT.
   *
   * @param timeoutMs how long to wait for each message
   * @return false when it is not
   */
  public boolean awaitAnswer(int inPort, int timeoutMs) throws IOException {
    int at = OpenFlow.HEADER_BYTES + Integer.BYTES; // behind the buffer
    for (byte[] next = read(timeoutMs); next != null; next = read(timeoutMs)) {
      ByteBuffer message = ByteBuffer.wrap(next);
      if (Header.type(message, 0) == OpenFlow.PACKET_OUT) {
        int found = version == OpenFlow.VERSION_10 ? message.getShort(at) : message.getInt(at);
        if (found == inPort) {
          return true;
        }
      }
    }
    return false;
  }

  /** The bytes of an incomplete message. */
  public int partialBytes() {
    return firstBytes() > 0 ? 0 : inBytes;
  }

  /** Answers like a switch until nothing comes for this time, or the controller has closed. */
  public void pump(int quietMs) throws IOException {
    boolean more = takeOne(quietMs);
    while (more) {
      more = takeOne(quietMs);
    }
  }

  /** Reads and drops all. Returns whether the controller closed within this time. */
  public boolean awaitClosed(int timeoutMs) throws IOException {
    long deadlineNs = System.nanoTime() + timeoutMs * 1_000_000L;
    while (!closed) {
      long leftMs = (deadlineNs - System.nanoTime()) / 1_000_000;
      if (leftMs <= 0) {
        return false;
      }
      read((int) leftMs);
    }
    return true;
  }

  /** A PACKET_IN with a whole packet from one host to another, made up from their numbers. */
  public byte[] packetIn(int inPort, int sourceHost, int destinationHost) {
    return packetIn(version, inPort, sourceHost, destinationHost);
  }

  /** The same of any switch that speaks this version. */
  static byte[] packetIn(int version, int inPort, int sourceHost, int destinationHost) {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
    putAddress(frame, 0, destinationHost);
    putAddress(frame, 6, sourceHost);
    frame.putShort(12, (short) 0x0800);
    return packetIn(version, inPort, frame.array());
  }

  /** A PACKET_IN with a whole packet. */
  public byte[] packetIn(int inPort, byte[] frame) {
    return packetIn(version, inPort, frame);
  }

  private static byte[] packetIn(int version, int inPort, byte[] frame) {
    int bytes = frame.length;
    ByteBuffer packet = ByteBuffer.wrap(frame);
    ByteBuffer out = ByteBuffer.allocate(PacketInEncoder.bytes(version, bytes));
    PacketInEncoder.encode(
        out, 0, version, 0, OpenFlow.NO_BUFFER, bytes, inPort, 0, 0, packet, 0, bytes);
    return out.array();
  }

  /** A header, and zeros up to a length that may be wrong. */
  public byte[] message(int type, int claimedBytes, int bytes) {
    byte[] message = new byte[Math.max(OpenFlow.HEADER_BYTES, bytes)];
    Header.encode(ByteBuffer.wrap(message), 0, version, type, claimedBytes, 0);
    return message;
  }

  /**
   * Ends the connection with a reset: bytes on their way are lost, and the local port is free at
   * once.
   */
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    closed = true;
    socket.close();
  }

  /** Ends the connection in order. */
  @Override
  public void close() throws IOException {
    closed = true;
    socket.close();
  }

  private static void putAddress(ByteBuffer frame, int at, int host) {
    long address = HostAddresses.FIRST | (host & 0xffff_ffffL);
    frame.putShort(at, (short) (address >>> 32)).putInt(at + 2, (int) address);
  }

  private boolean takeOne(int timeoutMs) throws IOException {
    byte[] message = read(timeoutMs);
    if (message == null) {
      return false;
    }
    emulated.handle(ByteBuffer.wrap(message), 0, message.length, this::send);
    return true;
  }

  /** The length of the first message; 0 when it is incomplete. */
  private int firstBytes() {
    int bytes = MessageFramer.wholeBytes(ByteBuffer.wrap(in), 0, inBytes, emulated.greeted());
    // Bytes that are not OpenFlow are taken header by header, so that nothing waits for the rest of
    // a message.
    return bytes == MessageFramer.NOT_OPENFLOW ? OpenFlow.HEADER_BYTES : bytes;
  }

  /** Reads once. Returns false when nothing came in time or the connection has ended. */
  private boolean fill(int timeoutMs) throws IOException {
    if (inBytes == in.length) {
      in = Arrays.copyOf(in, 2 * in.length);
    }
    socket.setSoTimeout(timeoutMs);
    try {
      int count = socket.getInputStream().read(in, inBytes, in.length - inBytes);
      if (count < 0) {
        noteClosed();
        return false;
      }
      inBytes += count;
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) { // it was reset
      noteClosed();
      return false;
    }
  }

  private void noteClosed() {
    if (!closed) {
      closed = true;
      counts.closed();
    }
  }
}
