package maestro.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.config.CommandLineSetting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the controller until it is told to stop. */
@Command(name = "run", description = "Runs the controller until it gets SIGTERM or SIGINT.")
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration. Without one, every key has its default.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where switches connect: maestro.listen.")
  private String listen;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "How many workers: maestro.distribution.workers.")
  private String workers;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      description =
          "shared-queue, static-partition, dynamic-partition, round-robin or fair-share:"
              + " maestro.distribution.strategy.")
  private String strategy;

  @Mixin private SettingOptions options;

  @Override
  public Integer call() throws Exception {
    Preparation prepared = Preparation.of(file, settings(), options.folders());
    spec.commandLine().getOut().println(prepared.config().maestro());
    return 0;
  }

  private List<CommandLineSetting> settings() {
    List<CommandLineSetting> own = new ArrayList<>();
    addTo(own, "--listen", "maestro.listen", listen);
    addTo(own, "--workers", "maestro.distribution.workers", workers);
    addTo(own, "--strategy", "maestro.distribution.strategy", strategy);
    return options.settingsAnd(own);
  }

  private static void addTo(
      List<CommandLineSetting> settings, String option, String key, String value) {
    if (value != null) {
      settings.add(new CommandLineSetting(option, key, value));
    }
  }
}
