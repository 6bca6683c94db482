package maestro.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.config.file.ConfigLoader;
import maestro.config.file.Problems;
import maestro.sequence.jar.ApplicationJars;
import maestro.sequence.jar.FoundApplication;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the applications that the controller finds. */
@Command(
    name = "apps",
    description = "Lists the applications that are found, with version, API level and jar.")
final class AppsCommand implements Callable<Integer> {
  private static final Table<FoundApplication> TABLE =
      Table.of(
          Column.words("NAME", each -> each.application().name()),
          Column.words("VERSION", each -> each.application().version()),
          Column.words("API", each -> String.valueOf(each.application().requiredApiLevel())),
          Column.words("JAR", each -> each.jar().toString()));

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

    PrintWriter out = spec.commandLine().getOut();
    out.print(TABLE.text(found));
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    problems.lines().forEach(err::println);
    if (found.isEmpty()) {
      err.println("no applications in " + (all.isEmpty() ? "any folder; try --apps DIR" : all));
    }
    return problems.isEmpty() ? 0 : 1;
  }
}
