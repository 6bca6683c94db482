package maestro.simulate;

import java.util.ArrayList;
import java.util.List;
import maestro.Configured;
import maestro.batching.DelayBound;
import maestro.config.MaestroConfig;
import maestro.config.StrategyName;
import maestro.distribution.Distribution;
import maestro.distribution.Readiness;
import maestro.distribution.Schedule;
import maestro.simulate.costs.Costs;
import maestro.worker.DutyCycle;

/**
 * A controller in virtual time: the strategy, its workers and its own threads, wired as in the
 * controller.
 */
final class SimulatedController {
  private static final int MIN_READ_BYTES = 64 * 1024;
  private static final int BUFFER_BYTES_PER_READ_BYTE = 2;

  private final Engine engine;
  private final Costs costs;
  private final Sockets sockets;
  private final Distribution distribution;
  private final boolean batchPerVisit;
  private final List<VirtualWorker> workers = new ArrayList<>();
  private final List<VirtualHelper> helpers = new ArrayList<>();

  /**
   * Makes a controller without switches.
   *
   * @param inOrder whether a switch is claimed until its requests were handled
   * @param socketBytes of each socket's receive buffer
   */
  SimulatedController(
      Engine engine, Costs costs, MaestroConfig config, boolean inOrder, int socketBytes) {
    this.engine = engine;
    this.costs = costs;
    int readBytes = config.distribution().readSizeBytes();
    this.sockets =
        new Sockets(
            engine,
            costs,
            BUFFER_BYTES_PER_READ_BYTE * Math.max(MIN_READ_BYTES, readBytes),
            socketBytes);
    DelayBound bound = new DelayBound(config.batching().delayUpperBoundNs());
    this.distribution = Configured.distribution(config, bound, engine, this::readiness);
    StrategyName strategy = config.distribution().strategy();
    this.batchPerVisit = Configured.batchesPerVisit(strategy);
    VirtualWorker.Parts parts =
        new VirtualWorker.Parts(
            sockets,
            batchPerVisit,
            inOrder,
            Configured.gathering(config.batching(), bound),
            () -> Configured.policy(config.batching(), bound, DutyCycle.MAX_BATCH_REQUESTS));
    SharedLine line = new SharedLine(engine, costs.memory(), strategy == StrategyName.SHARED_QUEUE);
    for (int i = 0; i < config.distribution().workerCount(); i++) {
      Schedule schedule = distribution.schedule(i);
      workers.add(new VirtualWorker(parts, schedule, line));
    }
    for (Distribution.Helper helper : distribution.helpers()) {
      helpers.add(new VirtualHelper(engine, helper, costs.stage().visitNs()));
    }
  }

  private Readiness[] readiness(int count) {
    Readiness[] all = new Readiness[count];
    for (int i = 0; i < count; i++) {
      all[i] = new VirtualReadiness(engine, costs.kernel());
    }
    return all;
  }

  Sockets sockets() {
    return sockets;
  }

  /** Connects a switch. */
  void join(VirtualSwitch member) {
    engine.outside(() -> distribution.join(member));
  }

  /** Starts all threads, one microsecond after the other. */
  void start() {
    long atNs = 1;
    for (VirtualHelper helper : helpers) {
      engine.start(helper, atNs++ * 1_000);
    }
    for (VirtualWorker worker : workers) {
      engine.start(worker.actor(), atNs++ * 1_000);
    }
  }

  /** The duty of the conductor ten times a second. */
  void tick() {
    engine.outside(() -> distribution.tick(engine.nowNs()));
  }

  /** The IBT of each worker; empty when batches end with each visit. */
  List<Integer> thresholds() {
    return batchPerVisit ? List.of() : workers.stream().map(VirtualWorker::threshold).toList();
  }

  double workersBusyNs() {
    return workers.stream().map(VirtualWorker::actor).mapToDouble(Engine.Actor::busyNs).sum();
  }

  /** The time of the helper that works most; 0 without a helper. */
  double helperBusyNs() {
    return helpers.stream().mapToDouble(Engine.Actor::busyNs).max().orElse(0);
  }
}
