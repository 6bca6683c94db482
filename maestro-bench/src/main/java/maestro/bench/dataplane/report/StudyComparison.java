package maestro.bench.dataplane.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import maestro.bench.dataplane.Cell;
import maestro.bench.dataplane.Cell.Traffic;
import maestro.bench.dataplane.DataplaneResult;
import maestro.bench.dataplane.DataplaneResult.Point;
import maestro.bench.dataplane.Experiments;
import maestro.bench.dataplane.Figure;
import maestro.bench.dataplane.forward.Technique;

/**
 * What the study states in words or in its table, beside our numbers, and why they differ. Numbers
 * that can only be read off its figures are not given. Stateless.
 */
final class StudyComparison {
  /** Preamble, start of frame and gap between frames. */
  private static final int LINE_BYTES = 20;

  private static final int FRAME = 96;
  private static final String UNKNOWN = "not measured";

  private final DataplaneResult result;

  private StudyComparison(DataplaneResult result) {
    this.result = result;
  }

  /**
   * One statement.
   *
   * @param figure of the study
   * @param study what it says
   * @param ours the same of our measurement
   * @param why they differ, or agree
   */
  record Row(String figure, String study, String ours, String why) {}

  /** The frames a second that a line carries. */
  static double lineRate(double gigabits, int frameBytes) {
    return gigabits * 1e9 / 8 / (frameBytes + LINE_BYTES);
  }

  static List<Row> of(DataplaneResult result) {
    StudyComparison comparison = new StudyComparison(result);
    return List.of(
        comparison.smallestFrames(),
        comparison.lineRates(),
        comparison.saturation(),
        comparison.largeTables(),
        comparison.linear(),
        comparison.mix(),
        comparison.times(),
        comparison.onePort(),
        comparison.twoPorts());
  }

  private Row smallestFrames() {
    Function<Technique, Optional<Point>> of =
        t -> find(Figure.ONE_FLOW, c -> c.technique() == t && c.frameBytes() == 64);
    return new Row(
        "2",
        "64 bytes, one flow: bridging is about 40 % slower than routing and 30 % slower than"
            + " OpenFlow; OpenFlow is about 11 % slower than routing.",
        "The bridge has "
            + ratio(of.apply(Technique.LEARNING), of.apply(Technique.ROUTING))
            + " of the router's throughput and "
            + ratio(of.apply(Technique.LEARNING), of.apply(Technique.HASH))
            + " of the switch's; the switch has "
            + ratio(of.apply(Technique.HASH), of.apply(Technique.ROUTING))
            + " of the router's.",
        "The study's authors suspect the bridging code of Linux 2.6.27. A bridge needs less than a"
            + " router: two words are looked up, nothing is changed. The switch reads all twelve"
            + " fields and counts for entry, port and queue.");
  }

  private Row lineRates() {
    return new Row(
        "2",
        "All three fill a line of 1 Gbit/s from 256 bytes on.",
        "On one core, "
            + Stream.of(Technique.HASH, Technique.LEARNING, Technique.ROUTING)
                .map(t -> t.text() + " fills 10 Gbit/s " + fills(t))
                .reduce((a, b) -> a + ", " + b)
                .orElse(UNKNOWN)
            + ".",
        "A frame costs the same whatever its size, as the study says. There the device, its"
            + " interrupts and the buffers of the kernel are part of the cost; here they are not.");
  }

  private String fills(Technique technique) {
    return result.of(Figure.ONE_FLOW).stream()
        .filter(point -> point.cell().technique() == technique)
        .filter(
            point -> point.framesPerSecond().median() >= lineRate(10, point.cell().frameBytes()))
        .findFirst()
        .map(point -> "from " + point.cell().frameBytes() + " bytes on")
        .orElse("with none of the sizes");
  }

  private Row saturation() {
    List<String> parts = new ArrayList<>();
    for (Technique t : List.of(Technique.HASH, Technique.LEARNING, Technique.ROUTING)) {
      List<Point> points =
          result.of(Figure.OFFERED).stream().filter(p -> p.cell().technique() == t).toList();
      if (!points.isEmpty()) {
        double most =
            points.stream().mapToDouble(p -> p.framesPerSecond().median()).max().orElse(1);
        Point last = points.get(points.size() - 1);
        parts.add(t.text() + " " + percent(last.framesPerSecond().median() / most));
      }
    }
    return new Row(
        "3",
        "Throughput reaches saturation and does not drop behind the peak.",
        parts.isEmpty()
            ? UNKNOWN
            : "Throughput at the highest load in parts of the peak: " + join(parts) + ".",
        "Frames beyond the capacity are lost in the ring of the device, before they cost anything,"
            + " there by NAPI and here by the same order of service.");
  }

  private Row largeTables() {
    List<String> parts = new ArrayList<>();
    for (Technique t : List.of(Technique.ROUTING, Technique.HASH, Technique.LEARNING)) {
      List<String> losses = new ArrayList<>();
      for (int entries : List.of(Experiments.SMALL, Experiments.MEDIUM, Experiments.LARGE)) {
        find(
                Figure.MANY_FLOWS,
                c -> c.technique() == t && c.frameBytes() == FRAME && c.entries() == entries)
            .ifPresent(
                point ->
                    losses.add(
                        percent(
                            Math.max(
                                0, 1 - point.framesPerSecond().median() / lineRate(10, FRAME)))));
      }
      if (losses.size() == 3) {
        parts.add(t.text() + " " + String.join(", ", losses));
      }
    }
    return new Row(
        "5",
        "96 bytes on a line of 1 Gbit/s, 8 K, 64 K and 128 K entries: routing loses 0.1, 5.4 and"
            + " 8.9 %, OpenFlow 0.6, 5.0 and 11.3 %, bridging 13.6, 70.4 and 89.5 %.",
        parts.isEmpty()
            ? UNKNOWN
            : "On a line of 10 Gbit/s (10.8 M frames/s): " + join(parts) + ".",
        "The bridge of Linux 2.6.27 has 256 chains, so 128 K addresses make chains of 512. Our"
            + " tables grow, and a lookup reads one or two lines of memory.");
  }

  private Row linear() {
    return new Row(
        "6",
        "96 bytes: the linear table of 100 entries has about 33 % less throughput than the hash"
            + " table.",
        "It has "
            + ratio(
                find(Figure.TABLES, c -> is(c, Technique.LINEAR)),
                find(Figure.TABLES, c -> is(c, Technique.HASH)))
            + " of the hash table's throughput; the tuple space has "
            + ratio(
                find(Figure.TABLES, c -> is(c, Technique.TUPLE_SPACE)),
                find(Figure.TABLES, c -> is(c, Technique.HASH)))
            + ".",
        "Without the cost of device and kernel, comparing a frame with 50 entries on average weighs"
            + " more.");
  }

  private static boolean is(Cell cell, Technique technique) {
    return cell.technique() == technique && cell.frameBytes() == FRAME;
  }

  private Row mix() {
    Function<Double, Optional<Point>> of =
        share ->
            find(
                Figure.MIX,
                c ->
                    c.technique() == Technique.HASH_THEN_LINEAR
                        && c.traffic() == Traffic.MIX
                        && c.frameBytes() == FRAME
                        && c.load() == share);
    Optional<Point> all = of.apply(1.0);
    return new Row(
        "7",
        "Throughput of mixed traffic is between those of the two tables, and drops in proportion to"
            + " what the linear table matches.",
        "96 bytes, in parts of the throughput with the hash table alone: half of the frames "
            + ratio(of.apply(0.5), all)
            + ", none "
            + ratio(of.apply(0.0), all)
            + ".",
        "The time of a frame is what is proportional: that of the hash table, and for the others"
            + " that of the scan behind it.");
  }

  private Row times() {
    return new Row(
        "8, Table I",
        "26 to 30 µs for each frame, the same for all table sizes and both kinds of tables; 96"
            + " bytes: 28.18 µs.",
        "96 bytes: linear "
            + times(Technique.LINEAR, 1, 100)
            + ", hash "
            + times(Technique.HASH, 1, Experiments.LARGE)
            + ".",
        "The study takes the time from the latency (Figure 8), of which interrupts, device and"
            + " kernel are nearly all. We time the forwarding alone, so the table's size shows.");
  }

  private String times(Technique technique, int least, int most) {
    return Stream.of(least, most)
        .map(
            n ->
                find(
                        Figure.TIMES,
                        c ->
                            c.technique() == technique
                                && c.frameBytes() == FRAME
                                && c.entries() == n)
                    .map(point -> text("%.0f ns", 1e9 / point.framesPerSecond().median()))
                    .orElse(UNKNOWN))
        .reduce((a, b) -> a + " to " + b)
        .orElse(UNKNOWN);
  }

  private Row onePort() {
    double most =
        result.of(Figure.ONE_PORT).stream()
            .mapToDouble(point -> Math.abs(point.favour().median()))
            .max()
            .orElse(Double.NaN);
    return new Row(
        "9",
        "One port: the losses of the two flows differ by less than 1.5 points.",
        Double.isNaN(most) ? UNKNOWN : "At most " + text("%.1f", 100 * most) + " points.",
        "Frames of both flows wait in one ring, which loses whatever comes while it is full.");
  }

  private Row twoPorts() {
    List<String> parts = new ArrayList<>();
    for (Technique t : List.of(Technique.HASH, Technique.LEARNING, Technique.ROUTING)) {
      find(Figure.TWO_PORTS, c -> c.technique() == t && c.load() == 0.9)
          .ifPresent(
              point ->
                  parts.add(t.text() + " " + text("%+.0f points", 100 * point.favour().median())));
    }
    return new Row(
        "10",
        "Two ports: the smaller flow is favoured, the more so the higher the load. Bridging is"
            + " overloaded at the lowest load already and does not change.",
        parts.isEmpty() ? UNKNOWN : "At the highest load: " + join(parts) + ".",
        "Ports are served in turn, as by NAPI, which is max-min fair to ports. Our link is twice as"
            + " fast as each technique, so none is overloaded before the others.");
  }

  private Optional<Point> find(Figure figure, java.util.function.Predicate<Cell> wanted) {
    return result.find(figure, wanted);
  }

  private static String ratio(Optional<Point> point, Optional<Point> to) {
    return point.flatMap(p -> to.map(t -> p.ratioTo(t).range())).orElse(UNKNOWN);
  }

  private static String join(List<String> parts) {
    return String.join("; ", parts);
  }

  private static String percent(double part) {
    return text("%.1f %%", 100 * part);
  }

  private static String text(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
