package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import maestro.config.MaestroConfig.Control;
import maestro.config.MaestroConfig.ControlCertificate;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.control.http.Limits;
import maestro.control.http.RefusedClients;
import maestro.control.http.Shared;
import maestro.testkit.LogOf;
import maestro.tls.TestCertificates;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The listener from outside, for clients that are good, wrong, slow or hostile. */
class ControlListenerTest {
  private static final String HOST = "Host: 127.0.0.1\r\n";
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final int LARGE_BYTES = 64 * 1024 * 1024;
  private static final String SHA256_OF_SECRET =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

  private static final EndpointPaths ROUTES =
      new EndpointPaths.Builder()
          .open("/healthz", question -> Answer.line(200, "ok"))
          .read("/echo", question -> Answer.line(200, question.query()))
          .read("/shared", new Shared(() -> new Answer(200, "text/plain", "x".repeat(4096))))
          .read("/large", question -> new Answer(200, "text/plain", "x".repeat(LARGE_BYTES)))
          .read("/named/{name}", question -> Answer.line(200, question.part("name")))
          .read(
              "/broken",
              question -> {
                throw new IllegalStateException("a fault of ours");
              })
          .build();

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private static Limits limits(int connections, Duration request, Duration idle, Duration taking) {
    return new Limits(connections, 16, 1024, 4096, 8192, request, idle, taking, LONG);
  }

  private ControlListener listener(Control config, Limits limits) throws IOException {
    ControlListener listener = ControlListener.bind(config, limits).orElseThrow();
    opened.add(listener);
    listener.serve(ROUTES);
    return listener;
  }

  private ControlListener listener(Limits limits) throws IOException {
    return listener(ControlOnLoopback.open(), limits);
  }

  private ControlListener listener() throws IOException {
    return listener(limits(16, LONG, LONG, LONG));
  }

  private RawClient client(ControlListener listener) throws IOException {
    RawClient client = RawClient.to(listener.address());
    opened.add(client);
    return client;
  }

  @Test
  void shouldAnswerSeveralRequestsOnOneConnectionWhenTheyAreSentTogether() throws IOException {
    RawClient client = client(listener());

    client.send(
        "GET /echo?a HTTP/1.1\r\n"
            + HOST
            + "\r\nGET /echo?b HTTP/1.1\r\n"
            + HOST
            + "\r\nHEAD /echo?c HTTP/1.1\r\n"
            + HOST
            + "\r\n");

    assertThat(client.answer()).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\na\n");
    assertThat(client.answer()).endsWith("\r\n\r\nb\n");
    assertThat(client.answer(false)).contains("content-length: 2").endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /echo?a HTTP/1.1; | 400",
        "GET /echo?a HTTP/1.1;Host: 127.0.0.1;Host: evil.example; | 400",
        "GET /echo?a HTTP/1.1;Host: evil.example;Host: 127.0.0.1; | 400",
        "GET /healthz HTTP/1.1;Host: 127.0.0.1:evil.example; | 400",
        "GET /echo?a HTTP/1.1;Host: evil.example; | 421",
        "GET /echo?a HTTP/1.0; | 200",
        "GET http://127.0.0.1:9653/echo?a HTTP/1.1;Host: 127.0.0.1; | 200",
        "GET http://127.0.0.1:9653/echo?a HTTP/1.1;Host: evil.example; | 200",
        "GET http://evil.example/echo?a HTTP/1.1;Host: 127.0.0.1; | 421"
      })
  void shouldKnowOneHostOfEachRequest(String request, int status) throws IOException {
    String answer = client(listener()).send(request.replace(";", "\r\n") + "\r\n").answer();
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    assertThat(answer.endsWith("\r\n\r\na\n")).isEqualTo(status == 200);
  }

  @Test
  void shouldCompressWhatIsForManyWhenTheClientTakesGzip() throws IOException {
    RawClient client = client(listener());

    client.send("HEAD /shared HTTP/1.1\r\n" + HOST + "Accept-Encoding: gzip, br\r\n\r\n");
    assertThat(client.answer(false))
        .contains("content-encoding: gzip", "vary: accept-encoding")
        .doesNotContain("content-length: 4096");

    client.send("GET /shared HTTP/1.1\r\n" + HOST + "\r\n");
    assertThat(client.answer()).doesNotContain("content-encoding").endsWith("x".repeat(4096));
  }

  @Test
  void shouldCloseAfterTheAnswerWhenAskedTo() throws IOException {
    RawClient client = client(listener()).ask("GET /healthz", "Connection: close\r\n");

    assertThat(client.answer()).endsWith("ok\n");
    assertThat(client.bytesUntilClosed()).isZero();
  }

  @Test
  void shouldSayWhatIsWrongWhenPathOrMethodIsUnknown() throws IOException {
    RawClient client = client(listener());

    assertThat(client.ask("GET /../etc/passwd").answer())
        .startsWith("HTTP/1.1 404 ")
        .contains("content-type: application/problem+json")
        .endsWith("{\"title\":\"Not Found\",\"status\":404,\"detail\":\"unknown path\"}");
    assertThat(client.ask("GET /%68ealthz").answer()).startsWith("HTTP/1.1 404 ");
    assertThat(client.ask("GET /named/a%3Ab").answer()).endsWith("\r\n\r\na:b\n");
    assertThat(client.ask("GET /named/").answer()).startsWith("HTTP/1.1 404 ");
    assertThat(client.ask("GET /named/a/b").answer()).startsWith("HTTP/1.1 404 ");
    assertThat(client.ask("GET /named/%2").answer()).startsWith("HTTP/1.1 404 ");
    assertThat(client.ask("POST /healthz").answer())
        .startsWith("HTTP/1.1 405 ")
        .contains("Allow: GET, HEAD");
    assertThat(client.ask("BREW /healthz").answer()).startsWith("HTTP/1.1 405 ");
    try (LogOf log = new LogOf(RefusedClients.class)) {
      assertThat(client.ask("GET /broken").answer()).startsWith("HTTP/1.1 500 ");
      assertThat(log.warnings())
          .containsExactly(
              "control listener, 127.0.0.1: the control listener failed: no answer to GET /broken");
    }
    assertThat(client.ask("GET /healthz").answer()).endsWith("ok\n");
  }

  @Test
  void shouldRefuseAndCloseWhenTheRequestIsTooLargeOrNone() throws IOException {
    ControlListener listener = listener();
    String many = "a".repeat(5000);

    for (String[] each :
        new String[][] {
          {"GET /" + many + " HTTP/1.1\r\n" + HOST + "\r\n", "414 "},
          {"GET /healthz HTTP/1.1\r\n" + HOST + "X: " + many + "\r\n\r\n", "431 "},
          {"GET /healthz HTTP/1.1\r\n" + HOST + "A: b\r\n".repeat(5000) + "\r\n", "431 "},
          {
            "POST /healthz HTTP/1.1\r\n" + HOST + "Content-Length: 100000000\r\n\r\n" + many, "413 "
          },
          {
            "POST /healthz HTTP/1.1\r\n"
                + HOST
                + "Transfer-Encoding: chunked\r\n\r\n3000\r\n"
                + "x".repeat(9000),
            "413 "
          },
          {
            "POST /healthz HTTP/1.1\r\n"
                + HOST
                + "Expect: 100-continue\r\nContent-Length: 100000000\r\n\r\n",
            "413 "
          },
          {"\u0016\u0003\u0001 no HTTP\r\n\r\n", "400 "},
        }) {
      RawClient client = client(listener).send(each[0]);
      assertThat(client.answer()).as(each[0]).startsWith("HTTP/1.1 " + each[1]);
      assertThat(client.bytesUntilClosed()).isZero();
    }
    assertThat(client(listener).ask("GET /healthz").answer()).endsWith("ok\n");
  }

  @Test
  void shouldCloseWhenTheRequestDoesNotArriveInTime() throws IOException {
    ControlListener listener = listener(limits(16, SHORT, LONG, LONG));

    assertThat(client(listener).bytesUntilClosed()).isZero();
    assertThat(client(listener).send("GET /heal").bytesUntilClosed()).isZero();
    RawClient second = client(listener).ask("GET /healthz");
    assertThat(second.answer()).endsWith("ok\n");
    assertThat(second.send("G").bytesUntilClosed()).isZero();
  }

  @Test
  void shouldCloseWhenAConnectionIsIdleForTooLong() throws IOException {
    ControlListener listener = listener(limits(16, LONG, SHORT, LONG));
    RawClient client = client(listener).ask("GET /healthz");

    assertThat(client.answer()).endsWith("ok\n");
    assertThat(client.bytesUntilClosed()).isZero();
  }

  @Test
  void shouldCloseWhenTheClientDoesNotTakeTheAnswer() throws Exception {
    ControlListener listener = listener(limits(1, LONG, LONG, SHORT));
    RawClient client = client(listener).ask("GET /large");
    Awaitility.await().until(() -> listener.connections() == 0);

    assertThat(client.bytesUntilClosed()).isLessThan(LARGE_BYTES);
  }

  @Test
  void shouldMakeRoomForAnotherClientWhenThereAreTooMany() throws IOException {
    ControlListener listener = listener(limits(2, LONG, LONG, LONG));
    RawClient busy = client(listener).ask("GET /echo?1");
    assertThat(busy.answer()).endsWith("1\n");
    RawClient slow = client(listener).send("GET");
    Awaitility.await().until(() -> listener.connections() == 2);
    for (int i = 0; i < 50; i++) {
      assertThat(busy.ask("GET /echo?2").answer()).endsWith("2\n");
      RawClient another = client(listener).send("GET");
      assertThat(slow.bytesUntilClosed()).isZero();
      slow = another;
    }

    assertThat(listener.connections()).isEqualTo(2);
  }

  @Test
  void shouldNeedTheTokenWhenThereIsOne() throws IOException {
    ControlListener listener =
        listener(
            ControlOnLoopback.with(Optional.empty(), Optional.of(SHA256_OF_SECRET)),
            limits(16, LONG, LONG, LONG));
    RawClient client = client(listener);

    assertThat(client.ask("GET /healthz").answer()).endsWith("ok\n");
    assertThat(client.ask("GET /echo").answer())
        .startsWith("HTTP/1.1 401 ")
        .contains("www-authenticate: Bearer");
    assertThat(client.ask("GET /echo", "Authorization: Bearer wrong\r\n").answer())
        .startsWith("HTTP/1.1 401 ");
    assertThat(client.ask("GET /echo?1", "Authorization: Bearer secret\r\n").answer())
        .endsWith("\r\n\r\n1\n");
  }

  @Test
  void shouldRefuseAPageFromElsewhereWhenThereIsNoToken() throws IOException {
    RawClient client = client(listener());

    assertThat(client.ask("GET /echo", "Host: evil.example:9653\r\n").answer())
        .startsWith("HTTP/1.1 421 ");
    assertThat(client.ask("GET /echo?1", "Host: localhost:9653\r\n").answer()).endsWith("1\n");
  }

  @Test
  void shouldSpeakTlsWhenThereIsACertificate(@TempDir Path folder) throws Exception {
    TestCertificates files = new TestCertificates(folder);
    ControlCertificate certificate =
        new ControlCertificate(files.key("controller"), files.certificate("controller"));
    Control config = ControlOnLoopback.with(Optional.of(certificate), Optional.empty());
    ControlListener listener = listener(config, limits(16, LONG, LONG, LONG));
    Socket secure =
        trusting()
            .getSocketFactory()
            .createSocket(listener.address().getAddress(), listener.address().getPort());

    try (RawClient client = new RawClient(secure)) {
      assertThat(client.ask("GET /echo?1").answer()).endsWith("1\n");
      assertThat(client.ask("GET /echo?2").answer()).endsWith("2\n");
      String refused =
          client.send("POST / HTTP/1.1\r\n" + HOST + "Content-Length: 100000000\r\n\r\n").answer();
      assertThat(refused).startsWith("HTTP/1.1 413 ");
    }
    assertThat(client(listener).ask("GET /echo").bytesUntilClosed()).isLessThan(100);
  }

  private static SSLContext trusting() throws GeneralSecurityException {
    X509TrustManager all =
        new X509TrustManager() {
          @Override
          public void checkClientTrusted(X509Certificate[] chain, String type) {}

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String type) {}

          @Override
          public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
          }
        };
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {all}, null);
    return context;
  }

  @Test
  void shouldLetTheClientWaitUntilItServes() throws IOException {
    ControlListener listener =
        ControlListener.bind(ControlOnLoopback.open(), limits(16, LONG, LONG, LONG)).orElseThrow();
    opened.add(listener);
    RawClient early = client(listener).ask("GET /healthz");

    listener.serve(ROUTES);

    assertThat(early.answer()).endsWith("ok\n");
  }

  @Test
  void shouldFreeThePortWhenClosed() throws IOException {
    ControlListener listener = listener();
    int port = listener.address().getPort();
    listener.close();
    Control again = ControlOnLoopback.openAt(port);

    assertThat(ControlListener.bind(Control.OFF)).isEmpty();
    ControlListener.bind(again).orElseThrow().close();
  }
}
