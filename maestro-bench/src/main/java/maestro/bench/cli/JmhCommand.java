package maestro.bench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code bench jmh}: the JMH benchmarks. JMH reads the options. */
@Command(
    name = "jmh",
    description =
        "Run JMH benchmarks. JMH reads the arguments: a name, -l for the list, -h for help.")
final class JmhCommand implements Callable<Integer> {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
    return 0;
  }
}
