package maestro.emulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import maestro.emulator.topology.SwitchTopology.Link;
import maestro.emulator.topology.SwitchTopology.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MapFormatsTest {
  private static final String NATIVE = "?SNDlib native format; type: network; version: 1.0\n";

  @TempDir Path folder;

  private SwitchTopology read(String text) throws Exception {
    return TopologyFile.read(Files.writeString(folder.resolve("map"), text), 1);
  }

  private record Edge(String source, String target) {
    Edge turned() {
      String from = target;
      return new Edge(from, source);
    }
  }

  /** Random networks with parallel links and loops are the same in every format. */
  @Test
  void shouldReadTheSameNetworkInEveryFormat() throws Exception {
    for (int seed = 0; seed < Integer.getInteger("maestro.maps.seeds", 30); seed++) {
      Random random = new Random(seed);
      int count = 1 + random.nextInt(6);
      List<Edge> edges = new ArrayList<>();
      for (int i = random.nextInt(12); i > 0; i--) {
        String source = String.valueOf(1 + random.nextInt(count));
        edges.add(new Edge(source, String.valueOf(1 + random.nextInt(count))));
      }
      List<Edge> directions =
          new ArrayList<>(); // each link from its lower end, perhaps back as well
      for (Edge edge : edges) {
        boolean turned = edge.source().compareTo(edge.target()) > 0;
        directions.add(turned ? edge.turned() : edge);
      }
      if (random.nextBoolean()) {
        List.copyOf(directions).stream()
            .filter(e -> !e.source().equals(e.target()))
            .forEach(e -> directions.add(e.turned()));
      }
      List<String> expected =
          edges.stream()
              .filter(e -> !e.source().equals(e.target()))
              .map(MapFormatsTest::ends)
              .toList();
      for (Map.Entry<String, String> each : formats(count, edges, directions).entrySet()) {
        SwitchTopology topology = read(each.getValue());
        String format = "seed " + seed + ", " + each.getKey();
        assertThat(topology.switchCount()).as(format).isEqualTo(count);
        assertThat(topology.links().stream().map(l -> ends(topology, l)))
            .as(format)
            .containsExactlyInAnyOrderElementsOf(expected);
        int loops = edges.size() - expected.size();
        assertThat(topology.notes().stream().filter(n -> n.contains("to itself")).count())
            .as(format)
            .isEqualTo(Math.min(5, loops));
      }
    }
  }

  /** What is damaged is refused with its place, or it is still a map. */
  @Test
  void shouldReadOrRefuseWhateverAFileHolds() throws Exception {
    List<Edge> edges = List.of(new Edge("1", "2"), new Edge("2", "3"), new Edge("1", "2"));
    List<String> whole = List.copyOf(formats(3, edges, edges).values());
    String syntax = "<>[](){}\"'#-:,= \n0@e\u0001&";
    for (int seed = 0; seed < Integer.getInteger("maestro.maps.damages", 300); seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder(whole.get(random.nextInt(whole.size())));
      for (int i = 1 + random.nextInt(3); i > 0 && text.length() > 1; i--) {
        int at = random.nextInt(text.length() - 1);
        switch (random.nextInt(4)) {
          case 0 -> text.setCharAt(at, syntax.charAt(random.nextInt(syntax.length())));
          case 1 -> text.insert(at, syntax.charAt(random.nextInt(syntax.length())));
          case 2 -> text.delete(at, at + 1 + random.nextInt(8));
          default -> text.setLength(at + 1);
        }
      }
      try {
        assertThat(read(text.toString()).switchCount()).as("seed %d", seed).isPositive();
      } catch (TopologyException e) {
        assertThat(e).as("seed %d", seed).hasMessageMatching("(?s)/.*map(:[1-9][0-9]*)?: found .*");
      }
    }
  }

  private static Map<String, String> formats(int count, List<Edge> edges, List<Edge> directions) {
    StringBuilder gml = new StringBuilder("Creator \"a # test\"\ngraph\n[\n  directed 0\n");
    StringBuilder json = new StringBuilder("{\"directed\": false, \"nodes\": [");
    StringBuilder text = new StringBuilder(NATIVE + "# nodes\nNODES (\n");
    StringBuilder xml = new StringBuilder("<network><networkStructure><nodes>");
    StringBuilder graphMl = new StringBuilder("<graphml><graph edgedefault='directed'>");
    StringBuilder routers = new StringBuilder("# routers\n");
    for (int n = 1; n <= count; n++) {
      gml.append("  node [ id " + n + " label \"n [\" graphics [ x 1.0 ] ]\n");
      json.append(n == 1 ? "" : ",\n").append("{\"id\": \"" + n + "\", \"pos\": [1, 2]}");
      text.append("  " + n + " ( 1.5 2.5 ) () ()\n");
      xml.append("<node id='" + n + "'><coordinates><x>1</x><y>2</y></coordinates></node>\n");
      graphMl.append("<node id='" + n + "'/>");
      String name = String.valueOf(n);
      String neighbours =
          directions.stream()
              .filter(e -> e.source().equals(name))
              .map(e -> " <" + e.target() + ">")
              .collect(Collectors.joining());
      routers.append(n + " @Oslo,+NO + bb (2) &1 ->" + neighbours + " {-7} =r rn\n");
    }
    routers.append("-7 =10.0.0.1 r1\n");
    json.append("], \"links\": [");
    text.append(")\nLINKS (\n");
    xml.append("</nodes><links>");
    String between = "";
    for (Edge edge : edges) {
      gml.append("  edge [ source " + edge.source() + " target " + edge.target() + " ]\n");
      json.append(between)
          .append("{\"source\": " + edge.source() + ", \"target\": \"" + edge.target() + "\"}");
      between = ",\n";
    }
    for (Edge edge : directions) {
      text.append("  l ( " + edge.source() + " " + edge.target() + " ) 0.00 1 ( 40.00 1 )\n");
      xml.append("<link id='l'><source>" + edge.source() + "</source>")
          .append("<target>" + edge.target() + "</target></link>\n");
      graphMl.append("<edge source='" + edge.source() + "' target='" + edge.target() + "'/>\n");
    }
    Map<String, String> formats = new LinkedHashMap<>();
    formats.put("GML", gml + "]\n");
    formats.put("JSON", json + "]}");
    formats.put("native", text + ")\nDEMANDS (\n  d ( 1 2 ) 1 5.00 UNLIMITED\n)\n");
    String demands = "<demands><demand><source>1</source><target>2</target></demand></demands>";
    formats.put("XML", xml + "</links></networkStructure>" + demands + "</network>");
    formats.put("GraphML", graphMl + "</graph></graphml>");
    formats.put("cch", routers.toString());
    return formats;
  }

  private static String ends(Edge edge) {
    return edge.source().compareTo(edge.target()) < 0
        ? edge.source() + "-" + edge.target()
        : edge.target() + "-" + edge.source();
  }

  private static String ends(SwitchTopology topology, Link link) {
    return topology.name(link.switchA()) + "-" + topology.name(link.switchB());
  }

  @Test
  void shouldTakeSpeedsAndDistances() throws Exception {
    String gml =
        """
        graph [
          node [ id 0 Latitude 0.0 Longitude 0.0 ]
          node [ id 1 Latitude 0.0 Longitude 1.0 ]
          edge [ source 0 target 1 LinkSpeedRaw 155000000.0 ]
        ]
        """;
    String json =
        """
        {"nodes": [{"id": 0}, {"id": 1}],
         "edges": [{"source": 0, "target": 1, "dist": 111.195, "LinkSpeedRaw": 155e6}]}
        """;
    String text = NATIVE + "NODES (\na ( 0 0 )\nb ( 1 0 )\n)\nLINKS (\nl ( a b ) 1 0 0 0 ( )\n)\n";
    String nodes =
        "<node id='a'><coordinates><x>0</x><y>0</y></coordinates></node>"
            + "<node id='b'><coordinates><x>1</x><y>0</y></coordinates></node>";
    String link = "<link id='l'><source>a</source><target>b</target></link>";
    String xml =
        "<network><nodes coordinatesType='geographical'>"
            + nodes
            + "</nodes>"
            + link
            + "</network>";
    for (String map : List.of(gml, json, text, xml)) {
      Span span = read(map).links().get(0).span();
      assertThat(span.delayNs()).as(map).isBetween(556_000L, 556_800L); // 111.2 km
      assertThat(span.bitsPerSecond())
          .as(map)
          .isEqualTo(map.contains("LinkSpeedRaw") ? 155_000_000 : Span.UNKNOWN);
    }
    String pixels = xml.replace("geographical", "pixel");
    assertThat(read(pixels).links().get(0).span()).isEqualTo(Span.NOTHING);
    String large = text.replace("( 1 0 )", "( 415 300 )");
    assertThat(read(large).links().get(0).span()).isEqualTo(Span.NOTHING);
  }

  @Test
  void shouldSayHowManyLinksToRoutersOfOthersAreLeftOut() throws Exception {
    SwitchTopology topology =
        read("1 @New+York,NY +  bb (2) &4 -> <2> {-100} =r1 rn\n2 @x (1) -> <1> =r2 rn\n");
    assertThat(topology.links()).hasSize(1);
    assertThat(topology.notes())
        .containsExactly(folder.resolve("map") + ": left out links to routers of others: 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          graph [~node [ id 1 ]~node [ id 1 ]~]              | 3: found node '1' again
          graph [~node [ id 1 ]~edge [ source 1 target 2 ]~] | 3: found a link to '2'; allowed: a node
          graph [~node [ label "x" ]~]                       | 2: found node without 'id'
          graph [~node [ id 1~                               | 2: found the end; allowed: ]
          graph [~]~]                                        | 3: found ']'; allowed: a key
          {"nodes": [~{"id": 1},~{"id": 1.5}]}               | 3: found a node without 'id'
          {"nodes": [~{"id": 1},~]}                          | 3: found no well-formed JSON
          {"nodes": 3}                                       | 1: found nodes without a list
          {"nodes": [1]}                                     | 1: found something else in nodes
          {"vertices": []}                                   | 1: found an object without nodes
          {"nodes": [{"id": 1}],~"links": [{"source": 1}]}   | 2: found a link without 'target'
          1 @x (1) -> <2> =r rn~2 @x (1) -> <z> =r rn        | 2: found '2 @x (1) -> <z> =r rn'
          1 @x (1) -> <2> =r rn~2 3                          | 2: found '2 3'; allowed: a router
          """)
  void shouldNameLineWhenAMapIsWrong(String text, String message) {
    assertThatThrownBy(() -> read(text.replace('~', '\n')))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith(folder.resolve("map") + ":" + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NODES (~a ( 1 x )~)             | 3: found 'x'; allowed: a number
          NODES (~a ( 1 2 )~              | 3: found the end; allowed: the name of a node, or )
          NODES (~a~)~LINKS (~l ( a )~)   | 6: found ')'; allowed: a node
          NODES (~a~)~LINKS (~l ( a b )~) | 6: found a link to 'b'; allowed: a node of the file
          NODES (~a~)~META (~(~)          | 7: found the end; allowed: )
          NODES                           | 2: found the end; allowed: (
          """)
  void shouldNameLineWhenANativeMapIsWrong(String text, String message) {
    assertThatThrownBy(() -> read(NATIVE + text.replace('~', '\n')))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith(folder.resolve("map") + ":" + message);
  }

  @Test
  void shouldRefuseWhenSndLibHasNoNetwork() {
    assertThatThrownBy(() -> read("?SNDlib native format; type: model; version: 1.0\n"))
        .hasMessageContaining("map:1: found '?SNDlib native format; type: model;");
  }
}
