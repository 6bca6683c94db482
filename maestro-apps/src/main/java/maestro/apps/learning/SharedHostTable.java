package maestro.apps.learning;

import maestro.apps.places.PlaceTable;

/**
 * The locations of one switch's hosts for several workers at once: {@link PlaceTable}, where the
 * port at which a host was heard later stays. Unlike {@link HostTable} it does not tell confirmed
 * addresses from others: at the bound, the port with the most addresses loses the one that was
 * heard longest ago.
 */
final class SharedHostTable implements LearnedHosts {
  private static final int FIRST_SLOTS = 64;
  private static final int WINDOW = 64;
  private static final int TICKS = 16;
  private static final long ADDRESS_MASK = (1L << 48) - 1;

  private final long timeoutNs;
  private final Newcomers newcomers = new Newcomers(TICKS);
  private final PlaceTable places;

  /** Makes an empty table, as {@link HostTable} does. */
  SharedHostTable(int maxAddresses, long timeoutNs) {
    this.timeoutNs = timeoutNs;
    int slots = maxAddresses + maxAddresses / 2;
    long tickNs = Math.max(1, timeoutNs / TICKS);
    places =
        new PlaceTable(
            FIRST_SLOTS,
            Math.max(FIRST_SLOTS, Integer.highestOneBit(2 * slots - 1)),
            WINDOW,
            timeoutNs,
            (host, heardNs) -> newcomers.note(host, (int) (heardNs / tickNs) & HostTable.AGE_MASK));
  }

  @Override
  public int portOf(long host, long nowNs) {
    return port((host & ADDRESS_MASK) == 0 ? PlaceTable.NONE : places.placeOf(host, nowNs));
  }

  @Override
  public int learn(long host, int port, long nowNs) {
    return port((host & ADDRESS_MASK) == 0 ? PlaceTable.NONE : places.learn(host, port, nowNs));
  }

  @Override
  public void adopt(long host, int port, long nowNs) {
    if ((host & ADDRESS_MASK) != 0) {
      places.adopt(host, port, nowNs - timeoutNs / 2);
    }
  }

  private static int port(long place) {
    return place == PlaceTable.NONE ? UNKNOWN : (int) place;
  }

  /** Read without a lock: a number may be that of a moment ago. */
  @Override
  public Newcomers newcomers() {
    return newcomers;
  }

  @Override
  public int slots() {
    return places.slots();
  }

  @Override
  public long fetch(long[] hosts, int count) {
    return places.fetch(hosts, count);
  }
}
