package maestro.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeCommandsTest {
  private static final String TYPE = "application/json";
  private static final String ONE = "00:00:00:00:00:00:00:01";
  private static final String LIMIT_OF_ONE = "PUT /v1/switches/" + ONE + "/rate-limit";

  @AutoClose private StubController controller;

  @BeforeEach
  void start() throws IOException {
    controller = new StubController();
    controller.answers("/v1/switches", "{'switches':[{'dpid':'" + ONE + "'}]}");
  }

  @Test
  void shouldSetAndRemoveARateLimit() {
    controller.answers(LIMIT_OF_ONE, 200, TYPE, "{'changed':'it may make 500'}");

    assertThat(controller.run("rate-limit", "1", "500")).isZero();
    assertThat(controller.out.toString()).isEqualTo("it may make 500\n");
    assertThat(controller.err.toString()).isEmpty();
    assertThat(controller.asked).contains(LIMIT_OF_ONE + "  {\"rateLimit\":500}");

    assertThat(controller.run("rate-limit", "0x1", "off", "--json")).isZero();
    assertThat(controller.out.toString()).isEqualTo("{\"changed\":\"it may make 500\"}\n");
    assertThat(controller.asked).contains(LIMIT_OF_ONE + "  {\"rateLimit\":null}");
  }

  @Test
  void shouldNoteWhenTheLimitedSwitchIsNotConnected() {
    controller.answers(
        "PUT /v1/switches/00:00:00:00:00:00:00:02/rate-limit", 200, TYPE, "{'changed':'set'}");

    assertThat(controller.run("rate-limit", "2", "500")).isZero();

    assertThat(controller.out.toString()).isEqualTo("set\n");
    assertThat(controller.err.toString())
        .isEqualTo("maestro: switch 00:00:00:00:00:00:00:02 is not connected; near: " + ONE + "\n");
  }

  @ParameterizedTest
  @CsvSource({"3ms, 3", "1.5ms, 1.5", "500us, 0.5", "2s, 2000", "10us, 0.01", "10 s, 10000"})
  void shouldSetTheDelayBoundInItsUnit(String time, String ms) {
    controller.answers("PUT /v1/delay-bound", 200, TYPE, "{'changed':'set'}");

    assertThat(controller.run("delay-bound", time)).isZero();

    assertThat(controller.asked)
        .containsExactly("PUT /v1/delay-bound  {\"delayBoundMs\":%s}".formatted(ms));
    assertThat(controller.out.toString()).isEqualTo("set\n");
  }

  @Test
  void shouldOrderARole() {
    controller.answers("PUT /v1/role", 200, TYPE, "{'changed':'ordered'}");

    assertThat(controller.run("role", "master")).isZero();
    assertThat(controller.run("role", "slave")).isEqualTo(2);

    assertThat(controller.asked).containsExactly("PUT /v1/role  {\"role\":\"master\"}");
    assertThat(controller.err.toString()).contains("equal", "master", "standby");
  }

  @Test
  void shouldSetTheLogLevelOfAllOrOfAPart() {
    controller.answers("PUT /v1/log-level", 200, TYPE, "{'changed':'set'}");

    assertThat(controller.run("log-level", "debug")).isZero();
    assertThat(controller.run("log-level", "WARN", "maestro.net")).isZero();

    assertThat(controller.asked)
        .containsExactly(
            "PUT /v1/log-level  {\"level\":\"debug\"}",
            "PUT /v1/log-level  {\"level\":\"warn\",\"logger\":\"maestro.net\"}");
  }

  @Test
  void shouldReloadAndNameEachMistake() {
    controller.answers("POST /v1/reload", 200, TYPE, "{'reloads':2}");
    assertThat(controller.run("reload")).isZero();
    assertThat(controller.out.toString()).isEqualTo("the new configuration is in force\n");
    assertThat(controller.run("reload", "--json")).isZero();
    assertThat(controller.out.toString()).isEqualTo("{\"reloads\":2}\n");

    controller.refuses("POST /v1/reload", 422, "a.conf:3: first\\na.conf:9: second");
    assertThat(controller.run("reload")).isEqualTo(1);
    assertThat(controller.out.toString()).isEmpty();
    assertThat(controller.err.toString())
        .isEqualTo("maestro: " + controller.url() + ":\na.conf:3: first\na.conf:9: second\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rate-limit | 1 | 0 | '0'; allowed: 1 to 1000000000, off",
        "rate-limit | 1 | 1000000001 | allowed: 1 to 1000000000, off",
        "rate-limit | 1 | many | 'many'; allowed: 1 to 1000000000, off",
        "rate-limit | x! | 5 | found 'x!'; allowed:",
        "delay-bound | 3 | | '3'; allowed: 10us to 10s, with the unit us, ms or s",
        "delay-bound | 9us | | '9us'; allowed: 10us to 10s",
        "delay-bound | 10.1s | | '10.1s'; allowed: 10us to 10s",
        "log-level | loud | | LEVEL: found 'loud'; allowed: off, error, warn, info, debug, trace;",
      })
  void shouldNotAskWhenAnArgumentIsWrong(
      String command, String first, String second, String expected) {
    String[] arguments =
        second == null ? new String[] {command, first} : new String[] {command, first, second};

    assertThat(controller.run(arguments)).isEqualTo(2);

    assertThat(controller.err.toString()).contains(expected);
    assertThat(controller.asked).isEmpty();
  }
}
