package maestro.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import maestro.bench.paper.FigureData.At;
import maestro.bench.paper.FigureData.Chart;
import maestro.bench.paper.FigureData.Drawn;
import maestro.cli.table.Column;
import maestro.cli.table.Table;
import maestro.emulator.format.Json;

/** Writes figures beside the paper: a page, tables and pictures. Stateless. */
public final class PaperFiles {
  private static final String CSV = "paper.csv";
  private static final Table<Row> COLUMNS =
      Table.of(
          new Column<>("paper", row -> row.figure.entry().paper().name()),
          new Column<>("figure", row -> row.figure.entry().id()),
          new Column<>("metric", row -> row.chart.metric()),
          new Column<>("series", row -> row.line.name()),
          new Column<>("at", row -> row.at.at()),
          new Column<>("x", row -> number(row.at.x())),
          new Column<>("y", row -> number(row.at.y())),
          new Column<>("low", row -> number(row.at.low())),
          new Column<>("high", row -> number(row.at.high())),
          new Column<>("unit", row -> row.chart.unit()),
          new Column<>("source", Row::from),
          new Column<>("mark", row -> row.at.marked() ? "*" : ""),
          new Column<>("commit", Row::commit));

  private PaperFiles() {}

  /** A number of ours, or one that the paper states. */
  private record Row(
      FigureData figure, Chart chart, Drawn line, At at, String from, String commit) {}

  /**
   * Writes {@code paper.html}, {@code paper.csv}, {@code environment.json}, and {@code figures/}
   * with CSV and SVG of each figure. Old ones are overwritten.
   *
   * @return the page
   */
  public static Path write(
      Path folder, List<PaperFigure> repeated, Provenance provenance, int rounds)
      throws IOException {
    Path pictures = Files.createDirectories(folder.resolve("figures"));
    List<FigureData> figures = repeated.stream().map(FigureData::of).toList();
    String source = provenance.source();
    for (FigureData figure : figures) {
      String id = figure.entry().id();
      Files.writeString(pictures.resolve(id + ".csv"), COLUMNS.csv(rows(figure, source)));
      for (Chart chart : figure.charts()) {
        if (chart.hasSeveralPlaces()) {
          Files.writeString(
              pictures.resolve(id + "-" + chart.metric() + ".svg"), FigureSvg.of(figure, chart));
        }
      }
    }
    Files.writeString(
        folder.resolve(CSV), COLUMNS.csv(figures.stream().flatMap(f -> rows(f, source))));
    Files.writeString(folder.resolve("environment.json"), Json.indented(provenance) + "\n");
    return Files.writeString(
        folder.resolve("paper.html"), PaperPage.of(figures, provenance, rounds, CSV));
  }

  /** A row for each point of ours, and one for each number that the paper states. */
  private static Stream<Row> rows(FigureData figure, String source) {
    List<Row> rows = new ArrayList<>();
    for (Chart chart : figure.charts()) {
      for (Drawn line : chart.lines()) {
        for (At at : line.points()) {
          if (!Double.isNaN(at.y())) {
            rows.add(new Row(figure, chart, line, at, line.badge(), source));
          }
          if (!Double.isNaN(at.stated())) {
            double number = at.stated();
            At stated = new At(at.at(), at.x(), number, number, number, number, false);
            rows.add(new Row(figure, chart, line, stated, "paper", ""));
          }
        }
      }
    }
    return rows.stream();
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }
}
