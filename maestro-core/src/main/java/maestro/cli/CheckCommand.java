package maestro.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import maestro.Maestro;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.ControlCertificate;
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
  private static final Set<PosixFilePermission> READ_BY_OTHERS =
      Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);
  private static final Set<PosixFilePermission> ENTERED_BY_OTHERS =
      Set.of(PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);

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
    PrintWriter out = spec.commandLine().getOut();
    out.println(file + ": ok");
    prepared.config().presetLines().forEach(out::println);
    MaestroConfig config = prepared.config().maestro();
    config.sequences().stream()
        .filter(each -> !each.when().isRest())
        .map(each -> "sequence " + each.name() + ": " + each.when().text(config.names()))
        .forEach(out::println);
    if ("root".equals(System.getProperty("user.name"))) {
      keys(config)
          .filter(CheckCommand::isForRootAlone)
          .map(key -> key + ": root alone can read it, so a controller of another user cannot")
          .forEach(out::println);
    }
    return 0;
  }

  private static Stream<Path> keys(MaestroConfig config) {
    return Stream.concat(
            config.tls().map(MaestroConfig.Tls::privateKey).stream(),
            config.control().certificate().map(ControlCertificate::privateKey).stream())
        .distinct();
  }

  /** Whether the owner is root, and no other user can read the file or enter a folder above it. */
  private static boolean isForRootAlone(Path file) {
    try {
      if (Files.getOwner(file).getName().equals("root")
          && Collections.disjoint(Files.getPosixFilePermissions(file), READ_BY_OTHERS)) {
        return true;
      }
      for (Path in = file.getParent(); in != null; in = in.getParent()) {
        if (Collections.disjoint(Files.getPosixFilePermissions(in), ENTERED_BY_OTHERS)) {
          return Files.getOwner(in).getName().equals("root");
        }
      }
      return false;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // it was read a moment ago
    }
  }
}
