package maestro.distribution;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The set of ready members, one bit each. A worker finds the next member by reading one word for 64
 * members, and idle members cost nothing.
 *
 * <p>Threads: only the conductor calls {@link #add} and {@link #remove}; any thread calls the other
 * methods. Bits are set and cleared with volatile order. A bit that is set once too often costs one
 * empty visit. A bit that is cleared too early is set again by the next poll, because readiness is
 * level-triggered.
 */
final class ReadySet {
  private final AtomicReferenceArray<Member> members;
  private final AtomicLongArray words;

  /**
   * Written by the conductor. Opaque order would suffice: a reader that misses a new slot finds it
   * in its next round.
   */
  private volatile int slotCount;

  ReadySet(int maxMembers) {
    members = new AtomicReferenceArray<>(maxMembers);
    words = new AtomicLongArray((maxMembers + 63) / 64);
  }

  /** Gives the member a slot; false when there is none left. */
  boolean add(Member member) {
    for (int slot = 0; slot < members.length(); slot++) {
      if (members.get(slot) == null) {
        member.slot = slot;
        members.set(slot, member);
        slotCount = Math.max(slotCount, slot + 1);
        return true;
      }
    }
    return false;
  }

  void remove(Member member) {
    clear(member);
    members.set(member.slot, null);
  }

  void set(Member member) {
    long bit = 1L << member.slot;
    int word = member.slot >>> 6;
    long before = words.get(word);
    while ((before & bit) == 0 && !words.compareAndSet(word, before, before | bit)) {
      before = words.get(word);
    }
  }

  void clear(Member member) {
    clear(member.slot);
  }

  /** Clears the bit of a member that may have left, unless another member has its slot now. */
  void clearIfStill(Member member) {
    if (members.get(member.slot) == member) {
      clear(member.slot);
    }
  }

  void clear(int slot) {
    long bit = 1L << slot;
    int word = slot >>> 6;
    long before = words.get(word);
    while ((before & bit) != 0 && !words.compareAndSet(word, before, before & ~bit)) {
      before = words.get(word);
    }
  }

  /** The first slot at or after this one with a ready member; -1 when there is none. */
  int nextReady(int from) {
    int end = slotCount;
    for (int slot = from; slot < end; slot = (slot | 63) + 1) {
      long rest = words.get(slot >>> 6) & (-1L << slot);
      if (rest != 0) {
        return (slot & ~63) + Long.numberOfTrailingZeros(rest);
      }
    }
    return -1;
  }

  int slotCount() {
    return slotCount;
  }

  boolean isEmpty() {
    return nextReady(0) < 0;
  }

  /** Whether at least two members are ready. */
  boolean hasSeveral() {
    int first = nextReady(0);
    return first >= 0 && nextReady(first + 1) >= 0;
  }

  /** The member in a slot; null when it has just left. */
  @Nullable Member get(int slot) {
    return members.get(slot);
  }
}
