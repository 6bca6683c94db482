package maestro.network.dataplane.table;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the different instructions of a table's entries, so that a row has a number, and the
 * few objects stay in the processor's cache. A number that no entry has any more is given anew.
 * Confined to one thread; {@link #instructions} allocates nothing.
 */
final class InstructionNumbers {
  private static final int FIRST_CAPACITY = 4;

  private final IdentityHashMap<Instructions, Integer> numbers =
      new IdentityHashMap<>(FIRST_CAPACITY);
  private @Nullable Instructions[] all = new @Nullable Instructions[FIRST_CAPACITY];

  /** How many entries have a number; for a free number, the next free one. */
  private int[] uses = new int[FIRST_CAPACITY];

  /** The numbers below were given at least once. */
  private int end;

  /** A free number below {@link #end}; {@link #end} without one. */
  private int free;

  /** The instructions with a number that an entry has. */
  Instructions instructions(int number) {
    Instructions one = all[number];
    if (one == null) {
      throw new IllegalStateException("no entry has number " + number);
    }
    return one;
  }

  /** The number of instructions, which one entry more has. */
  int take(Instructions taken) {
    Integer known = numbers.get(taken);
    if (known != null) {
      uses[known]++;
      return known;
    }
    int number = free;
    if (number == end) {
      if (end == all.length) {
        all = Arrays.copyOf(all, 2 * end);
        uses = Arrays.copyOf(uses, 2 * end);
      }
      end++;
      free = end;
    } else {
      free = uses[number];
    }
    all[number] = taken;
    uses[number] = 1;
    numbers.put(taken, number);
    return number;
  }

  /** One entry less has the instructions with this number. */
  void release(int number) {
    uses[number]--;
    if (uses[number] == 0) {
      numbers.remove(instructions(number));
      all[number] = null;
      uses[number] = free;
      free = number;
    }
  }
}
