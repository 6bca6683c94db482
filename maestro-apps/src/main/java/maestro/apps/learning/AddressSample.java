package maestro.apps.learning;

import java.util.Arrays;

/**
 * Estimates how many different addresses come, and tells whether the same ones come again. Adaptive
 * sampling (Wegman; analysed by Flajolet, Computing 43, 1990):
 *
 * <ol>
 *   <li>Keep the addresses whose hash ends with {@code level} zero bits. That is one address in
 *       2^level, chosen at random, but the same one each time.
 *   <li>When {@value #MOST} are kept, raise the level by one, and drop those that no longer belong.
 *   <li>The estimate is the number kept, times 2^level. Its standard error is some 10 %.
 * </ol>
 *
 * <p>Not thread-safe. Allocates nothing after construction, which takes 16 KiB.
 */
final class AddressSample {
  private static final int MOST = 512;
  private static final int PLACES = 2 * MOST;
  private static final int FEWEST_TO_JUDGE = 64;

  private final long[] hosts = new long[PLACES];
  private final long[] before = new long[PLACES];
  private int level;
  private int count;
  private long again;

  /**
   * Notes that an address came.
   *
   * @param host not 0
   */
  void note(long host) {
    if (!isSampled(host)) { // 1
      return;
    }
    int place = placeOf(host);
    if (hosts[place] == host) {
      again++;
      return;
    }
    hosts[place] = host;
    if (++count == MOST) { // 2
      level++;
      again /= 2;
      thin();
    }
  }

  /** Drops the addresses that the level no longer samples. */
  private void thin() {
    System.arraycopy(hosts, 0, before, 0, PLACES);
    Arrays.fill(hosts, 0);
    count = 0;
    for (long host : before) {
      if (host != 0 && isSampled(host)) {
        hosts[placeOf(host)] = host;
        count++;
      }
    }
  }

  /** About how many different addresses came. */
  long distinct() {
    return (long) count << level; // 3
  }

  /** Whether addresses come again, on average at least once each. */
  boolean comeAgain() {
    return count >= FEWEST_TO_JUDGE && again >= count;
  }

  /** Forgets everything. */
  void clear() {
    Arrays.fill(hosts, 0);
    level = 0;
    count = 0;
    again = 0;
  }

  private boolean isSampled(long host) {
    return (mixed(host) & (1L << level) - 1) == 0;
  }

  private int placeOf(long host) {
    int place = (int) (mixed(host) >>> 40) & PLACES - 1;
    while (hosts[place] != 0 && hosts[place] != host) {
      place = place + 1 & PLACES - 1;
    }
    return place;
  }

  /** Every bit depends on every bit of the address (Stafford's variant 13 of MurmurHash3). */
  private static long mixed(long host) {
    long x = host;
    x = (x ^ x >>> 30) * 0xbf58_476d_1ce4_e5b9L;
    x = (x ^ x >>> 27) * 0x94d0_49bb_1331_11ebL;
    return x ^ x >>> 31;
  }
}
