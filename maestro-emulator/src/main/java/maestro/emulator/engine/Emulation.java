package maestro.emulator.engine;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import maestro.emulator.controller.BackgroundLoad;
import maestro.emulator.engine.machine.Machine;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.ScenarioPlan;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.result.ResultBuilder;
import maestro.emulator.report.MachineFacts;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.Timestamp;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.topology.SwitchTopology;

/**
 * Runs scenarios against a controller.
 *
 * <pre>{@code
 * Scenario scenario = ScenarioFile.defaultsWith("network.switches=64");
 * RunResult result = Emulation.run(scenario, controller, Progress.NONE);
 * }</pre>
 *
 * <p>Stateless. A run takes as long as the scenario says, on the calling thread and load threads of
 * its own; interrupting the calling thread ends it early.
 */
public final class Emulation {
  /** Reads a number of the controller that only its owner can know. */
  @FunctionalInterface
  public interface CpuMeter {
    /** Nobody can look. */
    CpuMeter NONE = () -> Double.NaN;

    /** Processor time used so far in seconds, NaN when unknown. */
    double seconds();
  }

  private Emulation() {}

  /**
   * Runs a scenario. What the controller does wrong is in the result, not thrown.
   *
   * @throws ScenarioException when a file that the scenario names changed since it was loaded
   */
  public static RunResult run(Scenario scenario, InetSocketAddress controller, Progress progress)
      throws ScenarioException {
    String name = controller.getHostString() + ":" + controller.getPort();
    return run(scenario, controller, name, CpuMeter.NONE, progress);
  }

  /**
   * Runs a scenario; when its rates are relative, after a run at full load that lasts until the
   * controller's throughput has settled.
   *
   * @param name of the controller, for tables
   * @param cpu the controller's processor time
   */
  public static RunResult run(
      Scenario scenario, InetSocketAddress controller, String name, CpuMeter cpu, Progress progress)
      throws ScenarioException {
    return run(scenario, controller, name, cpu, LoadRunner.HERE, progress);
  }

  /** The same, with the load offered by this process or by agents. */
  public static RunResult run(
      Scenario scenario,
      InetSocketAddress controller,
      String name,
      CpuMeter cpu,
      LoadRunner runner,
      Progress progress)
      throws ScenarioException {
    if (!scenario.needsCapacity()) {
      return runAbsolute(scenario, controller, name, cpu, runner, progress);
    }
    CapacityTimes times = CapacityTimes.of(scenario.durations());
    CapacityWatch watch = new CapacityWatch(times, progress);
    RunResult full =
        runAbsolute(
            scenario.asCapacityProbe(durations(times, scenario)),
            controller,
            name,
            CpuMeter.NONE,
            runner,
            watch);
    if (!full.completion().complete()) {
      return full;
    }
    RunResult.Capacity capacity = watch.capacity(full.throughputRequestsPerSecond());
    Scenario absolute = scenario.resolve(capacity.requestsPerSecond());
    return runAbsolute(absolute, controller, name, cpu, runner, progress).relativeTo(capacity);
  }

  private static Scenario.Durations durations(CapacityTimes times, Scenario scenario) {
    Scenario.Durations d = scenario.durations();
    return new Scenario.Durations(d.learnNs(), times.warmUpNs(), times.longestNs(), d.drainNs());
  }

  /** The machine that this process runs on. */
  public static MachineFacts machine() {
    return Machine.facts();
  }

  /** What the load engine counted, before it is judged; for tests of the engine's numbers. */
  public static LoadResult count(Scenario scenario, InetSocketAddress controller, Progress progress)
      throws ScenarioException {
    return count(scenario, controller, LoadRunner.HERE, progress);
  }

  /** The same, with the load offered by this process or by agents. */
  public static LoadResult count(
      Scenario scenario, InetSocketAddress controller, LoadRunner runner, Progress progress)
      throws ScenarioException {
    SwitchTopology topology = ScenarioPlan.topology(scenario);
    return runner.run(ScenarioPlan.of(scenario, topology), controller, progress);
  }

  private static RunResult runAbsolute(
      Scenario scenario,
      InetSocketAddress controller,
      String name,
      CpuMeter cpu,
      LoadRunner runner,
      Progress progress)
      throws ScenarioException {
    if (runner.agentCount() > 0 && !scenario.events().isEmpty()) {
      throw new ScenarioException(
          "events: found "
              + scenario.events().size()
              + "; allowed: none with --agents, whose switches nobody takes down");
    }
    SwitchTopology topology = ScenarioPlan.topology(scenario);
    LoadPlan plan = ScenarioPlan.of(scenario, topology);
    String startedAt = Timestamp.now();
    List<InetSocketAddress> controllers = new ArrayList<>(List.of(controller));
    controllers.addAll(runner.further());
    CpuAtMeasure watch = new CpuAtMeasure(cpu, BackgroundLoad.besideAll(controllers), progress);
    LoadResult counted = runner.run(plan, controller, watch);
    watch.end();
    // Agents may be on this machine, and are no others; each of them watches its own.
    double others = runner.agentCount() > 0 ? counted.otherProcessors() : watch.otherProcessors();
    return new ResultBuilder(scenario, topology, counted, runner.agentCount())
        .result(name, startedAt, watch.secondsPerMillion(), RunResult.OtherPrograms.of(others));
  }

  /**
   * Looks at the processor time of the controller, and of others, when measured time begins and
   * when it ends.
   */
  private static final class CpuAtMeasure implements Progress {
    private final CpuMeter cpu;
    private final BackgroundLoad others;
    private final Progress progress;
    private double firstSeconds = Double.NaN;
    private double lastSeconds = Double.NaN;
    private long firstAnswered;
    private long lastAnswered;
    private double otherProcessors = Double.NaN;
    private boolean begun;
    private boolean ended;

    CpuAtMeasure(CpuMeter cpu, BackgroundLoad others, Progress progress) {
      this.cpu = cpu;
      this.others = others;
      this.progress = progress;
    }

    @Override
    public void at(Stage stage, long done, long total, long answeredRequests) {
      if (stage == Stage.MEASURING) {
        lastSeconds = controllerSeconds();
        lastAnswered = answeredRequests;
        if (!begun) {
          begun = true;
          firstSeconds = lastSeconds;
          firstAnswered = answeredRequests;
          others.begin();
        }
      } else {
        end();
      }
      progress.at(stage, done, total, answeredRequests);
    }

    @Override
    public boolean isEnough() {
      return progress.isEnough();
    }

    /** As the owner of the controller knows it, or of the process that listens at its address. */
    private double controllerSeconds() {
      double seconds = cpu.seconds();
      return Double.isNaN(seconds) ? others.controllerSeconds() : seconds;
    }

    /** Measured time is over, if it had begun. */
    void end() {
      if (begun && !ended) {
        ended = true;
        otherProcessors = others.processors();
      }
    }

    double otherProcessors() {
      return otherProcessors;
    }

    OptionalDouble secondsPerMillion() {
      long answered = lastAnswered - firstAnswered;
      double seconds = (lastSeconds - firstSeconds) / answered * 1e6;
      return answered <= 0 || Double.isNaN(seconds)
          ? OptionalDouble.empty()
          : OptionalDouble.of(seconds);
    }
  }
}
