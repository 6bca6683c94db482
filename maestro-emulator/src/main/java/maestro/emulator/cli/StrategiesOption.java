package maestro.emulator.cli;

import java.util.List;
import picocli.CommandLine.Option;

/** The strategies that a command compares. */
public final class StrategiesOption {
  /** The option's name. */
  public static final String NAME = "--strategies";

  @Option(
      names = NAME,
      split = ",",
      paramLabel = "NAME",
      converter = StrategyOption.class,
      description = "Strategies, separated by commas (default: all five).")
  private List<String> names;

  /** Their names, as the configuration has them. */
  public List<String> names() {
    return isGiven() ? names : StrategyOption.ALL;
  }

  /** Whether strategies are named. */
  boolean isGiven() {
    return names != null;
  }
}
