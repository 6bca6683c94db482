package maestro.staticflows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import maestro.config.SwitchNames;
import maestro.net.session.SwitchTable;
import maestro.testkit.LogOf;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The flows of one member of a cluster at another one. */
class FlowsOfOtherMemberTest {
  private static final String FLOW =
      """
      {"dpid": "00:00:00:00:00:00:00:01", "priority": 500, "match": {"in_port": 1},
       "actions": ["output:2"]}
      """;

  @TempDir Path folder;

  private StaticFlows open(String name, boolean enabled) {
    return StaticFlows.open(
        enabled,
        Optional.of(folder.resolve(name)),
        SwitchNames.NONE,
        new SwitchTable(),
        datapathId -> {});
  }

  @Test
  void shouldHaveTheFlowsOfTheActiveMemberAndKeepThem() throws Exception {
    try (StaticFlows active = open("a", true)) {
      assertThat(active.put(StaticFlowJson.read("one", FLOW, SwitchNames.NONE)).get()).isTrue();
      try (StaticFlows other = open("b", true)) {
        assertThat(other.put(StaticFlowJson.read("old", FLOW, SwitchNames.NONE)).get()).isTrue();
        other.takeOver("a", active.left().orElseThrow());
        Awaitility.await().until(() -> other.find("one").isPresent());
        assertThat(other.all()).hasSize(1);
        assertThat(other.left().orElseThrow()).isEqualTo(active.left().orElseThrow());
      }
    }
    try (StaticFlows other = open("b", true)) {
      assertThat(other.find("one")).as("after a restart").isPresent();
    }
  }

  @Test
  void shouldChangeNothingWhenThereAreNoFlowsOrTheyAreNone() throws Exception {
    try (StaticFlows other = open("b", true);
        StaticFlows off = open("c", false);
        LogOf log = new LogOf(StaticFlows.class)) {
      assertThat(other.put(StaticFlowJson.read("old", FLOW, SwitchNames.NONE)).get()).isTrue();
      log.clear();
      byte[] same = other.left().orElseThrow();
      other.takeOver("a", same);
      assertThat(log.lines()).isEmpty();
      other.takeOver("a", "{ \"flows\": { \"one\"".getBytes(StandardCharsets.UTF_8));
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("static flows of member a are refused");
      assertThat(other.find("old")).isPresent();
      assertThat(off.left()).isEmpty();
      off.takeOver("a", same);
      assertThat(off.all()).isEmpty();
    }
  }
}
