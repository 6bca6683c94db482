package maestro.emulator.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import maestro.emulator.engine.answer.FirstErrors;
import maestro.emulator.engine.connection.LoadSwitch;
import maestro.emulator.engine.connection.Outstanding;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.ProbeDelays;
import maestro.emulator.engine.thread.LoadThread;
import maestro.emulator.engine.thread.RunContext;
import maestro.emulator.engine.thread.RunState;
import maestro.emulator.report.AnsweredBy;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.KernelTcp;
import maestro.emulator.report.SwitchDelay;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Adds up what the load threads of a run counted, once they have ended. Stateless. */
final class RunCounts {
  private RunCounts() {}

  /**
   * The result of a run.
   *
   * @param switches all of the run, the probing switch included
   * @param beginNs when the first switch connected
   * @param endNs when the threads had ended
   * @param kernel what TCP said meanwhile
   */
  static LoadResult of(
      RunContext run,
      List<LoadThread> threads,
      List<LoadSwitch> switches,
      long beginNs,
      long endNs,
      KernelTcp kernel) {
    Histogram delays = new Histogram(3);
    Histogram probing = new Histogram(3);
    List<LoadResult.ProbeWindow> probes = List.of();
    List<FirstErrors> firstErrors = new ArrayList<>();
    for (LoadThread thread : threads) {
      delays.add(thread.reader().delays().histogram());
      ProbeDelays probed = thread.reader().probeDelays();
      probing.add(probed.all.histogram());
      probes = probes.isEmpty() ? probed.windows() : probes;
      firstErrors.add(thread.reader().firstErrors());
    }
    List<LoadResult.SwitchCounts> counts = new ArrayList<>();
    long measuredNs = run.clock().measuredNs(endNs);
    Histogram lost = new Histogram(3);
    LoadResult.SwitchCounts probe = LoadResult.SwitchCounts.unknown(0);
    RunState state = run.state();
    boolean whole = run.clock().isStarted() && !state.hasFailed();
    boolean cut = whole && threads.stream().anyMatch(LoadThread::isDrainCut);
    long waiting = 0;
    boolean othersBeside = switches.stream().filter(s -> !s.probing).count() >= 2L * threads.size();
    for (LoadSwitch sw : switches) {
      if (cut) {
        waiting += sw.outstanding.endWhileWaiting();
      }
      if (whole) {
        addUnanswered(sw.probing ? lost : delays, run, sw, endNs);
      }
      LoadResult.SwitchCounts each = counts(run, sw, measuredNs, othersBeside, delays);
      if (whole) {
        noteMissing(sw, each, threads.get(0).reader().firstErrors());
      }
      if (sw.probing) {
        probe = each;
      } else {
        counts.add(each);
      }
    }
    return new LoadResult(
        counts,
        delays,
        probing,
        probes,
        lost,
        probe,
        FirstErrors.inWords(firstErrors),
        measuredNs,
        state.setUpNs(beginNs, threads.size()),
        effort(threads),
        sending(threads, switches, waiting, kernel),
        !state.isLearningIncomplete(),
        Double.NaN,
        state.hasFailed() ? state.failure() : "",
        switches.stream().flatMap(sw -> sw.outages.stream()).toList());
  }

  /** Adds the time for which requests of measured time have waited in vain. */
  private static void addUnanswered(Histogram waits, RunContext run, LoadSwitch sw, long endNs) {
    Outstanding o = sw.outstanding;
    if (sw.measuredFrom() < 0) {
      return;
    }
    long missing = o.missing() - o.missingOfWarmUp();
    long longestNs = 0;
    long sequence = o.unansweredFrom(sw.measuredFrom());
    while (sequence < o.head()) {
      long waitedNs = run.ticks().delayNs(o.plannedTick(sequence), endNs);
      longestNs = Math.max(longestNs, waitedNs);
      addWaits(waits, sw, waitedNs, 1);
      missing--;
      sequence = o.unansweredFrom(sequence + 1);
    }
    if (missing > 0) { // too long ago to be known one by one: they waited for longer
      addWaits(waits, sw, longestNs, missing);
    }
  }

  private static void addWaits(Histogram waits, LoadSwitch sw, long waitedNs, long count) {
    waits.recordValueWithCount(waitedNs, count);
    sw.delays.record(waitedNs, count);
    sw.shortestVainWaitNs(Math.min(sw.shortestVainWaitNs(), waitedNs));
  }

  private static void noteMissing(
      LoadSwitch sw, LoadResult.SwitchCounts counts, FirstErrors firstErrors) {
    if (counts.allErrors().missing() > 0) {
      long from = sw.measuredFrom() < 0 ? sw.outstanding.firstCounted() : sw.measuredFrom();
      long first = sw.outstanding.unansweredFrom(from);
      long sequence = first < sw.outstanding.head() ? first : 0;
      firstErrors.note(ErrorKind.MISSING, sw, sequence, 0, "", 0, 0);
    }
  }

  private static LoadResult.SwitchCounts counts(
      RunContext run, LoadSwitch sw, long measuredNs, boolean othersBeside, Histogram delays) {
    Outstanding o = sw.outstanding;
    boolean loaded = run.clock().isStarted();
    boolean whole = loaded && !run.state().hasFailed();
    long sent = sw.measuredFrom() < 0 ? 0 : o.head() - sw.measuredFrom();
    long offered = -1;
    long waiting = 0;
    if (sw.planned() != null) {
      long notSent = notSent(sw, run.clock().measureStartNs(), measuredNs, whole ? delays : null);
      offered = sent + notSent + Arrays.stream(sw.plannedCounts.refusedByWindow()).sum();
      waiting = Math.max(0, o.sentRequests() - sent - sw.earlierAnswers());
    }
    return new LoadResult.SwitchCounts(
        sw.load.description().datapathId(),
        true,
        offered,
        waiting,
        sent,
        sw.measuredAnswers(),
        sw.answersByWindow,
        othersBeside ? sw.portions() : 0,
        sw.plannedCounts.byWindow(),
        sw.plannedCounts.askedByWindow(),
        sw.dropsUnsent ? sw.plannedCounts.refusedByWindow() : new int[0],
        loaded ? o.sentRequests() : 0,
        loaded ? o.rightAnswers() : 0,
        o.measuredErrors(whole),
        o.warmUpErrors(whole),
        o.flooded(),
        new AnsweredBy(sw.byFlowMod(), sw.byPacketOut(), sw.byBoth()),
        delay(sw),
        sw.longestPauseNs(),
        sw.plannedCounts.longestGapNs(),
        sw.lines == null ? null : sw.lines.counted(o.measuredErrors(whole)));
  }

  private static SwitchDelay delay(LoadSwitch sw) {
    Histogram delays = sw.delays.histogram();
    if (delays.getTotalCount() == 0) {
      return SwitchDelay.UNKNOWN;
    }
    boolean answeredAll = sw.shortestVainWaitNs() == Long.MAX_VALUE;
    return new SwitchDelay(
        delays.getValueAtPercentile(50),
        delays.getValueAtPercentile(99),
        delays.getMaxValue(),
        answeredAll ? Double.NaN : delays.lowestEquivalentValue(sw.shortestVainWaitNs()));
  }

  /**
   * Counts what was planned for measured time and could not be sent in it, without what was
   * refused. Each such request waited until the end of measured time.
   *
   * @param waits takes these times; null when the run did not go to its end
   */
  private static long notSent(
      LoadSwitch sw, long fromNs, long measuredNs, @Nullable Histogram waits) {
    long count = 0;
    boolean blocked = sw.connection().isBlocked();
    while (sw.planned().nextNs() - fromNs < measuredNs) {
      long plannedNs = sw.planned().nextNs() - fromNs;
      boolean isHeld = blocked || sw.planned().nextNs() - sw.heldUntilNs() <= 0;
      boolean isRefused = isHeld && sw.dropsUnsent;
      sw.plannedCounts.addUnsent(sw.planned().mark(), isHeld, isRefused);
      sw.planned().advance();
      if (plannedNs >= 0 && !isRefused) {
        count++;
        if (waits != null && !sw.probing) {
          addWaits(waits, sw, measuredNs - plannedNs, 1);
        }
      }
    }
    return count;
  }

  private static LoadResult.Sending sending(
      List<LoadThread> threads, List<LoadSwitch> switches, long waitingAtEnd, KernelTcp kernel) {
    Histogram lateness = new Histogram(2);
    Histogram probeLateness = new Histogram(2);
    long samples = 0;
    long empty = 0;
    for (LoadThread thread : threads) {
      lateness.add(thread.sender().lateness().histogram());
      probeLateness.add(thread.sender().probeLateness().histogram());
      samples += thread.effort().socketSamples();
      empty += thread.effort().emptySamples();
    }
    int emptySwitches = 0;
    int boundSwitches = 0;
    for (LoadSwitch sw : switches) {
      emptySwitches += sw.ranEmpty() ? 1 : 0;
      boundSwitches += sw.outstanding.wasBound() ? 1 : 0;
    }
    return new LoadResult.Sending(
        emptySwitches,
        samples,
        empty,
        boundSwitches,
        waitingAtEnd,
        kernel,
        lateness,
        probeLateness);
  }

  private static LoadResult.Effort effort(List<LoadThread> threads) {
    double busy = 0;
    double served = 0;
    double unread = 0;
    double cpu = 0;
    double cpuSeconds = 0;
    long planned = 0;
    long late = 0;
    long longestCycleNs = 0;
    for (LoadThread thread : threads) {
      busy = Math.max(busy, thread.effort().busyShare());
      served = Math.max(served, thread.effort().servedShare());
      unread = Math.max(unread, thread.effort().unreadShare());
      cpu = Math.max(cpu, thread.effort().cpuShare());
      cpuSeconds += thread.effort().cpuSeconds();
      planned += thread.sender().plannedRequests();
      late += thread.sender().lateRequests();
      longestCycleNs = Math.max(longestCycleNs, thread.effort().longestCycleNs());
    }
    double lateShare = planned == 0 ? 0 : (double) late / planned;
    return new LoadResult.Effort(busy, served, unread, cpu, lateShare, cpuSeconds, longestCycleNs);
  }
}
