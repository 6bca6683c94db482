package maestro.sequence.batch;

import maestro.openflow.entry.MatchFields;

/**
 * Tracks what stages read of a request after an earlier stage installed an entry for it:
 *
 * <ol>
 *   <li>Remember each entry of a batch with the fields that it matches.
 *   <li>When all stages have run, find the entries whose request had more fields read. Such an
 *       entry is too coarse: it covers packets that the later stage must see. It is removed in the
 *       same write that installs it.
 *   <li>Expect these fields from then on: the next entries of this worker match them from the
 *       start. There are few fields, so this settles after a few requests. Bytes that a match
 *       cannot express are not expected, because then no request would get an entry. Only requests
 *       of which a late stage reads such bytes lose their entries, each time.
 *   <li>A request at which a later stage threw loses its entry, too: nobody knows what the stage
 *       would have read.
 * </ol>
 *
 * <p>The worker's own; allocates nothing.
 */
final class LateReads {
  /** Tracked for a request at which a stage threw: no field of {@link MatchFields}. */
  static final int LOST = 1 << 31; // 4

  private final int[] indexes;
  private final int[] wanted;
  private int count;
  private int expected;

  /**
   * Makes an instance that expects no fields yet.
   *
   * @param capacity the highest number of requests in a batch
   */
  LateReads(int capacity) {
    indexes = new int[capacity];
    wanted = new int[capacity];
  }

  /** The fields that later stages are known to read. */
  int expected() {
    return expected;
  }

  /**
   * Remembers an entry that was written for a request. There is room for one entry for each request
   * of a full batch. When applications install several for one request, the last entries of the
   * batch may be forgotten and stay coarse.
   *
   * @param index the index of the request in the batch
   * @param wantedFields the fields that the entry matches: bits of {@link MatchFields}
   */
  void installed(int index, int wantedFields) { // 1
    if (count < indexes.length) {
      indexes[count] = index;
      wanted[count] = wantedFields;
      count++;
    }
  }

  /**
   * Finds the next entry that is too coarse, after all stages have run.
   *
   * @param tracked the fields that were read, by the index of the request
   * @return the index of the entry's request, or -1 when there is none left
   */
  int nextTooCoarse(int[] tracked) { // 2
    while (count > 0) {
      count--;
      int late = tracked[indexes[count]] & ~wanted[count];
      if (late != 0) {
        expected |= late & ~(MatchFields.RAW | LOST); // 3
        return indexes[count];
      }
    }
    return -1;
  }
}
