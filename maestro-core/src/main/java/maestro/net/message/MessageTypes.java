package maestro.net.message;

import maestro.openflow.OpenFlow;

/** The message types that a switch may send, and their lengths. Stateless. */
public final class MessageTypes {
  private static final int QUEUE_GET_CONFIG_REPLY_10 = 21;
  private static final int QUEUE_GET_CONFIG_REPLY_13 = 23;
  private static final int GET_ASYNC_REPLY = 27;

  private static final int PORT_BYTES_10 = 48;

  private static final Shapes OF_10 =
      new Shapes()
          .atLeast(OpenFlow.HELLO, 8)
          .atLeast(OpenFlow.ERROR, 12)
          .atLeast(OpenFlow.ECHO_REQUEST, 8)
          .atLeast(OpenFlow.ECHO_REPLY, 8)
          .atLeast(OpenFlow.EXPERIMENTER, 12)
          .inSteps(OpenFlow.FEATURES_REPLY, 32, PORT_BYTES_10)
          .exactly(OpenFlow.GET_CONFIG_REPLY, 12)
          .atLeast(OpenFlow.PACKET_IN, 18)
          .exactly(OpenFlow.FLOW_REMOVED, 88)
          .exactly(OpenFlow.PORT_STATUS, 64)
          .atLeast(OpenFlow.statsReply(OpenFlow.VERSION_10), 12)
          .exactly(OpenFlow.barrierReply(OpenFlow.VERSION_10), 8)
          .inSteps(QUEUE_GET_CONFIG_REPLY_10, 16, 8);

  private static final Shapes OF_13 =
      new Shapes()
          .atLeast(OpenFlow.HELLO, 8)
          .atLeast(OpenFlow.ERROR, 12)
          .atLeast(OpenFlow.ECHO_REQUEST, 8)
          .atLeast(OpenFlow.ECHO_REPLY, 8)
          .atLeast(OpenFlow.EXPERIMENTER, 16)
          .exactly(OpenFlow.FEATURES_REPLY, 32)
          .exactly(OpenFlow.GET_CONFIG_REPLY, 12)
          .atLeast(OpenFlow.PACKET_IN, 34)
          .inSteps(OpenFlow.FLOW_REMOVED, 56, 8)
          .exactly(OpenFlow.PORT_STATUS, 80)
          .atLeast(OpenFlow.statsReply(OpenFlow.VERSION_13), 16)
          .exactly(OpenFlow.barrierReply(OpenFlow.VERSION_13), 8)
          .inSteps(QUEUE_GET_CONFIG_REPLY_13, 16, 8)
          .exactly(OpenFlow.roleReply(), 24)
          .exactly(GET_ASYNC_REPLY, 32);

  private MessageTypes() {}

  /** The messages of one version that a switch may send, each with its valid lengths. */
  private static final class Shapes {
    private static final int EXACT = Integer.MAX_VALUE;

    /** By type; 0 for types that no switch should send. */
    private final int[] leastBytes = new int[256];

    private final int[] stepBytes = new int[256];

    Shapes atLeast(int type, int bytes) {
      return inSteps(type, bytes, 1);
    }

    Shapes exactly(int type, int bytes) {
      return inSteps(type, bytes, EXACT);
    }

    Shapes inSteps(int type, int bytes, int step) {
      leastBytes[type] = bytes;
      stepBytes[type] = step;
      return this;
    }
  }

  private static Shapes shapes(int version) {
    return version == OpenFlow.VERSION_10 ? OF_10 : OF_13;
  }

  /** Whether no switch should send this type: it is unknown, or only controllers send it. */
  public static boolean isWrongForController(int version, int type) {
    return shapes(version).leastBytes[type] == 0;
  }

  /** Whether the length is valid for this type; true for types that no switch should send. */
  static boolean isLengthRight(int version, int type, int length) {
    Shapes shapes = shapes(version);
    int beyond = length - shapes.leastBytes[type];
    return isWrongForController(version, type)
        || (beyond >= 0 && beyond % shapes.stepBytes[type] == 0);
  }

  /** Whether a message of this type can say something about the controller's role. */
  public static boolean isAboutRoles(int type) {
    return type == OpenFlow.ERROR || type == OpenFlow.EXPERIMENTER || type == OpenFlow.roleReply();
  }

  /**
   * Whether a message of this type can answer a request; false for types that switches send
   * unasked.
   */
  public static boolean isAnswer(int type) {
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
}
