package maestro.net.session;

import java.nio.ByteBuffer;
import maestro.metrics.Counter;
import maestro.net.connection.Connection;
import maestro.openflow.Header;
import maestro.openflow.HelloCodec;
import maestro.openflow.OpenFlow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ERROR messages that one switch gets: for a HELLO without a common version, a refused datapath
 * id, and a message of a bad type, version or length. {@link ReceivedErrors} handles those that
 * come from the switch.
 *
 * <p>Threads: for the holder of the claim, except {@link #malformed}, which is for any.
 */
final class SentErrors {
  private static final Logger LOG = LoggerFactory.getLogger(SentErrors.class);
  private static final int HELLO_FAILED_BYTES = 128;
  private static final int BAD_REQUEST = 1;
  private static final int BAD_VERSION = 0;
  private static final int BAD_TYPE = 1;
  private static final int BAD_LENGTH = 6;

  /** The most bytes of the wrong message that an ERROR repeats. */
  private static final int DATA_BYTES = 64;

  private final Connection connection;
  private boolean wrongTypeSaid;

  /** Volatile: written by the thread that read the message, before it requests the close. */
  private volatile boolean saidWhy;

  SentErrors(Connection connection) {
    this.connection = connection;
  }

  /** HELLO_FAILED, in a version that the sender of the HELLO can read. */
  void helloFailed(ByteBuffer hello, int at, String asciiReason) {
    int theirs = Header.version(hello, at);
    int lowest = theirs == 0 ? OpenFlow.VERSION_10 : Math.min(theirs, OpenFlow.VERSION_13);
    ByteBuffer error = ByteBuffer.allocate(HELLO_FAILED_BYTES);
    int xid = Header.xid(hello, at);
    say(error, HelloCodec.encodeHelloFailed(error, 0, lowest, xid, asciiReason));
  }

  /** HELLO_FAILED, not permitted: the connection is refused. */
  void notPermitted(int agreedVersion, String asciiReason) {
    ByteBuffer error = ByteBuffer.allocate(HELLO_FAILED_BYTES);
    say(error, HelloCodec.encodeNotPermitted(error, 0, agreedVersion, 0, asciiReason));
  }

  /** Whether the switch was sent the reason for the close. */
  boolean saidWhy() {
    return saidWhy;
  }

  /** Sends even to a congested switch: nothing follows. */
  private void say(ByteBuffer error, int bytes) {
    saidWhy = true;
    byte[] message = new byte[bytes];
    error.get(0, message);
    connection.output().answer(message);
  }

  /** BAD_TYPE; the connection goes on. */
  void wrongType(ByteBuffer b, int at, int length) {
    Session.of(connection).handler().count(Counter.MESSAGES_REFUSED);
    connection.send(badRequest(Header.version(b, at), BAD_TYPE, b, at, length));
    String more = wrongTypeSaid ? null : Session.of(connection).handler().permitLine(connection);
    wrongTypeSaid = true;
    if (more != null) {
      LOG.warn(
          "{} sends a message of type {}, which is not for a controller, and gets an ERROR (said"
              + " once; repeats are counted){}",
          connection,
          Header.type(b, at),
          more);
    }
  }

  /**
   * BAD_VERSION or BAD_LEN, before the connection is closed. Sends nothing before a version is
   * negotiated, and nothing about an ERROR, since errors about errors would never end.
   *
   * @param agreedVersion the negotiated version; 0 before
   * @param bytes how many bytes there are from the message on
   */
  void malformed(int agreedVersion, ByteBuffer b, int at, int bytes) {
    if (agreedVersion != 0
        && bytes >= OpenFlow.HEADER_BYTES
        && Header.type(b, at) != OpenFlow.ERROR) {
      saidWhy = true;
      int code = Header.version(b, at) == agreedVersion ? BAD_LENGTH : BAD_VERSION;
      int own = Math.min(bytes, Math.max(OpenFlow.HEADER_BYTES, Header.length(b, at)));
      connection.output().answer(badRequest(agreedVersion, code, b, at, own));
    }
  }

  private static byte[] badRequest(int version, int code, ByteBuffer b, int at, int bytes) {
    int dataBytes = Math.min(bytes, DATA_BYTES);
    ByteBuffer error = ByteBuffer.allocate(12 + dataBytes);
    Header.encode(error, 0, version, OpenFlow.ERROR, error.capacity(), Header.xid(b, at));
    error.putInt(8, BAD_REQUEST << 16 | code);
    error.put(12, b, at, dataBytes);
    return error.array();
  }
}
