package maestro.apps.places;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the changes that make flow entries of an application wrong, at any switch: a host that has
 * moved, the first tag. A worker counts a change after it has made it and before it sends the
 * removal of the entries. So a batch during which nothing was counted has sent no wrong entry.
 *
 * <p>Any thread.
 */
public final class PlaceChanges {
  private final AtomicInteger count = new AtomicInteger();

  /** Something has changed. */
  public void happened() {
    count.incrementAndGet();
  }

  /** How many there were; wraps. */
  int count() {
    return count.get();
  }
}
