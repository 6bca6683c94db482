package maestro.net.connection;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import maestro.metrics.DelayCounts;
import maestro.metrics.DelayHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long the requests of one connection wait in the controller: from the moment when it knows of
 * them to the write of their answers.
 *
 * <ol>
 *   <li>Requests wait from the moment when a selector reports the connection. What came since the
 *       poll before is not known: a worker polls after each visit, or waits in the selector. When
 *       the schedule lists the connection again without a report, they wait from the begin of the
 *       visit before.
 *   <li>Requests that a visit leaves over have waited since the begin of that visit.
 *   <li>They wait until the answers of their batch were given to the socket. All requests of a
 *       visit count with the time of the first, so no request counts with less than it has waited
 *       since 1.
 * </ol>
 *
 * <p>A visit costs two stores, a batch an addition for each switch; the clock is read for a poll
 * that finds something and for a batch, not for a request. When a report and the end of a visit
 * meet, the report may be lost; the next visit counts from its begin.
 *
 * <p>Threads: {@link #noticed} is for the owner of a selector and the holder of the claim, {@link
 * #counts} for any, the others for the holder of the claim.
 */
public final class Waiting {
  private static final long NOTHING = 0;
  private static final VarHandle SINCE;

  static {
    try {
      SINCE = MethodHandles.lookup().findVarHandle(Waiting.class, "sinceNs", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Opaque: since when requests wait, or {@link #NOTHING}. */
  @SuppressWarnings("unused") // through its VarHandle
  private long sinceNs;

  /** Null before the switch is admitted; set before it is ready. */
  private @Nullable DelayHistogram delays;

  /** The switch is admitted: its requests count from now on. */
  public void begin() {
    delays = new DelayHistogram();
  }

  /** A selector has reported the connection, or the schedule needs no report. */
  void noticed(long nowNs) {
    if ((long) SINCE.getOpaque(this) == NOTHING) {
      SINCE.setOpaque(this, nowNs);
    }
  }

  /** Since when the requests wait that a visit finds; its own begin when nothing is known. */
  public long sinceNs(long visitNs) {
    long since = (long) SINCE.getOpaque(this);
    return since == NOTHING ? visitNs : since;
  }

  /** A visit ends. */
  public void visited(long visitNs, boolean leavesRequests) {
    SINCE.setOpaque(this, leavesRequests ? visitNs : NOTHING);
  }

  /** Requests were answered that have waited this long. */
  public void answered(long waitedNs, int requests) {
    if (delays != null) {
      delays.add(waitedNs, requests);
    }
  }

  /** The same when several workers serve the switch at once. */
  public void answeredTogether(long waitedNs, int requests) {
    if (delays != null) {
      delays.addTogether(waitedNs, requests);
    }
  }

  /** The waits since the switch connected. Any thread, once the switch is ready. */
  public DelayCounts counts() {
    return delays == null ? DelayCounts.NONE : delays.counts();
  }
}
