package maestro;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.batching.DelayBound;
import maestro.config.IdleMode;
import maestro.config.MaestroConfig;
import maestro.distribution.Distribution;
import maestro.metrics.Counters;
import maestro.metrics.Metrics;
import maestro.net.connection.RequestBatch;
import maestro.net.session.SessionHandler;
import maestro.net.socket.BufferPool;
import maestro.sequence.ApplicationHost;
import maestro.sequence.batch.WorkerSequence;
import maestro.thread.DutyThread;
import maestro.worker.CoreBinding;
import maestro.worker.DutyCycle;
import maestro.worker.Pause;
import maestro.worker.Worker;

/**
 * The workers of a controller, their threads, and the exchange of their sequences.
 *
 * <p>Threads: one that starts the controller, then one at a time that reloads.
 */
final class Workers {
  private static final long MAX_PAUSE_MS = 5_000;

  /** A worker and what a new sequence for it is made of. */
  private record Member(Worker worker, Parts parts) {}

  private record Parts(int index, RequestBatch batch, BufferPool pool, Counters counters) {
    WorkerSequence newSequence(ApplicationHost host) {
      return host.requests()
          .newSequence(index, batch, DutyCycle.MAX_BATCH_REQUESTS, pool, counters);
    }
  }

  private final List<Member> members = new ArrayList<>();
  private final List<WorkerDuty> duties = new ArrayList<>();
  private final List<DutyThread> threads = new ArrayList<>();
  private final Pause pause = new Pause();
  private final Semaphore admitting;

  /**
   * Makes the workers; {@link #start} starts them.
   *
   * @param pools makes the buffers of a worker
   * @param admitting of {@link SessionHandler#admitting}
   */
  Workers(
      MaestroConfig config,
      Distribution distribution,
      Supplier<BufferPool> pools,
      DelayBound delayBound,
      ApplicationHost host,
      Metrics metrics,
      Semaphore admitting,
      LongSupplier clock) {
    this.admitting = admitting;
    MaestroConfig.Distribution d = config.distribution();
    boolean batchPerVisit = Configured.batchesPerVisit(d.strategy());
    DelayBound gathering = Configured.gathering(config.batching(), delayBound);
    boolean spin = d.idle() == IdleMode.SPIN;
    LongConsumer bind =
        d.bindCores() ? CoreBinding.forWorkers(d.workerCount())::bind : ignored -> {};
    for (int i = 0; i < d.workerCount(); i++) {
      Counters counters = metrics.newThread();
      BufferPool pool = pools.get();
      RequestBatch batch = new RequestBatch(DutyCycle.MAX_BATCH_REQUESTS);
      Parts parts = new Parts(i, batch, pool, counters);
      Worker worker =
          new Worker(
              distribution.schedule(i),
              batchPerVisit,
              Configured.policy(config.batching(), delayBound, DutyCycle.MAX_BATCH_REQUESTS),
              gathering,
              parts.newSequence(host),
              batch,
              pool,
              counters,
              clock);
      members.add(new Member(worker, parts));
      WorkerDuty duty = new WorkerDuty(worker, pause, spin);
      duties.add(duty);
      threads.add(new DutyThread("worker-" + i, i, duty, DutyCycle.MAX_WAIT_NS, bind));
    }
  }

  /** What the threads do, in the order of the workers. */
  List<WorkerDuty> duties() {
    return duties;
  }

  /** The threads, in the order of the workers. */
  List<DutyThread> threads() {
    return threads;
  }

  /** The counters, in the order of the workers. */
  List<Counters> counters() {
    return members.stream().map(each -> each.parts().counters()).toList();
  }

  void start() {
    threads.forEach(DutyThread::start);
  }

  /**
   * Gives each worker a new sequence, while all of them rest between two batches.
   *
   * @param host makes the sequences
   * @param exchange runs while the workers rest, before they get their sequences
   * @param begin runs while the workers rest, afterwards
   * @throws IllegalStateException when a worker does not rest in time; nothing has changed
   */
  void exchange(ApplicationHost host, Runnable exchange, Runnable begin)
      throws InterruptedException {
    List<WorkerSequence> sequences =
        members.stream().map(each -> each.parts().newSequence(host)).toList();
    whileAllRest(
        () -> {
          exchange.run();
          for (int i = 0; i < sequences.size(); i++) {
            members.get(i).worker().sequence(sequences.get(i));
          }
          begin.run();
        });
  }

  /**
   * Runs a task while all workers rest between two batches, and the conductor admits no switch.
   *
   * @throws IllegalStateException when a worker does not rest in time; the task has not run
   */
  void whileAllRest(Runnable task) throws InterruptedException {
    admitting.acquire();
    try {
      whileWorkersRest(task);
    } finally {
      admitting.release();
    }
  }

  private void whileWorkersRest(Runnable task) throws InterruptedException {
    Runnable wakeUp = () -> members.forEach(each -> each.worker().wakeup());
    if (!pause.begin(members.size(), wakeUp, MAX_PAUSE_MS)) {
      throw new IllegalStateException(
          "a worker has not ended its batch for " + MAX_PAUSE_MS + " ms");
    }
    try {
      task.run();
    } finally {
      pause.end();
    }
  }
}
