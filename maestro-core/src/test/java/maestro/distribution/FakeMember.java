package maestro.distribution;

import java.util.HashSet;
import java.util.Set;

/** A member whose socket is a count of requests that have arrived. One thread. */
final class FakeMember extends Member {
  static final int REQUEST_BYTES = 82;

  final int id;
  long arrived;
  long handled;
  private long readAhead;
  int heldBy = -1;

  /** Who has visited it. */
  final Set<Integer> workers = new HashSet<>();

  long perReadRequests = Long.MAX_VALUE;

  FakeMember(int id, int weight) {
    this.id = id;
    weight(weight);
  }

  boolean hasInput() {
    return arrived > handled;
  }

  /** Takes at most so many of what has arrived; numbers are handed out in order. */
  long take(long most) {
    long count = Math.min(most, arrived - handled);
    handled += count;
    return count;
  }

  long readAheadRequests() {
    return readAhead;
  }

  void readAheadWasServed() {
    readAhead = 0;
  }

  @Override
  protected boolean readAhead(int maxBytes, boolean chops) {
    readAhead = Math.min(maxBytes / REQUEST_BYTES, arrived - handled);
    return readAhead > 0;
  }

  @Override
  protected long backlogBytes() {
    return (arrived - handled) * REQUEST_BYTES;
  }
}
