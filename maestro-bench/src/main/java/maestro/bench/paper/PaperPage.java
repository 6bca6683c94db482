package maestro.bench.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.bench.paper.FigureData.At;
import maestro.bench.paper.FigureData.Drawn;
import maestro.cli.table.Column;
import maestro.cli.table.Grid;
import maestro.cli.table.Table;
import maestro.emulator.format.Axis;
import maestro.emulator.format.Axis.Scale;
import maestro.emulator.format.Chart;
import maestro.emulator.format.Chart.Dot;
import maestro.emulator.format.Chart.Line;
import maestro.emulator.format.Figures;
import maestro.emulator.format.ReportPage;

/** Figures beside the paper's, as one self-contained page. Stateless. */
final class PaperPage {
  private static final Table<PaperFigure> VERDICTS =
      Table.of(
          Column.words("Figure", figure -> figure.entry().place()),
          Column.words("What it shows", figure -> figure.entry().title()),
          new Column<>("How", PaperFigure::badge),
          new Column<>("Claims that hold", PaperFigure::score),
          new Column<>("Verdict", figure -> figure.verdict().words()));

  private static final Table<Judged> CLAIMS =
      Table.of(
          Column.words("The paper", PaperPage::says),
          Column.words("Verdict", judged -> judged.verdict().words()),
          Column.words("Here", PaperPage::found));

  private PaperPage() {}

  /**
   * The page.
   *
   * @param numbers the file that has all numbers
   */
  static String of(List<FigureData> figures, Provenance provenance, int rounds, String numbers) {
    List<PaperFigure> repeated = figures.stream().map(FigureData::repeated).toList();
    ReportPage page =
        new ReportPage("Maestro beside the papers", numbers)
            .heading("Maestro beside the papers")
            .lead(
                "An independent re-implementation repeats %s. Of the papers’ claims,"
                        .formatted(
                            PaperText.figures(
                                figures.stream().filter(f -> !f.charts().isEmpty()).count()))
                    + " %s here, %s, %d could not be shown."
                        .formatted(
                            Figures.count(count(repeated, Verdict.HOLDS), "holds", "hold"),
                            Figures.count(
                                count(repeated, Verdict.DISAGREES), "disagrees", "disagree"),
                            count(repeated, Verdict.NOT_SHOWN)))
            .facts(
                provenance.source(),
                rounds == 1 ? "1 round" : "medians of " + rounds + " rounds",
                provenance.machine().text())
            .facts(provenance.pauses());
    repeated.stream().map(f -> f.entry().paper().cite()).distinct().forEach(page::facts);
    page.section(
        "Verdicts",
        "Holds: in each round. Disagrees: in none. Not shown: rounds differ, or a number is missing"
            + " or in doubt.",
        VERDICTS
            .of(repeated)
            .linked(repeated.stream().map(f -> ReportPage.link(f.entry().heading())).toList()));
    figures.forEach(figure -> add(page, figure));
    return page.html();
  }

  private static long count(List<PaperFigure> figures, Verdict verdict) {
    return figures.stream()
        .flatMap(figure -> figure.claims().stream())
        .filter(judged -> judged.verdict() == verdict)
        .count();
  }

  private static void add(ReportPage page, FigureData figure) {
    PaperFigure repeated = figure.repeated();
    PaperEntry entry = figure.entry();
    List<Object> parts = new ArrayList<>();
    if (!repeated.failure().isEmpty()) {
      parts.add("* Not all was measured: " + repeated.failure());
    }
    if (entry.kind() != PaperKind.NONE) {
      parts.add(
          repeated.claims().isEmpty()
              ? "The paper states nothing that could be judged."
              : CLAIMS.of(repeated.claims()));
    }
    List<Chart> charts =
        figure.charts().stream()
            .filter(FigureData.Chart::hasSeveralPlaces)
            .map(chart -> chart(chart, entry.heading()))
            .toList();
    if (charts.stream().flatMap(c -> c.dots().stream()).anyMatch(Dot::isRing)) {
      parts.add("Hollow marks: numbers that the paper states.");
    }
    parts.addAll(charts.size() > 1 ? List.of(new ReportPage.Pairs(charts)) : charts);
    figure.charts().stream().filter(c -> !c.curve()).map(PaperPage::table).forEach(parts::add);
    String command = figure.charts().isEmpty() ? "" : " " + entry.command();
    page.section(
        entry.heading(),
        List.of(repeated.badge(), repeated.verdict().words()),
        entry.differs() + " Section " + entry.section() + "." + command,
        parts);
  }

  private static String says(Judged judged) {
    PaperEntry.Claimed claimed = judged.claimed();
    String section = claimed.section().isEmpty() ? "" : " (" + claimed.section() + ")";
    return claimed.says() + section + "\n" + claimed.text().replaceAll("\\s+", " ");
  }

  private static String found(Judged judged) {
    String more =
        judged.hasChanged()
            ? "Another verdict than the registry knows: " + judged.claimed().expected().words()
            : judged.known();
    return (judged.reason() + "\n" + more).strip();
  }

  private static Chart chart(FigureData.Chart chart, String heading) {
    Scale places = chart.curve() ? Scale.LINEAR : Scale.PLACES;
    Axis x = new Axis(chart.x(), places, chart.ticks(), List.of());
    String label = chart.labelOfY();
    Axis y = chart.logarithmic() ? Axis.logarithmic(label) : Axis.linear(label, 0);
    List<Line> lines =
        chart.lines().stream()
            .map(line -> Line.of(line.label(), line.points(), At::x, At::y))
            .toList();
    List<Dot> dots = chart.curve() ? List.of() : dots(chart.lines());
    return new Chart(heading + ": " + chart.y(), x, y, lines, dots);
  }

  /** Ours with the spread of their rounds, and those that the paper states. */
  private static List<Dot> dots(List<Drawn> lines) {
    List<Dot> dots = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      for (At at : lines.get(i).points()) {
        if (!Double.isNaN(at.y())) {
          String doubt = at.marked() ? ", in doubt" : "";
          dots.add(new Dot(i, at.x(), at.y(), at.low(), at.high(), false, doubt));
        }
        if (!Double.isNaN(at.stated())) {
          double stated = at.stated();
          dots.add(new Dot(i, at.x(), stated, stated, stated, true, ", says the paper"));
        }
      }
    }
    return dots;
  }

  /** A row for each line, a column for each place. */
  private static Grid table(FigureData.Chart chart) {
    List<At> places = chart.lines().get(0).points();
    boolean states =
        chart.lines().stream()
            .flatMap(line -> line.points().stream())
            .anyMatch(at -> !Double.isNaN(at.stated()));
    String unit = chart.unit().equals("1") ? "" : ", " + chart.unit();
    String title = chart.metric() + unit + (states ? " (the paper)" : "");
    Stream<Column<Drawn>> cells =
        IntStream.range(0, places.size())
            .mapToObj(i -> new Column<>(places.get(i).at(), line -> cell(line.points().get(i))));
    return new Table<Drawn>(
            Stream.concat(Stream.of(new Column<>(title, Drawn::label)), cells).toList())
        .of(chart.lines());
  }

  private static String cell(At at) {
    if (Double.isNaN(at.y())) {
      return Figures.UNKNOWN;
    }
    String stated = Double.isNaN(at.stated()) ? "" : " (" + Figures.amount(at.stated()) + ")";
    return Figures.amount(at.y()) + (at.marked() ? " *" : "") + stated;
  }
}
