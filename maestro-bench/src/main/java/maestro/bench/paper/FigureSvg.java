package maestro.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import maestro.bench.paper.FigureData.At;
import maestro.bench.paper.FigureData.Chart;
import maestro.bench.paper.FigureData.Drawn;
import maestro.emulator.format.Figures;

/**
 * A chart as a picture for a paper or a slide: lines with the spread of rounds, the paper's numbers
 * as hollow marks. Used once, by one thread.
 */
final class FigureSvg {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 430;
  private static final int LEFT = 74;
  private static final int RIGHT = 176;
  private static final int TOP = 34;
  private static final int BOTTOM = 52;
  private static final int TICKS = 5;
  private static final String[] COLOURS = {
    "#0072b2", "#d55e00", "#009e73", "#b8568c", "#b07a00", "#3d9bd6", "#4a4a4a"
  };
  private static final String[] DASHES = {"", "8 3", "2 3", "8 3 2 3", "12 4", "4 2", "1 3"};

  private final FigureData figure;
  private final Chart chart;
  private final Scale x;
  private final Scale y;
  private final StringBuilder out = new StringBuilder();

  /**
   * An axis.
   *
   * @param ticks ascending; the first and the last are its ends
   */
  @SuppressWarnings("ArrayRecordComponent") // made once, and never compared
  private record Scale(double[] ticks, boolean isLogarithmic) {
    double part(double value) {
      double from = bent(ticks[0]);
      return (bent(value) - from) / (bent(ticks[ticks.length - 1]) - from);
    }

    private double bent(double value) {
      return isLogarithmic ? Math.log10(value) : value;
    }
  }

  private FigureSvg(FigureData figure, Chart chart) {
    this.figure = figure;
    this.chart = chart;
    double[] xs = values(at -> DoubleStream.of(at.x()));
    double[] ys = values(at -> DoubleStream.of(at.y(), at.low(), at.high(), at.stated()));
    this.x = chart.ticks().isEmpty() ? scale(xs, false, chart.curve()) : counted();
    boolean isLogarithmic = chart.logarithmic() && Arrays.stream(ys).allMatch(v -> v > 0);
    this.y = scale(ys, isLogarithmic, false);
  }

  /** The picture. */
  static String of(FigureData figure, Chart chart) {
    return new FigureSvg(figure, chart).draw();
  }

  private interface Numbers {
    DoubleStream of(At at);
  }

  private double[] values(Numbers numbers) {
    return chart.lines().stream()
        .flatMap(line -> line.points().stream())
        .flatMapToDouble(numbers::of)
        .filter(value -> !Double.isNaN(value) && !Double.isInfinite(value))
        .toArray();
  }

  private Scale counted() {
    double[] ticks =
        IntStream.rangeClosed(1, Math.max(2, chart.ticks().size())).asDoubleStream().toArray();
    return new Scale(ticks, false);
  }

  /** Ticks at 1, 2 or 5 times a power of ten; an axis that is not tight begins at 0. */
  private static Scale scale(double[] values, boolean isLogarithmic, boolean isTight) {
    double low = Arrays.stream(values).min().orElse(0);
    double high = Arrays.stream(values).max().orElse(1);
    List<Double> ticks = new ArrayList<>();
    if (isLogarithmic) {
      double from = Math.floor(Math.log10(low) + 1e-9);
      double to = Math.max(from + 1, Math.ceil(Math.log10(high) - 1e-9));
      for (double power = from; power <= to; power++) {
        ticks.add(Math.pow(10, power));
      }
    } else {
      double from = isTight ? low : Math.min(0, low);
      double to = high > from ? high : from + 1;
      double rough = (to - from) / TICKS;
      double power = Math.pow(10, Math.floor(Math.log10(rough)));
      double step =
          DoubleStream.of(1, 2, 5, 10)
              .map(s -> s * power)
              .filter(s -> s >= rough * 0.999)
              .min()
              .orElse(rough);
      for (double at = Math.floor(from / step + 1e-9) * step; at < to + step * 0.999; at += step) {
        ticks.add(at);
      }
    }
    return new Scale(ticks.stream().mapToDouble(Double::doubleValue).toArray(), isLogarithmic);
  }

  private String draw() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
            + " font-family=\"sans-serif\" font-size=\"12\">%n",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, HEIGHT);
    text(LEFT, 20, "start", figure.entry().heading());
    axes();
    for (int i = 0; i < chart.lines().size(); i++) {
      line(i, chart.lines().get(i));
    }
    return out.append("</svg>\n").toString();
  }

  private void axes() {
    for (double tick : y.ticks()) {
      stroke(LEFT, py(tick), WIDTH - RIGHT, py(tick), "#e0e4e8");
      text(LEFT - 8, py(tick) + 4, "end", Figures.amount(tick));
    }
    int every = Math.max(1, (int) Math.ceil(x.ticks().length / 8.0));
    for (int i = 0; i < x.ticks().length; i++) {
      double tick = x.ticks()[i];
      boolean isNamed = i < chart.ticks().size();
      if (isNamed || (chart.ticks().isEmpty() && i % every == 0)) {
        String name = isNamed ? chart.ticks().get(i) : Figures.amount(tick);
        text(px(tick), HEIGHT - BOTTOM + 18, "middle", name);
      }
    }
    stroke(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "#57606a");
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", chart.x());
    add(
        "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>%n",
        (TOP + HEIGHT - BOTTOM) / 2.0, escaped(chart.labelOfY()));
  }

  private void line(int index, Drawn line) {
    String colour = COLOURS[index % COLOURS.length];
    StringBuilder path = new StringBuilder();
    for (At at : line.points()) {
      if (isDrawn(at.y())) {
        String place = String.format(Locale.ROOT, "%.1f %.1f", px(at.x()), py(at.y()));
        path.append(path.isEmpty() ? "M" : "L").append(place);
        if (!chart.curve()) {
          stroke(px(at.x()), py(at.low()), px(at.x()), py(at.high()), colour);
          add(
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>%n",
              px(at.x()), py(at.y()), colour);
        }
      }
      if (isDrawn(at.stated())) {
        add(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>%n",
            px(at.x()), py(at.stated()), colour);
      }
    }
    String dash = DASHES[index % DASHES.length];
    if (chart.ticks().isEmpty()) {
      add(
          "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" stroke-dasharray=\"%s\"/>%n",
          path, colour, dash);
    }
    double legend = TOP + 8 + 18.0 * index;
    add(
        "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"2.5\" stroke-dasharray=\"%s\"/>%n",
        WIDTH - RIGHT + 10, legend, WIDTH - RIGHT + 34, legend, colour, dash);
    text(WIDTH - RIGHT + 40, legend + 4, "start", line.label());
  }

  private boolean isDrawn(double value) {
    return !Double.isNaN(value) && (!y.isLogarithmic() || value > 0);
  }

  private double px(double value) {
    return LEFT + (WIDTH - LEFT - RIGHT) * x.part(value);
  }

  private double py(double value) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - y.part(value));
  }

  private void stroke(double x1, double y1, double x2, double y2, String colour) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>%n",
        x1, y1, x2, y2, colour);
  }

  private void text(double atX, double atY, String anchor, String words) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#1b1f24\">%s</text>%n",
        atX, atY, anchor, escaped(words));
  }

  private void add(String pattern, Object... values) {
    out.append(String.format(Locale.ROOT, pattern, values));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
