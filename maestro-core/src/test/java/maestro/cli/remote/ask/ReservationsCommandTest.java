package maestro.cli.remote.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import maestro.cli.remote.StubController;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReservationsCommandTest {
  private static final String PATH = "/v1/apps/bandwidth-on-demand/reservations";
  private static final String ONE =
      "{'id':'r1','from':'A','to':'B','rateKbps':500,'asked':true,'state':'reserved',"
          + "'path':[{'dpid':'D','inPort':1,'outPort':2},{'dpid':'E','inPort':3,'outPort':4}]}";

  @AutoClose private final StubController controller;

  ReservationsCommandTest() throws IOException {
    controller = new StubController();
  }

  @Test
  void shouldListReservations() {
    controller.answers(PATH, "{'reservations':[" + ONE + "]}");

    assertThat(controller.run("reservations")).isZero();
    assertThat(controller.lines())
        .containsExactly("ID FROM TO KBPS STATE PATH", "r1 A B 500 reserved D E");
  }

  @Test
  void shouldSayWhenTheApplicationDoesNotRun() {
    controller.answers(
        "/v1/openapi.json", "{'paths':{'/v1/apps/{application}/{path}':{'get':{}}}}");
    controller.refuses("GET " + PATH, 404, "no application bandwidth-on-demand runs");

    assertThat(controller.run("reservations")).isEqualTo(1);
    assertThat(controller.err.toString()).contains("no application bandwidth-on-demand runs");
  }

  @Test
  void shouldAskForOneAndGiveItBack() {
    controller.answers("POST " + PATH, 201, "application/json", ONE);
    controller.answers("DELETE " + PATH + "/r1", 200, "application/json", "{'changed':'gone'}");

    assertThat(controller.run("reservations", "ask", "A", "B", "500 kbps")).isZero();
    assertThat(controller.lines()).containsExactly("reservation r1: 500 kbps from A to B by D E");
    assertThat(controller.asked)
        .last()
        .asString()
        .contains("{\"from\":\"A\",\"to\":\"B\",\"rate\":\"500 kbps\"}");
    assertThat(controller.run("reservations", "give-back", "r1")).isZero();
    assertThat(controller.lines()).containsExactly("gone");
  }
}
