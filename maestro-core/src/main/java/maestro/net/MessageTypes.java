package maestro.net;

import java.nio.ByteBuffer;
import maestro.openflow.Header;
import maestro.openflow.OpenFlow;

/** Which messages a switch may send, and what it is told when it sends others. Stateless. */
final class MessageTypes {
  private static final int HIGHEST_10 = 21;
  private static final int HIGHEST_13 = 29;
  private static final int ERROR_BAD_REQUEST = 1;
  private static final int CODE_BAD_TYPE = 1;
  private static final int ERROR_DATA_BYTES = 64;

  private MessageTypes() {}

  /** Whether no switch should send this: nobody knows the type, or it is for switches. */
  static boolean isWrongForController(int version, int type) {
    return type > (version == OpenFlow.VERSION_10 ? HIGHEST_10 : HIGHEST_13)
        || type == OpenFlow.FEATURES_REQUEST
        || type == OpenFlow.GET_CONFIG_REQUEST
        || type == OpenFlow.SET_CONFIG
        || type == OpenFlow.PACKET_OUT
        || type == OpenFlow.FLOW_MOD
        || type == OpenFlow.statsRequest(version)
        || type == OpenFlow.barrierRequest(version);
  }

  /** Whether it can answer a request, and is nothing that switches say by themselves. */
  static boolean isAnswer(int type) {
    return switch (type) {
      case OpenFlow.HELLO,
          OpenFlow.ECHO_REQUEST,
          OpenFlow.PACKET_IN,
          OpenFlow.FLOW_REMOVED,
          OpenFlow.PORT_STATUS ->
          false;
      default -> true;
    };
  }

  /** The ERROR that refuses a message because of its type. */
  static byte[] refusal(ByteBuffer b, int at, int length) {
    int dataBytes = Math.min(length, ERROR_DATA_BYTES);
    ByteBuffer error = ByteBuffer.allocate(12 + dataBytes);
    Header.encode(
        error, 0, Header.version(b, at), OpenFlow.ERROR, error.capacity(), Header.xid(b, at));
    error.putInt(8, ERROR_BAD_REQUEST << 16 | CODE_BAD_TYPE);
    error.put(12, b, at, dataBytes);
    return error.array();
  }
}
