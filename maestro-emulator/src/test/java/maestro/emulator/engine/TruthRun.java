package maestro.emulator.engine;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import maestro.emulator.engine.TruthResponder.Behaviour;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;

/** Runs a scenario against a controller whose faults are known, in virtual time. */
public final class TruthRun {
  static final int SWITCHES = 4;

  /** The probing switch comes after the others. */
  static final long PROBING = SWITCHES + 1;

  private static final List<String> DEFAULTS =
      List.of(
          "openflow=\"1.0\"",
          "network.switches=" + SWITCHES,
          "hosts=64",
          "probing.rate=20",
          "durations.warm-up=200 ms",
          "durations.measure=1 s",
          "durations.drain=600 ms");

  private TruthRun() {}

  /** Each switch asks a thousand times a second at equal distances, unless the settings differ. */
  public static RunResult of(Supplier<Behaviour> controller, String... settings)
      throws ScenarioException {
    List<String> all =
        new ArrayList<>(List.of("load=rate", "rates.total=4k", "rates.arrivals=even"));
    all.addAll(List.of(settings));
    return run(controller, all);
  }

  /** Each switch sends all it can. */
  static RunResult atFullSpeed(Supplier<Behaviour> controller, String... settings)
      throws ScenarioException {
    return run(controller, List.of(settings));
  }

  private static RunResult run(Supplier<Behaviour> controller, List<String> settings)
      throws ScenarioException {
    List<String> all = new ArrayList<>(DEFAULTS);
    all.addAll(settings);
    return Emulation.run(
        ScenarioFile.defaultsWith(all.toArray(String[]::new)),
        new InetSocketAddress(0),
        "truth",
        Emulation.CpuMeter.NONE,
        VirtualRun.against(controller),
        Progress.NONE);
  }
}
