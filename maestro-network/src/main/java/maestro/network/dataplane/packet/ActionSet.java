package maestro.network.dataplane.packet;

/**
 * The actions that a packet collects on its way through the tables: at most one of each {@link
 * Operation}. Confined to one thread; allocates nothing.
 */
public final class ActionSet {
  private final long[] firsts = new long[Operation.COUNT];
  private final long[] seconds = new long[Operation.COUNT];

  /** Bit n: an action of operation n is there. */
  private long present;

  /** The actions of a list as an action set runs them. */
  public static Program ordered(Program list) {
    ActionSet set = new ActionSet();
    set.write(list);
    Program ordered = new Program(list.count());
    for (long left = set.operations(); left != 0; left &= left - 1) {
      int operation = Long.numberOfTrailingZeros(left);
      ordered.append(operation, set.firsts[operation], set.seconds[operation]);
    }
    return ordered;
  }

  public void clear() {
    present = 0;
  }

  /** Adds actions; each replaces the one of the same operation. */
  public void write(Program program) {
    for (int i = 0; i < program.count(); i++) {
      int operation = program.operation(i);
      present |= 1L << operation;
      firsts[operation] = program.first(i);
      seconds[operation] = program.second(i);
    }
  }

  /** The actions in the order in which they run: bit n for operation n. A group hides an output. */
  public long operations() {
    boolean group = (present & 1L << Operation.GROUP) != 0;
    return group ? present & ~(1L << Operation.OUTPUT) : present;
  }

  public long first(int operation) {
    return firsts[operation];
  }

  public long second(int operation) {
    return seconds[operation];
  }
}
