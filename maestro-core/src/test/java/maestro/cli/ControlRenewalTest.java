package maestro.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;
import maestro.Maestro;
import maestro.config.file.BadConfigurationException;
import maestro.control.ControlListener;
import maestro.sequence.JarBuilder;
import maestro.testkit.LogOf;
import maestro.tls.CertificateEnds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * A reload of a running controller reaches the certificate and the tokens of its control listener.
 */
class ControlRenewalTest {
  @TempDir Path folder;

  private Path file;
  private List<Path> apps;
  private ControlListener listener;
  private Maestro maestro;
  private Reloader reloader;
  private Thread reloading;

  @BeforeEach
  void start() throws Exception {
    file = folder.resolve("c.conf");
    apps = List.of(Files.createDirectory(folder.resolve("apps")));
    new JarBuilder().application("Echo", "echo").write(apps.get(0).resolve("echo.jar"));
    makeCertificates("a");
    makeCertificates("b");
    write("a", "old { sha256 = \"%s\", may = change }".formatted(sha256("of-old")));
    Preparation prepared = prepare();
    Optional<ControlListener> control = ControlStart.bind(prepared.config());
    listener = control.orElseThrow();
    maestro = Maestro.start(prepared.config().maestro(), prepared.configured(), prepared.found());
    reloader = new Reloader(maestro, control, this::prepare, prepared, apps);
    listener.serve(maestro, reloader);
    reloading = new Thread(this::serveReloads, "reloading");
    reloading.start();
  }

  private void serveReloads() {
    try {
      reloader.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the end of the test
    }
  }

  @AfterEach
  void stop() throws Exception {
    reloading.interrupt();
    reloading.join();
    listener.close();
    maestro.close();
  }

  private Preparation prepare() throws BadConfigurationException {
    return Preparation.of(Optional.of(file), List.of(), apps);
  }

  private void makeCertificates(String name) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(new StringWriter()));
    assertThat(command.execute("tls", "init", folder.resolve(name).toString())).isZero();
  }

  private void write(String certificates, String tokens) throws IOException {
    write("private-key = %s/controller-key.pem".formatted(certificates), certificates, tokens, 0);
  }

  private void write(String key, String certificates, String tokens, int port) throws IOException {
    Files.writeString(
        file,
        """
        maestro.listen = "127.0.0.1:0"
        maestro.control {
          listen = "127.0.0.1:%d"
          %s
          certificate = %s
          read-token-sha256 = "%s"
          tokens { %s }
          probing = false
          static-flows = ""
        }
        maestro.applications.reload-on-change = false
        sequences.s { on = flow-request, run = [echo] }
        """
            .formatted(
                port,
                key,
                certificates.isEmpty() ? "\"\"" : certificates + "/controller-cert.pem",
                sha256("of-reader"),
                tokens));
  }

  private static String sha256(String token) {
    return Hashing.sha256().hashString(token, StandardCharsets.UTF_8).toString();
  }

  private HttpClient trusting(String name) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(folder.resolve(name).resolve("ca-cert.pem"))) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(context).build();
  }

  private HttpRequest.Builder ask(String path, String token) {
    URI uri = URI.create("https://localhost:" + listener.address().getPort() + path);
    return HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token);
  }

  private int change(HttpClient client, String token) throws Exception {
    HttpRequest request =
        ask("/v1/delay-bound", token)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString("{\"delayBoundMs\": 1}"))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private String body(HttpClient client, String path) throws Exception {
    return client.send(ask(path, "of-reader").build(), BodyHandlers.ofString()).body();
  }

  /** When the certificate of the control listener ends, as metrics and concerns have it. */
  private Instant endOfControl() {
    assertThat(maestro.certificates().all())
        .extracting(CertificateEnds.OfFile::setting)
        .containsExactly("maestro.control.certificate");
    return maestro.certificates().all().get(0).end().at();
  }

  private Instant endIn(String name) throws Exception {
    Path certificate = folder.resolve(name).resolve("controller-cert.pem");
    try (InputStream in = Files.newInputStream(certificate)) {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      return ((X509Certificate) factory.generateCertificate(in)).getNotAfter().toInstant();
    }
  }

  private List<String> reload() throws Exception {
    return reloader.reload("a test").get();
  }

  @Test
  void shouldShowTheNewCertificateAndKnowTheNewTokensOnly() throws Exception {
    HttpClient before = trusting("a");
    assertThat(change(before, "of-old")).isEqualTo(200);
    assertThat(change(before, "of-reader")).isEqualTo(403);
    HttpResponse<InputStream> events =
        before.send(
            ask("/v1/events", "of-old").header("Accept", "text/event-stream").build(),
            BodyHandlers.ofInputStream());
    assertThat(events.statusCode()).isEqualTo(200);
    assertThat(change(before, "of-old")).as("a connection that stays").isEqualTo(200);

    write("b", "ann { sha256 = \"%s\", may = change }".formatted(sha256("of-ann")));
    assertThat(endOfControl()).isEqualTo(endIn("a"));
    assertThat(reload()).isEmpty();
    assertThat(endOfControl()).isEqualTo(endIn("b")).isNotEqualTo(endIn("a"));

    assertThat(change(before, "of-old")).as("on the connection from before").isEqualTo(401);
    assertThatThrownBy(() -> events.body().readAllBytes())
        .as("nobody listens with a token that is revoked")
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> change(trusting("a"), "of-ann")).isInstanceOf(SSLException.class);
    try (LogOf log = new LogOf("maestro.control.rest.Changes")) {
      HttpClient after = trusting("b");
      assertThat(change(after, "of-ann")).isEqualTo(200);
      String config = body(after, "/v1/config");
      await("events are told some times a second")
          .until(
              () -> body(after, "/v1/events"),
              all -> all.contains("\"by\":\"old at 127.") && all.contains("\"by\":\"ann at 127."));
      assertThat(config)
          .contains("\"place\":\"ann at 127.0.0.1:")
          .doesNotContain(sha256("of-ann"), sha256("of-reader"));
      assertThat(log.lines()).anyMatch(line -> line.contains("changed by ann at 127.0.0.1:"));
    }
  }

  @Test
  void shouldKeepAllWhenSomethingIsWrong() throws Exception {
    HttpClient client = trusting("a");
    String ann = "ann { sha256 = \"%s\", may = change }".formatted(sha256("of-ann"));

    write("private-key = b/controller-key.pem", "a", ann, 0);
    assertThat(reload())
        .singleElement()
        .asString()
        .startsWith(file + ":4: maestro.control.private-key: ")
        .contains("is not the key of");
    write("private-key = a/controller-key.pem", "a", ann, 1);
    assertThat(reload())
        .as("what can change is not named")
        .singleElement()
        .asString()
        .contains("maestro.control.listen: found '127.0.0.1:1'");
    write("", "", ann, 0);
    assertThat(reload())
        .singleElement()
        .asString()
        .contains("maestro.control.certificate: found ''");

    assertThat(change(client, "of-ann")).isEqualTo(401);
    assertThat(change(client, "of-old")).isEqualTo(200);
  }
}
