package maestro.bench.dataplane.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import maestro.bench.dataplane.Cell;
import maestro.bench.dataplane.Cell.Traffic;
import maestro.bench.dataplane.DataplaneResult;
import maestro.bench.dataplane.DataplaneResult.Point;
import maestro.bench.dataplane.Experiments;
import maestro.bench.dataplane.Figure;
import maestro.bench.dataplane.Spread;
import maestro.bench.dataplane.forward.Technique;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Figures;

/** The tables of a result, one for each figure of the study. Stateless. */
final class Sheets {
  private static final double MILLION = 1e6;
  private static final double NS_PER_SECOND = 1e9;
  private static final String SPREAD = "Million frames/s, median ± the round that is farthest off.";
  private static final List<Integer> EXACT = List.of(1, 32_768, 65_536, 98_304, 131_072);
  private static final List<Integer> LINEAR = List.of(1, 25, 50, 75, 100);
  private static final List<Integer> TABLES =
      List.of(Experiments.SMALL, Experiments.MEDIUM, Experiments.LARGE);
  private static final List<Technique> STUDY =
      List.of(Technique.HASH, Technique.LEARNING, Technique.ROUTING);

  private final DataplaneResult result;

  private Sheets(DataplaneResult result) {
    this.result = result;
  }

  /** Those that have something to show, in the order of the study. */
  static List<Sheet> of(DataplaneResult result) {
    Sheets sheets = new Sheets(result);
    return List.of(
            sheets.oneFlow(),
            sheets.offered(),
            sheets.manyFlows(),
            sheets.tables(),
            sheets.mix(),
            sheets.misses(),
            sheets.times(),
            sheets.fairness())
        .stream()
        .filter(sheet -> !sheet.grid().rows().isEmpty())
        .toList();
  }

  private Sheet oneFlow() {
    List<Column<Integer>> columns = new ArrayList<>();
    columns.add(new Column<>("bytes", size -> size));
    columns.add(new Column<>("10 Gbit/s line", Sheets::lineRate));
    for (Technique t :
        List.of(
            Technique.HASH,
            Technique.LINEAR,
            Technique.TUPLE_SPACE,
            Technique.LEARNING,
            Technique.ROUTING)) {
      columns.add(new Column<>(t.text(), size -> rate(Figure.ONE_FLOW, size, is(t))));
    }
    return sheet(
        Figure.ONE_FLOW,
        "Figure 2: one flow, one entry",
        SPREAD + " A frame costs the same whatever its size, so bits a second grow with it.",
        columns,
        sizes(Figure.ONE_FLOW));
  }

  private Sheet offered() {
    List<Column<Double>> columns = new ArrayList<>();
    columns.add(new Column<>("offered", load -> text("%.1f", load / MILLION)));
    for (Technique t : STUDY) {
      columns.add(
          new Column<>(
              t.text(),
              load ->
                  rate(result.find(Figure.OFFERED, c -> c.technique() == t && c.load() == load))));
    }
    return sheet(
        Figure.OFFERED,
        "Figure 3: frames that are offered and forwarded, 64 bytes, one flow",
        SPREAD
            + " Beyond the capacity frames are lost in the ring of the port; throughput must not"
            + " drop there.",
        columns,
        loads(Figure.OFFERED));
  }

  /** A technique with frames of one size. */
  private record Subject(Technique technique, int frameBytes) {
    @Override
    public String toString() {
      return technique.text() + ", " + frameBytes;
    }
  }

  private Sheet manyFlows() {
    List<Subject> subjects =
        subjects(
            Figure.MANY_FLOWS,
            Technique.HASH,
            Technique.TUPLE_SPACE,
            Technique.LEARNING,
            Technique.ROUTING);
    List<Column<Subject>> columns = new ArrayList<>();
    columns.add(new Column<>("technique, bytes", subject -> subject));
    for (int entries : TABLES) {
      columns.add(
          new Column<>(entries / 1024 + " K", subject -> rate(manyFlows(subject, entries))));
    }
    columns.add(
        new Column<>(
            "128 K : 8 K",
            subject ->
                manyFlows(subject, Experiments.LARGE)
                    .orElseThrow()
                    .ratioTo(manyFlows(subject, Experiments.SMALL).orElseThrow())
                    .range()));
    return sheet(
        Figure.MANY_FLOWS,
        "Figure 5: many flows, tables of 8 K, 64 K and 128 K entries",
        SPREAD + " The ratio is that of the same round, with the lowest and the highest.",
        columns,
        subjects.stream()
            .filter(s -> TABLES.stream().allMatch(n -> manyFlows(s, n).isPresent()))
            .toList());
  }

  private Optional<Point> manyFlows(Subject subject, int entries) {
    return find(
        Figure.MANY_FLOWS,
        subject.frameBytes,
        c -> c.technique() == subject.technique && c.entries() == entries);
  }

  private List<Subject> subjects(Figure figure, Technique... techniques) {
    return sizes(figure).stream()
        .flatMap(size -> Stream.of(techniques).map(technique -> new Subject(technique, size)))
        .toList();
  }

  private Sheet tables() {
    List<Column<Integer>> columns = new ArrayList<>();
    columns.add(new Column<>("bytes", size -> size));
    columns.add(new Column<>("hash", size -> rate(Figure.TABLES, size, is(Technique.HASH))));
    columns.add(new Column<>("linear", size -> rate(Figure.TABLES, size, is(Technique.LINEAR))));
    columns.add(
        new Column<>("tuple space", size -> rate(Figure.TABLES, size, is(Technique.TUPLE_SPACE))));
    columns.add(new Column<>("linear : hash", size -> toHash(size, Technique.LINEAR)));
    columns.add(new Column<>("tuple space : hash", size -> toHash(size, Technique.TUPLE_SPACE)));
    return sheet(
        Figure.TABLES,
        "Figure 6: full tables, hash 128 K, linear and tuple space 100 entries",
        SPREAD + " The ratio is that of the same round, with the lowest and the highest.",
        columns,
        sizes(Figure.TABLES));
  }

  private String toHash(int size, Technique technique) {
    Optional<Point> hash = find(Figure.TABLES, size, is(Technique.HASH));
    return find(Figure.TABLES, size, is(technique))
        .flatMap(point -> hash.map(other -> point.ratioTo(other).range()))
        .orElse(Figures.UNKNOWN);
  }

  private Sheet mix() {
    List<Subject> subjects =
        Stream.of(Technique.HASH_THEN_LINEAR, Technique.HASH_THEN_TUPLE_SPACE)
            .flatMap(chain -> subjects(Figure.MIX, chain).stream())
            .filter(subject -> mix(subject, 1).isPresent())
            .toList();
    List<Column<Subject>> columns = new ArrayList<>();
    columns.add(new Column<>("chain, bytes", subject -> subject));
    for (double share : List.of(1.0, 0.75, 0.5, 0.25, 0.0)) {
      columns.add(new Column<>(percent(share), subject -> rate(mix(subject, share))));
    }
    return sheet(
        Figure.MIX,
        "Figure 7: the part of the frames that the hash table matches; the next one matches the"
            + " others",
        SPREAD + " 128 K entries without wildcards, 100 with.",
        columns,
        subjects);
  }

  private Optional<Point> mix(Subject subject, double share) {
    return find(
        Figure.MIX,
        subject.frameBytes,
        c -> c.technique() == subject.technique && c.traffic() == Traffic.MIX && c.load() == share);
  }

  private Sheet misses() {
    List<Point> points =
        result.of(Figure.MIX).stream()
            .filter(point -> point.cell().traffic() == Traffic.MISSES)
            .toList();
    return sheet(
        Figure.MIX,
        "Frames that match nothing, 64 bytes",
        SPREAD + " They pass the hash table and 100 entries, and no controller is there to ask.",
        List.of(
            new Column<>("part of the frames", point -> percent(point.cell().load())),
            new Column<>("hash, then linear", point -> rate(Optional.of(point)))),
        points);
  }

  private Sheet times() {
    List<Column<Integer>> columns = new ArrayList<>();
    columns.add(new Column<>("bytes", size -> size));
    for (int entries : LINEAR) {
      columns.add(new Column<>("linear " + entries, size -> time(size, Technique.LINEAR, entries)));
    }
    for (int entries : EXACT) {
      String name = "hash " + (entries == 1 ? "1" : entries / 1024 + " K");
      columns.add(new Column<>(name, size -> time(size, Technique.HASH, entries)));
    }
    return sheet(
        Figure.TIMES,
        "Table I: processing time of a frame, ns",
        "Median of the rounds; many flows.",
        columns,
        sizes(Figure.TIMES));
  }

  private String time(int size, Technique technique, int entries) {
    return find(Figure.TIMES, size, c -> c.technique() == technique && c.entries() == entries)
        .map(point -> text("%.0f", NS_PER_SECOND / point.framesPerSecond().median()))
        .orElse(Figures.UNKNOWN);
  }

  private Sheet fairness() {
    List<Column<Double>> columns = new ArrayList<>();
    columns.add(new Column<>("second flow", Sheets::percent));
    for (Figure figure : List.of(Figure.ONE_PORT, Figure.TWO_PORTS)) {
      String ports = figure == Figure.ONE_PORT ? "one port" : "two ports";
      for (Technique t : STUDY) {
        columns.add(
            new Column<>(
                t == Technique.HASH ? ports + ": hash" : t == Technique.LEARNING ? "L2" : "L3",
                load ->
                    result
                        .find(figure, c -> c.technique() == t && c.load() == load)
                        .map(Sheets::favour)
                        .orElse(Figures.UNKNOWN)));
      }
    }
    return sheet(
        Figure.ONE_PORT,
        "Figures 9 and 10: loss of the second flow minus that of the first one, in points",
        "The first flow has 10 % of the link, the second one what the row says. The link carries"
            + " twice what the technique forwards. 0 is fair loss; above 0 the first flow is"
            + " favoured. Median, and the lowest and the highest round.",
        columns,
        loads(Figure.ONE_PORT));
  }

  private static String favour(Point point) {
    Spread favour = point.favour();
    return String.format(
        Locale.ROOT,
        "%+.1f (%+.1f–%+.1f)",
        100 * favour.median(),
        100 * favour.lowest(),
        100 * favour.highest());
  }

  private static <R> Sheet sheet(
      Figure figure, String title, String note, List<Column<R>> columns, List<R> rows) {
    return new Sheet(figure, title, note, new Table<>(columns).of(rows));
  }

  private List<Integer> sizes(Figure figure) {
    return result.of(figure).stream().map(p -> p.cell().frameBytes()).distinct().sorted().toList();
  }

  private List<Double> loads(Figure figure) {
    return result.of(figure).stream().map(p -> p.cell().load()).distinct().sorted().toList();
  }

  private Optional<Point> find(Figure figure, int size, Predicate<Cell> wanted) {
    return result.find(figure, c -> c.frameBytes() == size && wanted.test(c));
  }

  private String rate(Figure figure, int size, Predicate<Cell> wanted) {
    return rate(find(figure, size, wanted));
  }

  private static String rate(Optional<Point> point) {
    return point.map(found -> found.framesPerSecond().text(MILLION)).orElse(Figures.UNKNOWN);
  }

  private static Predicate<Cell> is(Technique technique) {
    return cell -> cell.technique() == technique;
  }

  /** What a line carries, in million frames a second. */
  private static String lineRate(int frameBytes) {
    return text("%.2f", StudyComparison.lineRate(10, frameBytes) / MILLION);
  }

  private static String percent(double part) {
    return text("%.0f %%", 100 * part);
  }

  private static String text(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
