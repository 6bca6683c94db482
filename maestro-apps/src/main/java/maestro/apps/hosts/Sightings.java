package maestro.apps.hosts;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import maestro.api.ApplicationContext;

/**
 * Hands what a worker has seen, and the tables do not say yet, over to the event thread.
 *
 * <p>A ring for one writer, the worker, and one reader, the event thread. When it is full the
 * worker drops what it has seen: the host will send again. The same sighting is handed over once in
 * {@value #REPEAT_NS} ns. Of one port {@value #SHARE} are handed over, or of several whose hashes
 * are the same, until the event thread has come to all: so a flood at one port neither displaces
 * what is seen at others nor keeps the event thread busy. Nothing is allocated.
 */
final class Sightings {
  /** How many fit. */
  static final int CAPACITY = 1024;

  /** How many of one port. */
  static final int SHARE = 64;

  /** Takes sightings, on the event thread. */
  interface Receiver {
    /**
     * A host sent a packet at a place where the tables do not have it, or not with this address.
     *
     * @param ipv4 its address; 0 when the packet does not say
     * @param isArp whether it claims the address, and does not only use it
     */
    void seen(long ethAddress, long location, int ipv4, boolean isArp);
  }

  private static final long REPEAT_NS = 20_000_000;
  private static final int FIELDS = 3;
  private static final int PORTS = 256;
  private static final int RECENT = 1024;
  private static final long ARP_BIT = 1L << 32;
  private static final long HASH = 0x9e37_79b9_7f4a_7c15L;

  private final ApplicationContext context;
  private final Runnable drain;
  private final AtomicBoolean called = new AtomicBoolean();

  private final long[] ring = new long[CAPACITY * FIELDS];
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong read = new AtomicLong();

  /** What was handed over lately, by a hash: a hash of all of it, and when. For the worker. */
  private final long[] recent = new long[RECENT];

  private final long[] recentNs = new long[RECENT];

  /** How many stand in the ring, by a hash of their port. For the worker. */
  private final byte[] waiting = new byte[PORTS];

  private boolean anyWaits;

  Sightings(ApplicationContext context, Receiver receiver) {
    this.context = context;
    this.drain = () -> drainTo(receiver);
  }

  /** Hands over; on the worker. */
  void add(long ethAddress, long location, int ipv4, boolean isArp, long nowNs) {
    long address = (ipv4 & (ARP_BIT - 1)) | (isArp ? ARP_BIT : 0);
    long hash = ((ethAddress * HASH + location) * HASH + address) * HASH;
    int slot = (int) (hash >>> 54);
    if (recent[slot] == hash && nowNs - recentNs[slot] < REPEAT_NS) {
      return;
    }
    long at = written.getPlain();
    long unread = at - read.getAcquire();
    if (unread == 0 && anyWaits) {
      Arrays.fill(waiting, (byte) 0);
      anyWaits = false;
    }
    int port = (int) ((location * HASH) >>> 56);
    if (unread == CAPACITY || waiting[port] == SHARE) {
      return;
    }
    waiting[port]++;
    anyWaits = true;
    recent[slot] = hash;
    recentNs[slot] = nowNs;
    int place = (int) (at % CAPACITY) * FIELDS;
    ring[place] = ethAddress;
    ring[place + 1] = location;
    ring[place + 2] = address;
    written.setRelease(at + 1);
    if (called.compareAndSet(false, true)) {
      context.later(drain);
    }
  }

  private void drainTo(Receiver receiver) {
    called.set(false); // before reading: who writes from now on calls again
    long end = written.getAcquire();
    for (long at = read.getPlain(); at < end; at++) {
      int place = (int) (at % CAPACITY) * FIELDS;
      long ethAddress = ring[place];
      long location = ring[place + 1];
      long address = ring[place + 2];
      read.setRelease(at + 1);
      receiver.seen(ethAddress, location, (int) address, (address & ARP_BIT) != 0);
    }
  }
}
