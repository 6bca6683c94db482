package maestro.emulator.topology;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the nodes and edges of a GraphML file. Other elements of the format are ignored. Hyperedges
 * are refused, because they would change the map of switches.
 */
final class GraphMl {
  private record Edge(String source, String target, int line) {}

  private GraphMl() {}

  static void read(Path file, TopologyFile.Graph graph) throws IOException, TopologyException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (InputStream in = Files.newInputStream(file)) {
      XMLStreamReader xml = factory.createXMLStreamReader(in);
      try {
        read(xml, graph);
      } finally {
        xml.close();
      }
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
      throw graph.bad(line, "found no well-formed XML; allowed: GraphML");
    }
  }

  private static void read(XMLStreamReader xml, TopologyFile.Graph graph)
      throws XMLStreamException, TopologyException {
    List<Edge> edges = new ArrayList<>();
    boolean inRoot = false;
    while (xml.hasNext()) {
      if (xml.next() != XMLStreamConstants.START_ELEMENT) {
        continue;
      }
      int line = xml.getLocation().getLineNumber();
      String element = xml.getLocalName();
      if (!inRoot && !element.equals("graphml")) {
        throw graph.bad(line, "found element '" + element + "'; allowed: graphml");
      }
      inRoot = true;
      switch (element) {
        case "node" -> addNode(attribute(xml, "id", graph), line, graph);
        case "edge" ->
            edges.add(
                new Edge(attribute(xml, "source", graph), attribute(xml, "target", graph), line));
        case "hyperedge" ->
            throw graph.bad(line, "found a hyperedge; allowed: edges between two nodes");
        default -> {}
      }
    }
    // An edge may stand before its nodes.
    for (Edge edge : edges) {
      for (String end : List.of(edge.source(), edge.target())) {
        if (!graph.has(end)) {
          throw graph.bad(
              edge.line(), "found an edge to '" + end + "'; allowed: the id of a node of the file");
        }
      }
      graph.link(edge.source(), edge.target(), edge.line());
    }
  }

  private static void addNode(String id, int line, TopologyFile.Graph graph)
      throws TopologyException {
    if (graph.has(id)) {
      throw graph.bad(line, "found node '" + id + "' again; allowed: every id once");
    }
    graph.index(id, line);
  }

  private static String attribute(XMLStreamReader xml, String name, TopologyFile.Graph graph)
      throws TopologyException {
    String value = xml.getAttributeValue(null, name);
    if (value == null || value.isBlank()) {
      throw graph.bad(
          xml.getLocation().getLineNumber(),
          "found " + xml.getLocalName() + " without '" + name + "'; allowed: one with it");
    }
    return value;
  }
}
