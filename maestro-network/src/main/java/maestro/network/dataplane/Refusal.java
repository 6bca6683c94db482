package maestro.network.dataplane;

import maestro.openflow.OpenFlow;

/** Why a message is refused, with the type and the code of the ERROR of each version. */
public enum Refusal {
  BAD_LEN(1, 6),
  BUFFER_EMPTY(1, 7),
  BUFFER_UNKNOWN(1, 8),
  BAD_TABLE_ID(1, 9),
  /** 1.0 has no code of its own. */
  BAD_PORT(1, 2, 1, 11),
  BAD_PACKET(1, 6, 1, 12),

  ACTION_BAD_TYPE(2, 0),
  ACTION_BAD_LEN(2, 1),
  ACTION_BAD_EXPERIMENTER(2, 2),
  ACTION_BAD_OUT_PORT(2, 4),
  ACTION_BAD_ARGUMENT(2, 5),
  ACTION_BAD_QUEUE(2, 8),
  ACTION_BAD_OUT_GROUP(2, 9),
  ACTION_MATCH_INCONSISTENT(2, 10),
  ACTION_BAD_SET_TYPE(2, 13),
  ACTION_BAD_SET_LEN(2, 14),
  ACTION_BAD_SET_ARGUMENT(2, 15),

  UNKNOWN_INSTRUCTION(3, 0),
  UNSUPPORTED_INSTRUCTION(3, 1),
  INSTRUCTION_BAD_TABLE_ID(3, 2),
  INSTRUCTION_BAD_EXPERIMENTER(3, 5),
  INSTRUCTION_BAD_LEN(3, 7),

  MATCH_BAD_TYPE(4, 0),
  MATCH_BAD_LEN(4, 1),
  MATCH_BAD_WILDCARDS(4, 5),
  MATCH_BAD_FIELD(4, 6),
  MATCH_BAD_VALUE(4, 7),
  MATCH_BAD_MASK(4, 8),
  MATCH_BAD_PREREQUISITE(4, 9),
  MATCH_DUPLICATE_FIELD(4, 10),

  TABLE_FULL(3, 0, 5, 1),
  FLOW_BAD_TABLE_ID(5, 2),
  OVERLAP(3, 1, 5, 3),
  FLOW_BAD_COMMAND(3, 4, 5, 6),
  FLOW_BAD_FLAGS(5, 7),
  /** Only in 1.0. */
  BAD_EMERGENCY_TIMEOUT(3, 3),

  GROUP_EXISTS(6, 0),
  INVALID_GROUP(6, 1),
  OUT_OF_GROUPS(6, 3),
  CHAINING_UNSUPPORTED(6, 5),
  GROUP_LOOP(6, 7),
  UNKNOWN_GROUP(6, 8),
  CHAINED_GROUP(6, 9),
  GROUP_BAD_TYPE(6, 10),
  GROUP_BAD_COMMAND(6, 11),
  BAD_BUCKET(6, 12),
  BAD_WATCH(6, 13),

  PORT_MOD_BAD_PORT(4, 0, 7, 0),
  PORT_MOD_BAD_ADDRESS(4, 1, 7, 1),
  PORT_MOD_BAD_CONFIG(7, 2),

  TABLE_MOD_BAD_TABLE(8, 0),
  TABLE_MOD_BAD_CONFIG(8, 1),

  QUEUE_BAD_PORT(5, 0, 9, 0),
  QUEUE_BAD_QUEUE(5, 1, 9, 1),

  METER_EXISTS(12, 1),
  INVALID_METER(12, 2),
  UNKNOWN_METER(12, 3),
  METER_BAD_COMMAND(12, 4),
  METER_BAD_FLAGS(12, 5),
  BAD_BAND(12, 8),
  BAD_BAND_VALUE(12, 9),
  OUT_OF_METERS(12, 10),
  OUT_OF_BANDS(12, 11),

  TABLE_FEATURES_EPERM(13, 5);

  private final int type10;
  private final int code10;
  private final int type13;
  private final int code13;

  /** Of both versions, or of the only one that has it. */
  Refusal(int type, int code) {
    this(type, code, type, code);
  }

  Refusal(int type10, int code10, int type13, int code13) {
    this.type10 = type10;
    this.code10 = code10;
    this.type13 = type13;
    this.code13 = code13;
  }

  /** The type of the ERROR. */
  int type(int version) {
    return version == OpenFlow.VERSION_10 ? type10 : type13;
  }

  /** The code of the ERROR. */
  int code(int version) {
    return version == OpenFlow.VERSION_10 ? code10 : code13;
  }
}
