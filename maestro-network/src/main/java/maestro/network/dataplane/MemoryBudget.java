package maestro.network.dataplane;

/**
 * The memory that all switches of a network may use for what controllers and frames give them: flow
 * entries, groups, meters and buffered packets. It counts estimates, which are above what the heap
 * needs. What finds no room is refused as if a table were full.
 *
 * <p>Confined to one thread; allocates nothing.
 */
public final class MemoryBudget {
  /** What is left of the heap is for all else. */
  private static final int PART_OF_HEAP = 2;

  private final long mostBytes;
  private long usedBytes;

  /**
   * @param mostBytes 0 or more
   */
  public MemoryBudget(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Half of the largest heap of this JVM. */
  public static long usualBytes() {
    return Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
  }

  /** One that never ends. */
  public static MemoryBudget unbounded() {
    return new MemoryBudget(Long.MAX_VALUE);
  }

  /** What all switches have taken. */
  public long usedBytes() {
    return usedBytes;
  }

  private boolean take(long bytes) {
    if (bytes > mostBytes - usedBytes) {
      return false;
    }
    usedBytes += bytes;
    return true;
  }

  /** What one switch has taken. */
  public static final class Share {
    private final MemoryBudget budget;
    private long takenBytes;

    /** Nothing yet. */
    public Share(MemoryBudget budget) {
      this.budget = budget;
    }

    /**
     * Takes memory, or gives it back.
     *
     * @param bytes below 0 to give back what was taken
     * @return false when the budget has not so much left, and then nothing is taken
     */
    public boolean take(long bytes) {
      if (!budget.take(bytes)) {
        return false;
      }
      takenBytes += bytes;
      return true;
    }

    /** Gives memory back. */
    public void give(long bytes) {
      boolean unused = take(-bytes);
    }

    /** Gives everything back: the switch is gone. */
    public void close() {
      give(takenBytes);
    }
  }
}
