package maestro.emulator.topology;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.topology.SwitchTopology.Span;

/**
 * Reads JSON in the node-link form of NetworkX, D3 and TopoHub: {@code nodes} with an {@code id}
 * each, and {@code links} or {@code edges} with {@code source} and {@code target}. Of other keys
 * those count that the Topology Zoo has, and TopoHub's {@code dist}, the length of a link in
 * kilometres.
 */
final class NodeLinkJson {
  private static final double METERS_PER_KM = 1000;
  private static final double MOST_KM = 1e6;
  private static final ObjectMapper MAPPER = new ObjectMapper(new JsonFactory());

  private record Item(JsonNode json, int line) {}

  private final MapBuilder map;
  private final List<Item> nodes = new ArrayList<>();
  private final List<Item> links = new ArrayList<>();
  private boolean hasNodes;
  private boolean directed;

  private NodeLinkJson(MapBuilder map) {
    this.map = map;
  }

  static void read(String text, MapBuilder map) throws IOException, TopologyException {
    NodeLinkJson reader = new NodeLinkJson(map);
    try (JsonParser parser = MAPPER.createParser(text)) {
      JsonToken begin = parser.nextToken();
      if (begin != JsonToken.START_OBJECT) {
        throw map.bad(1, "found no object; allowed: { with nodes and links }");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        reader.field(parser, parser.currentName());
      }
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw map.bad(line, "found no well-formed JSON; allowed: { with nodes and links }");
    }
    if (!reader.hasNodes) {
      throw map.bad(1, "found an object without nodes; allowed: { with nodes and links }");
    }
    reader.build();
  }

  private void field(JsonParser parser, String name) throws IOException, TopologyException {
    JsonToken value = parser.nextToken();
    switch (name) {
      case "directed" -> directed = value == JsonToken.VALUE_TRUE;
      case "nodes" -> {
        hasNodes = true;
        items(parser, name, nodes);
      }
      case "links", "edges" -> items(parser, name, links);
      default -> parser.skipChildren();
    }
  }

  private void items(JsonParser parser, String name, List<Item> items)
      throws IOException, TopologyException {
    int line = parser.currentLocation().getLineNr();
    if (!parser.hasToken(JsonToken.START_ARRAY)) {
      throw map.bad(line, "found " + name + " without a list; allowed: a list of objects");
    }
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      line = parser.currentLocation().getLineNr();
      if (!parser.hasToken(JsonToken.START_OBJECT)) {
        throw map.bad(line, "found something else in " + name + "; allowed: objects");
      }
      JsonNode json = MAPPER.readTree(parser);
      items.add(new Item(json, line));
    }
  }

  private void build() throws TopologyException {
    for (Item node : nodes) {
      String id = text(node, "node", "id");
      map.onlyOnce(id, node.line());
      if (node.json().has("Latitude") && node.json().has("Longitude")) {
        map.place(id, number(node, "Latitude"), number(node, "Longitude"), node.line());
      }
    }
    for (Item link : links) {
      String source = text(link, "link", "source");
      String target = text(link, "link", "target");
      map.expect(source, link.line());
      map.expect(target, link.line());
      if (directed) {
        map.oneWay(source, target, span(link), link.line());
      } else {
        map.link(source, target, span(link), link.line());
      }
    }
  }

  private Span span(Item link) throws TopologyException {
    long delayNs = Span.UNKNOWN;
    if (link.json().has("dist")) {
      double km = number(link, "dist");
      if (!(km >= 0 && km <= MOST_KM)) {
        throw map.bad(link.line(), "found a dist of " + km + "; allowed: 0 to 1e6 km");
      }
      delayNs = MapBuilder.delayNs(km * METERS_PER_KM);
    }
    return link.json().has("LinkSpeedRaw")
        ? map.span(number(link, "LinkSpeedRaw"), delayNs, link.line())
        : new Span(Span.UNKNOWN, delayNs);
  }

  private double number(Item item, String key) throws TopologyException {
    return map.number(item.json().path(key).asText(), item.line());
  }

  private String text(Item item, String kind, String key) throws TopologyException {
    JsonNode value = item.json().path(key);
    if (!value.isTextual() && !value.isIntegralNumber()) {
      throw map.bad(
          item.line(), "found a " + kind + " without '" + key + "'; allowed: a text or a number");
    }
    return value.asText();
  }
}
