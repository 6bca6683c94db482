package maestro.distribution;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Which members are ready: one bit each, so that a worker finds the next one by looking at a word
 * for each 64, and idle members cost it nothing.
 *
 * <p>Threads: any, for all but {@link #add} and {@link #remove}, which are the conductor's. Bits
 * are set and cleared with volatile order; a bit that is set too often costs one empty visit, a bit
 * that was cleared too early is set again by the next poll, since readiness is level-triggered.
 */
final class ReadySet {
  private final AtomicReferenceArray<Member> members;
  private final AtomicLongArray words;

  /**
   * Opaque would do: a reader that misses a new slot finds it in its next round. Written by the
   * conductor.
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

  /** Clears the bit of a member that may have left, so that its slot may be another's now. */
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

  /**
   * The first slot at or after this one whose member is ready; -1 when there is none up to the end.
   */
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
  Member get(int slot) {
    return members.get(slot);
  }
}
