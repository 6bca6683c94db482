package maestro.cli.remote.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import maestro.cli.remote.StubController;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ClusterCommandTest {
  private static final String PAIR =
      """
      {'isConfigured':true,'self':'a','view':2,'coordinator':'a','mayTake':true,'isLost':false,
       'table':'2e63a','members':[
        {'name':'a','isPresent':true,'isWitness':false,'runs':[]},
        {'name':'b','isPresent':false,'isWitness':false,'runs':[]},
        {'name':'w','isPresent':true,'isWitness':true,'runs':[]}],
       'switches':[
        {'dpid':'00:00:00:00:00:00:00:01','master':'a','backup':'b','generation':'1e63a'},
        {'dpid':'00:00:00:00:00:00:00:02','master':'b','backup':'a','generation':'13c1f'}]}
      """;

  @AutoClose private final StubController controller;

  ClusterCommandTest() throws IOException {
    controller = new StubController();
  }

  private void shows(String json) {
    controller.answers("/v1/cluster", json);
    assertThat(controller.run("cluster")).as(controller.err.toString()).isZero();
  }

  @Test
  void shouldShowWhoIsThereAndWhoServesWhat() {
    shows(PAIR);

    assertThat(controller.out.toString().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "member a, view 2 of coordinator a, table 2e63a",
            "MEMBER STATE MASTER OF BACKUP OF",
            "a in the view 1 1",
            "b missing 1 1",
            "w in the view, witness 0 0",
            "SWITCH MASTER BACKUP GENERATION",
            "00:00:00:00:00:00:00:01 a b 1e63a",
            "00:00:00:00:00:00:00:02 b a 13c1f");
  }

  @Test
  void shouldSayWhyItTakesNoSwitches() {
    shows(PAIR.replace("'mayTake':true", "'mayTake':false"));
    assertThat(controller.out.toString()).contains("no majority: it keeps the switches");

    shows(PAIR.replace("'isLost':false", "'isLost':true"));
    assertThat(controller.out.toString()).contains("LOST: it hears nothing of its coordinator");
  }

  @Test
  void shouldSayThatTheControllerIsAlone() {
    shows("{'isConfigured':false}");

    assertThat(controller.out.toString())
        .isEqualTo("this controller is alone; maestro.cluster has no members\n");
  }

  @Test
  void shouldMoveAllOrOne() {
    controller.answers("PUT /v1/cluster/move", 200, "application/json", "{'changed':'asked'}");

    assertThat(controller.run("cluster", "move", "b")).isZero();
    assertThat(controller.out.toString()).isEqualTo("asked\n");
    assertThat(controller.run("cluster", "move", "b", "--switch", "core-1")).isZero();
    assertThat(controller.out.toString()).isEqualTo("asked\n");
    assertThat(controller.run("cluster", "move")).isEqualTo(2);

    assertThat(controller.asked)
        .containsExactly(
            "PUT /v1/cluster/move  {\"to\":\"b\"}",
            "PUT /v1/cluster/move  {\"to\":\"b\",\"dpid\":\"core-1\"}");
  }

  @Test
  void shouldSayWhyNothingMoves() {
    controller.answers(
        "PUT /v1/cluster/move",
        503,
        "application/problem+json",
        "{'title':'Service Unavailable','status':503,'detail':'no member is named z'}");

    assertThat(controller.run("cluster", "move", "z")).isEqualTo(1);
    assertThat(controller.err.toString()).contains("no member is named z");
  }
}
