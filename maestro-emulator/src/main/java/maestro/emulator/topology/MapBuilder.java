package maestro.emulator.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import maestro.emulator.format.Figures;
import maestro.emulator.topology.SwitchTopology.Pair;
import maestro.emulator.topology.SwitchTopology.Span;

/**
 * The part of a map that has been read. Confined to one thread.
 *
 * <ol>
 *   <li>Nothing that the file says is lost in silence: a link from a switch to itself is left out
 *       with a note, and everything else becomes a switch or a link, or the file is refused.
 *   <li>Where a file names each direction of a link, each one direction goes together with one
 *       opposite one. So of n lines from a to b and m from b to a come max(n, m) links.
 *   <li>A link of unknown delay between two known places has that of light in glass, two thirds of
 *       that in a vacuum, on the great circle.
 * </ol>
 */
final class MapBuilder {
  private static final int MAX_SWITCHES = 20_000;
  private static final int MOST_LOOPS = 5;
  private static final int MOST_NAMES = 20;
  private static final double LEAST_RATE = 1e3;
  private static final double MOST_RATE = 1e12;
  private static final double EARTH_RADIUS_M = 6_371_009;
  private static final double LIGHT_IN_GLASS_M_PER_NS = 0.299_792_458 * 2 / 3;

  private record Position(double latitude, double longitude) {}

  private final Path file;
  private final Map<String, Integer> indices = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<Pair> pairs = new ArrayList<>();
  private final Map<Integer, Position> positions = new HashMap<>();

  /** By the ends, the first one first: how many one-way links wait for an opposite one. */
  private final Map<List<Integer>, Integer> oneWay = new HashMap<>();

  private final List<String> notes = new ArrayList<>();
  private int loopCount;

  MapBuilder(Path file) {
    this.file = file;
  }

  /** Adds a link, and those of its switches that are new. */
  void link(String a, String b, Span span, int line) throws TopologyException {
    int from = index(a, line);
    int to = index(b, line);
    if (from != to) {
      pairs.add(new Pair(from, to, span));
      return;
    }
    if (++loopCount <= MOST_LOOPS) { // 1
      notes.add(file + ":" + line + ": left out a link from '" + a + "' to itself");
    }
  }

  /** Adds one direction of a link. */
  void oneWay(String a, String b, Span span, int line) throws TopologyException {
    int from = index(a, line);
    int to = index(b, line);
    List<Integer> opposite = List.of(to, from);
    if (oneWay.getOrDefault(opposite, 0) > 0) { // 2
      oneWay.merge(opposite, -1, Integer::sum);
      return;
    }
    link(a, b, span, line);
    if (from != to) {
      oneWay.merge(List.of(from, to), 1, Integer::sum);
    }
  }

  /** Adds a switch, if it is new. */
  int index(String name, int line) throws TopologyException {
    Integer known = indices.get(name);
    if (known != null) {
      return known;
    }
    if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
      String found = name.replaceAll("\\p{Cntrl}", "?");
      throw bad(line, "found the name '" + found + "'; allowed: characters that can be printed");
    }
    if (names.size() == MAX_SWITCHES) {
      throw bad(line, "found one switch more than " + MAX_SWITCHES + "; allowed: so many");
    }
    indices.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  /** Adds a switch of a file that lists them. */
  void onlyOnce(String name, int line) throws TopologyException {
    if (has(name)) {
      throw bad(line, "found node '" + name + "' again; allowed: every id once");
    }
    int unused = index(name, line);
  }

  boolean has(String name) {
    return indices.containsKey(name);
  }

  /** The end of a link of a file that lists its switches. */
  void expect(String end, int line) throws TopologyException {
    if (!has(end)) {
      throw bad(line, "found a link to '" + end + "'; allowed: a node of the file");
    }
  }

  /**
   * Where a switch is.
   *
   * @param latitude in degrees, north is positive
   * @param longitude in degrees, east is positive
   */
  void place(String name, double latitude, double longitude, int line) throws TopologyException {
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360)) {
      String found = "found '" + name + "' at latitude " + latitude + ", longitude " + longitude;
      throw bad(line, found + "; allowed: degrees, -90 to 90 and -360 to 360");
    }
    positions.put(index(name, line), new Position(latitude, longitude));
  }

  double number(String text, int line) throws TopologyException {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw bad(line, "found '" + TopologyFile.shortened(text) + "'; allowed: a number");
  }

  /** What a file says of a link; a bandwidth is from 1 kbit/s to 1000 Gbit/s. */
  Span span(double bitsPerSecond, long delayNs, int line) throws TopologyException {
    if (!(bitsPerSecond >= LEAST_RATE && bitsPerSecond <= MOST_RATE)) {
      throw bad(line, "found a link of " + bitsPerSecond + " bit/s; allowed: 1e3 to 1e12");
    }
    return new Span(Math.round(bitsPerSecond), delayNs);
  }

  /** Says something to the operator about the whole file. */
  void note(String text) {
    notes.add(file + ": " + text);
  }

  TopologyException bad(int line, String problem) {
    return new TopologyException(file + ":" + line, problem);
  }

  SwitchTopology toTopology(int hostPortCount) throws TopologyException {
    if (names.isEmpty()) {
      throw new TopologyException(file.toString(), "found no switch; allowed: at least one link");
    }
    boolean numbers = names.stream().allMatch(name -> name.matches("[0-9]{1,9}"));
    List<Integer> order = new ArrayList<>(IntStream.range(0, names.size()).boxed().toList());
    if (numbers) {
      order.sort(Comparator.comparingInt(i -> Integer.parseInt(names.get(i))));
    }
    int[] places = new int[order.size()];
    for (int i = 0; i < places.length; i++) {
      places[order.get(i)] = i;
    }
    List<String> ordered = order.stream().map(names::get).toList();
    List<Pair> found =
        pairs.stream().map(p -> new Pair(places[p.a()], places[p.b()], spanOf(p))).toList();
    try {
      SwitchTopology topology = SwitchTopology.of(ordered, found, hostPortCount, List.of());
      addNotes(topology);
      return notes.isEmpty() ? topology : SwitchTopology.of(ordered, found, hostPortCount, notes);
    } catch (TopologyException e) {
      throw new TopologyException(file.toString(), e.problem());
    }
  }

  private Span spanOf(Pair pair) { // 3
    Position a = positions.get(pair.a());
    Position b = positions.get(pair.b());
    Span span = pair.span();
    return span.delayNs() != Span.UNKNOWN || a == null || b == null
        ? span
        : new Span(span.bitsPerSecond(), delayNs(distanceM(a, b)));
  }

  /** How long light takes in glass. */
  static long delayNs(double meters) {
    return Math.round(meters / LIGHT_IN_GLASS_M_PER_NS);
  }

  /** On the great circle, by the haversine formula. */
  private static double distanceM(Position a, Position b) {
    double lat = Math.sin(Math.toRadians(b.latitude() - a.latitude()) / 2);
    double lon = Math.sin(Math.toRadians(b.longitude() - a.longitude()) / 2);
    double cosines =
        Math.cos(Math.toRadians(a.latitude())) * Math.cos(Math.toRadians(b.latitude()));
    double h = Math.min(1, lat * lat + cosines * lon * lon);
    return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(h));
  }

  private void addNotes(SwitchTopology topology) {
    if (loopCount > MOST_LOOPS) {
      note("left out " + loopCount + " links of switches to themselves in all");
    }
    List<List<Integer>> parts = topology.parts();
    if (parts.size() > 1) {
      note(partsOf(topology, parts));
    }
    new TopologyNames(topology).surprise().ifPresent(this::note);
  }

  private static String partsOf(SwitchTopology topology, List<List<Integer>> parts) {
    List<String> small =
        parts.subList(1, parts.size()).stream()
            .flatMap(part -> part.stream().map(i -> "'" + topology.name(i) + "'"))
            .toList();
    String shown = small.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    String more = small.size() > MOST_NAMES ? " and " + (small.size() - MOST_NAMES) + " more" : "";
    return "found "
        + parts.size()
        + " parts with no link between them: "
        + Figures.count(parts.get(0).size(), "switch", "switches")
        + ", and apart from them "
        + shown
        + more;
  }
}
