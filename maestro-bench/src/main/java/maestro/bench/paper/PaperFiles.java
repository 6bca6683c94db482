package maestro.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import maestro.bench.paper.FigureData.At;
import maestro.bench.paper.FigureData.Chart;
import maestro.bench.paper.FigureData.Drawn;
import maestro.emulator.report.HtmlReport;
import maestro.emulator.report.ResultJson;

/** Writes figures beside the paper: a page, tables and pictures. Stateless. */
public final class PaperFiles {
  private static final String CSV = "paper.csv";
  private static final String COLUMNS =
      "paper,figure,metric,series,at,x,y,low,high,unit,source,mark,commit\n";

  private PaperFiles() {}

  /**
   * What the page's script draws.
   *
   * @param cites the papers, each once
   */
  record Page(
      Provenance provenance,
      String source,
      int rounds,
      List<String> cites,
      List<FigureData> figures) {}

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
    StringBuilder all = new StringBuilder(COLUMNS);
    for (FigureData figure : figures) {
      String rows = rows(figure, provenance.source());
      all.append(rows);
      Files.writeString(pictures.resolve(figure.id() + ".csv"), COLUMNS + rows);
      for (Chart chart : figure.charts()) {
        if (chart.hasSeveralPlaces()) {
          Files.writeString(
              pictures.resolve(figure.id() + "-" + chart.metric() + ".svg"),
              FigureSvg.of(figure, chart));
        }
      }
    }
    Files.writeString(folder.resolve(CSV), all);
    Files.writeString(folder.resolve("environment.json"), ResultJson.indented(provenance) + "\n");
    List<String> cites = repeated.stream().map(f -> f.entry().paper().cite()).distinct().toList();
    return Files.writeString(
        folder.resolve("paper.html"),
        page(new Page(provenance, provenance.source(), rounds, cites, figures)));
  }

  private static String page(Page page) {
    return HtmlReport.page(
        "Maestro beside the papers",
        CSV,
        HtmlReport.resource(PaperFiles.class, "paper.js"),
        ResultJson.compact(page));
  }

  /** A line for each point of ours, and one for each number that the paper states. */
  static String rows(FigureData figure, String source) {
    StringBuilder out = new StringBuilder();
    for (Chart chart : figure.charts()) {
      for (Drawn line : chart.lines()) {
        for (At at : line.points()) {
          if (!Double.isNaN(at.y())) {
            row(out, figure, chart, line, at, line.badge(), source);
          }
          if (!Double.isNaN(at.stated())) {
            double number = at.stated();
            At stated = new At(at.at(), at.x(), number, number, number, number, false);
            row(out, figure, chart, line, stated, "paper", "");
          }
        }
      }
    }
    return out.toString();
  }

  private static void row(
      StringBuilder out,
      FigureData figure,
      Chart chart,
      Drawn line,
      At at,
      String from,
      String source) {
    List<String> cells = new ArrayList<>();
    cells.add(figure.paper());
    cells.add(figure.id());
    cells.add(chart.metric());
    cells.add(line.name());
    cells.add(at.at());
    cells.add(number(at.x()));
    cells.add(number(at.y()));
    cells.add(number(at.low()));
    cells.add(number(at.high()));
    cells.add(chart.unit());
    cells.add(from);
    cells.add(at.marked() ? "*" : "");
    cells.add(source);
    out.append(String.join(",", cells.stream().map(PaperFiles::quoted).toList())).append('\n');
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }

  private static String quoted(String cell) {
    return cell.contains(",") || cell.contains("\"")
        ? "\"" + cell.replace("\"", "\"\"") + "\""
        : cell;
  }
}
