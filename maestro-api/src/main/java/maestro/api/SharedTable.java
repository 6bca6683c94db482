package maestro.api;

/**
 * A table from addresses to 64-bit values, such as the locations of hosts. All workers read and
 * write it at the rate of flow requests. An address is an Ethernet address, or any other key of up
 * to {@value #ADDRESS_BITS} bits such as {@link Vlans#hostKey}. The table holds a bounded number of
 * entries and allocates only when it is made. A get takes no lock; a put locks a small part of the
 * table for a short time.
 *
 * <p>Threads: any. A get sees every put that ended before the get began.
 */
public interface SharedTable {
  /**
   * The value that {@link #get} and {@link #put} return for an address that is not in the table.
   */
  long ABSENT = Long.MIN_VALUE;

  /** The highest number of bits in an address. */
  int ADDRESS_BITS = 60;

  /**
   * The value of an address, or {@link #ABSENT}.
   *
   * @param address up to {@value #ADDRESS_BITS} bits
   * @throws IllegalArgumentException when it has more, from each method with an address
   */
  long get(long address);

  /**
   * Sets the value of an address.
   *
   * @param value anything but {@link #ABSENT}
   * @return the value before, {@link #ABSENT} when there was none
   * @throws IllegalArgumentException when the value is {@link #ABSENT}
   * @throws IllegalStateException when the address is new and the table is full
   */
  long put(long address, long value);

  /**
   * Sets the value if it is still the expected one. Never adds an address.
   *
   * @return whether it was set; false when the table does not have the address
   * @throws IllegalArgumentException when the value is {@link #ABSENT}
   */
  boolean replace(long address, long expected, long value);

  /** Removes an address; returns its value, or {@link #ABSENT}. */
  long remove(long address);

  /** How many addresses it holds; exact when no thread writes. */
  int count();

  /** Is given the entries of a table, one after the other. */
  @FunctionalInterface
  interface Visitor {
    /** An address with its value. */
    void entry(long address, long value);
  }

  /**
   * Walks all entries, in no order. An address that is in the table from the begin of the walk to
   * its end comes exactly once; one that is put or removed meanwhile comes once or not at all. The
   * walk copies a small part of the table at a time, so it allocates, and the visitor may change
   * the table. Since API level 4.
   */
  default void forEach(Visitor visitor) {
    throw new UnsupportedOperationException("forEach");
  }

  /** How many addresses it can hold. */
  int capacity();
}
