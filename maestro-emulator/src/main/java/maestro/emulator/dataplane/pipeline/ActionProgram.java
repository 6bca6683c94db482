package maestro.emulator.dataplane.pipeline;

/**
 * A list of actions in order, decoded and checked: for each an operation and two arguments, in flat
 * arrays. Immutable after {@link ActionReader} has made it.
 */
final class ActionProgram {
  /** Argument: a port. Second argument: the most bytes that a PACKET_IN gets. */
  static final int OUTPUT = 0;

  /** Argument: the VLAN id, 12 bits. */
  static final int SET_VLAN = 1;

  /** Argument: the priority, 3 bits. */
  static final int SET_PRIORITY = 2;

  static final int STRIP_VLAN = 3;

  /** Argument: 48 bits. */
  static final int SET_ETH_SRC = 4;

  static final int SET_ETH_DST = 5;

  /** Argument: 32 bits. */
  static final int SET_IPV4_SRC = 6;

  static final int SET_IPV4_DST = 7;

  /** Argument: eight bits, of which the lower two do not count. */
  static final int SET_TOS = 8;

  /** Argument: 16 bits. */
  static final int SET_TP_SRC = 9;

  static final int SET_TP_DST = 10;

  /** Argument: a port. Second argument: its queue. */
  static final int ENQUEUE = 11;

  /** The actions as on the wire. */
  final byte[] bytes;

  private final int[] operations;
  private final long[] arguments;
  private final int[] seconds;
  private int count;

  /**
   * @param mostActions how many can be appended
   */
  ActionProgram(byte[] bytes, int mostActions) {
    this.bytes = bytes;
    this.operations = new int[mostActions];
    this.arguments = new long[mostActions];
    this.seconds = new int[mostActions];
  }

  void append(int operation, long argument, int second) {
    operations[count] = operation;
    arguments[count] = argument;
    seconds[count] = second;
    count++;
  }

  int count() {
    return count;
  }

  int operation(int index) {
    return operations[index];
  }

  long argument(int index) {
    return arguments[index];
  }

  int second(int index) {
    return seconds[index];
  }

  /** Whether one of the actions sends to a port. */
  boolean sendsTo(int port) {
    for (int i = 0; i < count; i++) {
      if ((operations[i] == OUTPUT || operations[i] == ENQUEUE) && (int) arguments[i] == port) {
        return true;
      }
    }
    return false;
  }
}
