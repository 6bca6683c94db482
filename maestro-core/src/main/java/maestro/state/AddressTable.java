package maestro.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import maestro.api.SharedTable;

/**
 * A concurrent map from addresses to values in a fixed amount of memory. A hash of the address
 * selects one of several parts. Each part is an open-addressing table behind a sequence lock:
 *
 * <ol>
 *   <li>A writer takes the part's monitor, makes its sequence number odd, writes, and makes it even
 *       again.
 *   <li>A reader reads the number until it is even, looks the address up, and reads the number
 *       again. When the number has changed, the result may be torn, and the reader starts again.
 *   <li>A removal moves later addresses into the free place (Knuth's algorithm R, TAOCP 6.4), so no
 *       tombstones fill the table.
 * </ol>
 *
 * <p>Readers take no lock and write nothing. They start again only when their part is being
 * written. With {@value #PARTS} parts and writes of some ten nanoseconds that is rare.
 *
 * <p>The sequence lock follows H.-J. Boehm, "Can seqlocks get along with programming language
 * memory models?", MSPC 2012: opaque data reads between an acquire load and an acquire fence.
 */
public final class AddressTable implements SharedTable {
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle SEQUENCE;
  private static final VarHandle COUNT;

  /** After so many calls of {@link #expire} without a put, an address goes with the next one. */
  public static final int ROUNDS = 8;

  private static final int PARTS = 64;
  private static final int PART_BITS = 6;
  private static final int MIN_PART_PLACES = 8;

  /** The key of a free place. An address is stored plus 1, so that address 0 is possible. */
  private static final long FREE = 0;

  private static final long HASH_1 = 0xff51_afd7_ed55_8ccdL;
  private static final long HASH_2 = 0xc4ce_b9fe_1a85_ec53L;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      SEQUENCE = lookup.findVarHandle(Part.class, "sequence", int.class);
      COUNT = lookup.findVarHandle(Part.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Part[] parts = new Part[PARTS];
  private final int capacity;

  /** Volatile, written by the thread that expires: the number of calls of {@link #expire}. */
  private volatile byte round;

  /**
   * Makes an empty table.
   *
   * @param capacity how many addresses it should hold; hashing spreads them unevenly, so with very
   *     low probability a part is full a little earlier
   */
  public AddressTable(int capacity) {
    this(capacity, false);
  }

  /**
   * Makes an empty table.
   *
   * @param expires whether {@link #expire} is called
   */
  public AddressTable(int capacity, boolean expires) {
    if (capacity < 1 || capacity > 1 << 28) {
      throw new IllegalArgumentException("capacity " + capacity + "; allowed: 1 to 268435456");
    }
    this.capacity = capacity;
    long perPart = capacity / PARTS + 1L;
    // A part has room for its share and four standard deviations more, at most 3/4 full.
    long most = perPart + 4 * (long) Math.ceil(Math.sqrt((double) perPart));
    int places = MIN_PART_PLACES;
    while (places * 3L / 4 < most) {
      places *= 2;
    }
    for (int i = 0; i < PARTS; i++) {
      parts[i] = new Part(places, expires);
    }
  }

  /** One independent table. */
  private static final class Part {
    private final int mask;
    private final int maxCount;

    /** Key and value of each place, one after the other. Opaque; written under the monitor. */
    private final long[] entries;

    /** The round in which each place was last put; empty in a table that keeps addresses. */
    private final byte[] rounds;

    /** Odd while entries are written. Release by the writer, acquire by readers. */
    private int sequence;

    /** Opaque; written under the monitor. */
    private int count;

    Part(int places, boolean expires) {
      mask = places - 1;
      maxCount = places * 3 / 4;
      entries = new long[2 * places];
      rounds = new byte[expires ? places : 0];
    }

    private long key(int place) {
      return (long) LONGS.getOpaque(entries, 2 * place);
    }

    private long value(int place) {
      return (long) LONGS.getOpaque(entries, 2 * place + 1);
    }

    private void set(int place, long key, long value) {
      LONGS.setOpaque(entries, 2 * place, key);
      LONGS.setOpaque(entries, 2 * place + 1, value);
    }

    /** The place of the address, or the free place where it would be. */
    private int place(long wanted, long hash) {
      int place = home(hash);
      // A torn table may have no free place for a moment: visit each place at most once.
      for (int i = 0; i < mask; i++) {
        long key = key(place);
        if (key == wanted || key == FREE) {
          break;
        }
        place = (place + 1) & mask;
      }
      return place;
    }

    private int home(long hash) {
      return (int) (hash >>> (PART_BITS + 20)) & mask;
    }

    long get(long wanted, long hash) {
      while (true) {
        int before = (int) SEQUENCE.getAcquire(this); // 2
        if ((before & 1) == 0) {
          int place = place(wanted, hash);
          long value = key(place) == wanted ? value(place) : ABSENT;
          VarHandle.acquireFence();
          if ((int) SEQUENCE.getOpaque(this) == before) {
            return value;
          }
        }
        Thread.onSpinWait();
      }
    }

    private void beginWrite() { // 1
      SEQUENCE.setOpaque(this, sequence + 1);
      VarHandle.releaseFence();
    }

    private void endWrite() {
      SEQUENCE.setRelease(this, sequence + 1);
    }

    synchronized long put(long wanted, long hash, long value, byte round) {
      int place = place(wanted, hash);
      boolean isNew = key(place) != wanted;
      long before = isNew ? ABSENT : value(place);
      if (isNew && count >= maxCount) {
        throw new IllegalStateException("the table is full");
      }
      if (before != value) {
        beginWrite();
        set(place, wanted, value);
        endWrite();
      }
      touch(place, round);
      if (isNew) {
        COUNT.setOpaque(this, count + 1);
      }
      return before;
    }

    private void touch(int place, byte round) {
      if (rounds.length > 0) {
        rounds[place] = round;
      }
    }

    synchronized boolean replace(long wanted, long hash, long expected, long value, byte round) {
      int place = place(wanted, hash);
      if (key(place) != wanted || value(place) != expected) {
        return false;
      }
      beginWrite();
      set(place, wanted, value);
      endWrite();
      touch(place, round);
      return true;
    }

    synchronized long remove(long wanted, long hash) {
      int place = place(wanted, hash);
      if (key(place) != wanted) {
        return ABSENT;
      }
      final long before = value(place);
      removeAt(place);
      return before;
    }

    private void removeAt(int place) {
      beginWrite();
      closeUp(place);
      endWrite();
      COUNT.setOpaque(this, count - 1);
    }

    /** Removes addresses that were not put for {@link #ROUNDS} rounds. */
    synchronized void expire(byte round) {
      for (int place = 0; place < rounds.length; place++) {
        // A removal moves a later address here, which is looked at next.
        while (key(place) != FREE && (byte) (round - rounds[place]) > ROUNDS) {
          removeAt(place);
        }
      }
    }

    /** Keys and values, one after the other. */
    synchronized long[] copy() {
      long[] copied = new long[2 * count];
      int next = 0;
      for (int place = 0; place <= mask; place++) {
        if (key(place) != FREE) {
          copied[next++] = key(place);
          copied[next++] = value(place);
        }
      }
      return copied;
    }

    /**
     * Moves later addresses whose probe sequence crosses the free place into it, one after the
     * other.
     */
    private void closeUp(int emptied) { // 3
      int hole = emptied;
      int place = emptied;
      while (true) {
        place = (place + 1) & mask;
        long key = key(place);
        if (key == FREE) {
          set(hole, FREE, 0);
          return;
        }
        int home = home(hash(key));
        if (((place - home) & mask) >= ((place - hole) & mask)) {
          set(hole, key, value(place));
          if (rounds.length > 0) {
            rounds[hole] = rounds[place];
          }
          hole = place;
        }
      }
    }
  }

  private static long key(long address) {
    if (address >>> SharedTable.ADDRESS_BITS != 0) {
      throw new IllegalArgumentException("address " + address + "; allowed: 60 bits");
    }
    return address + 1;
  }

  private static void checkValue(long value) {
    if (value == ABSENT) {
      throw new IllegalArgumentException("the value that stands for 'absent'");
    }
  }

  /**
   * Two rounds of multiply and shift (the finalizer of MurmurHash3). Addresses with a regular
   * stride, from a vendor or an attacker, must not collect in one part.
   */
  private static long hash(long key) {
    long mixed = (key ^ (key >>> 33)) * HASH_1;
    mixed = (mixed ^ (mixed >>> 33)) * HASH_2;
    return mixed ^ (mixed >>> 33);
  }

  private Part part(long hash) {
    return parts[(int) (hash >>> 20) & (PARTS - 1)];
  }

  @Override
  public long get(long address) {
    long key = key(address);
    long hash = hash(key);
    return part(hash).get(key, hash);
  }

  @Override
  public long put(long address, long value) {
    checkValue(value);
    long key = key(address);
    long hash = hash(key);
    return part(hash).put(key, hash, value, round);
  }

  @Override
  public boolean replace(long address, long expected, long value) {
    checkValue(value);
    long key = key(address);
    long hash = hash(key);
    return part(hash).replace(key, hash, expected, value, round);
  }

  @Override
  public long remove(long address) {
    long key = key(address);
    long hash = hash(key);
    return part(hash).remove(key, hash);
  }

  @Override
  public void forEach(Visitor visitor) {
    for (Part part : parts) {
      long[] copied = part.copy();
      for (int i = 0; i < copied.length; i += 2) {
        visitor.entry(copied[i] - 1, copied[i + 1]);
      }
    }
  }

  /**
   * Begins a round, and removes the addresses that were not put since {@value #ROUNDS} rounds
   * began. Called by one thread, of a table that expires.
   */
  public void expire() {
    byte next = (byte) (round + 1);
    round = next;
    for (Part part : parts) {
      part.expire(next);
    }
  }

  @Override
  public int count() {
    int sum = 0;
    for (Part part : parts) {
      sum += (int) COUNT.getOpaque(part);
    }
    return sum;
  }

  @Override
  public int capacity() {
    return capacity;
  }
}
