package maestro.control.measure;

import java.time.Instant;

/**
 * Converts times of the controller's clock to times of the day. The difference of both clocks is
 * taken once, so that a moment always has the same time of the day. Confined to one thread.
 */
public final class Times {
  private static final double NS_PER_SECOND = 1e9;
  private static final int NS_PER_MS = 1_000_000;
  private static final int MS_PER_SECOND = 1_000;

  private final Instant start;
  private final long startNs;

  /** The last second that was written, and its text up to the seconds. */
  private long second;

  private String secondText;

  /** Both clocks at the same moment. */
  public Times(Instant start, long startNs) {
    this.start = start;
    this.startNs = startNs;
    this.second = start.getEpochSecond();
    this.secondText = upToSeconds(second);
  }

  private static String upToSeconds(long second) {
    String text = Instant.ofEpochSecond(second).toString();
    return text.substring(0, text.length() - 1);
  }

  public static Times now() {
    return new Times(Instant.now(), System.nanoTime());
  }

  /** A moment as ISO 8601 has it, in UTC, to the millisecond. */
  public String text(long ns) {
    Instant time = start.plusNanos(ns - startNs);
    if (time.getEpochSecond() != second) { // switches often connect in the same second
      second = time.getEpochSecond();
      secondText = upToSeconds(second);
    }
    int ms = time.getNano() / NS_PER_MS;
    String parts = ms == 0 ? "" : "." + Integer.toString(MS_PER_SECOND + ms).substring(1);
    return secondText + parts + "Z";
  }

  /** A moment in seconds since 1970, to the second. */
  public double unixSeconds(long ns) {
    return (double) start.plusNanos(ns - startNs).getEpochSecond();
  }

  /** A mark that another run of the controller does not have. */
  public String mark() {
    return Long.toString(start.toEpochMilli(), Character.MAX_RADIX);
  }

  /** The time from one moment to another. */
  public static double seconds(long fromNs, long toNs) {
    return (toNs - fromNs) / NS_PER_SECOND;
  }
}
