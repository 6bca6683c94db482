package maestro.apps.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import maestro.api.ApplicationContext;

/**
 * Finds the port of a new storm, where no discovery runs. The port that {@link FirstPort} finds is
 * taken at once, unless a port has heard the source before and may still tell of the same frames.
 * Then the report waits for {@link Excess#awaitNs}: frames that an entry forwards are told when it
 * goes. Two kinds of report lead to nothing:
 *
 * <ol>
 *   <li>A report of frames whose storm has begun meanwhile. Its port reports again if the bound
 *       there does not help.
 *   <li>A report of hardly more frames than a bound at another port lets pass.
 * </ol>
 *
 * <p>Confined to the event thread.
 */
final class WaitingReports {
  private final ApplicationContext context;
  private final FirstPort firstPort;
  private final StormList storms;
  private final LongSupplier clock;
  private final Consumer<Excess> begin;
  private final List<Excess> waiting = new ArrayList<>();

  /**
   * No reports.
   *
   * @param begin called with a new storm at its first port
   */
  WaitingReports(
      ApplicationContext context,
      FirstPort firstPort,
      StormList storms,
      LongSupplier clock,
      Consumer<Excess> begin) {
    this.context = context;
    this.firstPort = firstPort;
    this.storms = storms;
    this.clock = clock;
    this.begin = begin;
  }

  /** Handles the report of a port that has no such storm. */
  void add(Excess excess) {
    long nowNs = clock.getAsLong();
    long sinceNs = nowNs - excess.awaitNs();
    Excess first = firstPort.of(excess, sinceNs, nowNs);
    boolean isNew = storms.at(first) == null;
    if (isNew && firstPort.isAwaited(first, sinceNs, nowNs)) {
      await(excess);
      return;
    }
    if (isNew) {
      begin.accept(first);
    }
    tellAgainLater(excess);
  }

  private void await(Excess excess) {
    if (waiting.size() >= Storms.MOST || waiting.stream().anyMatch(excess::isHere)) {
      tellAgainLater(excess);
    } else {
      waiting.add(excess);
      context.after(Duration.ofNanos(excess.awaitNs()), () -> end(excess));
    }
  }

  private void tellAgainLater(Excess excess) {
    context.after(Storms.CHECK_INTERVAL, excess.traffic()::tellAgain);
  }

  private void end(Excess excess) {
    excess.traffic().tellAgain();
    boolean isDropped = !waiting.remove(excess); // 1
    boolean hasLeft = context.switches().find(excess.traffic().datapathId()).isEmpty();
    if (isDropped || hasLeft || storms.size() >= Storms.MOST) {
      return;
    }
    long nowNs = clock.getAsLong();
    Excess first = firstPort.of(excess, nowNs - 2 * excess.awaitNs(), nowNs);
    if (storms.at(first) == null && !isLetPass(excess)) {
      begin.accept(first);
    }
  }

  private boolean isLetPass(Excess excess) { // 2
    double rate =
        excess.isByEntry()
            ? excess.framesPerSecond()
            : (excess.traffic().requests() - excess.requests()) * 1e9 / excess.awaitNs();
    return rate <= 2.0 * excess.allowedPerSecond() && storms.isBoundElsewhere(excess);
  }

  /** Drops the reports of a storm that has begun. Whether there were any. */
  boolean drop(Excess excess) {
    return waiting.removeIf(each -> each.isHere(excess) || each.isElsewhere(excess));
  }
}
