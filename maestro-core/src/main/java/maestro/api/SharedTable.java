package maestro.api;

/**
 * A table from addresses to 64-bit values that all workers read and write at the rate of flow
 * requests: where hosts are, say. An address is an Ethernet address, or any other key of up to
 * {@value #ADDRESS_BITS} bits such as {@link Vlans#hostKey}. It holds a bounded number of entries,
 * allocates nothing once it is made. A get takes no lock; a put holds a short one on a small part
 * of the table.
 *
 * <p>Threads: any. What was put before a get began, that get sees.
 */
public interface SharedTable {
  /** What {@link #get} and {@link #put} say of an address that is not in the table. */
  long ABSENT = Long.MIN_VALUE;

  /** So many bits an address has at most. */
  int ADDRESS_BITS = 60;

  /**
   * The value of an address, or {@link #ABSENT}.
   *
   * @param address up to {@value #ADDRESS_BITS} bits
   * @throws IllegalArgumentException when it has more, here as everywhere
   */
  long get(long address);

  /**
   * Sets the value of an address.
   *
   * @param value anything but {@link #ABSENT}
   * @return the value before, {@link #ABSENT} when there was none
   * @throws IllegalStateException when the address is new and the table is full
   */
  long put(long address, long value);

  /** Sets the value unless it is another one by now; whether it was set. */
  boolean replace(long address, long expected, long value);

  /** Takes an address out; its value before, or {@link #ABSENT}. */
  long remove(long address);

  /** How many addresses it holds; exact when nobody writes. */
  int count();

  /** How many addresses it can hold. */
  int capacity();
}
