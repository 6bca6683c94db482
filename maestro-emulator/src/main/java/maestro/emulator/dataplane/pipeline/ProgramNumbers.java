package maestro.emulator.dataplane.pipeline;

import java.util.Arrays;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the different programs of a table's entries, so that a row has a number and the few
 * programs stay in the processor's cache. The number of a program that no entry has any more is
 * given anew. Confined to one thread; {@link #program} allocates nothing.
 */
final class ProgramNumbers {
  private static final int FIRST_CAPACITY = 4;

  private final IdentityHashMap<Instructions, Integer> numbers =
      new IdentityHashMap<>(FIRST_CAPACITY);
  private @Nullable Instructions[] programs = new @Nullable Instructions[FIRST_CAPACITY];

  /** How many entries have a program; for a free number, the next free one. */
  private int[] uses = new int[FIRST_CAPACITY];

  /** The numbers below were given at least once. */
  private int end;

  /** A free number below {@link #end}; {@link #end} without one. */
  private int free;

  /** The program with a number that an entry has. */
  Instructions program(int number) {
    Instructions program = programs[number];
    if (program == null) {
      throw new IllegalStateException("no entry has program " + number);
    }
    return program;
  }

  /** The number of a program, which one entry more has. */
  int take(Instructions program) {
    Integer known = numbers.get(program);
    if (known != null) {
      uses[known]++;
      return known;
    }
    int number = free;
    if (number == end) {
      if (end == programs.length) {
        programs = Arrays.copyOf(programs, 2 * end);
        uses = Arrays.copyOf(uses, 2 * end);
      }
      end++;
      free = end;
    } else {
      free = uses[number];
    }
    programs[number] = program;
    uses[number] = 1;
    numbers.put(program, number);
    return number;
  }

  /** One entry less has the program with this number. */
  void release(int number) {
    uses[number]--;
    if (uses[number] == 0) {
      numbers.remove(program(number));
      programs[number] = null;
      uses[number] = free;
      free = number;
    }
  }
}
