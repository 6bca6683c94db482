package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import maestro.config.SwitchNames;
import maestro.net.session.SwitchTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The file that keeps static flows. */
class FlowFileTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("flows.json");
  }

  private StaticFlows open() {
    return StaticFlows.open(
        true, Optional.of(file()), SwitchNames.NONE, new SwitchTable(), datapathId -> {});
  }

  private static StaticFlow flow(String name, int priority) throws BadFlowException {
    return StaticFlowJson.read(
        name,
        "{\"dpid\":7,\"priority\":%d,\"match\":{\"in_port\":1},\"actions\":[\"output:2\"]}"
            .formatted(priority),
        SwitchNames.NONE);
  }

  private static boolean put(StaticFlows flows, StaticFlow flow) throws Exception {
    return flows.put(flow).get(10, TimeUnit.MINUTES);
  }

  @Test
  void shouldHaveTheFlowsAgainAfterARestart() throws Exception {
    try (StaticFlows flows = open()) {
      assertThat(put(flows, flow("b", 1))).isTrue();
      assertThat(put(flows, flow("a", 2))).isTrue();
      assertThat(put(flows, flow("b", 3))).isFalse();
    }
    try (StaticFlows flows = open()) {
      assertThat(flows.all())
          .extracting(ShownFlow::flow)
          .containsExactly(flow("b", 3), flow("a", 2));
      assertThat(flows.all()).extracting(ShownFlow::state).containsOnly(FlowState.DISCONNECTED);
      assertThat(flows.remove("b").get(10, TimeUnit.MINUTES).priority()).isEqualTo(3);
    }
    try (StaticFlows flows = open()) {
      assertThat(flows.find("b")).isEmpty();
      assertThat(flows.find("a")).isPresent();
    }
    try (var left = Files.list(folder)) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("flows.json", "flows.json.lock");
    }
  }

  @Test
  void shouldNotWriteAFileBeforeThereIsAFlow() throws IOException {
    open().close();

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void shouldRefuseAFlowThatWouldBeTheSameEntryAsAnother() throws Exception {
    try (StaticFlows flows = open()) {
      assertThat(put(flows, flow("a", 1))).isTrue();

      assertThatThrownBy(() -> put(flows, flow("b", 1)))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              RefusedFlowException.class,
              e -> assertThat(e.kind()).isEqualTo(RefusedFlowException.Kind.CONFLICT))
          .hasMessage(
              "b has the same table, priority and match as a on switch 00:00:00:00:00:00:00:07, so"
                  + " the switch would have one entry for both");
      assertThat(flows.all()).hasSize(1);
    }
  }

  @Test
  void shouldRefuseToRemoveWhatIsNotThere() {
    try (StaticFlows flows = open()) {
      assertThatThrownBy(() -> flows.remove("a").get(10, TimeUnit.MINUTES))
          .hasMessageContaining("there is no static flow a");
    }
  }

  @Test
  void shouldLeaveTheFlowsAloneWhenAnotherControllerHasThem() throws Exception {
    try (StaticFlows first = open()) {
      assertThat(put(first, flow("a", 1))).isTrue();
      try (StaticFlows second = open()) {
        assertThat(second.all()).isEmpty();
        assertThatThrownBy(() -> put(second, flow("b", 2)))
            .hasMessageContaining(file() + " is in use by another controller; nothing has changed");
      }
      assertThat(put(first, flow("c", 3))).isTrue();
    }
    try (StaticFlows third = open()) {
      assertThat(third.all()).hasSize(2);
    }
  }

  @Test
  void shouldNotOverwriteAFileThatSomebodyMadeSinceTheStart() throws Exception {
    try (StaticFlows flows = open()) {
      Files.writeString(file(), "{\"flows\":{}}");

      assertThatThrownBy(() -> put(flows, flow("b", 2)))
          .hasMessageContaining("was made since the start, and not by this controller");
      assertThat(flows.all()).isEmpty();
      assertThat(Files.readString(file())).isEqualTo("{\"flows\":{}}");
    }
  }

  @Test
  void shouldChangeNothingWhenTheFileCannotBeWritten() throws Exception {
    Path gone = folder.resolve("gone");
    try (StaticFlows flows =
        StaticFlows.open(
            true,
            Optional.of(gone.resolve("f.json")),
            SwitchNames.NONE,
            new SwitchTable(),
            datapathId -> {})) {
      assertThatThrownBy(() -> put(flows, flow("b", 2)))
          .hasMessageContaining("cannot be written: no such folder; nothing has changed")
          .hasMessageContaining("maestro.control.static-flows");
      assertThat(flows.all()).isEmpty();
    }
  }

  @SuppressWarnings("StringConcatToTextBlock") // a row is one string
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{ \"flows\": {\n"
            + " \"a\": {\n"
            + " \"dpid\": \"x\", \"actions\": [] } } }' | 3: dpid: found 'x'; allowed: ",
        "'{ \"flows\": {\n"
            + " \"a\": {\n"
            + " \"dpid\": 1,\n"
            + " \"action\": [] } } }' | 4: field: found 'action'; allowed: dpid",
        "'{ \"flows\": {\n \"a\": {' | 2: not JSON: Unexpected end-of-input",
        "'{ \"flows\": [] }' | 1: flows is no JSON object",
        "'' | 1: the document is no JSON object",
        "'{\n}' | 2: flows: found nothing; allowed: flows by their names",
        "'{\n\"flow\": {} }' | 2: field: found 'flow'; allowed: flows",
      })
  void shouldNameTheLineWhenTheFileHasAMistake(String content, String message) throws Exception {
    Files.writeString(file(), content);

    assertThatThrownBy(this::open)
        .isInstanceOf(BadFlowFileException.class)
        .hasMessageStartingWith(file() + ":" + message);
    assertThatThrownBy(() -> StaticFlows.check(file(), SwitchNames.NONE))
        .isInstanceOf(BadFlowFileException.class);
  }

  @Test
  void shouldSayThatTheFileIsNoText() throws Exception {
    Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});

    assertThatThrownBy(this::open).hasMessage(file() + ":1: found bytes that are not UTF-8");
  }

  @Test
  void shouldReadNamesInAFileThatSomebodyHasWritten() throws Exception {
    SwitchNames names = new SwitchNames(Map.of(7L, "core-1"), Map.of(7L, Map.of(2, "uplink")));
    Files.writeString(
        file(),
        "{\"flows\":{\"a\":{\"dpid\":\"core-1\",\"priority\":1,\"match\":{\"in_port\":1},"
            + "\"actions\":[\"output:uplink\"]}}}");
    StaticFlows.check(file(), names);
    try (StaticFlows flows =
        StaticFlows.open(true, Optional.of(file()), names, new SwitchTable(), datapathId -> {})) {
      assertThat(flows.all()).extracting(ShownFlow::flow).containsExactly(flow("a", 1));
    }
    assertThatThrownBy(() -> StaticFlows.check(file(), SwitchNames.NONE))
        .hasMessageContaining("flows.json:1: dpid: found 'core-1'")
        .hasMessageContaining("maestro.switches, where none has a name");
  }
}
