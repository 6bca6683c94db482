package maestro.emulator.dataplane;

/**
 * A request is refused, and nothing was changed. The names are those of OpenFlow 1.0: type and code
 * of the ERROR.
 */
public class RefusedMessageException extends Exception {
  private static final long serialVersionUID = 1L;

  static final int BAD_REQUEST = 1;
  static final int BAD_STAT = 2;
  static final int BAD_SUBTYPE = 4;
  static final int EPERM = 5;
  static final int BAD_LEN = 6;
  static final int BUFFER_EMPTY = 7;
  static final int BUFFER_UNKNOWN = 8;

  static final int BAD_ACTION = 2;
  static final int ACTION_BAD_TYPE = 0;
  static final int ACTION_BAD_LEN = 1;
  static final int ACTION_BAD_VENDOR = 2;
  static final int ACTION_BAD_OUT_PORT = 4;
  static final int ACTION_BAD_ARGUMENT = 5;
  static final int ACTION_BAD_QUEUE = 8;

  static final int FLOW_MOD_FAILED = 3;
  static final int ALL_TABLES_FULL = 0;
  static final int OVERLAP = 1;
  static final int BAD_EMERGENCY_TIMEOUT = 3;
  static final int BAD_COMMAND = 4;

  static final int PORT_MOD_FAILED = 4;
  static final int PORT_MOD_BAD_PORT = 0;
  static final int PORT_MOD_BAD_ADDRESS = 1;

  static final int QUEUE_OPERATION_FAILED = 5;
  static final int QUEUE_BAD_PORT = 0;
  static final int QUEUE_BAD_QUEUE = 1;

  private final int type;
  private final int code;

  /**
   * @param type of the ERROR
   * @param code of the ERROR
   */
  public RefusedMessageException(int type, int code) {
    super("ERROR type " + type + " code " + code, null, false, false);
    this.type = type;
    this.code = code;
  }

  public final int type() {
    return type;
  }

  public final int code() {
    return code;
  }
}
