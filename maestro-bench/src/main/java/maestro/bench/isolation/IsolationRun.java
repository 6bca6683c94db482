package maestro.bench.isolation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.function.Supplier;
import maestro.bench.isolation.IsolationResult.Noticed;
import maestro.emulator.controller.Footprint;
import maestro.tls.TlsContext;

/**
 * Attacks one controller, one attack after the other, each beside a good switch.
 *
 * <ol>
 *   <li>Once: load for a while, so that the controller is compiled, then the good switch alone,
 *       which measures the calm.
 *   <li>For each attack: measure the resources of the process; start the good switch; attack for
 *       the given number of tries or time; wait for half a second; stop the good switch.
 *   <li>Wait until the process holds no more than before, at most as long as its timeouts take.
 * </ol>
 *
 * <p>Used by one thread.
 */
public final class IsolationRun {
  private static final long WARM_UP_NS = 2_000_000_000L;
  private static final long CALM_MS = 3_000;
  private static final long AFTERMATH_MS = 500;
  private static final long SETTLE_NS = 15_000_000_000L;
  private static final long LOOK_MS = 500;

  private final InetSocketAddress controller;
  private final int version;
  private final long seed;
  private final Effort effort;
  private final Certificates certificates;
  private final Supplier<Footprint> footprint;
  private Noticed calm;

  /**
   * The number of tries, or the time.
   *
   * @param repeats the number of tries; empty for each attack's own
   * @param durationNs when positive, the time of each attack instead
   */
  public record Effort(OptionalInt repeats, long durationNs) {}

  /**
   * A run against a controller that is listening.
   *
   * @param version of OpenFlow on the wire, 1 or 4
   * @param certificates the certificates when it speaks TLS; else null
   * @param footprint measures the controller's process
   */
  public IsolationRun(
      InetSocketAddress controller,
      int version,
      long seed,
      Effort effort,
      Certificates certificates,
      Supplier<Footprint> footprint) {
    this.controller = controller;
    this.version = version;
    this.seed = seed;
    this.effort = effort;
    this.certificates = certificates;
    this.footprint = footprint;
  }

  /**
   * Tries one attack.
   *
   * @throws IOException when the controller does not serve the good switch before the attack begins
   */
  public IsolationResult attack(Attack attack) throws IOException, InterruptedException {
    if (calm == null) {
      calm = calm(); // 1
    }
    Footprint before = footprint.get(); // 2
    GoodSwitch good = GoodSwitch.start(controller, version, tls());
    AttackCounts counts = new AttackCounts();
    long startNs = System.nanoTime();
    long tried;
    long tookNs;
    Noticed beside;
    try {
      tried = tryIt(attack, counts, startNs);
      tookNs = System.nanoTime() - startNs;
      Thread.sleep(AFTERMATH_MS);
    } finally {
      beside = good.finish();
    }
    return new IsolationResult(
        attack.name(),
        attack.promise(),
        attack.what(),
        tried,
        tookNs,
        reaction(counts),
        beside,
        calm,
        before,
        settled(before)); // 3
  }

  private TlsContext tls() {
    return certificates == null ? null : certificates.known();
  }

  private Noticed calm() throws IOException, InterruptedException {
    GoodSwitch.warmUp(controller, version, tls(), WARM_UP_NS);
    GoodSwitch good = GoodSwitch.start(controller, version, tls());
    Thread.sleep(CALM_MS);
    return good.finish();
  }

  private long tryIt(Attack attack, AttackCounts counts, long startNs) throws InterruptedException {
    Target target = new Target(controller, version, seed, certificates);
    int repeats = effort.repeats().orElse(attack.repeats());
    boolean timed = effort.durationNs() > 0;
    long tried = 0;
    while (timed ? System.nanoTime() - startNs < effort.durationNs() : tried < repeats) {
      try {
        attack.trial().run(target, counts);
      } catch (IOException e) {
        counts.refused();
      }
      tried++;
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return tried;
  }

  private Footprint settled(Footprint before) throws InterruptedException {
    long startNs = System.nanoTime();
    Footprint now = footprint.get();
    while (now.alive()
        && now.descriptors() > before.descriptors()
        && System.nanoTime() - startNs < SETTLE_NS) {
      Thread.sleep(LOOK_MS);
      now = footprint.get();
    }
    return now;
  }

  private static IsolationResult.Reaction reaction(AttackCounts counts) {
    return new IsolationResult.Reaction(
        counts.refusedCount(),
        counts.closedCount(),
        counts.errorCount(),
        counts.longestJoinNs(),
        counts.brokenCount(),
        counts.firstBroken());
  }
}
