package maestro.apps.global;

import maestro.api.SharedTable;

/** Maps hosts ({@link maestro.api.Vlans#hostKey}) to locations, for all workers at once. */
interface LocationTable {
  /** The result for an address that is not in the table. Not a location. */
  long ABSENT = SharedTable.ABSENT;

  /**
   * 2^64 divided by the golden ratio: spreads neighbouring addresses (Knuth, volume 3, section
   * 6.4).
   */
  long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  /** The location where the host was last heard, or {@link #ABSENT}. */
  long get(long address);

  /**
   * Sets the location of a host.
   *
   * @param address not 0
   * @param heardNs when it was heard there; only {@link PlacesTable} looks at it
   * @return its location before, or {@link #ABSENT}; {@code location} when the host was heard later
   *     than that already, so that nothing has changed
   * @throws IllegalStateException when the address is new and there is no room for it
   */
  long put(long address, long location, long heardNs);
}
