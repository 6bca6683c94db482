package maestro.sequence;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import maestro.api.BatchStage;
import maestro.api.Stages;
import maestro.entries.OwnCookies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A started application, with the counts of its failures and slow stages.
 *
 * <p>Threads: any.
 */
final class RunningApplication {
  private static final Logger LOG = LoggerFactory.getLogger(RunningApplication.class);
  private static final long NS_PER_MS = 1_000_000;

  private final String name;
  private final Stages stages;
  private final OwnCookies cookies;
  private final UnsaidEntries unsaid;
  private final FaultLog faults;
  private final int faultBudget;
  private final long slowStageNs;
  private final AtomicInteger faultCount = new AtomicInteger();
  private final AtomicInteger slowCount = new AtomicInteger();

  /** The time in its stages; each thread adds once for a batch or an event. */
  private final LongAdder stageNs = new LongAdder();

  /** Runs once the application is taken out. Set once, before it runs. */
  private Runnable whenOut = () -> {};

  /** Volatile: whether it has used up its fault budget. */
  private volatile boolean out;

  RunningApplication(
      String name,
      OwnCookies cookies,
      Stages stages,
      FaultLog faults,
      int faultBudget,
      long slowStageNs) {
    this.name = name;
    this.cookies = cookies;
    this.stages = stages;
    this.unsaid = new UnsaidEntries(name);
    this.faults = faults;
    this.faultBudget = faultBudget;
    this.slowStageNs = slowStageNs;
  }

  String name() {
    return name;
  }

  /** How many exceptions it has thrown. Any thread. */
  int faults() {
    return faultCount.get();
  }

  Stages stages() {
    return stages;
  }

  /**
   * Makes its batch stage for one worker.
   *
   * @throws ApplicationStartException when it throws
   */
  BatchStage newStage() {
    try {
      return Objects.requireNonNull(stages.batch().orElseThrow().get(), "its stage is null");
    } catch (Throwable e) { // any failure: what runs already must go on
      throw new ApplicationStartException(name, e);
    }
  }

  /** The cookies of its entries. */
  OwnCookies cookies() {
    return cookies;
  }

  /** The reasons for which entries of it were not installed. */
  UnsaidEntries unsaid() {
    return unsaid;
  }

  /**
   * Sets the task that runs, on any thread, once it is taken out. Call it before the application
   * runs.
   */
  void whenOut(Runnable task) {
    whenOut = task;
  }

  /** Whether it is taken out of its sequences. */
  boolean isOut() {
    return out;
  }

  /**
   * Reports an exception of the application.
   *
   * @param lost how many requests the failed batch has
   */
  void failed(int lost, Throwable fault) {
    faults.report(name, lost, fault);
    if (faultCount.incrementAndGet() == faultBudget) {
      out = true;
      LOG.error(
          "application {} is taken out of its sequences until the configuration is read anew:"
              + " it has failed {} times (maestro.applications.fault-budget)",
          name,
          faultBudget);
      whenOut.run();
    }
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

  /** Logs a stage that has run this long and has not returned; it is at {@code stack} now. */
  void isStuck(String thread, long elapsedNs, StackTraceElement[] stack) {
    LOG.warn(
        "application {} has been in a stage on {} for {} ms and has not come back"
            + " (maestro.applications.slow-stage = {} ms); it is at{}",
        name,
        thread,
        elapsedNs / NS_PER_MS,
        slowStageNs / NS_PER_MS,
        Arrays.stream(stack).map(at -> "\n    " + at).collect(Collectors.joining()));
  }

  long slowStageNs() {
    return slowStageNs;
  }

  /** Its state now. Any thread. */
  ApplicationState state(String version) {
    return new ApplicationState(
        name, version, faults(), faultBudget, out, slowCount(), stageNs.sum());
  }

  /** How often a stage took too long. */
  int slowCount() {
    return slowCount.get();
  }
}
