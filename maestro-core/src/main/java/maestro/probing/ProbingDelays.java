package maestro.probing;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import maestro.metrics.DelayCounts;
import maestro.metrics.DelayHistogram;

/**
 * The delays that the probing switch has found: all since the start as a histogram, those of the
 * last minute one by one.
 *
 * <p>Threads: the probing switch writes, any thread reads. All under one lock, some five times a
 * second.
 */
public final class ProbingDelays {
  private static final long SECOND_NS = 1_000_000_000;

  /** More than there are in the longest window. */
  private static final int SLOTS = 1024;

  private static final int MINUTE_SECONDS = 60;

  /** Most of a minute: the first requests of a controller are slow, until its code is compiled. */
  private static final int LEAST_PROBES = 240;

  private static final double HALF = 0.5;
  private static final double NINETY_NINE = 0.99;

  /**
   * The delays of a window.
   *
   * @param probes how many there were; at least 1
   * @param p99Ns the smallest delay that 99 % of them do not exceed
   */
  public record Window(int probes, double meanNs, long p50Ns, long p99Ns, long mostNs) {}

  private final DelayHistogram all = new DelayHistogram();
  private final long[] answeredNs = new long[SLOTS];
  private final long[] delaysNs = new long[SLOTS];

  /** How many were answered. */
  private long answered;

  private long lost;

  /** Whether a request is on its way. */
  private boolean waiting;

  private long waitingSinceNs;

  /** A request is sent; its delay counts from this time. */
  synchronized void sent(long sinceNs) {
    waiting = true;
    waitingSinceNs = sinceNs;
  }

  /** The request on its way is answered. */
  synchronized void answered(long nowNs) {
    waiting = false;
    int slot = (int) (answered % SLOTS);
    answeredNs[slot] = nowNs;
    delaysNs[slot] = nowNs - waitingSinceNs;
    all.add(delaysNs[slot], 1);
    answered++;
  }

  /** The connection has ended; a request on its way is lost. */
  synchronized void disconnected() {
    lost += waiting ? 1 : 0;
    waiting = false;
  }

  /** All delays since the start. Any thread. */
  public DelayCounts all() {
    return all.counts();
  }

  /** Requests without an answer since the start. Any thread. */
  public synchronized long lost() {
    return lost;
  }

  /**
   * The delay now: that of the last answer, or for how long the next one has been waited for when
   * that is longer already. Empty before the first answer. Any thread.
   */
  public synchronized OptionalLong nowNs(long nowNs) {
    long ageNs = waiting ? nowNs - waitingSinceNs : 0;
    if (answered == 0) {
      return waiting ? OptionalLong.of(ageNs) : OptionalLong.empty();
    }
    return OptionalLong.of(Math.max(ageNs, delaysNs[(int) ((answered - 1) % SLOTS)]));
  }

  /**
   * The delays of the answers of the last seconds. Any thread.
   *
   * @param seconds 1 to 60
   * @return empty when there were none
   */
  public synchronized Optional<Window> window(long nowNs, int seconds) {
    long[] delays = since(nowNs - seconds * SECOND_NS);
    if (delays.length == 0) {
      return Optional.empty();
    }
    Arrays.sort(delays);
    return Optional.of(
        new Window(
            delays.length,
            LongStream.of(delays).average().orElse(0),
            quantile(delays, HALF),
            quantile(delays, NINETY_NINE),
            delays[delays.length - 1]));
  }

  /**
   * How long the switch waits, when that is too long: the 99th percentile of the last minute; or an
   * answer is missing for a second already, which is more than one late request in a hundred.
   *
   * @param limitNs what is not too long
   */
  public synchronized OptionalLong lateNs(long nowNs, long limitNs) {
    long missingNs = nowNs(nowNs).orElse(0);
    if (missingNs > Math.max(limitNs, SECOND_NS)) {
      return OptionalLong.of(missingNs);
    }
    return window(nowNs, MINUTE_SECONDS)
        .filter(window -> window.probes() >= LEAST_PROBES && window.p99Ns() > limitNs)
        .map(window -> OptionalLong.of(window.p99Ns()))
        .orElse(OptionalLong.empty());
  }

  private static long quantile(long[] sorted, double part) {
    return sorted[(int) Math.ceil(part * sorted.length) - 1];
  }

  private long[] since(long fromNs) {
    long[] found = new long[SLOTS];
    int count = 0;
    long oldest = Math.max(0, answered - SLOTS);
    for (long i = answered - 1; i >= oldest && answeredNs[(int) (i % SLOTS)] - fromNs >= 0; i--) {
      found[count++] = delaysNs[(int) (i % SLOTS)];
    }
    return Arrays.copyOf(found, count);
  }
}
