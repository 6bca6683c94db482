package maestro.simulate.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import maestro.emulator.cli.OptionFiles;
import maestro.emulator.scenario.ScenarioException;
import maestro.simulate.measure.CostMeasurement;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code simulate costs}: what everything costs on this machine. */
@Command(
    name = "costs",
    mixinStandardHelpOptions = true,
    description =
        "Measure with JMH what everything costs on this machine, and write it to FILE for simulate"
            + " --costs. Takes one and a half minutes a fork; nothing else should run.")
final class CostsCommand implements Callable<Integer> {
  private static final int MAX_FORKS = 99;

  @Parameters(paramLabel = "FILE", description = "The file to write.")
  private Path file;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description =
          "JVMs in which each benchmark is run; the middle one counts (default: ${DEFAULT-VALUE}).")
  private int forks = 5;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, ScenarioException {
    if (forks < 1 || forks > MAX_FORKS) {
      throw new ParameterException(
          spec.commandLine(),
          "--forks: found " + forks + "; allowed: numbers from 1 to " + MAX_FORKS);
    }
    OptionFiles.check("FILE", file);
    OptionFiles.write("FILE", file, CostMeasurement.measure(forks));
    spec.commandLine().getErr().println("written: " + file.toAbsolutePath().normalize());
    return 0;
  }
}
