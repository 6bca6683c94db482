package maestro.emulator.dataplane.pipeline;

import maestro.emulator.dataplane.RefusedMessageException;

/**
 * A request is refused, and nothing was changed. The names are those of OpenFlow 1.3: type and code
 * of the ERROR.
 */
final class Refusal extends RefusedMessageException {
  private static final long serialVersionUID = 1L;

  static final int BAD_REQUEST = 1;
  static final int BAD_TYPE = 1;
  static final int BAD_MULTIPART = 2;
  static final int BAD_LEN = 6;
  static final int BAD_TABLE_ID = 9;
  static final int IS_SLAVE = 10;
  static final int BAD_PORT = 11;
  static final int BAD_PACKET = 12;

  static final int BAD_ACTION = 2;
  static final int ACTION_BAD_TYPE = 0;
  static final int ACTION_BAD_LEN = 1;
  static final int ACTION_BAD_EXPERIMENTER = 2;
  static final int ACTION_BAD_OUT_PORT = 4;
  static final int ACTION_BAD_ARGUMENT = 5;
  static final int ACTION_TOO_MANY = 7;
  static final int ACTION_BAD_QUEUE = 8;
  static final int ACTION_BAD_OUT_GROUP = 9;
  static final int ACTION_MATCH_INCONSISTENT = 10;
  static final int ACTION_BAD_TAG = 12;
  static final int ACTION_BAD_SET_TYPE = 13;
  static final int ACTION_BAD_SET_LEN = 14;
  static final int ACTION_BAD_SET_ARGUMENT = 15;

  static final int BAD_INSTRUCTION = 3;
  static final int UNKNOWN_INSTRUCTION = 0;
  static final int UNSUPPORTED_INSTRUCTION = 1;
  static final int INSTRUCTION_BAD_TABLE_ID = 2;
  static final int INSTRUCTION_BAD_EXPERIMENTER = 5;
  static final int INSTRUCTION_BAD_LEN = 7;

  static final int BAD_MATCH = 4;
  static final int MATCH_BAD_TYPE = 0;
  static final int MATCH_BAD_LEN = 1;
  static final int MATCH_BAD_WILDCARDS = 5;
  static final int MATCH_BAD_FIELD = 6;
  static final int MATCH_BAD_VALUE = 7;
  static final int MATCH_BAD_MASK = 8;
  static final int MATCH_BAD_PREREQUISITE = 9;
  static final int MATCH_DUPLICATE_FIELD = 10;

  static final int FLOW_MOD_FAILED = 5;
  static final int TABLE_FULL = 1;
  static final int FLOW_BAD_TABLE_ID = 2;
  static final int OVERLAP = 3;
  static final int FLOW_BAD_COMMAND = 6;
  static final int FLOW_BAD_FLAGS = 7;

  static final int GROUP_MOD_FAILED = 6;
  static final int GROUP_EXISTS = 0;
  static final int INVALID_GROUP = 1;
  static final int OUT_OF_GROUPS = 3;
  static final int CHAINING_UNSUPPORTED = 5;
  static final int GROUP_LOOP = 7;
  static final int UNKNOWN_GROUP = 8;
  static final int CHAINED_GROUP = 9;
  static final int GROUP_BAD_TYPE = 10;
  static final int GROUP_BAD_COMMAND = 11;
  static final int BAD_BUCKET = 12;
  static final int BAD_WATCH = 13;

  static final int PORT_MOD_FAILED = 7;
  static final int PORT_MOD_BAD_PORT = 0;
  static final int PORT_MOD_BAD_ADDRESS = 1;
  static final int PORT_MOD_BAD_CONFIG = 2;

  static final int TABLE_MOD_FAILED = 8;
  static final int TABLE_MOD_BAD_TABLE = 0;
  static final int TABLE_MOD_BAD_CONFIG = 1;

  static final int QUEUE_OPERATION_FAILED = 9;
  static final int QUEUE_BAD_PORT = 0;
  static final int QUEUE_BAD_QUEUE = 1;

  static final int ROLE_REQUEST_FAILED = 11;
  static final int STALE = 0;
  static final int BAD_ROLE = 2;

  static final int METER_MOD_FAILED = 12;
  static final int METER_EXISTS = 1;
  static final int INVALID_METER = 2;
  static final int UNKNOWN_METER = 3;
  static final int METER_BAD_COMMAND = 4;
  static final int METER_BAD_FLAGS = 5;
  static final int BAD_BAND = 8;
  static final int BAD_BAND_VALUE = 9;
  static final int OUT_OF_METERS = 10;
  static final int OUT_OF_BANDS = 11;

  static final int TABLE_FEATURES_FAILED = 13;
  static final int TABLE_FEATURES_EPERM = 5;

  Refusal(int type, int code) {
    super(type, code);
  }
}
