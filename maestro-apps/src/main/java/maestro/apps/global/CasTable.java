package maestro.apps.global;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A table without locks: no thread waits for another. Open addressing in one array:
 *
 * <ol>
 *   <li>An address takes the first free slot from its hash slot on, by compare-and-swap, and keeps
 *       it. A second thread with the same address finds it there.
 *   <li>Its location is swapped beside it.
 * </ol>
 */
final class CasTable implements LocationTable {
  private static final VarHandle CELLS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final int MAX_PROBES = 256;

  /** An address, followed by its location. */
  private final long[] cells;

  private final int shift;

  CasTable(int capacity) {
    int slots = Integer.highestOneBit(2 * capacity - 1) * 2;
    cells = new long[2 * slots];
    for (int i = 1; i < cells.length; i += 2) {
      cells[i] = ABSENT;
    }
    shift = Long.SIZE - Integer.numberOfTrailingZeros(slots);
  }

  @Override
  public long get(long address) {
    int at = first(address);
    for (int probes = 0; probes < MAX_PROBES; probes++) {
      long there = (long) CELLS.getAcquire(cells, at);
      if (there == address) {
        return (long) CELLS.getAcquire(cells, at + 1);
      }
      if (there == 0) {
        return ABSENT;
      }
      at = next(at);
    }
    return ABSENT;
  }

  @Override
  public long put(long address, long location) {
    int at = first(address);
    for (int probes = 0; probes < MAX_PROBES; probes++) {
      long there = (long) CELLS.getAcquire(cells, at);
      if (there == 0) {
        there = (long) CELLS.compareAndExchange(cells, at, 0L, address); // 1
      }
      if (there == 0 || there == address) {
        return (long) CELLS.getAndSet(cells, at + 1, location); // 2
      }
      at = next(at);
    }
    throw new IllegalStateException("full");
  }

  private int first(long address) {
    return (int) ((address * SPREAD) >>> shift) * 2;
  }

  private int next(int at) {
    return (at + 2) & (cells.length - 1);
  }
}
