package maestro.emulator.report;

import java.util.Arrays;

/**
 * Counts of what went wrong, by {@link ErrorKind}; all 0 is the only good answer. Immutable.
 *
 * @param wrongPort see {@link ErrorKind#WRONG_PORT}; the others likewise
 */
public record ErrorCounts(
    long wrongPort,
    long wrongMatch,
    long refusedEntry,
    long wrongInPort,
    long changed,
    long cut,
    long malformed,
    long doubled,
    long unasked,
    long outOfOrder,
    long missing) {
  /** Nothing went wrong. */
  public static final ErrorCounts NONE = of(new long[ErrorKind.COUNT]);

  /** One count a kind, in the order of {@link ErrorKind}. */
  public static ErrorCounts of(long[] byKind) {
    return new ErrorCounts(
        byKind[0],
        byKind[1],
        byKind[2],
        byKind[3],
        byKind[4],
        byKind[5],
        byKind[6],
        byKind[7],
        byKind[8],
        byKind[9],
        byKind[10]);
  }

  /** How often this went wrong. */
  public long count(ErrorKind kind) {
    return byKind()[kind.index()];
  }

  /** All kinds together. */
  public long total() {
    return Arrays.stream(byKind()).sum();
  }

  /** Answers that say something else than the request: match, entry, in_port or packet. */
  public long wrongContent() {
    return wrongMatch + refusedEntry + wrongInPort + changed + cut;
  }

  /** Both together. */
  public ErrorCounts plus(ErrorCounts other) {
    long[] sum = byKind();
    long[] more = other.byKind();
    Arrays.setAll(sum, i -> sum[i] + more[i]);
    return of(sum);
  }

  private long[] byKind() {
    return new long[] {
      wrongPort,
      wrongMatch,
      refusedEntry,
      wrongInPort,
      changed,
      cut,
      malformed,
      doubled,
      unasked,
      outOfOrder,
      missing
    };
  }
}
