package maestro.net.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Values by datapath id. Any thread. A look-up allocates nothing and takes no lock.
 *
 * <p>An open-addressing hash table that is at least half empty. Writers take the lock and change it
 * in place, so a crowd of n switches that joins or leaves costs n steps, and not n tables. A slot
 * stays where it is after its value was removed. Slots without a value go when the table is made
 * anew, which happens when half of it is used; it is three quarters empty then.
 */
final class ByDatapathId<V> {
  private static final int FIRST_LENGTH = 16;
  private static final int LENGTH_PART = 8;
  private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

  /** A datapath id that had a value since the table was made. */
  private static final class Slot<V> {
    private final long datapathId;

    /** Volatile: written under the lock; null when the value was removed. */
    private volatile @Nullable V value;

    Slot(long datapathId, V value) {
      this.datapathId = datapathId;
      this.value = value;
    }
  }

  /**
   * Volatile: replaced under the lock. An element is set once, with release, and read with acquire.
   */
  private volatile AtomicReferenceArray<@Nullable Slot<V>> slots =
      new AtomicReferenceArray<>(FIRST_LENGTH);

  /** The slots that are used. Under the lock. */
  private int used;

  /** The value of a datapath id, or null. */
  @Nullable V get(long datapathId) {
    AtomicReferenceArray<@Nullable Slot<V>> now = slots;
    Slot<V> slot = now.getAcquire(place(now, datapathId));
    return slot == null ? null : slot.value;
  }

  /** The place of a datapath id, or the free place where it would be. */
  private static <V> int place(AtomicReferenceArray<@Nullable Slot<V>> slots, long datapathId) {
    int mask = slots.length() - 1;
    int place = (int) ((datapathId * SPREAD) >>> 32) & mask;
    Slot<V> slot = slots.getAcquire(place);
    while (slot != null && slot.datapathId != datapathId) {
      place = (place + 1) & mask;
      slot = slots.getAcquire(place);
    }
    return place;
  }

  /** The values that are there from the beginning of the call to its end, and some others. */
  List<V> all() {
    AtomicReferenceArray<@Nullable Slot<V>> now = slots;
    List<V> all = new ArrayList<>();
    for (int i = 0; i < now.length(); i++) {
      Slot<V> slot = now.getAcquire(i);
      V value = slot == null ? null : slot.value;
      if (value != null) {
        all.add(value);
      }
    }
    return all;
  }

  /**
   * Puts a value in the place of another one.
   *
   * @param before the value to replace; null for none
   * @param after its successor; null removes
   * @return false when the datapath id has another value than {@code before}
   */
  synchronized boolean replace(long datapathId, @Nullable V before, @Nullable V after) {
    int place = place(slots, datapathId);
    Slot<V> slot = slots.getPlain(place);
    if ((slot == null ? null : slot.value) != before) {
      return false;
    }
    if (slot != null) {
      slot.value = after;
    } else if (after != null) {
      add(place, new Slot<>(datapathId, after));
    }
    return true;
  }

  private void add(int place, Slot<V> slot) {
    boolean isFull = 2 * (used + 1) > slots.length();
    if (isFull) {
      makeAnew();
    }
    slots.setRelease(isFull ? place(slots, slot.datapathId) : place, slot);
    used++;
  }

  /** The places of the table, used or not. */
  int length() {
    return slots.length();
  }

  private void makeAnew() {
    AtomicReferenceArray<@Nullable Slot<V>> old = slots;
    List<Slot<V>> kept = new ArrayList<>(used);
    for (int i = 0; i < old.length(); i++) {
      Slot<V> slot = old.getPlain(i);
      if (slot != null && slot.value != null) {
        kept.add(slot);
      }
    }
    int length = LENGTH_PART * Integer.highestOneBit(Math.max(1, kept.size()));
    AtomicReferenceArray<@Nullable Slot<V>> anew =
        new AtomicReferenceArray<>(Math.max(FIRST_LENGTH, length));
    for (Slot<V> slot : kept) {
      anew.setPlain(place(anew, slot.datapathId), slot);
    }
    used = kept.size();
    slots = anew;
  }
}
