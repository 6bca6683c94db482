package maestro.cli.remote.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import maestro.cli.remote.StubController;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticFlowsCommandTest {
  private static final String FLOW =
      "{'name':'web','dpid':'D','switchName':'core-1','table':0,'priority':7,'match':{'in_port':'1','eth_type':'0x800'},"
          + "'actions':['pop-vlan','output:2'],'idleTimeout':0,'hardTimeout':0,'cookie':'0x1',"
          + "'state':'%s','reason':%s}";

  @TempDir Path folder;
  @AutoClose private final StubController controller;

  StaticFlowsCommandTest() throws IOException {
    controller = new StubController();
  }

  @Test
  void shouldListStaticFlowsAndSayWhyASwitchRefusesOne() {
    controller.answers(
        "/v1/static-flows",
        "{'staticFlows':["
            + FLOW.formatted("installed", "null")
            + ",{'name':'drop','dpid':'E','table':1,'priority':8,'match':{},'actions':[],"
            + "'state':'refused','reason':'BAD_MATCH'}]}");

    assertThat(controller.run("static-flows")).isZero();
    assertThat(controller.lines())
        .containsExactly(
            "NAME SWITCH STATE TABLE PRIORITY MATCH ACTIONS",
            "web D core-1 installed 0 7 in_port=1,eth_type=0x800 pop-vlan,output:2",
            "drop E refused 1 8 any drop",
            "drop: BAD_MATCH");
  }

  @Test
  void shouldSayHowToAddOneWhenThereIsNone() {
    controller.answers("/v1/static-flows", "{'staticFlows':[]}");

    assertThat(controller.run("static-flows")).isZero();
    assertThat(controller.lines())
        .containsExactly("none; maestro static-flows put NAME FILE adds one");
  }

  @Test
  void shouldPutTheContentOfAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("web.json"), "{\"dpid\":1,\"actions\":[]}");
    controller.answers(
        "PUT /v1/static-flows/web", 201, "application/json", FLOW.formatted("refused", "'why'"));

    assertThat(controller.run("static-flows", "put", "web", file.toString())).isZero();
    assertThat(controller.lines())
        .containsExactly("static flow web of switch D core-1: refused: why");
    assertThat(controller.asked).last().asString().contains("{\"dpid\":1,\"actions\":[]}");
  }

  @Test
  void shouldBeAWrongCommandLineWhenTheFlowHasAMistake() throws IOException {
    Path file = Files.writeString(folder.resolve("web.json"), "{}");
    controller.refuses("PUT /v1/static-flows/web", 400, "dpid: found nothing");

    assertThat(controller.run("static-flows", "put", "web", file.toString())).isEqualTo(2);
    assertThat(controller.err.toString()).contains("dpid: found nothing; help: maestro static-");
  }

  @Test
  void shouldFailWhenTheFileIsNotThere() {
    assertThat(controller.run("static-flows", "put", "web", folder + "/gone")).isEqualTo(1);
    assertThat(controller.err.toString()).contains("gone: no such file");
  }

  @Test
  void shouldNotAskWhenTheNameIsNone() {
    assertThat(controller.run("static-flows", "put", "x!y", "-")).isEqualTo(2);
    assertThat(controller.err.toString())
        .startsWith("maestro static-flows put: NAME: found 'x!y'; allowed: 1 to 64 of the char");
    assertThat(controller.asked).isEmpty();
  }

  @Test
  void shouldDeleteOne() {
    controller.answers(
        "DELETE /v1/static-flows/a%20b", 200, "application/json", "{'changed':'it is gone'}");

    assertThat(controller.run("static-flows", "delete", "a b")).isZero();
    assertThat(controller.lines()).containsExactly("it is gone");
  }
}
