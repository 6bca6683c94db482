package maestro.bench.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import maestro.bench.soak.SoakResult.Answers;
import maestro.bench.soak.SoakResult.Finding;
import maestro.bench.soak.SoakResult.Reloads;
import maestro.bench.soak.SoakResult.Sample;
import maestro.emulator.engine.machine.Machine;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.report.Timestamp;
import org.HdrHistogram.Histogram;

/**
 * One soak: switches that stay, switches that come and go, slow readers, a changing configuration,
 * and a sample of the controller every few seconds.
 *
 * <p>Used once, by one thread, which waits in {@link #run}; when it is interrupted, the soak ends
 * with the results until then.
 */
public final class Soak {
  private static final double NS_PER_SECOND = 1e9;
  private static final long END_LIMIT_MS = 60_000;

  /** Receives each sample of the controller, on the thread that runs the soak. */
  @FunctionalInterface
  public interface Watcher {
    /** One more sample; {@code totals} are those of the loads that have ended. */
    void sampled(Sample sample, long answered, int joins, Answers totals);
  }

  private final SoakPlan plan;
  private final OptionalLong pid;
  private final ChangingConfiguration configuration;
  private final List<Sample> samples = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final PauseMeter ownPauses = new PauseMeter();
  private final Fleet steady;
  private final Fleet churning;
  private final SlowReaders slow;
  private final long startNs = System.nanoTime();

  private long sampledNs = startNs;
  private long collectedNs = startNs;
  private long changedNs = startNs;
  private long sampledAnswers;

  /**
   * Makes the soak; connects nothing.
   *
   * @param pid of the controller, when it runs on this machine
   * @param configuration the configuration of the controller; null when the soak must not change it
   */
  public Soak(
      SoakPlan plan,
      InetSocketAddress controller,
      OptionalLong pid,
      ChangingConfiguration configuration) {
    this.plan = plan;
    this.pid = pid;
    this.configuration = configuration;
    long endNs = startNs + plan.durationNs();
    FleetPlans stay = new FleetPlans(plan, plan.seed());
    FleetPlans visit = new FleetPlans(plan, ~plan.seed());
    steady = new Fleet(controller, stay::steady, endNs);
    churning = new Fleet(controller, visit::churning, endNs);
    slow = new SlowReaders(controller, plan);
  }

  /** Runs to the end or until the thread is interrupted. */
  public SoakResult run(String name, Watcher watcher) throws IOException {
    String startedAt = Timestamp.now();
    try (ControllerSampler sampler =
        pid.isPresent() ? ControllerSampler.at(pid.getAsLong()) : ControllerSampler.nowhere()) {
      start("soak-pauses", ownPauses);
      start("soak-steady", steady);
      if (plan.churningSwitches() > 0) {
        start("soak-churning", churning);
      }
      start("soak-slow", slow);
      watch(sampler, watcher);
    } catch (InterruptedException e) {
      steady.stop();
      churning.stop();
    }
    double seconds = secondsNow();
    end();
    return result(name, startedAt, Math.min(seconds, plan.durationNs() / NS_PER_SECOND));
  }

  private void start(String name, Runnable duty) {
    Thread thread = new Thread(duty, name);
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  /** Sleeps from sample to sample until the fleets have ended. */
  private void watch(ControllerSampler sampler, Watcher watcher)
      throws InterruptedException, IOException {
    long endNs = startNs + plan.durationNs();
    while (endNs - System.nanoTime() > 0) {
      long nextNs = Math.min(sampledNs + plan.sampleNs(), endNs);
      TimeUnit.NANOSECONDS.sleep(nextNs - System.nanoTime());
      sample(sampler, watcher);
      if (configuration != null && System.nanoTime() - changedNs >= plan.reloadNs()) {
        changedNs = System.nanoTime();
        configuration.change();
      }
    }
    for (Thread fleet : threads.subList(1, threads.size() - 1)) {
      fleet.join(END_LIMIT_MS);
    }
  }

  private void sample(ControllerSampler sampler, Watcher watcher) {
    int switches = steady.connectedSwitches() + churning.connectedSwitches() + slow.connected();
    double descriptors = sampler.descriptors();
    double ownPauseNs = ownPauses.takeLongestNs();
    ControllerSampler.Memory memory = ControllerSampler.Memory.UNKNOWN;
    if (System.nanoTime() - collectedNs >= plan.collectNs()) {
      collectedNs = System.nanoTime();
      memory = sampler.collect();
    }
    long answered = steady.answeredRequests() + churning.answeredRequests();
    long nowNs = System.nanoTime();
    Sample sample =
        new Sample(
            (nowNs - startNs) / NS_PER_SECOND,
            (answered - sampledAnswers) / ((nowNs - sampledNs) / NS_PER_SECOND),
            switches,
            memory.heapBytes(),
            memory.directBytes(),
            sampler.residentBytes(),
            descriptors,
            sampler.threads(),
            memory.collectionMs(),
            Double.NaN,
            ownPauseNs);
    sampledNs = nowNs;
    sampledAnswers = answered;
    samples.add(sample);
    watcher.sampled(
        sample,
        answered,
        churning.counts().joins(),
        steady.counts().answers().plus(churning.counts().answers()));
  }

  private double secondsNow() {
    return (System.nanoTime() - startNs) / NS_PER_SECOND;
  }

  private void end() {
    ownPauses.stop();
    slow.stop();
    boolean interrupted = false;
    for (Thread thread : threads) {
      try {
        thread.join(END_LIMIT_MS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private SoakResult result(String name, String startedAt, double seconds) throws IOException {
    Answers all = steady.counts().answers().plus(churning.counts().answers());
    int broken = steady.counts().broken() + churning.counts().broken();
    Histogram delays = steady.counts().delays();
    Histogram probing = steady.counts().probing();
    double longest =
        Math.max(
            Math.max(delays.getMaxValue(), probing.getMaxValue()),
            churning.counts().delays().getMaxValue());
    Reloads reloads =
        configuration == null
            ? new Reloads(0, 0)
            : new Reloads(configuration.changes(), configuration.inForce());
    List<Sample> probed = withProbes(steady.counts().probes());
    List<String> failures = new ArrayList<>(steady.counts().failures());
    failures.addAll(churning.counts().failures());
    return new SoakResult(
        new SoakResult.Subject(
            name,
            startedAt,
            Machine.facts(),
            load(),
            plan.seed(),
            plan.durationNs() / NS_PER_SECOND,
            seconds),
        new SoakResult.Outcome(
            steady.counts().answers(),
            churning.counts().answers(),
            churning.counts().joins(),
            broken,
            slow.counted(),
            reloads),
        new SoakResult.Waits(LoadResult.summary(delays), LoadResult.summary(probing), longest),
        probed,
        judge(all, broken, reloads, probed, longest),
        failures);
  }

  private List<Finding> judge(
      Answers all, int broken, Reloads reloads, List<Sample> probed, double longestNs) {
    Findings findings = new Findings();
    findings.lost(all, broken, slow.counted(), reloads);
    findings.grown(probed);
    findings.told("longest wait of any switch for an answer", ms(longestNs));
    findings.told(
        "longest pause of the emulator itself",
        ms(probed.stream().mapToDouble(Sample::ownPauseNs).max().orElse(Double.NaN)));
    findings.told(
        "longest collection that the emulator asked the controller for",
        ms(
            1e6
                * probed.stream()
                    .mapToDouble(Sample::collectionMs)
                    .filter(v -> v >= 0)
                    .max()
                    .orElse(Double.NaN)));
    return findings.findings();
  }

  private String load() {
    return String.format(
        Locale.ROOT,
        "%d switches that stay, %,.0f requests a second on average; up to %d that come and go; %d"
            + " that hardly read; %s",
        plan.switches(),
        plan.requestsPerSecond(),
        plan.churningSwitches(),
        plan.slowReaders(),
        configuration == null
            ? "the configuration stays"
            : "another configuration every "
                + TimeUnit.NANOSECONDS.toSeconds(plan.reloadNs())
                + " s");
  }

  /** The samples with the longest delay of the probing switch in each. */
  private List<Sample> withProbes(List<LoadResult.ProbeWindow> windows) {
    List<Sample> probed = new ArrayList<>();
    int window = 0;
    for (Sample s : samples) {
      double worst = Double.NaN;
      int until =
          (int) Math.min(windows.size(), s.atSeconds() * NS_PER_SECOND / LoadResult.WINDOW_NS);
      for (; window < until; window++) {
        LoadResult.ProbeWindow probes = windows.get(window);
        if (probes.count() > 0) {
          double mean = (double) probes.sumNs() / probes.count();
          worst = Double.isNaN(worst) ? mean : Math.max(worst, mean);
        }
      }
      probed.add(
          new Sample(
              s.atSeconds(),
              s.answersPerSecond(),
              s.switches(),
              s.heapBytes(),
              s.directBytes(),
              s.residentBytes(),
              s.descriptors(),
              s.threads(),
              s.collectionMs(),
              worst,
              s.ownPauseNs()));
    }
    return probed;
  }

  private static String ms(double ns) {
    return Double.isNaN(ns) ? "unknown" : String.format(Locale.ROOT, "%.1f ms", ns / 1e6);
  }
}
