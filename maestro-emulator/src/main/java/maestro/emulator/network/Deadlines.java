package maestro.emulator.network;

/** Compares times of a clock that starts anywhere and may overflow. Stateless. */
final class Deadlines {
  private Deadlines() {}

  /** The earlier of both, in nanoseconds. */
  static long earlier(long a, long b) {
    return b - a < 0 ? b : a;
  }
}
