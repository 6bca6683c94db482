package maestro.emulator.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import maestro.emulator.topology.SwitchTopology.Span;

/**
 * Reads GML (Himsolt 1997): keys, each with a number, a text, or a list of such pairs in brackets.
 * Nodes and edges are those of {@code graph}; of their other keys those count that the Topology Zoo
 * has.
 */
final class Gml {
  private static final Pattern GRAPH = Pattern.compile("(?m)^\\s*graph\\s*(\\[|$)");
  private static final int DEEPEST = 100;

  /** Either a text or a list of pairs; the other one is empty. */
  private record Pair(String key, String text, List<Pair> list, int line) {
    Optional<Pair> first(String name) {
      return list.stream().filter(each -> each.key().equals(name)).findFirst();
    }
  }

  private final MapBuilder map;
  private final MapTokens tokens;

  private Gml(MapBuilder map, MapTokens tokens) {
    this.map = map;
    this.tokens = tokens;
  }

  /** Whether a text looks like GML. */
  static boolean matches(String text) {
    return GRAPH.matcher(text).find();
  }

  static void read(String text, MapBuilder map) throws TopologyException {
    Gml gml = new Gml(map, new MapTokens(text, map));
    Pair file = new Pair("", "", gml.pairs(0), 1);
    if (gml.tokens.hasNext()) {
      throw gml.tokens.unexpected("a key");
    }
    List<Pair> graphs = file.list().stream().filter(p -> p.key().equals("graph")).toList();
    if (graphs.size() != 1) {
      throw map.bad(1, "found " + graphs.size() + " graphs; allowed: one");
    }
    gml.build(graphs.get(0));
  }

  /** The pairs until the end, or until the bracket that closes the list. */
  private List<Pair> pairs(int depth) throws TopologyException {
    List<Pair> pairs = new ArrayList<>();
    while (tokens.hasNext() && !tokens.isNext("]")) {
      int line = tokens.line();
      String key = tokens.word("a key");
      if (!tokens.skip("[")) {
        pairs.add(new Pair(key, tokens.word("a value of " + key), List.of(), line));
        continue;
      }
      if (depth == DEEPEST) {
        throw map.bad(line, "found lists in lists; allowed: at most " + DEEPEST + " levels");
      }
      pairs.add(new Pair(key, "", pairs(depth + 1), line));
      tokens.expect("]");
    }
    return pairs;
  }

  private void build(Pair graph) throws TopologyException {
    boolean directed = graph.first("directed").filter(p -> p.text().equals("1")).isPresent();
    for (Pair node : graph.list()) {
      if (node.key().equals("node")) {
        String id = text(node, "id");
        map.onlyOnce(id, node.line());
        Optional<Pair> latitude = node.first("Latitude");
        Optional<Pair> longitude = node.first("Longitude");
        if (latitude.isPresent() && longitude.isPresent()) {
          map.place(id, number(latitude.get()), number(longitude.get()), node.line());
        }
      }
    }
    for (Pair edge : graph.list()) {
      if (edge.key().equals("edge")) {
        String source = text(edge, "source");
        String target = text(edge, "target");
        map.expect(source, edge.line());
        map.expect(target, edge.line());
        Optional<Pair> speed = edge.first("LinkSpeedRaw");
        Span span =
            speed.isEmpty()
                ? Span.NOTHING
                : map.span(number(speed.get()), Span.UNKNOWN, edge.line());
        if (directed) {
          map.oneWay(source, target, span, edge.line());
        } else {
          map.link(source, target, span, edge.line());
        }
      }
    }
  }

  private double number(Pair pair) throws TopologyException {
    return map.number(pair.text(), pair.line());
  }

  private String text(Pair pair, String key) throws TopologyException {
    Optional<Pair> found = pair.first(key);
    if (found.isEmpty()) {
      throw map.bad(
          pair.line(), "found " + pair.key() + " without '" + key + "'; allowed: one with it");
    }
    return found.get().text();
  }
}
