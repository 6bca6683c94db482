package maestro.emulator.dataplane.pipeline;

import java.util.List;

/** A group with its counters. Confined to one thread. */
final class Group {
  static final int ALL = 0;
  static final int SELECT = 1;
  static final int INDIRECT = 2;
  static final int FAST_FAILOVER = 3;

  final int id;
  final int type;
  final Bucket[] buckets;

  /** The buckets as on the wire. */
  final byte[] bucketBytes;

  final long addedNs;
  long frames;
  long bytes;

  Group(int id, int type, List<Bucket> buckets, byte[] bucketBytes, long addedNs) {
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
  boolean uses(int group) {
    for (Bucket bucket : buckets) {
      if (bucket.watchGroup == group || bucket.actions.usesGroup(group)) {
        return true;
      }
    }
    return false;
  }
}
