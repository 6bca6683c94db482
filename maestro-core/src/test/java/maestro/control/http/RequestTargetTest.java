package maestro.control.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112, section 3.2, and RFC 3986, section 3.2.2. */
class RequestTargetTest {
  private static HttpRequest request(HttpVersion version, String uri, String... hosts) {
    HttpRequest request = new DefaultHttpRequest(version, HttpMethod.GET, uri);
    request.headers().add(HttpHeaderNames.HOST, List.of(hosts));
    return request;
  }

  private static RequestTarget target(String uri, String... hosts) throws RefusedQuestion {
    return RequestTarget.of(request(HttpVersion.HTTP_1_1, uri, hosts));
  }

  @Test
  void shouldAskForOneHostInHttp11AndForNoneInHttp10() throws RefusedQuestion {
    assertThatThrownBy(() -> target("/")).hasMessage("found no Host; needed: one");
    assertThatThrownBy(() -> target("/", "127.0.0.1", "evil.example"))
        .hasMessage("found Host 2 times; allowed: once");
    assertThatThrownBy(() -> target("/", "127.0.0.1", "127.0.0.1"))
        .isInstanceOf(RefusedQuestion.class);
    assertThat(RequestTarget.of(request(HttpVersion.HTTP_1_0, "/healthz")).host()).isEmpty();
    assertThatThrownBy(() -> RequestTarget.of(request(HttpVersion.HTTP_1_0, "/", "a", "b")))
        .isInstanceOf(RefusedQuestion.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:9653",
        "127.0.0.1:",
        "[::1]",
        "[::1]:9653",
        "a%20b",
        "",
        "a_b.example:65535"
      })
  void shouldTakeAHost(String host) throws RefusedQuestion {
    assertThat(target("/", host).host()).contains(host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::1",
        "127.0.0.1:evil.example",
        "127.0.0.1:65536",
        "127.0.0.1:-1",
        "evil.example@127.0.0.1",
        "127.0.0.1, evil.example",
        "127.0.0.1/",
        "127.0.0.1:1:2",
        "[::1",
        "[::1]x",
        "a%2",
        "a b",
        "a\tb"
      })
  void shouldRefuseWhatIsNoHost(String host) {
    assertThatThrownBy(() -> target("/", host))
        .isInstanceOf(RefusedQuestion.class)
        .hasMessage("found Host '" + host + "'; allowed: HOST or HOST:PORT");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v1/status | /v1/status | '' | localhost",
        "/v1/status?a=b?c | /v1/status | a=b?c | localhost",
        "http://127.0.0.1:9653/v1/status?a | /v1/status | a | 127.0.0.1:9653",
        "HTTPS://[::1]/ | / | '' | [::1]",
        "http://evil.example | / | '' | evil.example",
        "http://evil.example?a=b | / | a=b | evil.example",
        "//evil.example/v1 | //evil.example/v1 | '' | localhost",
        "ftp://evil.example/ | ftp://evil.example/ | '' | localhost",
        "* | * | '' | localhost"
      })
  void shouldTakeTheHostOfAnAbsoluteAddressBeforeThatOfTheHeader(
      String uri, String path, String query, String host) throws RefusedQuestion {
    assertThat(target(uri, "localhost"))
        .isEqualTo(new RequestTarget(path, query, Optional.of(host)));
  }
}
