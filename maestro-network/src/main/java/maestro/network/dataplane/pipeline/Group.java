package maestro.network.dataplane.pipeline;

import java.util.List;

/** A group with its counters. Confined to one thread. */
public final class Group {
  public static final int ALL = 0;
  public static final int SELECT = 1;
  public static final int INDIRECT = 2;
  public static final int FAST_FAILOVER = 3;

  public final int id;
  public final int type;
  public final Bucket[] buckets;

  /** The buckets as on the wire. */
  public final byte[] bucketBytes;

  public final long addedNs;
  private long frames;
  private long bytes;

  public Group(int id, int type, List<Bucket> buckets, byte[] bucketBytes, long addedNs) {
    this.id = id;
    this.type = type;
    this.buckets = buckets.toArray(new Bucket[0]);
    this.bucketBytes = bucketBytes;
    this.addedNs = addedNs;
  }

  void count(int lengthBytes) {
    frames++;
    bytes += lengthBytes;
  }

  /** Whether one of its buckets uses another group, or watches it. */
  public boolean uses(int group) {
    for (Bucket bucket : buckets) {
      if (bucket.watchGroup == group || bucket.actions.usesGroup(group)) {
        return true;
      }
    }
    return false;
  }

  public long bytes() {
    return bytes;
  }

  public long frames() {
    return frames;
  }
}
