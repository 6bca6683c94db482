package maestro.control.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import maestro.control.ControlListener;
import maestro.control.ControlOnLoopback;
import maestro.control.RawClient;
import maestro.control.http.RefusedClients.Kind;
import maestro.metrics.Counter;
import maestro.metrics.Metrics;
import maestro.metrics.OperatorEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** However often clients misbehave: each case is counted, and few lines and events tell of them. */
class RefusedClientsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final String SHA256_OF_SECRET =
      "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";
  private static final int MANY = 300;

  private final Metrics metrics = new Metrics();
  private long nowNs;
  private final RefusedClients refusedClients = new RefusedClients(metrics, () -> nowNs);

  private List<String> told() {
    List<String> told = new ArrayList<>();
    for (OperatorEvent each = metrics.operatorEvents().poll();
        each != null;
        each = metrics.operatorEvents().poll()) {
      told.add(each.text());
    }
    return told;
  }

  private static InetSocketAddress from(int last) {
    return new InetSocketAddress("127.0.1." + last, 4242);
  }

  @Test
  void shouldTellOnceOfEachKindAndAddressInTenMinutes() {
    for (int i = 0; i < MANY; i++) {
      refusedClients.note(Kind.TOKEN, from(1), "");
      refusedClients.note(Kind.MALFORMED, from(1), "half");
      refusedClients.note(Kind.MALFORMED, from(2), "half");
      nowNs += TimeUnit.SECONDS.toNanos(1);
    }
    assertThat(told())
        .containsExactly(
            "control listener, 127.0.1.1: it shows a wrong token",
            "control listener, 127.0.1.1: its request is refused: half",
            "control listener, 127.0.1.2: its request is refused: half");
    assertThat(metrics.total(Counter.CONTROL_TOKENS_REFUSED)).isEqualTo(MANY);
    assertThat(metrics.total(Counter.CONTROL_MALFORMED)).isEqualTo(2 * MANY);

    nowNs = TimeUnit.MINUTES.toNanos(11);
    refusedClients.note(Kind.TOKEN, from(1), "");
    assertThat(told()).hasSize(1);
  }

  @Test
  void shouldTellLittleWhenThereAreManyAddresses() {
    for (int i = 0; i < 250; i++) {
      refusedClients.fault(from(i), "no answer", new IllegalStateException("always"));
    }
    assertThat(told()).hasSize(20);
    assertThat(metrics.total(Counter.CONTROL_FAULTS)).isEqualTo(250);
  }

  @Test
  void shouldShowWhatAClientHasCausedInOneShortLine() {
    refusedClients.note(Kind.TLS, from(1), "a\nERROR \u001b[31m" + "x".repeat(1_000));
    assertThat(told())
        .singleElement()
        .asString()
        .startsWith("control listener, 127.0.1.1: the TLS handshake failed: a?ERROR ?[31mxx")
        .hasSizeLessThan(300);
  }

  /** Whatever a client does, another one gets its answer, and the log does not grow by it. */
  @Test
  void shouldTellOnceOfClientsThatLeaveInTheMiddleOfARequest() throws IOException {
    Limits limits = new Limits(8, 4, 1024, 4096, 8192, LONG, LONG, LONG, LONG);
    try (ControlListener listener =
        ControlListener.bind(
                ControlOnLoopback.with(Optional.empty(), Optional.of(SHA256_OF_SECRET)), limits)
            .orElseThrow()) {
      listener.serve(
          new EndpointPaths.Builder().read("/v1/status", q -> Answer.line(200, "ok")).build(),
          metrics);
      for (int i = 0; i < MANY; i++) {
        try (RawClient client = RawClient.to(listener.address())) {
          client.send("GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nx");
        }
        if (i % 25 == 0) { // fewer than may wait to be accepted, or the kernel drops one
          try (RawClient client = RawClient.to(listener.address())) {
            client.ask("GET /v1/status", "Authorization: Bearer secret\r\n").answer();
          }
        }
      }
      try (RawClient client = RawClient.to(listener.address())) {
        String answer = client.ask("GET /v1/status", "Authorization: Bearer wrong\r\n").answer();
        assertThat(answer).startsWith("HTTP/1.1 401 ");
        answer = client.ask("GET /v1/status", "Authorization: Bearer secret\r\n").answer();
        assertThat(answer).startsWith("HTTP/1.1 200 ");
      }
      Awaitility.await()
          .until(
              () ->
                  metrics.total(Counter.CONTROL_MALFORMED)
                          + metrics.total(Counter.CONTROL_MADE_ROOM)
                      >= MANY);
    }
    assertThat(metrics.total(Counter.CONTROL_TOKENS_REFUSED)).isEqualTo(1);
    assertThat(metrics.total(Counter.CONTROL_FAULTS)).isZero();
    assertThat(told()).hasSizeLessThanOrEqualTo(3);
  }
}
