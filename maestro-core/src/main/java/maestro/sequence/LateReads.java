package maestro.sequence;

import maestro.openflow.MatchFields;

/**
 * What stages read of a request behind the stage that installed an entry for it:
 *
 * <ol>
 *   <li>Each entry of a batch is remembered with the fields that were wanted of it.
 *   <li>When all stages have run, an entry whose request has had more fields read is too coarse: it
 *       covers packets that the later stage would have been shown. It is taken back in the same
 *       write that brings it.
 *   <li>From then on these fields are expected: the next entries of this worker match them from the
 *       start. There are few fields, so this settles after a few requests. Bytes that no match says
 *       are not expected, since that would leave every request without an entry; those that had
 *       them read lose theirs each time.
 * </ol>
 *
 * <p>The worker's own; allocates nothing.
 */
final class LateReads {
  private final int[] indexes;
  private final int[] wanted;
  private int count;
  private int expected;

  /**
   * Expects nothing yet.
   *
   * @param capacity how many requests a batch has at most
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
   * An entry was written for a request. One entry for each request of a full batch is remembered;
   * an application that installs several for one request may have the last ones forgotten. Such an
   * entry stays as coarse as it is.
   *
   * @param index of the request in the batch
   * @param wantedFields what the entry matches of what was read: bits of {@link MatchFields}
   */
  void installed(int index, int wantedFields) { // 1
    if (count < indexes.length) {
      indexes[count] = index;
      wanted[count] = wantedFields;
      count++;
    }
  }

  /**
   * All stages have run: the next entry that is too coarse.
   *
   * @param noted what was read, by the index of the request
   * @return the index of its request, or -1 when there is none left
   */
  int nextTooCoarse(int[] noted) { // 2
    while (count > 0) {
      count--;
      int late = noted[indexes[count]] & ~wanted[count];
      if (late != 0) {
        expected |= late & ~MatchFields.RAW; // 3
        return indexes[count];
      }
    }
    return -1;
  }
}
