package maestro.control;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import maestro.net.FakeSwitch;

/** A switch of OpenFlow 1.0 that is asked for the counters of its ports, and answers. */
public final class PortStatsOnWire {
  private static final int STATS_REQUEST = 16;
  private static final int STATS_REPLY = 17;
  private static final int PORT = 4;
  private static final int ECHO_REPLY = 3;
  private static final int HEADER_BYTES = 8;
  private static final int COUNTERS_AT = 12 + 8;
  private static final int ENTRY_BYTES = 104;

  private PortStatsOnWire() {}

  /** Reads on until the next question, and returns its transaction id. */
  public static int asked(Socket socket) throws IOException {
    return asked(socket, PORT);
  }

  /** The same for a question of another kind. */
  static int asked(Socket socket, int kind) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      byte[] message = next(in);
      if (isQuestion(message, kind)) {
        return ByteBuffer.wrap(message).getInt(4);
      }
    }
  }

  private static boolean isQuestion(byte[] message, int kind) {
    return message[1] == STATS_REQUEST && message[HEADER_BYTES + 1] == kind;
  }

  private static byte[] next(DataInputStream in) throws IOException {
    byte[] header = in.readNBytes(HEADER_BYTES);
    byte[] rest = in.readNBytes((((header[2] & 0xff) << 8) | (header[3] & 0xff)) - HEADER_BYTES);
    return ByteBuffer.allocate(header.length + rest.length).put(header).put(rest).array();
  }

  /**
   * Answers, and waits until the worker has had it.
   *
   * @param counters of the port, in the order of the wire; the others are 0
   */
  public static void answer(Socket socket, int xid, int port, long... counters) throws IOException {
    ByteBuffer reply = ByteBuffer.allocate(12 + ENTRY_BYTES);
    reply.put(0, (byte) 1).put(1, (byte) STATS_REPLY).putShort(2, (short) reply.limit());
    reply.putInt(4, xid).putShort(8, (short) PORT).putShort(12, (short) port);
    for (int i = 0; i < counters.length; i++) {
      reply.putLong(COUNTERS_AT + i * Long.BYTES, counters[i]);
    }
    send(socket, reply.array());
  }

  /** Sends, and waits until the worker has had it: it answers the echo behind it. */
  public static void send(Socket socket, byte[] message) throws IOException {
    socket.getOutputStream().write(message);
    wasAsked(socket);
  }

  /** Reads all that has come; whether a question was among it. */
  public static boolean wasAsked(Socket socket) throws IOException {
    socket.getOutputStream().write(FakeSwitch.hex("01 02 0008 00000055"));
    DataInputStream in = new DataInputStream(socket.getInputStream());
    boolean asked = false;
    while (true) {
      byte[] message = next(in);
      asked |= isQuestion(message, PORT);
      if (message[1] == ECHO_REPLY && ByteBuffer.wrap(message).getInt(4) == 0x55) {
        return asked;
      }
    }
  }
}
