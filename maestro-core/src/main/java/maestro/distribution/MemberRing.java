package maestro.distribution;

import org.jspecify.annotations.Nullable;

/** A first-in first-out queue of members that grows and does not shrink. One thread. */
final class MemberRing {
  private Member[] items = new Member[64];
  private int head;
  private int count;

  boolean isEmpty() {
    return count == 0;
  }

  void add(Member member) {
    if (count == items.length) {
      grow();
    }
    items[(head + count++) & (items.length - 1)] = member;
  }

  /** Removes the oldest member; null when empty. */
  @Nullable Member poll() {
    if (count == 0) {
      return null;
    }
    Member member = items[head];
    items[head] = null;
    head = (head + 1) & (items.length - 1);
    count--;
    return member;
  }

  private void grow() {
    Member[] larger = new Member[items.length * 2];
    for (int i = 0; i < count; i++) {
      larger[i] = items[(head + i) & (items.length - 1)];
    }
    items = larger;
    head = 0;
  }
}
