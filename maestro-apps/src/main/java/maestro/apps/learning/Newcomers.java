package maestro.apps.learning;

/**
 * The addresses for which a full {@link HostTable} displaced others, as far as an operator needs to
 * know: how large a table would have held them all. Those of one timeout count, since older ones
 * have expired.
 *
 * <p>Not thread-safe. It allocates once, when the first address is displaced.
 */
final class Newcomers {
  private final int timeoutTicks;
  private AddressSample sample; // null as long as nothing was displaced
  private int sinceTick;
  private boolean settled;

  Newcomers(int timeoutTicks) {
    this.timeoutTicks = timeoutTicks;
  }

  /**
   * Notes an address that displaces another one.
   *
   * @param tick now, in the ticks of the table
   */
  void note(long host, int tick) {
    if (sample == null) {
      sample = new AddressSample();
      sinceTick = tick;
    } else if ((tick - sinceTick & HostTable.AGE_MASK) >= timeoutTicks) {
      sample.clear();
      sinceTick = tick;
    }
    sample.note(host);
  }

  /** About how many different addresses they are. */
  long distinct() {
    return sample == null ? 0 : sample.distinct();
  }

  /**
   * The {@code table-size} that would have held them.
   *
   * @param tableSize of the table
   * @return a power of two; 0 when the table is large enough, when the addresses do not come again,
   *     so that no table would help, and once it is {@link #settle settled}
   */
  int wantedSize(int tableSize) {
    if (sample == null || settled || !sample.comeAgain()) {
      return 0;
    }
    long wanted = Math.max(sample.distinct() * 9 / 8, tableSize + 1L);
    return (int) Math.min(1 << 30, Long.highestOneBit(2 * wanted - 1));
  }

  /** The operator knows. */
  void settle() {
    settled = true;
  }
}
