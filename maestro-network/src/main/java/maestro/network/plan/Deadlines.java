package maestro.network.plan;

/** Compares times of a clock that starts anywhere and may overflow. Stateless. */
public final class Deadlines {
  private Deadlines() {}

  /** The earlier of both, in nanoseconds. */
  public static long earlier(long a, long b) {
    return b - a < 0 ? b : a;
  }
}
