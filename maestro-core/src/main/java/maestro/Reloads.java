package maestro;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import maestro.api.Application;
import maestro.config.MaestroConfig;
import maestro.sequence.ApplicationHost;
import maestro.sequence.CurrentApplications;
import maestro.tls.TlsContext;
import org.jspecify.annotations.Nullable;

/**
 * Changes the configuration of a running controller. Connections stay.
 *
 * <p>One thread at a time, except for {@link #count} and {@link #last}.
 */
public final class Reloads {
  /** Starts the applications of a configuration. */
  @FunctionalInterface
  interface NewHost {
    /**
     * Starts them.
     *
     * @param earlier the host to be replaced; null at the start of the controller
     */
    ApplicationHost start(
        MaestroConfig config,
        List<ApplicationHost.Configured> applications,
        List<Application> found,
        @Nullable ApplicationHost earlier);
  }

  /**
   * How a reload ended.
   *
   * @param endedNs when, by the clock of {@link System#nanoTime}
   * @param problems why it was refused; none: its configuration is in force
   */
  public record Outcome(long endedNs, List<String> problems) {}

  private final ConfigInForce inForce;
  private final CurrentApplications applicationsNow;
  private final Workers workers;
  private final NewHost newHost;

  /** Volatile order. */
  private final AtomicLong count = new AtomicLong();

  /** Volatile: any thread reads what the reloading thread has left. */
  private volatile Outcome last = new Outcome(System.nanoTime(), List.of());

  Reloads(
      ConfigInForce inForce,
      CurrentApplications applicationsNow,
      Workers workers,
      NewHost newHost) {
    this.inForce = inForce;
    this.applicationsNow = applicationsNow;
    this.workers = workers;
    this.newHost = newHost;
  }

  /**
   * Exchanges the applications, the sequences and the weights. Keys and certificates are read
   * again, for switches that connect from now on. The new applications start first. Then all
   * workers rest between two batches while the new applications replace the old ones, whose state
   * is dropped.
   *
   * @param next the new configuration. Changes of weights, rate limits, applications, sequences,
   *     keys and certificates, and the delay bound take effect; other changes are ignored
   * @param applications as for {@link Maestro#start(MaestroConfig, List)}
   * @throws maestro.tls.BadTlsException when keys or certificates cannot be used; the old ones stay
   * @throws maestro.sequence.application.ApplicationStartException when an application throws; the
   *     old ones continue
   * @throws maestro.sequence.WiringException when sequences and applications do not fit; the old
   *     ones continue
   * @throws IllegalStateException when a worker does not rest in time; the old ones continue
   */
  public void reload(MaestroConfig next, List<ApplicationHost.Configured> applications)
      throws InterruptedException {
    reload(next, applications, List.of());
  }

  /**
   * The same, with the other applications that were found.
   *
   * @param found as for {@link Maestro#start(MaestroConfig, List, List)}
   */
  public void reload(
      MaestroConfig next, List<ApplicationHost.Configured> applications, List<Application> found)
      throws InterruptedException {
    TlsContext nextTls = TlsFromConfig.context(next).orElse(null);
    ApplicationHost old = applicationsNow.host();
    ApplicationHost host = newHost.start(next, applications, found, old);
    try {
      workers.exchange(host, () -> exchange(next, host), host::beginBehindEarlier);
    } catch (RuntimeException | Error | InterruptedException e) {
      host.end();
      throw e;
    }
    if (nextTls != null) { // else TLS stays as it was
      inForce.tls(nextTls);
    }
    last = new Outcome(System.nanoTime(), List.of());
    try {
      old.endBeforeSuccessor();
    } finally {
      host.earlierHasEnded();
    }
  }

  /** Called while the workers rest. */
  private void exchange(MaestroConfig next, ApplicationHost host) {
    inForce.replace(next);
    host.replaces(applicationsNow.host());
    count.incrementAndGet(); // before anybody sees what the new applications have not found yet
    applicationsNow.host(host);
    inForce.treatAll(host);
  }

  /**
   * Changes the delay bound, weights and rate limits, while all workers rest between two batches.
   * The change lasts until the next reload.
   *
   * @param change makes the next configuration of the one in force; other changes are ignored
   * @throws IllegalStateException when a worker does not rest in time; nothing has changed
   */
  public void change(UnaryOperator<MaestroConfig> change) throws InterruptedException {
    MaestroConfig next = change.apply(inForce.now());
    workers.whileAllRest(() -> inForce.change(next));
  }

  /** Notes that a reload was refused: the old configuration stays. */
  public void refused(List<String> problems) {
    last = new Outcome(System.nanoTime(), List.copyOf(problems));
  }

  /** How the last reload ended, or the start when there was none. Any thread. */
  public Outcome last() {
    return last;
  }

  /** How many reloads took effect. Any thread. */
  public long count() {
    return count.get();
  }
}
