package maestro.apps.storm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Counts what comes in by one port for many: for groups, or for unknown destinations.
 *
 * <ol>
 *   <li>A bucket holds the frames of one second at the allowed rate. Each frame that comes as a
 *       request takes one. When the bucket is empty, {@link #count} reports it, once. The report
 *       stands in an object of this port until {@link #tellAgain}; the first one allocates it.
 *   <li>While the bucket is not full there is a burst. Its beginning, its number of frames, and the
 *       source and destination of most frames are kept.
 *   <li>Frames that a flow entry has forwarded are counted when it is removed. They have a bucket
 *       of their own for each rate that is allowed, larger by the frames that are allowed during
 *       the entry's life.
 *   <li>The last sources are kept, and since when they are heard. Of several switches that hear the
 *       same storm, the one that heard it first can be found by them.
 * </ol>
 *
 * <p>Threads: {@link #count} is for the worker that has claimed the switch, {@link #countEntry} for
 * the event thread, the rest for any thread.
 */
final class PortTraffic {
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  /** Longer than a stream waits for its next entry. */
  private static final long BETWEEN_ENTRIES_NS = TimeUnit.SECONDS.toNanos(3);

  /**
   * The shortest time that a rate is computed over, since all requests of a batch have one time.
   */
  private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final VarHandle REQUESTS;
  private static final VarHandle IS_TOLD;
  private static final VarHandle BURST;
  private static final VarHandle BURST_SINCE;
  private static final VarHandle FULL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      REQUESTS = lookup.findVarHandle(PortTraffic.class, "requests", long.class);
      IS_TOLD = lookup.findVarHandle(PortTraffic.class, "isTold", boolean.class);
      BURST = lookup.findVarHandle(PortTraffic.class, "burst", long.class);
      BURST_SINCE = lookup.findVarHandle(PortTraffic.class, "burstNs", long.class);
      FULL = lookup.findVarHandle(PortTraffic.class, "fullNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final class Report {
    long rate;
    long frames;
    long requests;
    long source;
    long destination;
  }

  private static final class EntryBucket {
    double frames;
    long sinceNs;
    final Majority sources = new Majority();
    long ofSources;

    EntryBucket(long nowNs) {
      sinceNs = nowNs;
    }

    void add(long source, long moreFrames) {
      sources.add(source, moreFrames);
      ofSources += moreFrames;
    }

    void clear() {
      sources.clear();
      ofSources = 0;
    }
  }

  private final long datapathId;
  private final int port;
  private final boolean isGroup;
  private final long framesPerSecond;
  private final long frameNs;

  /** The time when the bucket will be full again if no frame comes. Opaque, single writer. */
  private long fullNs;

  private boolean isEver;

  /** The beginning of the burst. Opaque, single writer, as is the next field. */
  private long burstNs;

  private long burst;
  private final Majority sources = new Majority();
  private final Majority destinations = new Majority();

  /** Opaque, single writer. */
  private long requests;

  /**
   * Whether a report is out. The worker sets it, opaque. The event thread clears it with release,
   * after it has read the report; the worker's acquire then lets it write the report anew.
   */
  @SuppressWarnings("UnusedVariable") // used through IS_TOLD
  private boolean isTold;

  /** Plain, handed over by {@link Notices}; null before the first report, as of most ports. */
  private Report report;

  /** The next port on the stack of {@link Notices}. Plain. */
  PortTraffic nextTold;

  private final HeardSources heard = new HeardSources();

  // Confined to the event thread: the last stream of an entry, and when that entry went.
  private long streamSource = Majority.NONE;
  private long streamDestination = Majority.NONE;
  private long streamNs;

  // Likewise: the last source that sent more than is allowed, and when that was told.
  private long exceedingSource = Majority.NONE;
  private long exceededNs;

  /** By the rate that is allowed. Confined to the event thread. */
  private final Map<Long, EntryBucket> entries = new HashMap<>(2);

  /**
   * Makes the counters of a port.
   *
   * @param framesPerSecond the rate that is allowed
   */
  PortTraffic(long datapathId, int port, boolean isGroup, long framesPerSecond) {
    this.datapathId = datapathId;
    this.port = port;
    this.isGroup = isGroup;
    this.framesPerSecond = framesPerSecond;
    this.frameNs = SECOND_NS / framesPerSecond;
  }

  long datapathId() {
    return datapathId;
  }

  int port() {
    return port;
  }

  /** Whether it counts frames to groups; otherwise frames to unknown destinations. */
  boolean isGroup() {
    return isGroup;
  }

  /**
   * Counts a frame that came as a request. Allocates nothing but the first report.
   *
   * @return whether that is too much and {@link #excess} has a report; true once, until {@link
   *     #tellAgain}
   */
  boolean count(long source, long destination, long nowNs) {
    REQUESTS.setOpaque(this, requests + 1);
    heard.add(source, nowNs); // 4
    long full = fullNs;
    if (!isEver || full - nowNs <= 0) { // 2
      isEver = true;
      full = nowNs;
      BURST_SINCE.setOpaque(this, nowNs);
      BURST.setOpaque(this, 0L);
      sources.clear();
      destinations.clear();
    }
    BURST.setOpaque(this, burst + 1);
    sources.add(source);
    destinations.add(destination);
    full += frameNs; // 1
    if (full - nowNs <= SECOND_NS) {
      FULL.setOpaque(this, full);
      return false;
    }
    FULL.setOpaque(this, nowNs + SECOND_NS); // a frame takes nothing from an empty bucket
    if ((boolean) IS_TOLD.getAcquire(this)) {
      return false;
    }
    IS_TOLD.setOpaque(this, true);
    report = report == null ? new Report() : report;
    report.rate = (long) (burst * (double) SECOND_NS / Math.max(LEAST_NS, nowNs - burstNs));
    report.frames = burst;
    report.requests = requests;
    report.source = sources.of(burst);
    report.destination = destinations.of(burst);
    return true;
  }

  /**
   * The last report of {@link #count}. Valid for its receiver until it calls {@link #tellAgain}.
   */
  Excess excess() {
    return new Excess(
        this,
        report.rate,
        framesPerSecond,
        report.frames,
        report.requests,
        report.source,
        report.destination,
        0);
  }

  /**
   * Counts the frames of a flow entry that was removed. An entry that has forwarded too much alone
   * is told with its source, a sum of several ones with that of most frames.
   *
   * @param frames the number of frames it has forwarded
   * @param lifeNs the time from its installation to its removal
   * @param allowedPerSecond the rate that is allowed to such entries
   * @return null, or the excess when that is too much
   */
  Excess countEntry(
      long frames,
      long lifeNs,
      long allowedPerSecond,
      long source,
      long destination,
      long nowNs) { // 3
    double lifeSeconds = lifeNs / (double) SECOND_NS;
    double mostFrames = allowedPerSecond * (1 + lifeSeconds);
    EntryBucket bucket = entries.computeIfAbsent(allowedPerSecond, rate -> new EntryBucket(nowNs));
    double drained = (nowNs - bucket.sinceNs) / (double) SECOND_NS * allowedPerSecond;
    bucket.frames = Math.max(0, bucket.frames - drained);
    bucket.sinceNs = nowNs;
    if (bucket.frames == 0) {
      bucket.clear();
    }
    bucket.frames += frames;
    bucket.add(source, frames);
    boolean isTooMuchAlone = frames > allowedPerSecond * Math.max(1, lifeSeconds);
    if (isTooMuchAlone) {
      exceeded(source, nowNs);
    }
    if (bucket.frames <= mostFrames) {
      return null;
    }
    long rate = (long) (bucket.frames / (1 + lifeSeconds));
    if (lifeNs >= LEAST_NS) {
      rate = Math.max(rate, (long) (frames / lifeSeconds));
    }
    long from = isTooMuchAlone ? source : bucket.sources.of(bucket.ofSources);
    bucket.frames = mostFrames;
    bucket.clear();
    bucket.add(from, (long) mostFrames);
    return new Excess(this, rate, allowedPerSecond, frames, requests(), from, destination, lifeNs);
  }

  /** Notes that a source has sent more than is allowed. Event thread. */
  void exceeded(long source, long nowNs) {
    if (source != Majority.NONE) {
      exceedingSource = source;
      exceededNs = nowNs;
    }
  }

  /** Whether this source was the last one that sent more than is allowed, not before a time. */
  boolean hasExceeded(long source, long sinceNs) {
    return source == exceedingSource && exceededNs - sinceNs >= 0;
  }

  /** Notes that an entry has forwarded a stream that is no storm. Event thread. */
  void forwardedStream(long source, long destination, long nowNs) {
    streamSource = source;
    streamDestination = destination;
    streamNs = nowNs;
  }

  /**
   * Whether frames come as requests since the entry of their stream has just gone: it expired, or
   * follows another tree soon. Event thread.
   */
  boolean isBetweenEntries(long source, long destination, long nowNs) {
    return source != Majority.NONE
        && source == streamSource
        && destination == streamDestination
        && nowNs - streamNs <= BETWEEN_ENTRIES_NS;
  }

  /** The number of frames that have come as requests. */
  long requests() {
    return (long) REQUESTS.getOpaque(this);
  }

  /** Lets {@link #count} report again. */
  void tellAgain() {
    IS_TOLD.setRelease(this, false);
  }

  /**
   * Whether frames that another port counts may have come in by this port first. Then a burst here
   * began before the other port's burst, is not over, and has at least as many frames.
   */
  boolean mayBeAheadOf(PortTraffic other, long nowNs) {
    long sinceNs = (long) BURST_SINCE.getOpaque(this);
    return (long) BURST.getOpaque(this) >= (long) BURST.getOpaque(other)
        && sinceNs - (long) BURST_SINCE.getOpaque(other) < 0
        && (long) FULL.getOpaque(this) - nowNs > 0;
  }

  /** The sources that were heard lately. */
  HeardSources heard() {
    return heard;
  }
}
