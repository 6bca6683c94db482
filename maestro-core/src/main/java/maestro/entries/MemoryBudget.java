package maestro.entries;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes may wait between workers, the event thread and switches, of all. Any thread. */
final class MemoryBudget {
  private final long mostBytes;

  /** Volatile order. */
  private final AtomicLong waitingBytes = new AtomicLong();

  MemoryBudget(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Takes so many bytes; false when there is no room for them. */
  boolean take(int bytes) {
    if (waitingBytes.addAndGet(bytes) <= mostBytes) {
      return true;
    }
    waitingBytes.addAndGet(-bytes);
    return false;
  }

  /** Takes them in any case: for what is little, or bounded otherwise. */
  void takeAnyway(int bytes) {
    waitingBytes.addAndGet(bytes);
  }

  void giveBack(int bytes) {
    waitingBytes.addAndGet(-bytes);
  }

  long waitingBytes() {
    return waitingBytes.get();
  }
}
