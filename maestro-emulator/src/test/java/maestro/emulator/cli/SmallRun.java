package maestro.emulator.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The arguments of a run that is over in a moment: two switches, 2,000 requests a second. */
final class SmallRun {
  private static final List<String> SETTINGS =
      List.of(
          "load=rate",
          "rates.total=2k",
          "network.switches=2",
          "hosts=4",
          "durations.warm-up=100 ms");

  private SmallRun() {}

  /**
   * The command line.
   *
   * @param port of the controller
   * @param out the folder of the results
   */
  static String[] of(int port, Path out, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("emulate", "--controller", "127.0.0.1:" + port, "--no-progress", "--out"));
    arguments.add(out.toString());
    SETTINGS.forEach(each -> arguments.addAll(List.of("--set", each)));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }
}
