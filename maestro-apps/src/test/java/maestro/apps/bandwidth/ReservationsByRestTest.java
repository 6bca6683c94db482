package maestro.apps.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bandwidth that is reserved between two hosts by REST, and what REST tells of flows. */
class ReservationsByRestTest extends TwoPathNetwork {
  private static final String HOST_A = "00:00:00:00:00:0a";
  private static final String HOST_B = "00:00:00:00:00:0b";

  private RestAnswer ask(String from, String to, String rate) throws Exception {
    return rest("POST reservations", "", Map.of("from", from, "to", to, "rate", rate));
  }

  @Test
  void shouldReserveForAllPacketsBetweenTwoHostsUntilItIsGivenBack() throws Exception {
    RestAnswer made = ask(HOST_A, HOST_B, "6 Mbps");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().toString())
        .contains("id=r1", "rateKbps=6000", "asked=true", "state=reserved")
        .contains("path=[{dpid=00:00:00:00:00:00:00:01, inPort=5, outPort=12}");
    assertThat(request(1, 5, 1000)).contains("forward port 12"); // along the reservation
    assertThat(rest("GET reservations", "", Map.of()).json().toString())
        .contains("id=r1")
        .doesNotContain("id=f");
    assertThat(ask(HOST_B, HOST_A, "10 Mbps").status()).isEqualTo(201); // the other direction

    assertThat(rest("DELETE reservations/{id}", "r1", Map.of()).status()).isEqualTo(200);
    assertThatThrownBy(() -> rest("GET reservations/{id}", "r1", Map.of()))
        .isInstanceOfSatisfying(RestRefusal.class, e -> assertThat(e.status()).isEqualTo(404));
    assertThat(ask(HOST_A, HOST_B, "10 Mbps").status()).isEqualTo(201);
  }

  @Test
  void shouldRefuseAReservationForWhichThereIsNoRoom() throws Exception {
    assertThatThrownBy(() -> ask(HOST_A, HOST_B, "11 Mbps"))
        .isInstanceOfSatisfying(RestRefusal.class, e -> assertThat(e.status()).isEqualTo(409))
        .hasMessage("no path between these hosts has 11000 kbps free on all its links");
    assertThat(ask(HOST_A, HOST_B, "10 Mbps").status()).isEqualTo(201);
    assertThatThrownBy(() -> ask(HOST_A, HOST_B, "1 Mbps"))
        .hasMessage("reservation r1 is for these hosts; give it back first");
  }

  @Test
  void shouldMoveAReservationWhenItsPathIsGone() throws Exception {
    ask(HOST_A, HOST_B, "6 Mbps");
    links(UP.subList(2, 4));
    assertThat(rest("GET reservations/{id}", "r1", Map.of()).json().toString())
        .contains("state=reserved", "outPort=13");
    links(List.of());
    assertThat(rest("GET reservations/{id}", "r1", Map.of()).json().toString())
        .contains("state=waiting", "path=[]");
    links(UP);
    assertThat(rest("GET reservations/{id}", "r1", Map.of()).json().toString())
        .contains("state=reserved");
  }

  @Test
  void shouldGoOnWithWhatWasAskedForAtAnotherMember() throws Exception {
    ask(HOST_A, HOST_B, "6 Mbps");
    byte[] left = platform.saveState();
    rest("DELETE reservations/{id}", "r1", Map.of());
    ask(HOST_B, HOST_A, "10 Mbps");

    platform.restoreState(left);
    assertThat(rest("GET reservations", "", Map.of()).json().toString())
        .contains("id=r1", "rateKbps=6000", "state=waiting")
        .doesNotContain("id=r2");
    links(UP.subList(0, 2));
    assertThat(rest("GET reservations/{id}", "r1", Map.of()).json().toString())
        .contains("state=reserved");
    assertThat(platform.saveState()).isEqualTo(left);
    assertThat(ask(HOST_B, HOST_A, "10 Mbps").json().toString()).contains("id=r2");
  }

  @Test
  void shouldRefuseWhatIsNoListOfReservations() throws Exception {
    ask(HOST_A, HOST_B, "6 Mbps");
    byte[] left = platform.saveState();
    byte[] cut = Arrays.copyOf(left, left.length - 1);
    byte[] other = left.clone();
    other[3] ^= 1;
    for (byte[] each : List.of(cut, other, new byte[0])) {
      assertThatThrownBy(() -> platform.restoreState(each))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(platform.saveState()).isEqualTo(left);
  }

  @Test
  void shouldListAndEndTheFlowsThatPacketsHaveBegun() throws Exception {
    request(1, 5, 1000);
    assertThat(rest("GET reservations", "", Map.of()).json().toString())
        .contains("id=f1", "rateKbps=6000", "asked=false", "l4Src=1000");

    rest("DELETE reservations/{id}", "f1", Map.of());
    assertThat(rest("GET reservations", "", Map.of()).json()).hasToString("{reservations=[]}");
  }

  @ParameterizedTest
  @CsvSource({
    "00:00:00:00:00:0c, 00:00:00:00:00:0b, 1 Mbps, 404, from: host 00:00:00:00:00:0c is not known",
    "10.0.0.9, 00:00:00:00:00:0b, 1 Mbps, 404, from: host 10.0.0.9 is not known",
    "a, 00:00:00:00:00:0b, 1 Mbps, 400, from: found 'a'; allowed: the Ethernet or IPv4 address",
    "00:00:00:00:00:0b, 00:00:00:00:00:0b, 1 Mbps, 400, from and to: found the same host",
    "00:00:00:00:00:0a, 00:00:00:00:00:0b, fast, 400, rate: found 'fast'; allowed: a rate above 0",
    "00:00:00:00:00:0a, 00:00:00:00:00:0b, 0 Mbps, 400, rate: found '0 Mbps'; allowed: a rate",
  })
  void shouldSayWhatIsAllowedWhenAReservationHasAMistake(
      String from, String to, String rate, int status, String message) {
    assertThatThrownBy(() -> ask(from, to, rate))
        .isInstanceOfSatisfying(RestRefusal.class, e -> assertThat(e.status()).isEqualTo(status))
        .hasMessageStartingWith(message);
  }
}
