package maestro.network.dataplane.packet;

import maestro.openflow.ActionName;
import maestro.openflow.OpenFlow;

/**
 * What actions do. Those of OpenFlow 1.3 are numbered in the order in which an action set runs
 * them. SET_FIELD has a number for each field, so an action set has at most one action of each
 * number. Stateless.
 */
public final class Operation {
  public static final int COPY_TTL_IN = 0;
  public static final int POP_VLAN = 1;
  public static final int POP_MPLS = 2;
  public static final int POP_PBB = 3;
  public static final int PUSH_MPLS = 4;
  public static final int PUSH_PBB = 5;
  public static final int PUSH_VLAN = 6;
  public static final int COPY_TTL_OUT = 7;
  public static final int DEC_MPLS_TTL = 8;
  public static final int DEC_NW_TTL = 9;
  public static final int SET_MPLS_TTL = 10;
  public static final int SET_NW_TTL = 11;

  /** Of field 0. */
  public static final int SET_FIELD = 12;

  public static final int SET_QUEUE = SET_FIELD + 40;
  public static final int GROUP = SET_QUEUE + 1;
  public static final int OUTPUT = SET_QUEUE + 2;
  static final int COUNT = OUTPUT + 1;

  /** Of 1.0, in no action set: pushes a VLAN tag when there is none. */
  public static final int TAG = COUNT;

  /** Of 1.0: sets a port, or the type of ICMP. */
  public static final int SET_TP_SRC = COUNT + 1;

  /** Of 1.0: sets a port, or the code of ICMP. */
  public static final int SET_TP_DST = COUNT + 2;

  private Operation() {}

  /** The number of an action's type on the wire; −1 for an unknown one, and for SET_FIELD. */
  public static int ofWire(int type) {
    ActionName name = ActionName.of(OpenFlow.VERSION_13, type);
    if (name == null) {
      return -1;
    }
    return switch (name) {
      case OUTPUT -> OUTPUT;
      case COPY_TTL_OUT -> COPY_TTL_OUT;
      case COPY_TTL_IN -> COPY_TTL_IN;
      case SET_MPLS_TTL -> SET_MPLS_TTL;
      case DEC_MPLS_TTL -> DEC_MPLS_TTL;
      case PUSH_VLAN -> PUSH_VLAN;
      case POP_VLAN -> POP_VLAN;
      case PUSH_MPLS -> PUSH_MPLS;
      case POP_MPLS -> POP_MPLS;
      case SET_QUEUE -> SET_QUEUE;
      case GROUP -> GROUP;
      case SET_NW_TTL -> SET_NW_TTL;
      case DEC_TTL -> DEC_NW_TTL;
      case PUSH_PBB -> PUSH_PBB;
      case POP_PBB -> POP_PBB;
      case SET_FIELD, ENQUEUE -> -1;
    };
  }

  /** The operation that sets a field. */
  public static int setField(Field field) {
    return SET_FIELD + field.number;
  }

  /** The field that an operation sets. */
  public static Field field(int operation) {
    return Field.of(operation - SET_FIELD);
  }

  public static boolean isSetField(int operation) {
    return operation >= SET_FIELD && operation < SET_QUEUE;
  }
}
