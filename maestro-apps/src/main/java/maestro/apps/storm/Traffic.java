package maestro.apps.storm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * What comes in by one port for many: for groups, or for destinations that nobody knows.
 *
 * <ol>
 *   <li>A bucket holds the frames of one second at the allowed rate. Each frame that comes as a
 *       request takes one; when there is none left, that is told, once. What is told stands in
 *       fields of this object until it may be told again, so nothing is allocated.
 *   <li>While the bucket is not full there is a burst. Of it are kept: since when, how many frames,
 *       from whom most are and to whom.
 *   <li>Frames that a flow entry has forwarded are told when it goes. They have a bucket of their
 *       own, which is larger by what an entry may count while it lives.
 *   <li>Who was heard last, and since when nobody else was: so that of several switches that hear
 *       the same storm the one is found that heard it first.
 * </ol>
 *
 * <p>Threads: {@link #count} is for the worker that has the switch, {@link #countEntry} for the
 * event thread, the rest for any.
 */
final class Traffic {
  private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

  /** A source that was silent for so long begins anew; longer than any entry for it lives. */
  private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(30);

  /** What comes in one batch has one time; a rate is not reckoned over less than this. */
  private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final VarHandle REQUESTS;
  private static final VarHandle IS_TOLD;
  private static final VarHandle SOURCE;
  private static final VarHandle SINCE;
  private static final VarHandle HEARD;
  private static final VarHandle BURST;
  private static final VarHandle BURST_SINCE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      REQUESTS = lookup.findVarHandle(Traffic.class, "requests", long.class);
      IS_TOLD = lookup.findVarHandle(Traffic.class, "isTold", boolean.class);
      SOURCE = lookup.findVarHandle(Traffic.class, "lastSource", long.class);
      SINCE = lookup.findVarHandle(Traffic.class, "lastSourceSinceNs", long.class);
      BURST = lookup.findVarHandle(Traffic.class, "burst", long.class);
      BURST_SINCE = lookup.findVarHandle(Traffic.class, "burstNs", long.class);
      HEARD = lookup.findVarHandle(Traffic.class, "lastHeardNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final long datapathId;
  private final int port;
  private final boolean isGroup;
  private final long framesPerSecond;
  private final long frameNs;

  /** When the bucket will be full again, if nothing comes. */
  private long fullNs;

  private boolean isEver;

  /** Opaque, single writer, and so is the next. */
  private long burstNs;

  private long burst;
  private final Majority sources = new Majority();
  private final Majority destinations = new Majority();

  /** Opaque, single writer. */
  private long requests;

  /**
   * True by the worker, opaque; false by the event thread, release: it has read what was told when
   * the worker, by acquire, finds that it may write it anew.
   */
  @SuppressWarnings("UnusedVariable") // through IS_TOLD
  private boolean isTold;

  /** What is told; plain, handed over by {@link Notices}, and so are the next. */
  private long toldRate;

  private long toldFrames;
  private long toldRequests;
  private long toldSource;
  private long toldDestination;

  /** The next one that was told of. Plain; of {@link Notices}. */
  Traffic nextTold;

  /** Opaque, single writer, as are the next two. */
  private long lastSource = Majority.NONE;

  @SuppressWarnings("UnusedVariable") // through SINCE
  private long lastSourceSinceNs;

  private long lastHeardNs;

  // The event thread's.
  private double entryFrames;
  private long entryNs;

  /**
   * That of a port.
   *
   * @param framesPerSecond how many frames it may have
   */
  Traffic(long datapathId, int port, boolean isGroup, long framesPerSecond) {
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

  /** Whether it is for groups; else it is for destinations that nobody knows. */
  boolean isGroup() {
    return isGroup;
  }

  /**
   * A frame came as a request. Allocates nothing.
   *
   * @return whether that is too much and {@link #excess} tells how much; once, until {@link
   *     #tellAgain}
   */
  boolean count(long source, long destination, long nowNs) {
    REQUESTS.setOpaque(this, requests + 1);
    heard(source, nowNs);
    if (!isEver || fullNs - nowNs <= 0) { // 2
      isEver = true;
      fullNs = nowNs;
      BURST_SINCE.setOpaque(this, nowNs);
      BURST.setOpaque(this, 0L);
      sources.clear();
      destinations.clear();
    }
    BURST.setOpaque(this, burst + 1);
    sources.add(source);
    destinations.add(destination);
    fullNs += frameNs; // 1
    if (fullNs - nowNs <= SECOND_NS) {
      return false;
    }
    fullNs = nowNs + SECOND_NS; // a frame that finds the bucket empty takes nothing
    if ((boolean) IS_TOLD.getAcquire(this)) {
      return false;
    }
    IS_TOLD.setOpaque(this, true);
    toldRate = (long) (burst * (double) SECOND_NS / Math.max(LEAST_NS, nowNs - burstNs));
    toldFrames = burst;
    toldRequests = requests;
    toldSource = sources.of(burst);
    toldDestination = destinations.of(burst);
    return true;
  }

  /**
   * What was too much when {@link #count} said so last. For who was told, until it may be again.
   */
  Excess excess() {
    return new Excess(this, toldRate, toldFrames, toldRequests, toldSource, toldDestination);
  }

  private void heard(long source, long nowNs) { // 4
    if (source != lastSource || nowNs - lastHeardNs > SILENCE_NS) {
      SOURCE.setOpaque(this, source);
      SINCE.setOpaque(this, nowNs);
    }
    HEARD.setOpaque(this, nowNs);
  }

  /**
   * A flow entry is gone.
   *
   * @param frames how many it has forwarded
   * @param lifeNs how long it was there
   * @return null, or that it is too much
   */
  Excess countEntry(long frames, long lifeNs, long source, long destination, long nowNs) { // 3
    double lifeSeconds = lifeNs / (double) SECOND_NS;
    double mostFrames = framesPerSecond * (1 + lifeSeconds);
    if (entryFrames > 0) {
      double drained = (nowNs - entryNs) / (double) SECOND_NS * framesPerSecond;
      entryFrames = Math.max(0, entryFrames - drained);
    }
    entryFrames += frames;
    entryNs = nowNs;
    if (entryFrames <= mostFrames) {
      return null;
    }
    long rate = (long) (entryFrames / (1 + lifeSeconds));
    if (lifeNs >= LEAST_NS) {
      rate = Math.max(rate, (long) (frames / lifeSeconds));
    }
    entryFrames = mostFrames;
    return new Excess(this, rate, frames, requests(), source, destination);
  }

  /** How many frames came as requests so far. */
  long requests() {
    return (long) REQUESTS.getOpaque(this);
  }

  /** Too much shall be told again. */
  void tellAgain() {
    IS_TOLD.setRelease(this, false);
  }

  /**
   * Whether what another port counts may have come in by this one before: a burst here began ahead
   * of that one, not long ago, and has as many frames.
   */
  boolean mayBeAheadOf(Traffic other, long nowNs) {
    long sinceNs = (long) BURST_SINCE.getOpaque(this);
    return (long) BURST.getOpaque(this) >= (long) BURST.getOpaque(other)
        && sinceNs - (long) BURST_SINCE.getOpaque(other) < 0
        && nowNs - sinceNs <= SILENCE_NS;
  }

  /** Whether this source, and no other, was heard in the last time. */
  boolean hasHeard(long source, long nowNs) {
    return (long) SOURCE.getOpaque(this) == source
        && nowNs - (long) HEARD.getOpaque(this) <= SILENCE_NS;
  }

  /** Since when nobody was heard but who was heard last. */
  long lastSourceSinceNs() {
    return (long) SINCE.getOpaque(this);
  }
}
