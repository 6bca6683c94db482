package maestro.apps.access;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a switch has all entries of the rules, for one connection. It counts as no until the
 * switch has shown them all, and again after the switch has reported that one is gone.
 *
 * <p>Threads: {@link #isCertain} is for any, the rest for the event thread.
 */
final class Enforcement {
  /** The most checks in a row of a switch that did not show all entries. */
  private static final int MAX_CHECKS = 3;

  private static final VarHandle CERTAIN;

  static {
    try {
      CERTAIN = MethodHandles.lookup().findVarHandle(Enforcement.class, "certain", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Acquire and release: a thread that reads true is ordered after the answer of the switch. */
  @SuppressWarnings("UnusedVariable") // used through CERTAIN
  private boolean certain;

  /** The number of times that an entry was gone. */
  private int losses;

  private int checks;

  /** Whether the switch has all entries. Allocates nothing. */
  boolean isCertain() {
    return (boolean) CERTAIN.getAcquire(this);
  }

  /** The number of times that an entry was gone so far; for {@link #shown}. */
  int losses() {
    return losses;
  }

  /** Notes that an entry is gone. */
  void lost() {
    losses++;
    checks = 0;
    CERTAIN.setRelease(this, false);
  }

  /**
   * Notes that the switch has shown its entries.
   *
   * @param isAll whether nothing had to be added or replaced
   * @param lossesBefore {@link #losses} when the switch was asked
   * @return whether to check the switch again after it has received the added entries
   */
  boolean shown(boolean isAll, int lossesBefore) {
    boolean isSo = isAll && lossesBefore == losses;
    CERTAIN.setRelease(this, isSo);
    checks = isSo ? 0 : checks + 1;
    return !isSo && checks <= MAX_CHECKS;
  }
}
