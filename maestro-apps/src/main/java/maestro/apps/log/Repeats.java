package maestro.apps.log;

/** Selects the repetitions that get a line in the log: the 1st, the 10th, the 100th and so on. */
public final class Repeats {
  private Repeats() {}

  /**
   * Whether this repetition gets a line.
   *
   * @param count the number of this repetition, 1 or more
   */
  public static boolean isWorthALine(long count) {
    long rest = count;
    while (rest % 10 == 0) {
      rest /= 10;
    }
    return rest == 1;
  }
}
