package maestro.network.dataplane.packet;

/**
 * A list of actions in order, decoded and checked: for each an {@link Operation} and two arguments.
 * The first argument is a port, a group, a queue, a type, a TTL or the lower 64 bits of a field;
 * the second one the most bytes of a PACKET_IN, or the upper 64 bits of a field. Immutable after
 * {@link maestro.network.dataplane.protocol.ActionReader13} or {@link
 * maestro.network.dataplane.protocol.ActionReader10} has made it.
 */
public final class Program {
  public static final Program EMPTY = new Program(0);

  private final int[] operations;
  private final long[] firsts;
  private final long[] seconds;
  private int count;

  /**
   * @param mostActions how many can be appended
   */
  public Program(int mostActions) {
    this.operations = new int[mostActions];
    this.firsts = new long[mostActions];
    this.seconds = new long[mostActions];
  }

  public void append(int operation, long first, long second) {
    operations[count] = operation;
    firsts[count] = first;
    seconds[count] = second;
    count++;
  }

  public int count() {
    return count;
  }

  public int operation(int index) {
    return operations[index];
  }

  public long first(int index) {
    return firsts[index];
  }

  public long second(int index) {
    return seconds[index];
  }

  /** Whether one of the actions sends to a port. */
  public boolean sendsTo(int port) {
    return has(Operation.OUTPUT, port);
  }

  /** Whether one of the actions is for a group. */
  public boolean usesGroup(int group) {
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
