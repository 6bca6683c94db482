package maestro.openflow;

/**
 * The numbers of OpenFlow 1.0 and 1.3 that Maestro needs by name. Types without a version suffix
 * are the same in both.
 */
public final class OpenFlow {
  public static final int VERSION_10 = 1;
  public static final int VERSION_13 = 4;

  public static final int HEADER_BYTES = 8;
  public static final int MAX_MESSAGE_BYTES = 65535;

  /**
   * The buffer id that means that the packet is in the message and not in a buffer of the switch.
   */
  public static final int NO_BUFFER = 0xffffffff;

  public static final int HELLO = 0;
  public static final int ERROR = 1;
  public static final int ECHO_REQUEST = 2;
  public static final int ECHO_REPLY = 3;

  /** Called VENDOR in 1.0. */
  public static final int EXPERIMENTER = 4;

  public static final int FEATURES_REQUEST = 5;
  public static final int FEATURES_REPLY = 6;
  public static final int GET_CONFIG_REQUEST = 7;
  public static final int GET_CONFIG_REPLY = 8;
  public static final int SET_CONFIG = 9;
  public static final int PACKET_IN = 10;
  public static final int FLOW_REMOVED = 11;
  public static final int PORT_STATUS = 12;
  public static final int PACKET_OUT = 13;
  public static final int FLOW_MOD = 14;

  /** Ports with a number above this one are reserved. */
  public static final int PORT_MAX = 0xffffff00;

  public static final int PORT_IN_PORT = 0xfffffff8;
  public static final int PORT_TABLE = 0xfffffff9;
  public static final int PORT_NORMAL = 0xfffffffa;
  public static final int PORT_FLOOD = 0xfffffffb;
  public static final int PORT_ALL = 0xfffffffc;
  public static final int PORT_CONTROLLER = 0xfffffffd;
  public static final int PORT_LOCAL = 0xfffffffe;

  /** Called NONE in 1.0. */
  public static final int PORT_ANY = 0xffffffff;

  public static final int TABLE_ALL = 0xff;
  public static final int FLOW_MOD_ADD = 0;
  public static final int FLOW_MOD_DELETE = 3;

  private static final int PORT_MOD_10 = 15;
  private static final int GROUP_MOD_13 = 15;
  private static final int PORT_MOD_13 = 16;
  private static final int METER_MOD_13 = 29;

  private static final int PORT_MAX_10 = 0xff00;
  private static final int PORT_NONE_10 = 0xffff;

  private OpenFlow() {}

  public static int barrierRequest(int version) {
    return version == VERSION_10 ? 18 : 20;
  }

  public static int barrierReply(int version) {
    return version == VERSION_10 ? 19 : 21;
  }

  /** The type of a statistics request, which 1.3 calls multipart request. */
  public static int statsRequest(int version) {
    return version == VERSION_10 ? 16 : 18;
  }

  /** The type of a statistics reply, which 1.3 calls multipart reply. */
  public static int statsReply(int version) {
    return version == VERSION_10 ? 17 : 19;
  }

  /** The type of a role request; 1.3 only, in 1.0 roles are a vendor extension. */
  public static int roleRequest() {
    return 24;
  }

  /** The type of a role reply; 1.3 only, in 1.0 roles are a vendor extension. */
  public static int roleReply() {
    return 25;
  }

  /** What people call a message that a controller sends, such as FLOW_MOD. */
  public static String typeName(int version, int type) {
    if (type == PACKET_OUT) {
      return "PACKET_OUT";
    }
    if (type == FLOW_MOD) {
      return "FLOW_MOD";
    }
    if (version == VERSION_10) {
      return type == PORT_MOD_10 ? "PORT_MOD" : "message of type " + type;
    }
    return switch (type) {
      case GROUP_MOD_13 -> "GROUP_MOD";
      case PORT_MOD_13 -> "PORT_MOD";
      case METER_MOD_13 -> "METER_MOD";
      default -> "message of type " + type;
    };
  }

  /**
   * The 32-bit number of a 1.0 port; {@code 0xff00} and above move to the end of the 32-bit range.
   *
   * @param wire16 port as read from the wire; only the low 16 bits count
   */
  public static int port10To13(int wire16) {
    int port = wire16 & 0xffff;
    return port < PORT_MAX_10 ? port : port | 0xffff0000;
  }

  /**
   * The 16-bit number of a port, 0..0xffff. A port that 1.0 cannot express becomes NONE (0xffff),
   * which is no port of a switch. Cutting it to 16 bits could name another port.
   */
  public static int port13To10(int port) {
    boolean fits =
        (port >= 0 && port < PORT_MAX_10) || Integer.compareUnsigned(port, PORT_MAX) >= 0;
    return fits ? port & 0xffff : PORT_NONE_10;
  }
}
