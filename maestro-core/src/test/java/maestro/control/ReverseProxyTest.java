package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import maestro.config.file.ConfigLoader;
import maestro.control.http.Answer;
import maestro.control.http.EndpointPaths;
import maestro.testkit.Programs;
import maestro.tls.TestCertificates;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nginx of docs/observing.md, as it stands there, before a control listener. */
class ReverseProxyTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("maestro.root", "..")).resolve("docs/observing.md");
  private static final String HOST = "maestro.example";
  private static final EndpointPaths ROUTES =
      new EndpointPaths.Builder()
          .read("/", question -> Answer.line(200, "the page"))
          .change("PUT", "/v1/weight", question -> Answer.line(200, "changed"))
          .build();

  @TempDir Path folder;
  private ControlListener listener;
  private Process nginx;
  private int port;

  @BeforeEach
  void startBoth() throws Exception {
    assumeTrue(Programs.isInstalled("nginx"), "nginx is not installed");
    assumeTrue(Programs.isInstalled("curl"), "curl is not installed");
    String text = Files.readString(DOCUMENT);
    String section = text.substring(text.indexOf("\n### Behind a reverse proxy"));
    Path controller =
        Files.writeString(
            folder.resolve("control.conf"),
            block("hocon", section) + "maestro.control.listen = \"127.0.0.1:0\"\n");
    listener =
        ControlListener.bind(
                ConfigLoader.parse(Optional.of(controller), List.of())
                    .validate(List.of())
                    .maestro()
                    .control())
            .orElseThrow();
    listener.serve(ROUTES);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    start(block("nginx", section));
  }

  private static String block(String language, String section) {
    Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(section);
    assertThat(block.find()).as(language).isTrue();
    return block.group(1);
  }

  /** Starts it with the keys, the users and the ports of this test. */
  private void start(String server) throws IOException {
    TestCertificates certificates = new TestCertificates(folder);
    Path users = Files.writeString(folder.resolve("users"), "op:{PLAIN}secret\n");
    String own =
        server
            .replace("listen 443", "listen 127.0.0.1:" + port)
            .replace("/etc/nginx/maestro.example.pem", "" + certificates.certificate("controller"))
            .replace("/etc/nginx/maestro.example.key", "" + certificates.key("controller"))
            .replace("/etc/nginx/maestro.users", users.toString())
            .replace("127.0.0.1:9653", "127.0.0.1:" + listener.address().getPort());
    Path configuration =
        Files.writeString(
            folder.resolve("nginx.conf"),
            """
            daemon off;
            master_process off;
            pid %1$s/pid;
            events {}
            http {
              access_log off;
              client_body_temp_path %1$s/body;
              proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi;
              uwsgi_temp_path %1$s/uwsgi;
              scgi_temp_path %1$s/scgi;
              %2$s
            }
            """
                .formatted(folder, own));
    Path said = folder.resolve("nginx.log");
    List<String> command =
        List.of("nginx", "-p", "" + folder, "-e", "" + said, "-c", "" + configuration);
    nginx =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    Awaitility.await()
        .until(
            () -> {
              assertThat(nginx.isAlive()).as(Files.readString(said)).isTrue();
              return listens();
            });
  }

  private boolean listens() {
    try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @AfterEach
  void stopBoth() throws Exception {
    if (nginx != null) {
      nginx.destroy();
      nginx.waitFor();
    }
    if (listener != null) {
      listener.close();
    }
  }

  /** The status with which a request of curl is answered. */
  private String status(String path, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("curl", "-sk", "-o", "/dev/null"));
    command.addAll(List.of("-w", "%{http_code}", "--connect-to", "::127.0.0.1:" + port));
    command.addAll(List.of(options));
    command.add("https://" + HOST + path);
    return String.join("", Programs.run(command));
  }

  private String changed(String origin) throws Exception {
    return status(
        "/v1/weight",
        "-u",
        "op:secret",
        "-X",
        "PUT",
        "-H",
        "Origin: " + origin,
        "-H",
        "Content-Type: application/json",
        "-d",
        "{}");
  }

  @Test
  void shouldShowThePageAndTakeItsChangesAndNoOthers() throws Exception {
    assertThat(status("/")).as("without a password").isEqualTo("401");
    assertThat(status("/", "-u", "op:secret")).isEqualTo("200");
    assertThat(changed("https://" + HOST)).isEqualTo("200");
    assertThat(changed("https://other.example")).isEqualTo("403");
  }
}
