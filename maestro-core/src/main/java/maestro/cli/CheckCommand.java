package maestro.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.Maestro;
import maestro.sequence.ApplicationHost;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports all mistakes of a configuration, without starting the controller. */
@Command(
    name = "check",
    description = "Says whether a configuration is right, and what is wrong with it.")
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Configuration configuration;

  @Mixin private SettingOptions options;

  /** The file, named as in {@code check FILE} or as in {@code run --config FILE}. */
  static final class Configuration {
    @Parameters(paramLabel = "FILE", description = "The configuration.")
    private @Nullable Path file;

    @Option(names = "--config", paramLabel = "FILE", description = "The same, as run has it.")
    private @Nullable Path option;

    Path path() {
      return Objects.requireNonNull(file == null ? option : file, "one of them is required");
    }
  }

  @Override
  public Integer call() throws Exception {
    Path file = configuration.path();
    Preparation prepared =
        Preparation.of(Optional.of(file), options.settingsAnd(List.of()), options.folders());
    try {
      // Applications check their settings when they start; no switch connects here.
      new WatchedStarts(ApplicationHost.START_SECONDS)
          .start(
              prepared.configured(),
              applications -> Maestro.check(prepared.config().maestro(), applications));
      ControlStart.check(prepared.config());
    } catch (RuntimeException e) {
      throw prepared.explained(e);
    }
    spec.commandLine().getOut().println(file + ": ok");
    return 0;
  }
}
