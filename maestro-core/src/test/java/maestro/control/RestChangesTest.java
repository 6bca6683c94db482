package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import maestro.control.http.Answer;
import maestro.control.http.RefusedQuestion;
import maestro.net.session.Role;
import maestro.net.session.Session;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What may be changed in a controller with two switches, and what is said of mistakes. */
class RestChangesTest extends RestOfTwoSwitches {
  @Test
  void shouldChangeWhatItIsAskedToChange() throws Exception {
    assertThat(ask("PUT", "/v1/switches/1/weight", "{\"weight\": 7}").body())
        .isEqualTo("{\"changed\":\"the weight of switch 00:00:00:00:00:00:00:01 is 7\"}");
    ask("PUT", "/v1/switches/1/rate-limit", "{\"rateLimit\": 100}");
    ask("PUT", "/v1/switches/2/rate-limit", "{\"rateLimit\": null}");
    ask("PUT", "/v1/delay-bound", "{\"delayBoundMs\": 1.5}");

    List<?> switches = (List<?>) JsonSchema.parse(get("/v1/switches").body()).get("switches");
    assertThat(JsonSchema.object(switches.get(0)))
        .containsEntry("weight", 7)
        .containsEntry("rateLimit", 100);
    assertThat(JsonSchema.object(switches.get(1)))
        .containsEntry("weight", 5)
        .containsEntry("rateLimit", null);
    assertThat(maestro.delayBoundNs()).isEqualTo(1_500_000);
    assertThat(get("/v1/config").body())
        .contains(
            "{\"key\":\"maestro.batching.delay-upper-bound\",\"value\":\"1.5 ms\","
                + "\"hidden\":false,\"place\":\"127.0.0.1:1\",\"own\":true}");
    rest.often();
    assertThat(eventTypes()).endsWith("changed", "changed", "changed", "changed");
  }

  @Test
  void shouldKeepAWeightWhenTheSwitchConnectsAgain() throws Exception {
    ask("PUT", "/v1/switches/1/weight", "{\"weight\": 7}");
    first.close();
    Awaitility.await().until(() -> maestro.switches().get(1) == null);
    first = join(1);
    Awaitility.await()
        .until(
            () ->
                maestro.switches().get(1) != null
                    && Session.of(maestro.switches().get(1)).isEstablished());

    assertThat(maestro.switches().get(1).weight()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "switches/1/weight | {} | weight: found nothing; allowed: 1 to 1000",
        "switches/1/weight | {\"weight\":0} | weight: found 0; allowed: 1 to 1000",
        "switches/1/weight | {\"weight\":1.5} | weight: found 1.5; allowed: a whole number",
        "switches/1/weight | {\"weight\":1e999} | weight: found Infinity; allowed: 1 to 1000",
        "switches/1/weight | {\"weight\":\"4\"} | weight: found '4'; allowed: 1 to 1000",
        "switches/1/weight | {\"wait\":4} | unknown field 'wait'; allowed: weight",
        "switches/1/weight | {\"weight\":{}} | weight: found neither a number, a text nor null",
        "switches/1/weight | [4] | the body is no JSON object",
        "switches/1/weight | {\"weight\":4}{} | unexpected text after the JSON object",
        "switches/1/weight | '' | the body is no JSON object",
        "delay-bound | {\"delayBoundMs\":0} | delayBoundMs: found 0; allowed: 0.01 to 10000",
        "role | {\"role\":\"slave\"} | role: found 'slave'; allowed: equal, master, standby",
        "log-level | {\"level\":\"loud\"} | level: found 'loud'; allowed: off, error, warn, info,"
            + " debug, trace",
      })
  void shouldSayWhatIsAllowedWhenAChangeHasAMistake(String path, String body, String detail) {
    assertThatThrownBy(() -> ask("PUT", "/v1/" + path, body))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(400))
        .hasMessage(detail);
  }

  @Test
  void shouldOrderARole() throws Exception {
    assertThat(ask("PUT", "/v1/role", "{\"role\": \"standby\"}").body())
        .contains("the role of this controller is to be standby");
    assertThat(maestro.roles().ordered()).isEqualTo(Role.STANDBY);
    rest.everySecond();
    assertThat(get("/v1/status").body()).contains("\"role\":\"standby\"");
    assertThat(get("/v1/switches").body())
        .as("what the switch has given")
        .contains("\"role\":\"equal\"");
  }

  @Test
  void shouldRefuseAChangeThatIsNotJson() {
    for (String body :
        List.of("{", "{\"weight\":4,\"weight\":5}", "{weight:4}", "\u0000", "{\"weight\":01}")) {
      assertThatThrownBy(() -> ask("PUT", "/v1/switches/1/weight", body))
          .as(body)
          .isInstanceOf(RefusedQuestion.class)
          .hasMessageStartingWith("the body is not JSON: ");
    }
  }

  @Test
  void shouldSetALogLevel() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger("maestro.some.part");
    assertThat(
            ask("PUT", "/v1/log-level", "{\"level\":\"debug\",\"logger\":\"maestro.some\"}")
                .status())
        .isEqualTo(200);
    assertThat(logger.getEffectiveLevel()).isEqualTo(Level.DEBUG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "maestro.net "})
  void shouldNotFindALoggerThatDoesNotExist(String logger) {
    String body = "{\"level\":\"info\",\"logger\":\"" + logger + "\"}";
    assertThatThrownBy(() -> ask("PUT", "/v1/log-level", body))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(404))
        .hasMessage(
            "logger: found '%s'; allowed: a logger that has logged, such as maestro.net", logger);
  }

  @Test
  void shouldKeepLibrariesQuietWhenEverythingElseIsToLogMore() throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    Logger netty = (Logger) LoggerFactory.getLogger("io.netty");
    Level before = root.getLevel();
    Level ofNetty = netty.getLevel();
    try {
      assertThat(ask("PUT", "/v1/log-level", "{\"level\":\"debug\"}").status()).isEqualTo(200);
      assertThat(LoggerFactory.getLogger("maestro.other").isDebugEnabled()).isTrue();
      assertThat(netty.isDebugEnabled()).isFalse();
    } finally {
      root.setLevel(before);
      netty.setLevel(ofNetty);
    }
  }

  @Test
  void shouldSayWhatIsWrongWhenTheConfigurationIsNotTakenOver() throws Exception {
    Answer refused = ask("POST", "/v1/reload", "");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("\"detail\":\"a mistake\\nanother\"");
  }
}
