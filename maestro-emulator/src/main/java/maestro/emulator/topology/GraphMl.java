package maestro.emulator.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import maestro.emulator.topology.SwitchTopology.Span;

/**
 * Reads the nodes and edges of a GraphML file, and of their data what the Topology Zoo has: {@code
 * LinkSpeedRaw} in bits a second, {@code Latitude} and {@code Longitude}. Other data are ignored.
 * Hyperedges are refused, because they would change the map of switches.
 *
 * <p>In a directed graph each direction of a link may have an edge; in an undirected one each edge
 * is a link.
 */
final class GraphMl {
  private record Node(String id, int line, Map<String, String> data) {}

  private record Edge(
      String source, String target, boolean directed, int line, Map<String, String> data) {}

  private final XMLStreamReader xml;
  private final MapBuilder map;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();

  /** What data mean, by the key of the file. */
  private final Map<String, String> keys = new HashMap<>();

  /** The data of the node or edge that is being read; those of graphs go nowhere. */
  private Map<String, String> data = new HashMap<>();

  private boolean directed;

  private GraphMl(XMLStreamReader xml, MapBuilder map) {
    this.xml = xml;
    this.map = map;
  }

  /** Reads on, behind the beginning of the element {@code graphml}. */
  static void read(XMLStreamReader xml, MapBuilder map)
      throws XMLStreamException, TopologyException {
    GraphMl reader = new GraphMl(xml, map);
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        reader.begin(xml.getLocation().getLineNumber());
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        reader.data = new HashMap<>();
      }
    }
    reader.build();
  }

  private void begin(int line) throws XMLStreamException, TopologyException {
    switch (xml.getLocalName()) {
      case "key" -> keys.put(attribute("id"), String.valueOf(value("attr.name")));
      case "graph" -> directed = "directed".equals(value("edgedefault"));
      case "node" -> {
        data = new HashMap<>();
        nodes.add(new Node(attribute("id"), line, data));
        map.onlyOnce(attribute("id"), line);
      }
      case "edge" -> {
        String own = value("directed");
        boolean isDirected = own == null ? directed : own.equals("true");
        data = new HashMap<>();
        edges.add(new Edge(attribute("source"), attribute("target"), isDirected, line, data));
      }
      case "hyperedge" ->
          throw map.bad(line, "found a hyperedge; allowed: edges between two nodes");
      case "data" -> data.put(keys.getOrDefault(attribute("key"), ""), XmlMap.text(xml));
      default -> {}
    }
  }

  private void build() throws TopologyException {
    for (Node node : nodes) {
      String latitude = node.data().get("Latitude");
      String longitude = node.data().get("Longitude");
      if (latitude != null && longitude != null) {
        map.place(
            node.id(),
            map.number(latitude, node.line()),
            map.number(longitude, node.line()),
            node.line());
      }
    }
    for (Edge edge : edges) { // an edge may stand before its nodes
      map.expect(edge.source(), edge.line());
      map.expect(edge.target(), edge.line());
      String speed = edge.data().get("LinkSpeedRaw");
      Span span =
          speed == null
              ? Span.NOTHING
              : map.span(map.number(speed, edge.line()), Span.UNKNOWN, edge.line());
      if (edge.directed()) {
        map.oneWay(edge.source(), edge.target(), span, edge.line());
      } else {
        map.link(edge.source(), edge.target(), span, edge.line());
      }
    }
  }

  private String attribute(String name) throws TopologyException {
    return XmlMap.attribute(xml, name, map);
  }

  private String value(String name) {
    return xml.getAttributeValue(null, name);
  }
}
