package maestro.emulator.table;

import java.util.ArrayList;
import java.util.List;

/**
 * How a controller is started.
 *
 * @param name for people
 * @param arguments of the launcher
 */
record Setup(String name, List<String> arguments) {
  /** The responder that learns nothing. */
  static final Setup LIMIT =
      new Setup("limit", List.of("bench", "limit", "--listen", "127.0.0.1:0"));

  Setup {
    arguments = List.copyOf(arguments);
  }

  /** A strategy with so many workers, and settings {@code key=value}. */
  static Setup strategy(String name, String strategy, int workers, String... settings) {
    List<String> arguments = new ArrayList<>(List.of("run", "--listen", "127.0.0.1:0"));
    arguments.addAll(List.of("--strategy", strategy, "--workers", Integer.toString(workers)));
    for (String setting : settings) {
      arguments.addAll(List.of("--set", setting));
    }
    return new Setup(name, arguments);
  }

  boolean isLimit() {
    return equals(LIMIT);
  }
}
