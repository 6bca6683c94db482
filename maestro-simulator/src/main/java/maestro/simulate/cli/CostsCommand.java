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

/** {@code simulate costs}: measures the costs on this machine. */
@Command(
    name = "costs",
    mixinStandardHelpOptions = true,
    description =
        "Measure the costs on this machine with JMH, and write them to FILE for simulate --costs."
            + " Takes one and a half minutes for each fork. Run nothing else meanwhile.")
final class CostsCommand implements Callable<Integer> {
  private static final int MAX_FORKS = 99;

  @Parameters(paramLabel = "FILE", description = "The file to write.")
  private Path file;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description =
          "JVMs that run each benchmark; their median counts (default: ${DEFAULT-VALUE}).")
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
