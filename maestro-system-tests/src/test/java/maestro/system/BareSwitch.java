package maestro.system;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;
import maestro.openflow.PacketInEncoder;

/**
 * A switch of OpenFlow 1.0 that asks one thing at a time, and answers nothing but the handshake;
 * and while it waits, that it has no flow entries.
 */
final class BareSwitch implements Closeable {
  private static final int TIMEOUT_MS = 300_000;
  private static final int FRAME_BYTES = 60;
  private static final int FLOW_STATS = 1;

  /** The bytes of a part before its entries. */
  static final int PART_BYTES = 12;

  private static final int FEATURES_BYTES = 32;
  private static final int PORT_BYTES = 48;

  private final Socket socket;
  private final DataInputStream in;
  private int xid = 1_000;

  /**
   * Connects and says who it is.
   *
   * @param ports the numbers of those it has
   */
  BareSwitch(int port, long datapathId, int... ports) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MS);
    in = new DataInputStream(socket.getInputStream());
    ByteBuffer hello = ByteBuffer.allocate(8);
    Header.encode(hello, 0, 1, OpenFlow.HELLO, 8, 1);
    int bytes = FEATURES_BYTES + ports.length * PORT_BYTES;
    ByteBuffer features = ByteBuffer.allocate(bytes);
    Header.encode(features, 0, 1, OpenFlow.FEATURES_REPLY, bytes, 2);
    features.putLong(8, datapathId);
    for (int i = 0; i < ports.length; i++) {
      features.putShort(FEATURES_BYTES + i * PORT_BYTES, (short) ports[i]);
    }
    socket.getOutputStream().write(hello.array());
    socket.getOutputStream().write(features.array());
  }

  /**
   * Sends a packet that matched no entry and came in by the port of its source's number, and waits
   * for the answer.
   *
   * @param bufferId -1 sends the packet whole
   */
  ByteBuffer ask(int source, int destination, int bufferId) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(FRAME_BYTES);
    frame.putInt(2, destination).putInt(8, source).putShort(12, (short) 0x0800);
    ByteBuffer out = ByteBuffer.allocate(PacketInEncoder.bytes(1, FRAME_BYTES));
    xid++;
    PacketInEncoder.encode(
        out, 0, 1, xid, bufferId, FRAME_BYTES, source, 0, 0, frame, 0, FRAME_BYTES);
    socket.getOutputStream().write(out.array());
    while (true) {
      ByteBuffer message = read();
      if (Header.xid(message, 0) == xid) {
        return message;
      }
      if (asksForEntries(message)) {
        answerQuestion(Header.xid(message, 0));
      }
    }
  }

  /** Waits until it is asked for its flow entries; the transaction id of the question. */
  int awaitQuestion() throws IOException {
    while (true) {
      ByteBuffer message = read();
      if (asksForEntries(message)) {
        return Header.xid(message, 0);
      }
    }
  }

  /** Waits until it is asked for its flow entries, and says that it has none. */
  void answerQuestion() throws IOException {
    answerQuestion(awaitQuestion());
  }

  /**
   * Shows its flow entries whenever it is asked for them and answers barriers, until it is closed.
   *
   * @param parts whole messages; they get the transaction id of the question
   */
  void showEntries(List<byte[]> parts) throws IOException {
    while (true) {
      ByteBuffer message = read();
      int askedXid = Header.xid(message, 0);
      if (asksForEntries(message)) {
        for (byte[] part : parts) {
          Header.setXid(ByteBuffer.wrap(part), 0, askedXid);
          send(part);
        }
      } else if (Header.type(message, 0) == OpenFlow.barrierRequest(OpenFlow.VERSION_10)) {
        ByteBuffer reply = ByteBuffer.allocate(OpenFlow.HEADER_BYTES);
        int type = OpenFlow.barrierReply(OpenFlow.VERSION_10);
        Header.encode(reply, 0, 1, type, OpenFlow.HEADER_BYTES, askedXid);
        send(reply.array());
      }
    }
  }

  /** Sends whole messages. */
  void send(byte[] messages) throws IOException {
    socket.getOutputStream().write(messages);
  }

  /** The port that the answer, a PACKET_OUT with one action, sends the packet out of. */
  static int outPort(ByteBuffer packetOut) {
    return packetOut.getShort(20) & 0xffff;
  }

  private static boolean asksForEntries(ByteBuffer message) {
    return Header.type(message, 0) == OpenFlow.statsRequest(OpenFlow.VERSION_10)
        && message.getShort(OpenFlow.HEADER_BYTES) == FLOW_STATS;
  }

  /** It has no flow entries. */
  private void answerQuestion(int askedXid) throws IOException {
    send(part(askedXid, false, 0));
  }

  /**
   * A part of an answer to the question for flow entries, of OpenFlow 1.0.
   *
   * @param more whether another part follows
   * @param entryBytes the bytes of its entries, which are zero and begin at {@link #PART_BYTES}
   */
  static byte[] part(int xid, boolean more, int entryBytes) {
    int bytes = PART_BYTES + entryBytes;
    ByteBuffer part = ByteBuffer.allocate(bytes);
    Header.encode(part, 0, 1, OpenFlow.statsReply(OpenFlow.VERSION_10), bytes, xid);
    return part.putShort(8, (short) FLOW_STATS).putShort(10, (short) (more ? 1 : 0)).array();
  }

  private ByteBuffer read() throws IOException {
    byte[] header = in.readNBytes(OpenFlow.HEADER_BYTES);
    if (header.length < OpenFlow.HEADER_BYTES) {
      throw new IOException("the controller has closed the connection");
    }
    int length = Header.length(ByteBuffer.wrap(header), 0);
    byte[] body = in.readNBytes(length - header.length);
    return ByteBuffer.allocate(length).put(header).put(body).flip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
