package maestro.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.config.file.CommandLineSetting;
import picocli.CommandLine.Option;

/** The options that {@code run} and {@code check} share. */
final class SettingOptions {
  @Option(
      names = "--apps",
      paramLabel = "DIR",
      description = "A folder with jars of applications. May be repeated.")
  private List<Path> folders = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      converter = SettingConverter.class,
      description =
          "Any key of the configuration, such as maestro.batching.policy=fixed. Wins over the file."
              + " May be repeated.")
  private List<CommandLineSetting> settings = List.of();

  List<Path> folders() {
    return folders;
  }

  /** The settings of {@code --set}, then those that have their own option. */
  List<CommandLineSetting> settingsAnd(List<CommandLineSetting> more) {
    List<CommandLineSetting> all = new ArrayList<>(settings);
    all.addAll(more);
    return all;
  }
}
