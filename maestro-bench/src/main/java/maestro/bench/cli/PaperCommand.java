package maestro.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import maestro.bench.paper.PaperEntry;
import maestro.bench.paper.PaperFigure;
import maestro.bench.paper.PaperFiles;
import maestro.bench.paper.PaperRegistry;
import maestro.bench.paper.PaperRun;
import maestro.bench.paper.PaperText;
import maestro.bench.paper.Provenance;
import maestro.cli.line.Bounds;
import maestro.config.Nearest;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.cli.HostPort;
import maestro.emulator.cli.Interruption;
import maestro.emulator.cli.Output;
import maestro.emulator.controller.Installation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code paper}: repeats the figures of the papers, and says which of their findings hold. */
@Command(
    name = "paper",
    mixinStandardHelpOptions = true,
    description = {
      "Repeat figures and tables of the papers that Maestro descends from, and judge what these say"
          + " of them.",
      "Writes paper.html, paper.csv, environment.json, and SVG and CSV for each figure. Points that"
          + " are there already are not made again. Exit status 1: not all could be measured."
    })
final class PaperCommand implements Callable<Integer> {
  private static final int MOST_ROUNDS = 100;
  private static final int PAUSES_SECONDS = 2;
  private static final long LINE_NS = TimeUnit.SECONDS.toNanos(1);

  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "Figures, or how their names begin (default: all).")
  private List<String> ids = new ArrayList<>();

  @Option(names = "--list", description = "Measure nothing: show what there is, and what it needs.")
  private boolean list;

  @Option(
      names = "--quick",
      description = "Leave out what needs more than the simulator, or one worker for a minute.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "" + PaperRun.USUAL_ROUNDS,
      description = "Rounds of each point; in the simulator, seeds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(names = "--fresh", description = "Make all points anew.")
  private boolean fresh;

  @Option(
      names = "--papers",
      paramLabel = "DIR",
      description = "The registry of figures (default: config/papers).")
  private Optional<Path> papers = Optional.empty();

  @Option(
      names = "--against",
      paramLabel = "HOST:PORT=NAME",
      description =
          "A controller that runs already, for the figures that have it by this name, such as"
              + " 127.0.0.1:6653=beacon. Without it they are left out unless an ID names them.")
  private List<String> against = new ArrayList<>();

  @Mixin private Output output;

  @ParentCommand private Main bench;

  @Spec private CommandSpec spec;

  private final Map<String, InetSocketAddress> peers = new LinkedHashMap<>();
  private long lastLineNs;

  @Override
  public Integer call() throws IOException, BadConfigurationException, InterruptedException {
    Bounds.check(spec.commandLine(), "--rounds", rounds, 1, MOST_ROUNDS);
    Path root = Installation.root();
    PaperRegistry registry = PaperRegistry.read(papers.orElse(root.resolve("config/papers")));
    readPeers(registry);
    List<PaperEntry> entries = chosen(registry);
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      out.print(PaperText.list(entries));
      out.flush();
      return 0;
    }
    output.claim("paper");
    try {
      return repeat(root, entries);
    } finally {
      output.release();
    }
  }

  private int repeat(Path root, List<PaperEntry> entries) throws IOException, InterruptedException {
    Path folder = output.folder();
    Provenance provenance = Provenance.of(root);
    Interruption interruption = bench.interruption();
    interruption.watch();
    if (entries.stream().anyMatch(entry -> entry.kind().isMeasured())) {
      provenance = provenance.withPauses(MachineCommand.pauses(PAUSES_SECONDS));
    }
    List<PaperFigure> figures;
    try {
      PaperRun run =
          PaperRun.of(
              root,
              folder,
              fresh,
              provenance,
              rounds,
              peers,
              this::sayProgress,
              interruption::isRequested);
      figures = run.repeat(entries);
    } finally {
      interruption.endRuns();
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(PaperText.verdicts(figures));
    out.flush();
    Path page = PaperFiles.write(folder, figures, provenance, rounds);
    PrintWriter err = spec.commandLine().getErr();
    err.println("written: " + page.toAbsolutePath().normalize());
    err.flush();
    return figures.stream().allMatch(figure -> figure.failure().isEmpty()) ? 0 : 1;
  }

  private void readPeers(PaperRegistry registry) {
    List<String> names =
        registry.entries().stream().flatMap(e -> e.peers().stream()).distinct().toList();
    for (String text : against) {
      int at = text.lastIndexOf('=');
      String name = text.substring(at + 1);
      if (at < 0 || !names.contains(name)) {
        throw new ParameterException(
            spec.commandLine(),
            "--against: found '"
                + text
                + "'; allowed: HOST:PORT=NAME, NAME one of "
                + String.join(", ", names)
                + Nearest.hint(name, names));
      }
      try {
        peers.put(name, new HostPort().convert(text.substring(0, at)));
      } catch (TypeConversionException e) {
        throw new ParameterException(spec.commandLine(), "--against: " + e.getMessage(), e);
      }
    }
  }

  private List<PaperEntry> chosen(PaperRegistry registry) {
    List<PaperEntry> all = registry.entries();
    List<String> names = all.stream().map(PaperEntry::id).toList();
    for (String id : ids) {
      if (names.stream().noneMatch(name -> isMeant(id, name))) {
        throw new ParameterException(
            spec.commandLine(),
            "ID: found '"
                + id
                + "'; allowed: how some of these begin: "
                + String.join(", ", names)
                + Nearest.hint(id, names));
      }
    }
    return all.stream()
        .filter(entry -> ids.isEmpty() || ids.stream().anyMatch(id -> isMeant(id, entry.id())))
        .filter(entry -> list || !ids.isEmpty() || peers.keySet().containsAll(entry.peers()))
        .filter(entry -> !quick || entry.isQuick())
        .toList();
  }

  /** maestro-1 does not mean maestro-12, and maestro-9 means maestro-9a. */
  private static boolean isMeant(String id, String name) {
    return name.startsWith(id)
        && (name.length() == id.length()
            || !Character.isDigit(id.charAt(id.length() - 1))
            || !Character.isDigit(name.charAt(id.length())));
  }

  /** A line a second: in the simulator points are made faster than people read. */
  private void sayProgress(String line) {
    long nowNs = System.nanoTime();
    if (lastLineNs == 0 || nowNs - lastLineNs >= LINE_NS) {
      lastLineNs = nowNs;
      PrintWriter err = spec.commandLine().getErr();
      err.println("paper: " + line);
      err.flush();
    }
  }
}
