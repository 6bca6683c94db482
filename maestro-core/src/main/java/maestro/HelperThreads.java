package maestro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import maestro.config.IdleMode;
import maestro.config.MaestroConfig;
import maestro.distribution.Distribution;
import maestro.metrics.BatchingTrace;
import maestro.metrics.Counters;
import maestro.net.conductor.TlsHandshakes;
import maestro.net.connection.NioReadiness;
import maestro.net.socket.MemorySelector;
import maestro.sequence.event.DrivenEvents;
import maestro.thread.Duty;
import maestro.thread.DutyThread;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of a controller besides its conductor and its workers: the strategy's selectors and
 * threads, the thread of the batching trace, and that of the TLS handshakes.
 *
 * <p>Confined to the thread that starts the controller, and then to the one that ends it.
 */
final class HelperThreads {
  private static final Logger LOG = LoggerFactory.getLogger(Maestro.class);
  private static final long MAX_WAIT_NS = 100_000_000;

  private final @Nullable DrivenEvents driven;
  private final List<NioReadiness> readiness = new ArrayList<>();
  private final List<DutyThread> threads = new ArrayList<>();

  /**
   * Without selectors and threads so far.
   *
   * @param driven null when the controller has threads
   */
  HelperThreads(@Nullable DrivenEvents driven) {
    this.driven = driven;
  }

  /** Makes the strategy's selectors. */
  NioReadiness[] readiness(int count) {
    for (int i = 0; i < count; i++) {
      readiness.add(
          driven == null
              ? new NioReadiness(i)
              : new NioReadiness(i, new MemorySelector(), driven.clock()));
    }
    return readiness.toArray(NioReadiness[]::new);
  }

  int selectorCount() {
    return readiness.size();
  }

  /** Adds the threads of the strategy, and that of the trace if the configuration wants one. */
  void add(MaestroConfig config, Distribution distribution, List<Counters> workerCounters) {
    config
        .batching()
        .trace()
        .map(file -> new BatchingTrace(file, workerCounters, BatchingTrace.MOST_LINES))
        .ifPresent(trace -> add("trace", trace, MAX_WAIT_NS));
    boolean spin = config.distribution().idle() == IdleMode.SPIN;
    for (Distribution.Helper helper : distribution.helpers()) {
      add(helper.name(), helper, spin ? 0 : MAX_WAIT_NS);
    }
  }

  /** Adds the thread of the handshakes. */
  void add(TlsHandshakes handshakes) {
    add("tls", handshakes, MAX_WAIT_NS);
  }

  /** Adds the thread of the cluster. */
  void add(ClusterDuty cluster) {
    add("cluster", cluster, ClusterDuty.MOST_WAIT_NS);
  }

  private void add(String name, Duty duty, long maxWaitNs) {
    threads.add(new DutyThread(name, 0, duty, maxWaitNs, ignored -> {}));
  }

  void start() {
    threads.forEach(DutyThread::start);
  }

  List<DutyThread> threads() {
    return threads;
  }

  /** Closes the selectors; the threads have ended, or were never started. */
  void close() {
    try {
      for (NioReadiness each : readiness) {
        each.close();
      }
    } catch (IOException e) {
      LOG.warn("a selector did not close: {}", e.getMessage());
    }
  }
}
