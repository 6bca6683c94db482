package maestro.bench.paper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Makes the points of figures that are not there yet, and judges the claims.
 *
 * <ol>
 *   <li>What is in the store counts.
 *   <li>All points have their first round before one has its second: what slows the machine down
 *       for a while meets all of them.
 *   <li>A round that is in doubt is run once more. When it is in doubt again, its mark stays.
 *   <li>Each round is stored as soon as it ended.
 *   <li>A point that cannot be run ends its figure, and no other one.
 *   <li>What a figure has started ends with it: it would take processor time from the next one.
 * </ol>
 *
 * <p>Used once, by one thread.
 */
public final class PaperRun {
  /** For so many rounds the registry says how long a figure takes. */
  public static final int USUAL_ROUNDS = 3;

  private static final double SECONDS_PER_MINUTE = 60;
  private static final String INTERRUPTED = "interrupted";

  private final Map<PaperKind, PointRunner> runners;
  private final PointStore store;
  private final Provenance provenance;
  private final int rounds;
  private final Consumer<String> progress;
  private final BooleanSupplier ended;
  private double secondsLeft;

  /** A run with these runners; for tests. */
  PaperRun(
      Map<PaperKind, PointRunner> runners,
      PointStore store,
      Provenance provenance,
      int rounds,
      Consumer<String> progress,
      BooleanSupplier ended) {
    this.runners = Map.copyOf(runners);
    this.store = store;
    this.provenance = provenance;
    this.rounds = rounds;
    this.progress = progress;
    this.ended = ended;
  }

  /**
   * Prepares a run.
   *
   * @param root of the installation
   * @param folder of the results, which may have points
   * @param isFresh whether those do not count
   * @param rounds of each point
   * @param peers controllers that somebody else has started, by name
   * @param progress takes lines for people
   * @param ended whether to stop after the round that is running
   */
  public static PaperRun of(
      Path root,
      Path folder,
      boolean isFresh,
      Provenance provenance,
      int rounds,
      Map<String, InetSocketAddress> peers,
      Consumer<String> progress,
      BooleanSupplier ended) {
    return new PaperRun(
        runners(root, folder.resolve("logs"), peers, ended),
        new PointStore(folder.resolve("points"), isFresh),
        provenance,
        rounds,
        progress,
        ended);
  }

  /** One for each kind that has points. */
  static Map<PaperKind, PointRunner> runners(
      Path root, Path logs, Map<String, InetSocketAddress> peers, BooleanSupplier ended) {
    return Map.of(
        PaperKind.SIMULATE,
        new SimulatedPoints(),
        PaperKind.EMULATE,
        new EmulatedPoints(root, logs, peers),
        PaperKind.BATCHING,
        new BatchingPoints(root, logs, ended),
        PaperKind.DATAPLANE,
        new DataplanePoints(),
        PaperKind.TABLE,
        new TablePoints(root, logs, ended));
  }

  /** Repeats figures, in order. */
  public List<PaperFigure> repeat(List<PaperEntry> entries) throws IOException {
    secondsLeft = entries.stream().mapToDouble(this::seconds).sum();
    List<PaperFigure> figures = new ArrayList<>();
    for (PaperEntry entry : entries) {
      figures.add(repeat(entry));
    }
    return figures;
  }

  private double seconds(PaperEntry entry) {
    return entry.needs().seconds() * rounds / USUAL_ROUNDS;
  }

  private PaperFigure repeat(PaperEntry entry) throws IOException {
    List<List<PaperRound>> all = new ArrayList<>();
    String failure = "";
    try {
      if (entry.kind() != PaperKind.NONE) {
        try (PointRunner runner = Objects.requireNonNull(runners.get(entry.kind()))) { // 6
          run(runner, entry, all);
        }
      }
      failure = ended.getAsBoolean() ? INTERRUPTED : "";
    } catch (IOException e) { // 5
      failure = e.getMessage();
      progress.accept(entry.id() + ": " + failure);
    }
    Readings readings = new Readings(entry, rounds);
    all.forEach(point -> readings.add(point.subList(0, Math.min(rounds, point.size()))));
    return PaperFigure.of(entry, readings, failure);
  }

  /** Fills the list with the rounds of each point, as far as it comes. */
  private void run(PointRunner runner, PaperEntry entry, List<List<PaperRound>> all)
      throws IOException {
    List<PaperPoint> points = PaperPoint.of(entry);
    List<PointStore.Key> keys = new ArrayList<>();
    for (PaperPoint point : points) {
      keys.add(key(runner, point));
      all.add(new ArrayList<>(store.load(keys.get(keys.size() - 1)))); // 1
    }
    double secondsOfRound = seconds(entry) / points.size() / rounds;
    for (int number = 1; number <= rounds; number++) { // 2
      for (int i = 0; i < points.size(); i++) {
        if (all.get(i).size() < number) {
          if (ended.getAsBoolean()) {
            return;
          }
          progress.accept(line(points.get(i), number));
          PaperRound round = round(runner, points.get(i), number);
          if (ended.getAsBoolean() && !round.mark().isEmpty()) {
            return; // it was cut short
          }
          all.get(i).add(round);
          store.save(keys.get(i), all.get(i)); // 4
        }
        secondsLeft -= secondsOfRound;
      }
    }
  }

  private PaperRound round(PointRunner runner, PaperPoint point, int number) throws IOException {
    PaperRound round = runner.run(point, number);
    return round.mark().isEmpty() || ended.getAsBoolean() ? round : runner.run(point, number); // 3
  }

  private String line(PaperPoint point, int number) {
    return String.format(
        Locale.ROOT,
        "%s: %s, round %d of %d; about %s left",
        point.entry().id(),
        point.name(),
        number,
        rounds,
        text(secondsLeft));
  }

  private PointStore.Key key(PointRunner runner, PaperPoint point) throws IOException {
    return new PointStore.Key(
        point.name(),
        provenance.code(),
        point.entry().kind().isMeasured() ? provenance.place() : "",
        Provenance.sha256(runner.input(point).getBytes(StandardCharsets.UTF_8)));
  }

  /** {@code 12 min}, {@code 40 s}. */
  static String text(double seconds) {
    return seconds < 2 * SECONDS_PER_MINUTE
        ? String.format(Locale.ROOT, "%.0f s", Math.max(1, seconds))
        : String.format(Locale.ROOT, "%.0f min", seconds / SECONDS_PER_MINUTE);
  }
}
