package maestro.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import maestro.config.MaestroConfig.ControlToken;
import maestro.config.TokenRight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
  private static final String SHA256_OF_SECRET =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";
  private static final String SHA256_OF_MORE =
      "187897ce0afcf20b50ba2b37dca84a951b7046f29ed5ab94f010619f69d6e189";
  private static final String HOST = "127.0.0.1:9653";
  private static final String JSON = "application/json";

  private static final ControlToken SECRET =
      new ControlToken("grafana", SHA256_OF_SECRET, TokenRight.READ);
  private static final ControlToken MORE =
      new ControlToken("ann", SHA256_OF_MORE, TokenRight.CHANGE);

  private final Guard open = new Guard(List.of(), List.of());
  private final Guard reading = new Guard(List.of(SECRET), List.of());
  private final Guard both = new Guard(List.of(SECRET, MORE), List.of());

  private static int status(Guard guard, Access access, Map<String, String> headers) {
    return guard
        .refusal(access, name -> Optional.ofNullable(headers.get(name)))
        .map(Answer::status)
        .orElse(200);
  }

  private static Map<String, String> change(String name, String value) {
    return Map.of("Host", HOST, "Content-Type", JSON, name, value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LocalHost:9653", "127.0.0.1", "10.0.0.7:80", "[::1]:9653", "[::1]"})
  void shouldLetAnyoneReadWhenThereIsNoTokenAndTheHostIsOurs(String host) {
    assertThat(status(open, Access.READ, Map.of("Host", host))).isEqualTo(200);
    assertThat(status(open, Access.READ, Map.of())).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:9653",
        "127.0.0.1.evil.example",
        "",
        ":1",
        "localhost.:1"
      })
  void shouldRefuseWhenTheHostIsNotOurs(String host) {
    assertThat(status(open, Access.READ, Map.of("Host", host))).isEqualTo(421);
    assertThat(status(open, Access.CHANGE, Map.of("Host", host, "Content-Type", JSON)))
        .isEqualTo(421);
    assertThat(status(open, Access.OPEN, Map.of("Host", host))).isEqualTo(200);
  }

  @Test
  void shouldDelayRefusalsMoreAndMoreWhenTokensAreWrong() {
    assertThat(status(reading, Access.READ, Map.of())).isEqualTo(401);
    assertThat(reading.delay()).isZero();
    for (int ms : new int[] {100, 200, 400, 800, 1600, 3200, 6400, 6400}) {
      assertThat(status(reading, Access.READ, Map.of("Authorization", "Bearer wrong")))
          .isEqualTo(401);
      assertThat(reading.delay()).isEqualTo(Duration.ofMillis(ms));
    }
    assertThat(status(reading, Access.READ, Map.of("Authorization", "Basic secret")))
        .isEqualTo(401);

    assertThat(status(reading, Access.READ, Map.of("Authorization", "Bearer secret")))
        .isEqualTo(200);
    assertThat(reading.delay()).isZero();
  }

  @Test
  void shouldAskForTheTokenOfTheAccess() {
    assertThat(status(both, Access.READ, change("Authorization", "Bearer secret"))).isEqualTo(200);
    assertThat(status(both, Access.READ, change("Authorization", "Bearer more"))).isEqualTo(200);
    assertThat(status(both, Access.CHANGE, change("Authorization", "Bearer more"))).isEqualTo(200);
    assertThat(status(both, Access.CHANGE, change("Authorization", "Bearer secret")))
        .isEqualTo(403);
    assertThat(both.delay()).isZero();
    assertThat(status(both, Access.CHANGE, change("Authorization", "Bearer wrong"))).isEqualTo(401);
    assertThat(status(both, Access.CHANGE, change("Accept", "*/*"))).isEqualTo(401);
  }

  @Test
  void shouldKnowWhoShowsAToken() {
    assertThat(name(both, "Bearer secret")).contains("grafana");
    assertThat(name(both, "Bearer more")).contains("ann");
    assertThat(name(both, "Bearer wrong")).isEmpty();
    assertThat(name(both, "secret")).isEmpty();
    assertThat(name(open, "Bearer secret")).isEmpty();
    assertThat(both.name(header -> Optional.empty())).isEmpty();
  }

  private static Optional<String> name(Guard guard, String authorization) {
    return guard.name(
        header -> Optional.of(authorization).filter(any -> header.equals("Authorization")));
  }

  @Test
  void shouldForgetATokenThatIsRevokedAndKeepTheOthers() {
    ControlToken bob = new ControlToken("bob", SHA256_OF_MORE, TokenRight.READ);
    both.tokens(List.of(bob));

    assertThat(status(both, Access.READ, change("Authorization", "Bearer secret"))).isEqualTo(401);
    assertThat(status(both, Access.READ, change("Authorization", "Bearer more"))).isEqualTo(200);
    assertThat(status(both, Access.CHANGE, change("Authorization", "Bearer more"))).isEqualTo(403);
    assertThat(name(both, "Bearer more")).contains("bob");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer secret", "bearer secret", "BEARER secret"})
  void shouldTakeTheSchemeInAnyCase(String authorization) {
    assertThat(status(reading, Access.READ, Map.of("Authorization", authorization))).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:9653, https://maestro.example, 200",
    "127.0.0.1:9653, HTTPS://Maestro.Example, 200",
    "maestro.example, https://maestro.example, 200",
    "Maestro.Example, https://maestro.example, 200",
    "127.0.0.1:9653, http://maestro.example, 403",
    "127.0.0.1:9653, https://maestro.example:8443, 403",
    "127.0.0.1:9653, https://evil.maestro.example, 403",
    "evil.maestro.example, https://evil.maestro.example, 421",
    "maestro.example:8443, https://maestro.example:8443, 421"
  })
  void shouldLetPagesChangeThatAReverseProxyShows(String host, String origin, int status) {
    Guard proxied = new Guard(List.of(), List.of("https://maestro.example"));
    Map<String, String> headers = Map.of("Host", host, "Content-Type", JSON, "Origin", origin);
    assertThat(status(proxied, Access.CHANGE, headers)).isEqualTo(status);
  }

  @Test
  void shouldLetNobodyChangeWhenOnlyReadingHasAToken() {
    assertThat(status(reading, Access.CHANGE, change("Authorization", "Bearer secret")))
        .isEqualTo(403);
  }

  @Test
  void shouldLetReadWithoutTokenWhenOnlyChangesHaveOne() {
    Guard changing = new Guard(List.of(MORE), List.of());
    assertThat(status(changing, Access.READ, Map.of("Host", HOST))).isEqualTo(200);
    assertThat(status(changing, Access.CHANGE, change("Accept", "*/*"))).isEqualTo(401);
    assertThat(status(changing, Access.CHANGE, change("Authorization", "Bearer more")))
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:9653, 200",
    "HTTPS://127.0.0.1:9653, 200",
    "http://evil.example, 403",
    "http://evil.127.0.0.1:9653, 403",
    "http://127.0.0.1, 403",
    "null, 403"
  })
  void shouldRefuseAChangeOfAPageFromElsewhere(String origin, int status) {
    assertThat(status(open, Access.CHANGE, change("Origin", origin))).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, 200",
    "Application/JSON; charset=utf-8, 200",
    "text/plain, 415",
    "application/x-www-form-urlencoded, 415",
    "'text/plain; application/json', 415",
    "'', 415"
  })
  void shouldRefuseAChangeThatABrowserSendsWithoutAsking(String type, int status) {
    assertThat(status(open, Access.CHANGE, Map.of("Host", HOST, "Content-Type", type)))
        .isEqualTo(status);
    assertThat(status(open, Access.CHANGE, Map.of("Host", HOST))).isEqualTo(415);
  }
}
