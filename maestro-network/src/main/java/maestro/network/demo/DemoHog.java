package maestro.network.demo;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import maestro.emulator.cli.Interruption;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.switches.SwitchDescription;

/**
 * Load that can be switched on beside a network: a run of {@code emulate} whose switches and hosts
 * have other numbers than those of the network. Each method may be called by any thread.
 */
final class DemoHog implements AutoCloseable {
  /** The datapath id of its first switch: beyond those of the network. */
  static final long FIRST_DATAPATH_ID = 0x100;

  /** The same, as commands and the page show it. */
  static final String DATAPATH_ID_TEXT =
      HexFormat.ofDelimiter(":")
          .formatHex(ByteBuffer.allocate(Long.BYTES).putLong(FIRST_DATAPATH_ID).array());

  private static final long FIRST_HOST = 1 << 20;

  /** This process offers the load. */
  private static final LoadRunner BESIDE =
      new LoadRunner() {
        @Override
        public LoadResult run(LoadPlan plan, InetSocketAddress controller, Progress progress) {
          return HERE.run(beside(plan), controller, progress);
        }

        @Override
        public int agentCount() {
          return 0;
        }
      };

  private final Scenario scenario;
  private final InetSocketAddress controller;
  private final Consumer<String> listener;
  private Thread running;
  private volatile boolean off = true;

  /**
   * Load that is off.
   *
   * @param listener gets a line when the load ends by itself
   */
  DemoHog(Scenario scenario, InetSocketAddress controller, Consumer<String> listener) {
    this.scenario = scenario;
    this.controller = controller;
    this.listener = listener;
  }

  /** Switches it on, or off; returns whether it is on now. */
  synchronized boolean toggle() {
    boolean wasOn = !off;
    close();
    if (!wasOn) {
      off = false;
      running = new Thread(this::run, "hog");
      running.setDaemon(true); // a line of the input may still come when all ends
      running.start();
    }
    return !wasOn;
  }

  /** Runs until it is interrupted, or until the scenario's time is over. */
  private void run() {
    String reason;
    try {
      LoadResult result = Emulation.count(scenario, controller, BESIDE, Progress.NONE);
      reason = result.isComplete() ? "its time is over" : result.failure();
    } catch (ScenarioException e) {
      reason = e.getMessage();
    }
    if (!off) {
      off = true;
      listener.accept("the hog is off: " + reason);
    }
  }

  /** Switches it off and waits until it has closed its connections. */
  @Override
  public synchronized void close() {
    off = true;
    if (running != null) {
      Interruption.stop(running);
    }
  }

  /** The same plan, with switches and hosts that no network has. */
  static LoadPlan beside(LoadPlan plan) {
    return plan.withSwitches(
        IntStream.range(0, plan.switches().size())
            .mapToObj(i -> beside(plan.switches().get(i), i))
            .toList());
  }

  private static SwitchLoad beside(SwitchLoad load, int number) {
    SwitchDescription said = load.description();
    return new SwitchLoad(
        new SwitchDescription(
            FIRST_DATAPATH_ID + number, said.version(), said.portCount(), said.bufferCount()),
        FIRST_HOST + load.firstHost(),
        load.hostCount(),
        load.firstHostPort(),
        load.rate());
  }
}
