package maestro.apps.hosts;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import maestro.api.ApplicationContext;

/**
 * Hands sightings that the tables do not have yet from a worker to the event thread.
 *
 * <p>A ring for one writer, the worker, and one reader, the event thread. When the ring is full,
 * the worker drops the sighting, and {@link Watcher} sees to it that the host asks again. The same
 * sighting is handed over once in {@value #REPEAT_NS} ns. At most {@value #SHARE} sightings of one
 * port, or of ports with the same hash, are handed over until the event thread has read all. So a
 * flood at one port neither displaces sightings at other ports nor keeps the event thread busy.
 * Nothing is allocated.
 */
final class HostSightings {
  /** The capacity in sightings. */
  static final int CAPACITY = 1024;

  /** The most sightings of one port. */
  static final int SHARE = 64;

  /** Receives sightings, on the event thread. */
  interface Receiver {
    /**
     * Handles a packet of a host from a location, or with an address, that the tables do not have.
     *
     * @param sighting valid during the call
     */
    void seen(Sighting sighting);
  }

  private static final long REPEAT_NS = 20_000_000;
  private static final int FIELDS = 4;
  private static final int PORTS = 256;
  private static final int RECENT = 1024;

  private static final long HASH = 0x9e37_79b9_7f4a_7c15L;

  private final ApplicationContext context;
  private final Runnable drain;
  private final AtomicBoolean called = new AtomicBoolean();

  private final long[] ring = new long[CAPACITY * FIELDS];
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong read = new AtomicLong();

  /** The recent sightings, by a hash: a hash of all fields, and the time. For the worker. */
  private final long[] recent = new long[RECENT];

  private final long[] recentNs = new long[RECENT];

  /** The number of sightings in the ring, by a hash of their port. For the worker. */
  private final byte[] waiting = new byte[PORTS];

  private boolean anyWaits;

  /** For the event thread. */
  private final Sighting handedOver = new Sighting();

  HostSightings(ApplicationContext context, Receiver receiver) {
    this.context = context;
    this.drain = () -> drainTo(receiver);
  }

  /**
   * Hands over a copy; on the worker.
   *
   * @return false when it is lost
   */
  boolean add(Sighting sighting, long nowNs) {
    long place = sighting.location | HostTables.bitsOf(sighting.role);
    long hash = (sighting.host * HASH + place) * HASH + sighting.addressHigh;
    hash = (hash * HASH + sighting.addressLow) * HASH;
    int slot = (int) (hash >>> 54);
    if (recent[slot] == hash && nowNs - recentNs[slot] < REPEAT_NS) {
      return true; // has just been handed over
    }
    long at = written.getPlain();
    long unread = at - read.getAcquire();
    if (unread == 0 && anyWaits) {
      Arrays.fill(waiting, (byte) 0);
      anyWaits = false;
    }
    int port = (int) ((sighting.location * HASH) >>> 56);
    if (unread == CAPACITY || waiting[port] == SHARE) {
      return false;
    }
    waiting[port]++;
    anyWaits = true;
    recent[slot] = hash;
    recentNs[slot] = nowNs;
    int start = (int) (at % CAPACITY) * FIELDS;
    ring[start] = sighting.host;
    ring[start + 1] = place;
    ring[start + 2] = sighting.addressHigh;
    ring[start + 3] = sighting.addressLow;
    written.setRelease(at + 1);
    if (called.compareAndSet(false, true)) {
      context.later(drain);
    }
    return true;
  }

  private void drainTo(Receiver receiver) {
    called.set(false); // before reading, so that a later write calls again
    long end = written.getAcquire();
    for (long at = read.getPlain(); at < end; at++) {
      int start = (int) (at % CAPACITY) * FIELDS;
      long place = ring[start + 1];
      handedOver
          .of(ring[start], place & HostTables.LOCATION_MASK)
          .address(ring[start + 2], ring[start + 3]);
      handedOver.role = HostTables.roleOf(place);
      read.setRelease(at + 1);
      receiver.seen(handedOver);
    }
  }
}
