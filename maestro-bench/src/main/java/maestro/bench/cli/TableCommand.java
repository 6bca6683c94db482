package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import maestro.bench.targets.TableReport;
import maestro.bench.targets.TableResult;
import maestro.bench.targets.TargetTable;
import maestro.cli.line.Bounds;
import maestro.config.Nearest;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.cli.Interruption;
import maestro.emulator.cli.OptionFiles;
import maestro.emulator.cli.TimeOption;
import maestro.emulator.controller.Installation;
import maestro.emulator.format.Json;
import maestro.emulator.scenario.ScenarioException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code bench table}: measures the targets of the project. */
@Command(
    name = "table",
    mixinStandardHelpOptions = true,
    description = "Measure Maestro against its targets, row by row.")
final class TableCommand implements Callable<Integer> {
  private static final String JSON = "--json";
  private static final String HTML = "--html";

  @Parameters(
      paramLabel = "ROW",
      arity = "0..*",
      description = "Names of rows, or their first words (default: all).")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds of each row; their median counts (default: ${DEFAULT-VALUE}).")
  private int pairs;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "4s",
      converter = TimeOption.AsWritten.class,
      description = "Measured time of runs for throughput (default: ${DEFAULT-VALUE}).")
  private String duration;

  @Option(
      names = "--pause-duration",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeOption.AsWritten.class,
      description = "Measured time of the run for the longest pause (default: ${DEFAULT-VALUE}).")
  private String pauseDuration;

  @Option(
      names = "--list",
      description = "Measure nothing: show the rows, or those that --json has.")
  private boolean list;

  @Option(
      names = JSON,
      paramLabel = "FILE",
      description =
          "Write every round to this file. Rows that are in it already and are not measured now"
              + " stay.")
  private Path json;

  @Option(
      names = HTML,
      paramLabel = "FILE",
      description = "Write a page with the rows, those of --json included.")
  private Path html;

  @ParentCommand private Main bench;

  @Spec private CommandSpec spec;

  private final List<TableResult.Row> measured = new ArrayList<>();

  @Override
  public Integer call() throws IOException, ScenarioException, BadConfigurationException {
    Path root = Installation.root();
    TargetTable table = new TargetTable(root, duration, pauseDuration);
    check(table);
    PrintWriter out = spec.commandLine().getOut();
    List<TableResult.Row> earlier =
        json != null && Files.exists(json)
            ? Json.read(Files.readString(json), TableResult.class).rows()
            : List.of();
    if (list) {
      TableResult known = table.merge(earlier, List.of());
      writePage(known);
      out.print(TableReport.text(json == null ? table.list() : known.rows()));
      out.flush();
      return 0;
    }
    Interruption interruption = bench.interruption();
    interruption.watch();
    try (TemporaryFolder logs = TemporaryFolder.named("maestro-table")) {
      table.measure(
          names, pairs, logs.path(), this::say, measured::addAll, interruption::isRequested);
    } finally {
      interruption.endRuns();
      write(table.merge(earlier, measured));
    }
    out.print(TableReport.text(measured));
    out.flush();
    return measured.stream().allMatch(row -> isMet(row)) ? 0 : 1;
  }

  private static boolean isMet(TableResult.Row row) {
    return switch (row.verdict()) {
      case AIM, MUST -> true;
      case MISSED, NOT_MEASURED -> false;
    };
  }

  private void write(TableResult all) throws IOException {
    if (json != null) {
      OptionFiles.write(JSON, json, Json.indented(all) + "\n");
    }
    writePage(all);
  }

  private void writePage(TableResult all) throws IOException {
    if (html != null) {
      OptionFiles.write(HTML, html, TableReport.page(all));
    }
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private void check(TargetTable table) throws IOException {
    OptionFiles.check(JSON, json);
    OptionFiles.check(HTML, html);
    Bounds.atLeast(spec.commandLine(), "--pairs", pairs, 1);
    for (String name : names) {
      if (!table.knows(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "ROW: found '"
                + name
                + "'; allowed: how some of these begin: "
                + String.join(", ", table.names())
                + Nearest.hint(name, table.names()));
      }
    }
  }
}
