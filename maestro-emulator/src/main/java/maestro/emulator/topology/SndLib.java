package maestro.emulator.topology;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import maestro.emulator.topology.SwitchTopology.Span;

/**
 * Reads the nodes and links of a network of SNDlib (Orlowski, Wessäly, Pióro and Tomaszewski,
 * Networks 55(3), 2010), in the native format or in XML. Whether links are directed stands in
 * another file, so each direction of a link may have a link of its own.
 *
 * <p>Coordinates are degrees when the XML says that they are geographical; in the native format,
 * which does not say it, when all of them can be degrees. Capacities have no unit, and are ignored.
 */
final class SndLib {
  private record Node(String id, double x, double y, int line) {}

  private record Ends(String source, String target, int line) {}

  private final MapBuilder map;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Ends> links = new ArrayList<>();

  private SndLib(MapBuilder map) {
    this.map = map;
  }

  /** Reads the native format. */
  static void readNative(String text, MapBuilder map) throws TopologyException {
    SndLib network = new SndLib(map);
    int headerEnd = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
    if (!text.substring(0, headerEnd).contains("type: network")) {
      throw map.bad(
          1, "found '" + text.substring(0, headerEnd).strip() + "'; allowed: type: network");
    }
    MapTokens tokens = new MapTokens("#" + text, map); // the header is no section
    while (tokens.hasNext()) {
      switch (tokens.word("NODES, LINKS or another section")) {
        case "NODES" -> network.nodes(tokens);
        case "LINKS" -> network.links(tokens);
        default -> tokens.skipParentheses();
      }
    }
    boolean degrees =
        network.nodes.stream().allMatch(n -> Math.abs(n.x()) <= 180 && Math.abs(n.y()) <= 90);
    network.build(degrees);
  }

  private void nodes(MapTokens tokens) throws TopologyException {
    tokens.expect("(");
    while (!tokens.skip(")")) {
      int line = tokens.line();
      String id = tokens.word("the name of a node, or )");
      double x = Double.NaN;
      double y = Double.NaN;
      if (tokens.skip("(")) {
        x = map.number(tokens.word("a coordinate"), line);
        y = map.number(tokens.word("a coordinate"), line);
        tokens.expect(")");
      }
      while (tokens.isNext("(")) {
        tokens.skipParentheses();
      }
      nodes.add(new Node(id, x, y, line));
    }
  }

  private void links(MapTokens tokens) throws TopologyException {
    tokens.expect("(");
    while (!tokens.skip(")")) {
      int line = tokens.line();
      String unused = tokens.word("the name of a link, or )");
      tokens.expect("(");
      links.add(new Ends(tokens.word("a node"), tokens.word("a node"), line));
      tokens.expect(")");
      while (!tokens.isNext("(") && !tokens.isNext(")")) {
        unused = tokens.word("a number");
      }
      if (tokens.isNext("(")) {
        tokens.skipParentheses();
      }
    }
  }

  /** Reads on, behind the beginning of the element {@code network}. */
  static void readXml(XMLStreamReader xml, MapBuilder map)
      throws XMLStreamException, TopologyException {
    SndLib network = new SndLib(map);
    boolean degrees = false;
    while (xml.hasNext()) {
      if (xml.next() != XMLStreamConstants.START_ELEMENT) {
        continue;
      }
      int line = xml.getLocation().getLineNumber();
      switch (xml.getLocalName()) {
        case "nodes" ->
            degrees = "geographical".equals(xml.getAttributeValue(null, "coordinatesType"));
        case "node" -> {
          String id = XmlMap.attribute(xml, "id", map);
          double x = network.numberIn(xml, "x");
          double y = network.numberIn(xml, "y");
          network.nodes.add(new Node(id, x, y, line));
        }
        case "link" -> {
          String source = textIn(xml, "source");
          network.links.add(new Ends(source, textIn(xml, "target"), line));
        }
        default -> {}
      }
    }
    network.build(degrees);
  }

  private double numberIn(XMLStreamReader xml, String name)
      throws XMLStreamException, TopologyException {
    String text = textIn(xml, name);
    return text.isEmpty() ? Double.NaN : map.number(text, xml.getLocation().getLineNumber());
  }

  /** The text of the next element of this name in a node or link; empty when there is none. */
  private static String textIn(XMLStreamReader xml, String name) throws XMLStreamException {
    while (xml.hasNext()) {
      if (xml.isEndElement() && xml.getLocalName().matches("node|link")) {
        return "";
      }
      int unused = xml.next();
      if (xml.isStartElement() && xml.getLocalName().equals(name)) {
        return XmlMap.text(xml);
      }
    }
    return "";
  }

  private void build(boolean degrees) throws TopologyException {
    for (Node node : nodes) {
      map.onlyOnce(node.id(), node.line());
      if (degrees && !Double.isNaN(node.x()) && !Double.isNaN(node.y())) {
        map.place(node.id(), node.y(), node.x(), node.line());
      }
    }
    for (Ends link : links) {
      map.expect(link.source(), link.line());
      map.expect(link.target(), link.line());
      map.oneWay(link.source(), link.target(), Span.NOTHING, link.line());
    }
  }
}
