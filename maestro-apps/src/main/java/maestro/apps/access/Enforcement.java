package maestro.apps.access;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a switch has all entries of the rules, for as long as it is connected. It is not known
 * until the switch has shown them all, and not any more when it says that one is gone.
 *
 * <p>Threads: {@link #isCertain} is for any, the rest for the event thread.
 */
final class Enforcement {
  /** How often in a row a switch is looked at because it did not show all. */
  private static final int MOST_LOOKS = 3;

  private static final VarHandle CERTAIN;

  static {
    try {
      CERTAIN = MethodHandles.lookup().findVarHandle(Enforcement.class, "certain", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Acquire and release: who sees it true is behind the answer of the switch. */
  @SuppressWarnings("UnusedVariable") // through CERTAIN
  private boolean certain;

  /** How many times an entry was gone. */
  private int losses;

  private int looks;

  /** Whether it has them all. Allocates nothing. */
  boolean isCertain() {
    return (boolean) CERTAIN.getAcquire(this);
  }

  /** How many times an entry was gone so far; for {@link #shown}. */
  int losses() {
    return losses;
  }

  /** An entry is gone. */
  void lost() {
    losses++;
    looks = 0;
    CERTAIN.setRelease(this, false);
  }

  /**
   * The switch has shown what it has.
   *
   * @param isAll whether nothing had to be added or replaced
   * @param lossesBefore {@link #losses} when it was asked
   * @return whether it should be looked at again, when what was added has come to it
   */
  boolean shown(boolean isAll, int lossesBefore) {
    boolean isSo = isAll && lossesBefore == losses;
    CERTAIN.setRelease(this, isSo);
    looks = isSo ? 0 : looks + 1;
    return !isSo && looks <= MOST_LOOKS;
  }
}
