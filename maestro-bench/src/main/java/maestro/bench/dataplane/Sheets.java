package maestro.bench.dataplane;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import maestro.bench.dataplane.Cell.Traffic;
import maestro.bench.dataplane.DataplaneResult.Point;

/** The tables of a result, one for each figure of the study. Stateless. */
final class Sheets {
  private static final double MILLION = 1e6;
  private static final double NS_PER_SECOND = 1e9;
  private static final String SPREAD = "Million frames/s, median ± the round that is farthest off.";
  private static final List<Integer> EXACT = List.of(1, 32_768, 65_536, 98_304, 131_072);
  private static final List<Integer> LINEAR = List.of(1, 25, 50, 75, 100);
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
        .filter(sheet -> !sheet.rows().isEmpty())
        .toList();
  }

  private Sheet oneFlow() {
    List<Technique> techniques =
        List.of(
            Technique.HASH,
            Technique.LINEAR,
            Technique.TUPLE_SPACE,
            Technique.LEARNING,
            Technique.ROUTING);
    return new Sheet(
        "Figure 2: one flow, one entry",
        SPREAD,
        titles("bytes", "10 Gbit/s line", names(techniques)),
        bySize(
            Figure.ONE_FLOW,
            size -> {
              List<String> row = new ArrayList<>(List.of(lineRate(size)));
              techniques.forEach(t -> row.add(rate(Figure.ONE_FLOW, size, is(t))));
              return row;
            }));
  }

  private Sheet offered() {
    List<List<String>> rows = new ArrayList<>();
    for (double load : loads(Figure.OFFERED)) {
      List<String> row = new ArrayList<>(List.of(text("%.1f", load / MILLION)));
      for (Technique t : STUDY) {
        row.add(rate(result.find(Figure.OFFERED, c -> c.technique() == t && c.load() == load)));
      }
      rows.add(row);
    }
    return new Sheet(
        "Figure 3: frames that are offered and forwarded, 64 bytes, one flow",
        SPREAD,
        titles("offered", "", names(STUDY)),
        rows);
  }

  private Sheet manyFlows() {
    List<List<String>> rows = new ArrayList<>();
    for (int size : sizes(Figure.MANY_FLOWS)) {
      for (Technique technique :
          List.of(Technique.HASH, Technique.TUPLE_SPACE, Technique.LEARNING, Technique.ROUTING)) {
        List<Optional<Point>> points =
            List.of(Experiments.SMALL, Experiments.MEDIUM, Experiments.LARGE).stream()
                .map(
                    n ->
                        result.find(
                            Figure.MANY_FLOWS,
                            c ->
                                c.frameBytes() == size
                                    && c.technique() == technique
                                    && c.entries() == n))
                .toList();
        if (points.stream().allMatch(Optional::isPresent)) {
          List<String> row = new ArrayList<>(List.of(technique.text() + ", " + size));
          points.forEach(point -> row.add(rate(point)));
          row.add(points.get(2).orElseThrow().ratioTo(points.get(0).orElseThrow()).range());
          rows.add(row);
        }
      }
    }
    return new Sheet(
        "Figure 5: many flows, tables of 8 K, 64 K and 128 K entries",
        SPREAD + " The ratio is that of the same round, with the lowest and the highest.",
        List.of("technique, bytes", "8 K", "64 K", "128 K", "128 K : 8 K"),
        rows);
  }

  private Sheet tables() {
    List<Technique> techniques = List.of(Technique.HASH, Technique.LINEAR, Technique.TUPLE_SPACE);
    return new Sheet(
        "Figure 6: full tables, hash 128 K, linear and tuple space 100 entries",
        SPREAD + " The ratio is that of the same round, with the lowest and the highest.",
        List.of("bytes", "hash", "linear", "tuple space", "linear : hash", "tuple space : hash"),
        bySize(
            Figure.TABLES,
            size -> {
              List<String> row = new ArrayList<>();
              techniques.forEach(t -> row.add(rate(Figure.TABLES, size, is(t))));
              for (Technique t : techniques.subList(1, 3)) {
                Optional<Point> hash = find(Figure.TABLES, size, is(Technique.HASH));
                row.add(
                    find(Figure.TABLES, size, is(t))
                        .flatMap(point -> hash.map(other -> point.ratioTo(other).range()))
                        .orElse("–"));
              }
              return row;
            }));
  }

  private Sheet mix() {
    List<Double> shares = List.of(1.0, 0.75, 0.5, 0.25, 0.0);
    List<List<String>> rows = new ArrayList<>();
    for (Technique chain : List.of(Technique.HASH_THEN_LINEAR, Technique.HASH_THEN_TUPLE_SPACE)) {
      for (int size : sizes(Figure.MIX)) {
        List<String> row = new ArrayList<>(List.of(chain.text() + ", " + size));
        for (double share : shares) {
          row.add(
              rate(
                  Figure.MIX,
                  size,
                  c -> c.technique() == chain && c.traffic() == Traffic.MIX && c.load() == share));
        }
        if (!row.get(1).equals("–")) {
          rows.add(row);
        }
      }
    }
    return new Sheet(
        "Figure 7: the part of the frames that the hash table matches; the next one matches the"
            + " others",
        SPREAD + " 128 K entries without wildcards, 100 with.",
        List.of("chain, bytes", "100 %", "75 %", "50 %", "25 %", "0 %"),
        rows);
  }

  private Sheet misses() {
    List<List<String>> rows = new ArrayList<>();
    for (double load : List.of(0.0, 0.1, 0.5)) {
      Optional<Point> point =
          result.find(Figure.MIX, c -> c.traffic() == Traffic.MISSES && c.load() == load);
      if (point.isPresent()) {
        rows.add(List.of(text("%.0f %%", 100 * load), rate(point)));
      }
    }
    return new Sheet(
        "Frames that match nothing, 64 bytes",
        SPREAD + " They pass the hash table and 100 entries, and no controller is there to ask.",
        List.of("part of the frames", "hash, then linear"),
        rows);
  }

  private Sheet times() {
    List<String> titles = new ArrayList<>(List.of("bytes"));
    LINEAR.forEach(n -> titles.add("linear " + n));
    EXACT.forEach(n -> titles.add("hash " + (n == 1 ? "1" : n / 1024 + " K")));
    return new Sheet(
        "Table I: processing time of a frame, ns",
        "Median of the rounds; many flows.",
        titles,
        bySize(
            Figure.TIMES,
            size -> {
              List<String> row = new ArrayList<>();
              LINEAR.forEach(n -> row.add(time(size, Technique.LINEAR, n)));
              EXACT.forEach(n -> row.add(time(size, Technique.HASH, n)));
              return row;
            }));
  }

  private String time(int size, Technique technique, int entries) {
    return find(Figure.TIMES, size, c -> c.technique() == technique && c.entries() == entries)
        .map(point -> text("%.0f", NS_PER_SECOND / point.framesPerSecond().median()))
        .orElse("–");
  }

  private Sheet fairness() {
    List<List<String>> rows = new ArrayList<>();
    for (double load : loads(Figure.ONE_PORT)) {
      List<String> row = new ArrayList<>(List.of(text("%.0f %%", 100 * load)));
      for (Figure figure : List.of(Figure.ONE_PORT, Figure.TWO_PORTS)) {
        for (Technique t : STUDY) {
          row.add(
              result
                  .find(figure, c -> c.technique() == t && c.load() == load)
                  .map(Sheets::favour)
                  .orElse("–"));
        }
      }
      rows.add(row);
    }
    return new Sheet(
        "Figures 9 and 10: loss of the second flow minus that of the first one, in points",
        "The first flow has 10 % of the link, the second one what the row says. The link carries"
            + " twice what the technique forwards. 0 is fair loss; above 0 the first flow is"
            + " favoured. Median, and the lowest and the highest round.",
        List.of("second flow", "one port: hash", "L2", "L3", "two ports: hash", "L2", "L3"),
        rows);
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

  private List<List<String>> bySize(Figure figure, Function<Integer, List<String>> cells) {
    List<List<String>> rows = new ArrayList<>();
    for (int size : sizes(figure)) {
      List<String> row = new ArrayList<>(List.of(Integer.toString(size)));
      row.addAll(cells.apply(size));
      rows.add(row);
    }
    return rows;
  }

  private Set<Integer> sizes(Figure figure) {
    TreeSet<Integer> sizes = new TreeSet<>();
    result.of(figure).forEach(point -> sizes.add(point.cell().frameBytes()));
    return sizes;
  }

  private Set<Double> loads(Figure figure) {
    TreeSet<Double> loads = new TreeSet<>();
    result.of(figure).forEach(point -> loads.add(point.cell().load()));
    return loads;
  }

  private Optional<Point> find(Figure figure, int size, Predicate<Cell> wanted) {
    return result.find(figure, c -> c.frameBytes() == size && wanted.test(c));
  }

  private String rate(Figure figure, int size, Predicate<Cell> wanted) {
    return rate(find(figure, size, wanted));
  }

  private static String rate(Optional<Point> point) {
    return point.map(found -> found.framesPerSecond().text(MILLION)).orElse("–");
  }

  private static Predicate<Cell> is(Technique technique) {
    return cell -> cell.technique() == technique;
  }

  /** What a line carries, in million frames a second. */
  private static String lineRate(int frameBytes) {
    return text("%.2f", StudyComparison.lineRate(10, frameBytes) / MILLION);
  }

  private static List<String> names(List<Technique> techniques) {
    return techniques.stream().map(Technique::text).toList();
  }

  private static List<String> titles(String first, String second, List<String> others) {
    List<String> titles = new ArrayList<>(List.of(first));
    if (!second.isEmpty()) {
      titles.add(second);
    }
    titles.addAll(others);
    return titles;
  }

  private static String text(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
