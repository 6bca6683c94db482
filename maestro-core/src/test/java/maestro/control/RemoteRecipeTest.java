package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import maestro.cli.Main;
import maestro.config.MaestroConfig.Control;
import maestro.config.file.ConfigLoader;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.testkit.Programs;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The lines by which docs/observing.md lets other machines ask, run as written, names checked. */
class RemoteRecipeTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("maestro.root", "..")).resolve("docs/observing.md");
  private static final String HOST = "controller.example";
  private static final String TOKEN = "a-token-that-is-not-random";
  private static final EndpointPaths ROUTES =
      new EndpointPaths.Builder()
          .read("/metrics", question -> Answer.line(200, "maestro_up 1"))
          .read("/v1/status", question -> Answer.line(200, "{\"state\":\"ok\"}"))
          .build();

  @TempDir Path folder;
  private final StringWriter err = new StringWriter();
  private String recipe;
  @AutoClose private ControlListener listener;

  @BeforeEach
  void followTheRecipe() throws Exception {
    String text = Files.readString(DOCUMENT);
    recipe = text.substring(text.indexOf("\n## Let other machines ask"));
    assertThat(maestro(words(line("./maestro tls init ")))).as(err.toString()).isZero();
    listener = listener("127.0.0.1:0");
    listener.serve(ROUTES);
  }

  /** The first line of the recipe, or of the page, that begins so. */
  private String line(String begin) throws IOException {
    return Stream.concat(recipe.lines(), Files.readString(DOCUMENT).lines())
        .filter(each -> each.startsWith(begin))
        .findFirst()
        .orElseThrow();
  }

  /** The words after {@code ./maestro} or {@code curl}, with the files of this test. */
  private String[] words(String line) throws IOException {
    Path token = Files.writeString(folder.resolve("token"), TOKEN);
    return Arrays.stream(line.split(" "))
        .skip(1)
        .map(word -> word.matches("pki\\b.*") ? folder.resolve(word).toString() : word)
        .map(word -> word.equals("token") ? token.toString() : word)
        .toArray(String[]::new);
  }

  private ControlListener listener(String listen) throws Exception {
    Control config =
        ConfigLoader.parse(Optional.of(configuration(listen)), List.of())
            .validate(List.of())
            .maestro()
            .control();
    return ControlListener.bind(config).orElseThrow();
  }

  private Path configuration(String listen) throws IOException {
    Matcher block =
        Pattern.compile("```hocon\n(maestro.control \\{.*?)```", Pattern.DOTALL).matcher(recipe);
    assertThat(block.find()).isTrue();
    String hash = Hashing.sha256().hashString(TOKEN, StandardCharsets.UTF_8).toString();
    String text = block.group(1).replace("0.0.0.0:9653", listen).replace("...", hash);
    return Files.writeString(folder.resolve("remote.conf"), text);
  }

  private int maestro(String... arguments) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(new StringWriter()));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }

  /** What a client reads that trusts the CA alone and compares names. */
  private String askedAs(String host) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (var in = Files.newInputStream(folder.resolve("pki/ca-cert.pem"))) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    InetSocketAddress address = listener.address();
    Socket plain = new Socket(address.getAddress(), address.getPort());
    SSLSocket secure =
        (SSLSocket) context.getSocketFactory().createSocket(plain, host, address.getPort(), true);
    SSLParameters checks = secure.getSSLParameters();
    checks.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(checks);
    try (RawClient client = new RawClient(secure)) {
      return client.ask("GET /metrics", "Authorization: Bearer " + TOKEN + "\r\n").answer();
    }
  }

  @Test
  void shouldAnswerAClientThatComparesNamesAndNoOther() throws Exception {
    for (String host : List.of(HOST, "localhost", "127.0.0.1", "::1")) {
      assertThat(askedAs(host)).as(host).endsWith("maestro_up 1\n");
    }
    assertThatThrownBy(() -> askedAs("other.example")).isInstanceOf(SSLException.class);
  }

  @Test
  void shouldAnswerTheDocumentedCurl() throws Exception {
    assumeTrue(Programs.isInstalled("curl"), "curl is not installed");
    String line = line("curl --cacert ");
    String command =
        line.replace("pki/", folder.resolve("pki") + "/")
            + " -sS --connect-to ::127.0.0.1:"
            + listener.address().getPort();
    Process curl =
        new ProcessBuilder("sh", "-c", "TOKEN=" + TOKEN + "; " + command)
            .redirectErrorStream(true)
            .start();
    String said = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).isEqualTo("maestro_up 1\n");
    assertThat(curl.waitFor()).isZero();
  }

  @Test
  void shouldAnswerTheDocumentedCommand() throws Exception {
    String line = line("./maestro status --control https://" + HOST + ":9653 ");
    String port = ":" + listener.address().getPort();
    String[] words = words(line.replace(HOST + ":9653", "localhost" + port));

    assertThat(maestro(withJson(words))).as(err.toString()).isZero();
  }

  private static String[] withJson(String[] words) {
    return Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new);
  }

  @Test
  void shouldBlameTheNameWhenTheCaIsRight() throws Exception {
    try (ControlListener other = listener("127.0.0.2:0")) {
      other.serve(ROUTES);
      String ca = folder.resolve("pki/ca-cert.pem").toString();
      String url = "https://127.0.0.2:" + other.address().getPort();

      assertThat(maestro("status", "--control", url, "--ca", ca)).isEqualTo(2);

      assertThat(err.toString())
          .contains("maestro tls init --host 127.0.0.2")
          .doesNotContain("--ca");
    }
  }
}
