package maestro.emulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
    SwitchTopology topology = read("e", "# comment\n\n10 2 1 7\n2 9\n");
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
          7 7               | found a link from '7' to itself
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
          <edge source="a" target="x"/>     | found an edge to 'x'; allowed: the id of a node
          <edge source="a" target="a"/>     | found a link from 'a' to itself
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

  @Test
  void shouldRefuseWhenFileIsOfAnotherKind() throws Exception {
    Path svg = file("g.xml", "<svg/>");
    assertThatThrownBy(() -> TopologyFile.read(svg, 1))
        .hasMessage(svg + ":1: found element 'svg'; allowed: graphml");
    Path binary = Files.write(folder.resolve("b"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> TopologyFile.read(binary, 1))
        .hasMessage(binary + ": is no text in UTF-8");
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
