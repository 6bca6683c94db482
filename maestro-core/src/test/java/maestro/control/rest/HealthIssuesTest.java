package maestro.control.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import maestro.Maestro;
import maestro.api.ApplicationContext;
import maestro.api.EventStage;
import maestro.api.Stages;
import maestro.config.file.ConfigLoader;
import maestro.control.JsonSchema;
import maestro.control.RestOfTwoSwitches;
import maestro.control.http.Answer;
import maestro.control.measure.SwitchShares;
import maestro.net.TestApplication;
import maestro.sequence.ApplicationHost.Configured;
import maestro.tls.TestCertificates;
import maestro.tls.TlsContext;
import maestro.tls.TlsLibrary;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator should look at. */
class HealthIssuesTest extends RestOfTwoSwitches {
  private static final String NO_DAY_BEFORE = "maestro.control.concerns.certificate-days=0";

  private Map<String, Object> status() throws Exception {
    rest.everySecond();
    return JsonSchema.parse(get("/v1/status").body());
  }

  private String metrics() throws Exception {
    return get("/metrics").body();
  }

  @Test
  void shouldNameARefusedReloadUntilOneTakesEffect() throws Exception {
    assertThat(status()).containsEntry("state", "ok");
    assertThat(metrics()).contains("\nmaestro_reload_successful 1.0\n");

    maestro.reloads().refused(List.of("maestro.conf:3: a mistake", "another"));
    assertThat(status()).containsEntry("state", "degraded");
    assertThat((List<?>) status().get("concerns"))
        .singleElement()
        .asString()
        .startsWith("the last reload was refused at ")
        .endsWith("Z, the old configuration stays: maestro.conf:3: a mistake (and 1 more)");
    assertThat(metrics())
        .contains("\nmaestro_reload_successful 0.0\n")
        .containsPattern("\nmaestro_reload_timestamp_seconds 1[0-9]{9}.0\n");

    maestro.reloads().reload(maestro.config(), List.of());
    assertThat(status()).containsEntry("state", "ok");
    assertThat(metrics()).contains("\nmaestro_reload_successful 1.0\n");
  }

  @Test
  void shouldNameACertificateThatEndsSoon(@TempDir Path folder) throws Exception {
    assertThat(metrics()).doesNotContain("maestro_certificate");
    TlsContext context = new TestCertificates(folder).server(TlsLibrary.JDK); // for one day

    maestro.certificates().inForce("maestro.tls", context);

    assertThat(status()).containsEntry("state", "degraded");
    assertThat((List<?>) status().get("concerns"))
        .extracting(each -> String.valueOf(each).replaceFirst("on 2.*", "on DAY"))
        .containsExactly(
            "the certificate of maestro.tls.ca-certificates ends in 0 days, on DAY",
            "the certificate of maestro.tls.certificate ends in 0 days, on DAY");
    long end = context.certificate().orElseThrow().getNotAfter().toInstant().getEpochSecond();
    assertThat(metrics())
        .contains(
            "\nmaestro_certificate_end_timestamp_seconds{certificate=\"maestro.tls.certificate\"} "
                + end
                + ".0\n");

    maestro.reloads().reload(ConfigLoader.defaultsWith(NO_DAY_BEFORE), List.of());
    assertThat(status()).as("until it has ended").containsEntry("state", "ok");
  }

  @Test
  void shouldNameAnApplicationThatHoldsTheEventThread() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    try (Maestro other =
        Maestro.start(
            ConfigLoader.defaultsWith(
                "maestro.listen=127.0.0.1:0", "maestro.control.concerns.stage=100ms"),
            List.of(
                new Configured(
                    new TestApplication("stuck", context -> holding(context, end)),
                    ConfigFactory.empty())))) {
      SwitchShares shares = new SwitchShares(other.switches());
      HealthIssues issues = new HealthIssues(other, shares, Health.of(other));
      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(
                          Answer.json(
                                  200,
                                  json -> {
                                    json.writeStartObject();
                                    issues.write(json);
                                    json.writeEndObject();
                                  })
                              .body())
                      .contains(
                          "degraded",
                          "application stuck has not returned to the event thread for 0 s"));
      end.countDown();
    }
  }

  private static Stages holding(ApplicationContext context, CountDownLatch end) {
    context.background("begin", () -> context.later(() -> await(end)));
    return Stages.events(new EventStage() {});
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
