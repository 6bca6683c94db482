package maestro.simulate;

import maestro.Configured;
import maestro.batching.DelayBound;
import maestro.config.MaestroConfig;
import maestro.distribution.Distribution;
import maestro.simulate.costs.Costs;
import maestro.worker.DutyCycle;

/** Runs {@link VirtualWorker} by a script. */
final class VirtualLoop {
  private VirtualLoop() {}

  /** What the loop does in so many steps. */
  static Script run(LoopCase each, MaestroConfig config, int requestBytes, int steps) {
    Script script = new Script(each.seed(), steps);
    Costs.Stage stage = new Costs.Stage(0, each.batchNs(), 0, each.requestNs(), 0);
    Costs costs =
        new Costs(Simulated.FREE.kernel(), stage, Simulated.FREE.memory(), Simulated.FREE.load());
    Engine engine = new Engine(costs.kernel(), 1, 0);
    Sockets sockets = new Sockets(engine, costs, each.bufferBytes(), Integer.MAX_VALUE / 2);
    DelayBound bound = new DelayBound(config.batching().delayUpperBoundNs());
    Distribution strategy =
        Configured.distribution(
            config,
            bound,
            LoopCase.NO_PARKING,
            count ->
                ScriptedReadiness.of(
                    count, member -> ((VirtualSwitch) member).hasInput(engine.nowNs())));
    for (int i = 0; i < Script.SWITCHES; i++) {
      Source source = new Scripted(script, i);
      strategy.join(new VirtualSwitch(i, Script.weightOf(i), source, sockets, requestBytes));
    }
    TracedSchedule schedule =
        new TracedSchedule(
            script,
            strategy,
            member -> ((VirtualSwitch) member).number,
            engine::nowNs,
            ns -> engine.charge(Engine.Kind.STAGE, (double) ns));
    VirtualWorker worker =
        new VirtualWorker(
            new VirtualWorker.Parts(
                sockets,
                Configured.batchesPerVisit(config.distribution().strategy()),
                each.inOrder(),
                bound,
                () ->
                    schedule.traced(
                        Configured.policy(config.batching(), bound, DutyCycle.MAX_BATCH_REQUESTS))),
            schedule,
            new SharedLine(engine, costs.memory(), false));
    while (!script.isOver()) {
      worker.step(); // without the engine's turns, so that time passes only by what is charged
    }
    return script;
  }

  private record Scripted(Script script, int number) implements Source {
    @Override
    public long arrivedBy(long ns) {
      return script.arrived(number);
    }

    @Override
    public long nextNs() {
      return NEVER;
    }

    @Override
    public void answered(long count, long ns) {
      script.answered(number, count);
    }
  }
}
