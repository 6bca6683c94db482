package maestro.bench.dataplane.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import maestro.bench.dataplane.Cell.Traffic;
import maestro.bench.dataplane.DataplaneResult;
import maestro.bench.dataplane.DataplaneResult.Point;
import maestro.bench.dataplane.Figure;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Axis;
import maestro.emulator.format.Chart;
import maestro.emulator.format.Chart.Line;
import maestro.emulator.format.ReportPage;

/** A result as one self-contained page: figure by figure its charts, then its tables. Stateless. */
public final class DataplanePage {
  private static final double MILLION = 1e6;
  private static final int SMALLEST = 64;
  private static final int LARGEST = 1500;
  private static final String TIMED =
      "Timed is the forwarding itself, burst by burst, and not the latency as in the study's Figure"
          + " 8: a generator writes 64 frames, a port's receive ring of 256 frames hands them over,"
          + " the forwarder is timed, and a sink counts the references that it gets.";

  private static final Table<StudyComparison.Row> COMPARISON =
      Table.of(
          Column.words("Figure", StudyComparison.Row::figure),
          Column.words("The study", StudyComparison.Row::study),
          Column.words("Here", StudyComparison.Row::ours),
          Column.words("Why", StudyComparison.Row::why));

  private DataplanePage() {}

  public static String of(DataplaneResult result) {
    ReportPage page =
        new ReportPage("Maestro data plane", "dataplane.json")
            .heading("Data plane: forwarding techniques")
            .lead(
                "The experiments of Bianco, Birke, Giraudo and Palacin (OpenFlow Switching: Data"
                    + " Plane Performance, ICC 2010) with the switches of the emulator, a learning"
                    + " bridge and a router, on one core.")
            .facts(
                result.startedAt(),
                result.plan().rounds()
                    + " alternating rounds of "
                    + result.plan().measureMs()
                    + " ms",
                result.machine().text())
            .warning(result.note())
            .section(
                "Aims", "Medians of the rounds decide.", DataplaneReport.AIMS.of(Aim.of(result)));
    Set<Figure> drawn = EnumSet.noneOf(Figure.class);
    for (Sheet sheet : Sheets.of(result)) {
      List<Object> charts = drawn.add(sheet.figure()) ? charts(sheet.figure(), result) : List.of();
      page.section(sheet.title(), sheet.note(), charts, sheet.grid());
    }
    return page.section(
            "Beside the study",
            "What its authors state in words or in their table. They measured OpenFlow 0.8.9, the"
                + " bridge and the router of Linux 2.6.27 on a Core 2 Duo with network cards of"
                + " 1 Gbit/s.",
            COMPARISON.of(StudyComparison.of(result)))
        .html();
  }

  private static List<Object> charts(Figure figure, DataplaneResult result) {
    List<Point> points = points(figure, result);
    return switch (figure) {
      case ONE_FLOW, TABLES -> List.of(bySize(figure.text(), points, DataplanePage::technique));
      case OFFERED -> List.of(offered(points));
      case MANY_FLOWS ->
          List.of(
              new ReportPage.Pairs(
                  grouped(points, DataplanePage::technique).entrySet().stream()
                      .map(e -> bySize(e.getKey(), e.getValue(), DataplanePage::withEntries))
                      .toList()));
      case MIX -> List.of(mix(points));
      case TIMES -> List.of(TIMED);
      case ONE_PORT ->
          List.of(
              new ReportPage.Pairs(
                  List.of(
                      favour("Figure 9: two flows by one port", points),
                      favour(
                          "Figure 10: two flows by a port each",
                          points(Figure.TWO_PORTS, result)))));
      case TWO_PORTS -> List.of();
    };
  }

  private static List<Point> points(Figure figure, DataplaneResult result) {
    return result.of(figure).stream()
        .sorted(Comparator.comparing(point -> point.cell().technique()))
        .toList();
  }

  /** Throughput over the frame size, and what a line carries. */
  private static Chart bySize(String what, List<Point> points, Function<Point, String> name) {
    ToDoubleFunction<Point> gigabits =
        p ->
            10 * p.framesPerSecond().median() / StudyComparison.lineRate(10, p.cell().frameBytes());
    List<Line> lines = lines(points, name, p -> p.cell().frameBytes(), gigabits);
    lines.add(new Line("line of 10 Gbit/s", List.of(at(SMALLEST, 10), at(LARGEST, 10))));
    return new Chart(
        what + ": throughput over the frame size",
        Axis.linear("frame, bytes", 0, LARGEST),
        Axis.logarithmic("Gbit/s", 1, 10),
        lines);
  }

  private static Chart offered(List<Point> points) {
    double most = points.stream().mapToDouble(p -> p.cell().load()).max().orElse(0) / MILLION;
    List<Line> lines =
        lines(
            points,
            DataplanePage::technique,
            p -> p.cell().load() / MILLION,
            DataplanePage::millions);
    lines.add(new Line("offered", List.of(at(0, 0), at(most, most))));
    return new Chart(
        "Forwarded over offered frames",
        Axis.linear("offered, M frames/s"),
        Axis.linear("forwarded, M frames/s", 0),
        lines);
  }

  private static Chart mix(List<Point> points) {
    return new Chart(
        "Throughput over the mix",
        Axis.linear("matched by the hash table, %", 0, 100),
        Axis.linear("M frames/s", 0),
        lines(
            points.stream()
                .filter(p -> p.cell().traffic() == Traffic.MIX)
                .filter(p -> List.of(SMALLEST, LARGEST).contains(p.cell().frameBytes()))
                .toList(),
            p -> technique(p) + ", " + p.cell().frameBytes() + " bytes",
            p -> 100 * p.cell().load(),
            DataplanePage::millions));
  }

  private static Chart favour(String title, List<Point> points) {
    return new Chart(
        title,
        Axis.linear(title + "; second flow, % of the link", 40, 90),
        Axis.linear("points", -2, 2),
        lines(
            points,
            DataplanePage::technique,
            p -> 100 * p.cell().load(),
            p -> 100 * p.favour().median()));
  }

  /** A line for all points of a name. */
  private static List<Line> lines(
      List<Point> points,
      Function<Point, String> name,
      ToDoubleFunction<Point> x,
      ToDoubleFunction<Point> y) {
    List<Line> lines = new ArrayList<>();
    grouped(points, name).forEach((each, same) -> lines.add(Line.of(each, same, x, y)));
    return lines;
  }

  private static Map<String, List<Point>> grouped(
      List<Point> points, Function<Point, String> name) {
    return points.stream().collect(groupingBy(name, LinkedHashMap::new, toList()));
  }

  private static String technique(Point point) {
    return point.cell().technique().text();
  }

  private static String withEntries(Point point) {
    return technique(point) + ", " + point.cell().entries() / 1024 + " K";
  }

  private static double millions(Point point) {
    return point.framesPerSecond().median() / MILLION;
  }

  private static double[] at(double x, double y) {
    return new double[] {x, y};
  }
}
