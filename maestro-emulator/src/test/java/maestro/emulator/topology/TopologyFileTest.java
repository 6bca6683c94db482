package maestro.emulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyFileTest {
  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private SwitchTopology read(String name, String text) throws Exception {
    return TopologyFile.read(file(name, text), 1);
  }

  @Test
  void shouldKeepOneOfTwoDirections() throws Exception {
    SwitchTopology topology = read("w", "Oslo,+A1 Rome,+B2 4.5\nRome,+B2 Oslo,+A1 4.5\n");
    assertThat(topology.links()).hasSize(1);
    assertThat(topology.name(0)).isEqualTo("Oslo,+A1");
  }

  @Test
  void shouldOrderByNumberWhenAllNamesAreNumbers() throws Exception {
    SwitchTopology topology = read("e", "# comment\n\n10 2 1 7\n2 9 1 1\n");
    assertThat(topology.name(0)).isEqualTo("2");
    assertThat(topology.name(1)).isEqualTo("9");
    assertThat(topology.name(2)).isEqualTo("10");
    assertThat(topology.degrees()).containsExactly(2, 1, 1);
  }

  @Test
  void shouldReadGraphMlWhenEdgesComeFirst() throws Exception {
    SwitchTopology topology =
        read(
            "g.graphml",
            """
            <?xml version="1.0"?>
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
              <edge source="a" target="b"/><edge source="b" target="a"/>
              <node id="a"/><node id="b"><data key="d0">text</data></node><node id="alone"/>
            </graph></graphml>
            """);
    assertThat(topology.switchCount()).isEqualTo(3);
    assertThat(topology.links()).hasSize(1);
    assertThat(topology.degree(2)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1                 | found '1'; allowed: two names, then at most two numbers
          1 2 x             | found '1 2 x'; allowed: two names
          1 2 -3            | found '1 2 -3'; allowed: two names
          1 2 3 4 5         | found '1 2 3 4 5'; allowed: two names
          1 2 3             | found 3 columns after 2; allowed: the same number in every line
          1 b               | found the names '1' and 'b'; allowed: all names are numbers, or none
          a,b 1             | found the names '1' and 'a,b'
          "1" 2             | found '"1" 2'; allowed: two names
          """)
  void shouldNameLineWhenEdgeListIsWrong(String line, String expected) throws Exception {
    Path file = file("e.edges", "1 2\n" + line + "\n");
    assertThatThrownBy(() -> TopologyFile.read(file, 1))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith(file + ":2: " + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <node/>                           | found node without 'id'
          <node id="a"/>                    | found node 'a' again; allowed: every id once
          <edge source="a"/>                | found edge without 'target'
          <edge source="a" target="x"/>     | found a link to 'x'; allowed: a node of the file
          <node id="b&#10;"/>               | found the name 'b?'; allowed: characters
          <hyperedge/>                      | found a hyperedge
          <node id="b">                     | found no well-formed XML; allowed: GraphML
          """)
  void shouldNameLineWhenGraphMlIsWrong(String element, String expected) throws Exception {
    Path file =
        file("g.graphml", "<graphml><graph>\n<node id=\"a\"/>\n" + element + "</graph></graphml>");
    assertThatThrownBy(() -> TopologyFile.read(file, 1))
        .isInstanceOf(TopologyException.class)
        .hasMessageStartingWith(file + ":3: " + expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p edge 3 2\ne 1 2\ne 2 3\n", // DIMACS
        "3 2\n2\n1 3\n2\n", // METIS
        "3037 4788\n0 4711 2030\n1 17 4\n0 1 2\n", // Inet
        "1 Oslo\n2 Rome\n", // a table of nodes
        "a, b, 1\nb, c, 2\n", // CSV
        "source target\n1 2\n2 3\n", // a header
        "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 2\n", // Pajek
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1\n",
        "graph g {\n a -- b;\n}\n", // DOT
        "NODES 2\nlabel x y\na 1 2\nb 3 4\n", // REPETITA
        "1|11537|0|bgp\n", // CAIDA
        "Topology: ( 3 Nodes, 2 Edges )\n" // BRITE
      })
  void shouldRefuseWhenAListIsOfAnotherFormat(String text) throws Exception {
    Path file = file("list", text);
    assertThatThrownBy(() -> TopologyFile.read(file, 1))
        .isInstanceOf(TopologyException.class)
        .hasMessageMatching("(?s).*/list:[0-9]+: found .*; allowed: .*");
  }

  @Test
  void shouldKeepParallelLinks() throws Exception {
    assertThat(read("e", "a b\nb a\na b\n").links()).hasSize(2);
    String edges =
        "<edge source='a' target='b'/><edge source='b' target='a'/><edge source='a' target='b'/>";
    String nodes = "<node id='a'/><node id='b'/>";
    for (String kind : new String[] {"directed", "undirected"}) {
      String graph = "<graph edgedefault='" + kind + "'>" + nodes + edges + "</graph>";
      SwitchTopology topology = read("g.graphml", "<graphml>" + graph + "</graphml>");
      assertThat(topology.links()).hasSize(kind.equals("directed") ? 2 : 3);
      assertThat(topology.degrees()).containsOnly(topology.links().size());
    }
  }

  @Test
  void shouldSayWhatIsLeftOutAndWhatIsApart() throws Exception {
    Path file = file("e", "a b 1\nb b 1\nc c 1\nb d 1\ne f 1\n");
    SwitchTopology topology = TopologyFile.read(file, 1);
    assertThat(topology.switchCount()).isEqualTo(6);
    assertThat(topology.links()).hasSize(3);
    assertThat(topology.isConnected()).isFalse();
    assertThat(topology.notes())
        .containsExactly(
            file + ":2: left out a link from 'b' to itself",
            file + ":3: left out a link from 'c' to itself",
            file
                + ": found 3 parts with no link between them: 3 switches, and apart from them"
                + " 'e', 'f', 'c'");
    assertThat(read("e", "a b\nb c\n").notes()).isEmpty();
  }

  @Test
  void shouldTakeSpeedsAndDistancesFromGraphMl() throws Exception {
    SwitchTopology topology =
        read(
            "g.graphml",
            """
            <graphml>
              <key attr.name="LinkSpeedRaw" for="edge" id="d1"/>
              <key attr.name="Latitude" for="node" id="d2"/>
              <key attr.name="Longitude" for="node" id="d3"/>
              <graph edgedefault="undirected"><data key="d1">none of a link</data>
                <node id="pole"><data key="d2">90</data><data key="d3">17.5</data></node>
                <node id="quito"><data key="d2">0</data><data key="d3">-78.5</data></node>
                <node id="nowhere"/>
                <edge source="pole" target="quito"><data key="d1">2500000000.0</data></edge>
                <edge source="quito" target="nowhere"/>
              </graph>
            </graphml>
            """);
    SwitchTopology.Span span = topology.links().get(0).span();
    assertThat(span.bitsPerSecond()).isEqualTo(2_500_000_000L);
    // A quarter of the earth, 10,008 km, at 199,862 km/s.
    assertThat(span.delayNs()).isBetween(50_060_000L, 50_090_000L);
    assertThat(topology.links().get(1).span()).isEqualTo(SwitchTopology.Span.NOTHING);
  }

  @Test
  void shouldNotFollowEntitiesWhenGraphMlDeclaresThem() throws Exception {
    Path secret = file("secret", "a");
    Path file =
        file(
            "g.graphml",
            "<!DOCTYPE graphml [<!ENTITY e SYSTEM \""
                + secret.toUri()
                + "\">]>\n"
                + "<graphml><graph><node id=\"a\"/><data>&e;</data></graph></graphml>");
    assertThatThrownBy(() -> TopologyFile.read(file, 1)).isInstanceOf(TopologyException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "ISO-8859-1"})
  void shouldReadGraphMlInTheEncodingThatItNames(String encoding) throws Exception {
    String mark = encoding.equals("UTF-16") || encoding.startsWith("ISO") ? "" : "\uFEFF";
    String text =
        mark
            + "<?xml version='1.0' encoding='"
            + encoding.replace("LE", "")
            + "'?>\n<!DOCTYPE g:graphml SYSTEM '"
            + folder.resolve("none.dtd").toUri()
            + "'>\n<g:graphml xmlns:g='http://graphml.graphdrawing.org/xmlns'><g:graph>"
            + "<g:node id='Z\u00fcrich'/><g:node id='b'/>"
            + "<g:edge source='b' target='Z\u00fcrich'/></g:graph></g:graphml>";
    Path file = Files.write(folder.resolve("map"), text.getBytes(Charset.forName(encoding)));
    SwitchTopology topology = TopologyFile.read(file, 1);
    assertThat(topology.name(0)).isEqualTo("Z\u00fcrich");
    assertThat(topology.links()).hasSize(1);
  }

  @Test
  void shouldRefuseGraphMlInAnotherEncodingThanItNames() throws Exception {
    String text = "<?xml version='1.0' encoding='UTF-8'?><graphml><graph><node id='Z\u00fc'/>";
    Path file = Files.write(folder.resolve("map"), text.getBytes(Charset.forName("ISO-8859-1")));
    assertThatThrownBy(() -> TopologyFile.read(file, 1)).hasMessage(file + ": is no text in UTF-8");
    Files.writeString(file, text.replace("UTF-8", "utf-9"));
    assertThatThrownBy(() -> TopologyFile.read(file, 1))
        .hasMessage(file + ":1: found the encoding 'utf-9'; allowed: UTF-8, or one of Java's");
  }

  @Test
  void shouldRefuseASwitchWithMorePortsThanAFeaturesReplyHolds() throws Exception {
    StringBuilder star = new StringBuilder();
    for (int i = 0; i < SwitchTopology.MAX_PORTS; i++) {
      star.append("hub leaf").append(i).append('\n');
    }
    Path file = file("star", star.toString());
    assertThat(TopologyFile.read(file, 0).degree(0)).isEqualTo(SwitchTopology.MAX_PORTS);
    assertThatThrownBy(() -> TopologyFile.read(file, 1))
        .hasMessage(
            file + ": switch 'hub': found 1024 links and 1 port to hosts; allowed: 1024 in all");
  }

  @Test
  void shouldRefuseWhenFileIsOfAnotherKind() throws Exception {
    Path svg = file("g.xml", "<svg/>");
    assertThatThrownBy(() -> TopologyFile.read(svg, 1))
        .hasMessageStartingWith(svg + ":1: found element 'svg'; allowed: graphml");
    Path binary = Files.write(folder.resolve("b"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> TopologyFile.read(binary, 1))
        .hasMessage(binary + ": is no text in UTF-16");
    Path missing = folder.resolve("none");
    assertThatThrownBy(() -> TopologyFile.read(missing, 1))
        .hasMessage(missing + ": cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# only a comment\n"})
  void shouldRefuseWhenNothingIsThere(String text) throws Exception {
    Path file = file("e", text);
    assertThatThrownBy(() -> TopologyFile.read(file, 1)).hasMessageContaining("found no switch");
  }
}
