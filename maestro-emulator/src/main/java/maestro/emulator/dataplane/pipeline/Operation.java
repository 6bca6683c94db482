package maestro.emulator.dataplane.pipeline;

/**
 * What actions do. Those of OpenFlow 1.3 are numbered in the order in which an action set runs
 * them. SET_FIELD has a number for each field, so an action set has at most one action of each
 * number. Stateless.
 */
final class Operation {
  static final int COPY_TTL_IN = 0;
  static final int POP_VLAN = 1;
  static final int POP_MPLS = 2;
  static final int POP_PBB = 3;
  static final int PUSH_MPLS = 4;
  static final int PUSH_PBB = 5;
  static final int PUSH_VLAN = 6;
  static final int COPY_TTL_OUT = 7;
  static final int DEC_MPLS_TTL = 8;
  static final int DEC_NW_TTL = 9;
  static final int SET_MPLS_TTL = 10;
  static final int SET_NW_TTL = 11;

  /** Of field 0. */
  static final int SET_FIELD = 12;

  static final int SET_QUEUE = SET_FIELD + 40;
  static final int GROUP = SET_QUEUE + 1;
  static final int OUTPUT = SET_QUEUE + 2;
  static final int COUNT = OUTPUT + 1;

  /** Of 1.0, in no action set: pushes a VLAN tag when there is none. */
  static final int TAG = COUNT;

  /** Of 1.0: sets a port, or the type of ICMP. */
  static final int SET_TP_SRC = COUNT + 1;

  /** Of 1.0: sets a port, or the code of ICMP. */
  static final int SET_TP_DST = COUNT + 2;

  private Operation() {}

  /** The number of an action's type on the wire; −1 for an unknown one, and for SET_FIELD. */
  static int ofWire(int type) {
    return switch (type) {
      case 0 -> OUTPUT;
      case 11 -> COPY_TTL_OUT;
      case 12 -> COPY_TTL_IN;
      case 15 -> SET_MPLS_TTL;
      case 16 -> DEC_MPLS_TTL;
      case 17 -> PUSH_VLAN;
      case 18 -> POP_VLAN;
      case 19 -> PUSH_MPLS;
      case 20 -> POP_MPLS;
      case 21 -> SET_QUEUE;
      case 22 -> GROUP;
      case 23 -> SET_NW_TTL;
      case 24 -> DEC_NW_TTL;
      case 26 -> PUSH_PBB;
      case 27 -> POP_PBB;
      default -> -1;
    };
  }

  /** The operation that sets a field. */
  static int setField(Field field) {
    return SET_FIELD + field.number;
  }

  /** The field that an operation sets. */
  static Field field(int operation) {
    return Field.of(operation - SET_FIELD);
  }

  static boolean isSetField(int operation) {
    return operation >= SET_FIELD && operation < SET_QUEUE;
  }
}
