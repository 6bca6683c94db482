package maestro.apps.global;

import maestro.api.SharedTable;

/** From hosts ({@link maestro.api.Vlans#hostKey}) to locations, for all workers at once. */
interface LocationTable {
  /** What is said of an address that is not in it. Not a location. */
  long ABSENT = SharedTable.ABSENT;

  /**
   * 2^64 divided by the golden ratio: spreads neighbouring addresses (Knuth, volume 3, section
   * 6.4).
   */
  long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  /** Where the host with this address was last heard, or {@link #ABSENT}. */
  long get(long address);

  /**
   * The host was heard somewhere.
   *
   * @param address not 0
   * @return where it was before, or {@link #ABSENT}
   * @throws IllegalStateException when the address is new and there is no room for it
   */
  long put(long address, long location);
}
