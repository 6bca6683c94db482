package maestro.sequence.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import maestro.api.BatchStage;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.entries.OwnCookies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A started application, with the counts of its failures and slow stages.
 *
 * <p>Threads: any.
 */
public final class RunningApplication {
  private static final Logger LOG = LoggerFactory.getLogger(RunningApplication.class);
  private static final long NS_PER_MS = 1_000_000;
  private static final long ALWAYS_TOLD_NS = 60_000 * NS_PER_MS;

  private final String name;
  private final Stages stages;
  private final OwnCookies cookies;
  private final InexpressibleEntries inexpressible;
  private final FaultLog faults;
  private final int faultBudget;
  private final long slowStageNs;
  private final AtomicInteger faultCount = new AtomicInteger();
  private final AtomicInteger slowCount = new AtomicInteger();

  /** How often a stage took too long and had not returned when the conductor looked; its own. */
  private int awayCount;

  /** The conductor's: a stage that has not returned by then is logged. */
  private long toldFromNs;

  /** The time in its stages; each thread adds once for a batch or an event. */
  private final LongAdder stageNs = new LongAdder();

  /** Run once the application is taken out. Guarded by this. */
  private final List<Runnable> whenOut = new ArrayList<>();

  private final boolean failsClosed;

  /**
   * Volatile, sorted, replaced as a whole: the datapath ids of the switches for which it could make
   * no state. A fault added each of them, so the fault budget bounds them.
   */
  private volatile long[] unserved = {};

  /** Volatile: whether it has used up its fault budget. */
  private volatile boolean out;

  public RunningApplication(
      String name,
      OwnCookies cookies,
      Stages stages,
      boolean failsClosed,
      FaultLog faults,
      int faultBudget,
      long slowStageNs) {
    this.name = name;
    this.cookies = cookies;
    this.stages = stages;
    this.inexpressible = new InexpressibleEntries(name);
    this.failsClosed = failsClosed;
    this.faults = faults;
    this.faultBudget = faultBudget;
    this.slowStageNs = slowStageNs;
    this.toldFromNs = slowStageNs;
  }

  public String name() {
    return name;
  }

  /** How many exceptions it has thrown. Any thread. */
  public int faults() {
    return faultCount.get();
  }

  public Stages stages() {
    return stages;
  }

  /**
   * Makes its batch stage for one worker.
   *
   * @throws ApplicationStartException when it throws
   */
  public BatchStage newStage() {
    try {
      return Objects.requireNonNull(stages.batch().orElseThrow().get(), "its stage is null");
    } catch (Throwable e) { // any failure: what runs already must go on
      throw new ApplicationStartException(name, e);
    }
  }

  /** The cookies of its entries. */
  public OwnCookies cookies() {
    return cookies;
  }

  /** The reasons for which entries of it were not installed. */
  public InexpressibleEntries inexpressible() {
    return inexpressible;
  }

  /** Adds a task that runs once it is taken out, or at once when it is. Any thread; on any one. */
  public void whenOut(Runnable task) {
    synchronized (this) {
      if (!out) {
        whenOut.add(task);
        return;
      }
    }
    task.run();
  }

  /** Whether it is taken out of its sequences. */
  public boolean isOut() {
    return out;
  }

  /** Whether its stages get the requests and events of a switch. Any thread. */
  public boolean serves(long datapathId) {
    return Arrays.binarySearch(unserved, datapathId) < 0;
  }

  /** Whether there are switches that it does not serve. Any thread. */
  public boolean hasUnserved() {
    return unserved.length > 0;
  }

  /** Begins anew with a switch that has joined: it is served, unless {@link #hasNoStateFor}. */
  public synchronized void joining(long datapathId) {
    if (!serves(datapathId)) {
      unserved = Arrays.stream(unserved).filter(each -> each != datapathId).toArray();
    }
  }

  /** Notes that the application has thrown when it was to make its state for a switch. */
  public void hasNoStateFor(SwitchInfo info, Throwable fault) {
    long datapathId = info.datapathId();
    synchronized (this) {
      unserved = LongStream.concat(LongStream.of(unserved), LongStream.of(datapathId)).toArray();
      Arrays.sort(unserved);
    }
    LOG.error(
        "application {} has made no state for switch {} and does not serve it: its requests {}",
        name,
        SwitchInfo.format(datapathId),
        failsClosed ? "are lost" : "go past it");
    failed(0, fault);
  }

  /** Whether requests that it does not see must not go past it. */
  public boolean failsClosed() {
    return failsClosed;
  }

  /** Whether it is taken out, and requests must not go past it. */
  public boolean isClosed() {
    return failsClosed && out;
  }

  /**
   * Reports an exception of the application.
   *
   * @param lost how many requests are lost with it
   */
  public void failed(int lost, Throwable fault) {
    if (!(fault instanceof KeptReferenceException)) { // else it was reported when it was thrown
      report(lost, fault);
    }
  }

  private void report(int lost, Throwable fault) {
    faults.report(name, lost, fault);
    if (faultCount.incrementAndGet() == faultBudget) {
      List<Runnable> tasks;
      synchronized (this) {
        out = true;
        tasks = List.copyOf(whenOut);
      }
      LOG.error(
          "application {} is taken out of its sequences until the configuration is read anew:"
              + " it has failed {} times (maestro.applications.fault-budget){}",
          name,
          faultBudget,
          failsClosed
              ? "; requests that come to it are lost from now on, and its entries stay"
              : "");
      tasks.forEach(Runnable::run);
    }
  }

  /**
   * Reports that the application has used a request, a batch or an output which it had kept, and
   * returns what is to be thrown.
   */
  public KeptReferenceException misused() {
    KeptReferenceException fault = new KeptReferenceException(name);
    report(0, fault);
    return fault;
  }

  /**
   * Counts the time of a stage, and the stage when it took too long. Logs the first one, and one at
   * each doubling of the count.
   */
  void took(long elapsedNs) {
    stageNs.add(elapsedNs);
    if (elapsedNs > slowStageNs) {
      int count = slowCount.incrementAndGet();
      if (Integer.bitCount(count) == 1) {
        LOG.warn(
            "application {}: a stage took {} ms (maestro.applications.slow-stage = {} ms), {} times"
                + " by now",
            name,
            elapsedNs / NS_PER_MS,
            slowStageNs / NS_PER_MS,
            count);
      }
    }
  }

  /** Counts a stage that takes too long and has not returned. For the conductor. */
  void isAway() {
    awayCount++;
  }

  /**
   * Logs a stage that has run this long and has not returned, unless one that took half as long or
   * longer was logged before. So a starved machine does not fill the log, and a stage that hangs
   * for a minute is logged always. For the conductor.
   *
   * @param thread runs the stage, which is where its stack says
   * @return whether it was logged
   */
  boolean tellAway(String threadName, long elapsedNs, Thread thread) {
    if (elapsedNs < toldFromNs) {
      return false;
    }
    toldFromNs = Math.max(slowStageNs, Math.min(2 * elapsedNs, ALWAYS_TOLD_NS));
    LOG.warn(
        "application {} has been in a stage on {} for {} ms and has not come back, {} times by now"
            + " (maestro.applications.slow-stage = {} ms); it is at{}",
        name,
        threadName,
        elapsedNs / NS_PER_MS,
        awayCount,
        slowStageNs / NS_PER_MS,
        Arrays.stream(thread.getStackTrace())
            .map(at -> "\n    " + at)
            .collect(Collectors.joining()));
    return true;
  }

  long slowStageNs() {
    return slowStageNs;
  }

  /** Its state now. Any thread. */
  public ApplicationState state(String version) {
    return new ApplicationState(
        name, version, faults(), faultBudget, out, slowCount(), stageNs.sum());
  }

  /** How often a stage took too long. */
  int slowCount() {
    return slowCount.get();
  }
}
