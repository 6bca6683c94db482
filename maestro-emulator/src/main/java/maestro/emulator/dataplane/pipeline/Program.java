package maestro.emulator.dataplane.pipeline;

/**
 * A list of actions in order, decoded and checked: for each an {@link Operation} and two arguments.
 * The first argument is a port, a group, a queue, a type, a TTL or the lower 64 bits of a field;
 * the second one the most bytes of a PACKET_IN, or the upper 64 bits of a field. Immutable after
 * {@link ActionReader13} or {@link ActionReader10} has made it.
 */
final class Program {
  static final Program EMPTY = new Program(0);

  private final int[] operations;
  private final long[] firsts;
  private final long[] seconds;
  private int count;

  /**
   * @param mostActions how many can be appended
   */
  Program(int mostActions) {
    this.operations = new int[mostActions];
    this.firsts = new long[mostActions];
    this.seconds = new long[mostActions];
  }

  void append(int operation, long first, long second) {
    operations[count] = operation;
    firsts[count] = first;
    seconds[count] = second;
    count++;
  }

  int count() {
    return count;
  }

  int operation(int index) {
    return operations[index];
  }

  long first(int index) {
    return firsts[index];
  }

  long second(int index) {
    return seconds[index];
  }

  /** Whether one of the actions sends to a port. */
  boolean sendsTo(int port) {
    return has(Operation.OUTPUT, port);
  }

  /** Whether one of the actions is for a group. */
  boolean usesGroup(int group) {
    return has(Operation.GROUP, group);
  }

  private boolean has(int operation, int argument) {
    for (int i = 0; i < count; i++) {
      if (operations[i] == operation && (int) firsts[i] == argument) {
        return true;
      }
    }
    return false;
  }
}
