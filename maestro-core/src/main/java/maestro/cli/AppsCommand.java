package maestro.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.config.ConfigLoader;
import maestro.config.Problems;
import maestro.sequence.ApplicationJars;
import maestro.sequence.FoundApplication;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the applications that the controller finds. */
@Command(
    name = "apps",
    description = "Lists the applications that are found, with version, API level and jar.")
final class AppsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--apps",
      paramLabel = "DIR",
      description = "A folder with jars of applications. May be repeated.")
  private List<Path> folders = List.of();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A configuration, for the folders it names.")
  private Optional<Path> file = Optional.empty();

  @Override
  public Integer call() throws Exception {
    List<Path> configured = ConfigLoader.parse(file, List.of()).applications().directories();
    List<Path> all = Preparation.folders(folders, configured);
    Problems problems = new Problems();
    List<FoundApplication> found = ApplicationJars.find(all, problems);

    print(found, spec.commandLine().getOut());
    PrintWriter err = spec.commandLine().getErr();
    problems.lines().forEach(err::println);
    if (found.isEmpty()) {
      err.println("no applications in " + (all.isEmpty() ? "any folder; try --apps DIR" : all));
    }
    return problems.isEmpty() ? 0 : 1;
  }

  /** Prints a table whose columns are as wide as their widest cell. */
  private static void print(List<FoundApplication> found, PrintWriter out) {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"NAME", "VERSION", "API", "JAR"});
    for (FoundApplication each : found) {
      rows.add(
          new String[] {
            each.application().name(),
            each.application().version(),
            String.valueOf(each.application().requiredApiLevel()),
            each.jar().toString()
          });
    }
    int[] widths = new int[3];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    String format = "%-" + widths[0] + "s  %-" + widths[1] + "s  %-" + widths[2] + "s  %s%n";
    rows.forEach(row -> out.printf(format, (Object[]) row));
    out.flush();
  }
}
