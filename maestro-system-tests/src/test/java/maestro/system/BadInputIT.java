package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bad clients at the control listener of the packaged controller, which has little memory. Each is
 * refused or closed, and a switch beside them is answered all the time.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class BadInputIT {
  private static final String HOST = "Host: 127.0.0.1\r\n";
  private static final Pattern CONTROL = Pattern.compile("control listener: http://[^:]+:(\\d+)");
  private static final Pattern PATH = Pattern.compile("\"(/[^\"]*)\": ?\\{");
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
  private static final int PATIENCE_MS = 600_000;
  private static final String HUGE = "100000000";
  private static final int MOST_CONNECTIONS = 128;
  private static final int MOST_LISTENERS = 256;
  private static final int LISTENERS = 600;
  private static final String TOKEN = "right";
  private static final String SHA256_OF_TOKEN =
      "27042f4e6eca7d0b2a7ee4026df2ecfa51d3339e6d122aa099118ecd8563bad9";

  /** Heap, direct memory, and what the JVM itself takes. */
  private static final long MOST_KIB = (96 + 48 + 256) * 1024;

  private static final List<String> CHANGES =
      List.of(
          "PUT /v1/switches/1/weight",
          "PUT /v1/switches/1/rate-limit",
          "PUT /v1/delay-bound",
          "PUT /v1/log-level",
          "POST /v1/reload");

  private StartedController controller;
  private BareSwitch light;
  private int control;
  private int asked;

  @BeforeEach
  void start() throws IOException {
    controller =
        StartedController.by(
            List.of(
                Rigs.PROJECT.resolve("maestro").toString(),
                "run",
                "--config",
                Rigs.PROJECT.resolve("config/learning-switch.conf").toString(),
                "--listen",
                "127.0.0.1:0",
                "--set",
                "maestro.control.listen=127.0.0.1:0",
                "--set",
                "maestro.applications.slow-stage=5 minutes"),
            Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "MAESTRO_JVM_OPTS",
                "-Xmx96m -XX:MaxDirectMemorySize=48m"));
    controller.awaitLog("control listener: ", 1);
    Matcher port = CONTROL.matcher(controller.log());
    assertThat(port.find()).isTrue();
    control = Integer.parseInt(port.group(1));
    light = new BareSwitch(Integer.parseInt(controller.port()), 1);
  }

  @AfterEach
  void stop() throws Exception {
    light.close();
    controller.close();
  }

  /** The light switch asks, and waits for its answer. */
  private void askBeside() throws IOException {
    assertThat(light.ask(1, 2, -1)).isNotNull();
    asked++;
  }

  /** Nothing was lost, nothing is left, the controller holds no more memory than it may. */
  private void assertUnharmed() throws Exception {
    askBeside();
    assertThat(answerTo("GET /metrics HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n"))
        .contains("\nmaestro_requests_total " + asked + ".0\n");
    Matcher peak = PEAK.matcher(Files.readString(Path.of("/proc/" + controller.pid() + "/status")));
    assertThat(peak.find()).isTrue();
    assertThat(Long.parseLong(peak.group(1))).as("KiB in memory").isLessThan(MOST_KIB);
    List<String> faults =
        controller
            .log()
            .lines()
            .filter(line -> line.contains(" ERROR ") || line.contains("Exception"))
            .toList();
    assertThat(faults).as(faults::toString).isEmpty(); // in Maven's summary, too
    controller.terminate();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), control);
    socket.setSoTimeout(PATIENCE_MS);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** All that the listener sends until it closes; a reset is an end, too. */
  private static String untilClosed(Socket socket) throws IOException {
    StringBuilder all = new StringBuilder();
    byte[] bytes = new byte[16 * 1024];
    try {
      InputStream in = socket.getInputStream();
      for (int n; (n = in.read(bytes)) >= 0; ) {
        all.append(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketException e) {
      return all.toString();
    }
    return all.toString();
  }

  private String answerTo(String request) throws IOException {
    try (Socket socket = connect()) {
      send(socket, request);
      return untilClosed(socket);
    }
  }

  private int statusOf(String request) throws IOException {
    String answer = answerTo(request);
    Matcher status = STATUS.matcher(answer);
    assertThat(status.lookingAt()).as(request + " -> " + answer).isTrue();
    return Integer.parseInt(status.group(1));
  }

  /** A request that ends its connection. */
  private int ask(String line, String headers) throws IOException {
    String host = headers.contains("Host:") ? "" : HOST;
    return statusOf(line + " HTTP/1.1\r\nConnection: close\r\n" + host + headers + "\r\n");
  }

  private List<String> paths() throws IOException {
    Matcher path = PATH.matcher(Files.readString(Rigs.PROJECT.resolve("docs/openapi.json")));
    List<String> paths = new ArrayList<>();
    while (path.find()) {
      paths.add(path.group(1).replaceAll("\\{[^}]*\\}", "1"));
    }
    assertThat(paths).contains("/", "/v1/events", "/v1/switches/1/weight");
    return paths;
  }

  @Test
  void shouldRefuseWhatNoEndpointTakes() throws Exception {
    String many = "A: b\r\n".repeat(6000);
    for (String path : paths()) {
      assertThat(ask("BREW " + path, "")).as(path).isEqualTo(405);
      assertThat(ask("PATCH " + path, "")).as(path).isEqualTo(405);
      assertThat(ask("GET " + path + "/more/than/this", "")).as(path).isEqualTo(404);
      assertThat(ask("GET " + path + "/../..//etc/passwd", "")).as(path).isEqualTo(404);
      assertThat(ask("GET " + path + "?" + "x".repeat(5000), "")).as(path).isEqualTo(414);
      assertThat(ask("GET " + path, many)).as(path).isEqualTo(431);
      assertThat(ask("GET " + path, "X: " + "y".repeat(17_000) + "\r\n")).as(path).isEqualTo(431);
      assertThat(ask("GET " + path, "Host: evil.example\r\n")).as(path).isIn(200, 405, 421, 503);
      for (String method : List.of("GET", "PUT", "POST")) {
        String headers = "Content-Type: application/json\r\nContent-Length: " + HUGE + "\r\n";
        assertThat(ask(method + " " + path, headers)).as(path).isEqualTo(413);
      }
      askBeside();
    }
    assertUnharmed();
  }

  @Test
  void shouldRefuseBodiesWithMistakesWhereverSomethingCanBeChanged() throws Exception {
    List<String> bodies =
        List.of(
            "{",
            "[1]",
            "{\"weight\":1,\"weight\":2}",
            "{\"\ud800\":1}",
            "{\"weight\":1e999,\"rateLimit\":-1,\"delayBoundMs\":\"x\",\"level\":7}",
            "\u0000\u0001\u0002",
            "[".repeat(60_000));
    for (String change : CHANGES) {
      for (String body : bodies) {
        int bytes = body.getBytes(StandardCharsets.ISO_8859_1).length;
        String headers = "Content-Type: application/json\r\nContent-Length: %d\r\n";
        String request = change + " HTTP/1.1\r\nConnection: close\r\n" + HOST + headers + "\r\n%s";
        assertThat(statusOf(request.formatted(bytes, body))).as(change + body).isEqualTo(400);
      }
      assertThat(ask(change, "Content-Type: text/plain\r\n")).isEqualTo(415);
      askBeside();
    }
    assertUnharmed();
  }

  @Test
  void shouldTakeNoBodyOfAHundredMegabytes() throws Exception {
    String chunk = "10000\r\n" + "x".repeat(65_536) + "\r\n";
    for (String change : CHANGES) {
      long sent = 0;
      try (Socket socket = connect()) {
        send(
            socket,
            change
                + " HTTP/1.1\r\n"
                + HOST
                + "Content-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n");
        for (; sent < 100_000_000; sent += chunk.length()) {
          send(socket, chunk);
        }
        assertThat(untilClosed(socket)).startsWith("HTTP/1.1 413 ");
      } catch (SocketException e) { // it was closed while this one still sent
        assertThat(sent).as("bytes taken").isLessThan(100_000_000);
      }
      askBeside();
    }
    assertUnharmed();
  }

  @Tag("soak")
  @Test
  void shouldCloseThousandsThatSendAByteASecond() throws Exception {
    String request = "GET /v1/status HTTP/1.1\r\n";
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 2000; i++) {
        Socket socket = connect();
        slow.add(socket);
        send(socket, request.substring(0, 1));
        if (i % 25 == 0) { // fewer than may wait to be accepted, or the kernel drops one
          assertThat(ask("GET /healthz", "")).isEqualTo(200);
          askBeside();
        }
      }
      int closed = 0;
      for (Socket each : slow.subList(0, slow.size() - MOST_CONNECTIONS)) {
        assertThat(untilClosed(each)).isEmpty();
        closed++;
      }
      askBeside();
      for (int at = 1; at < request.length(); at++) { // those that are left go on
        for (Socket each : slow.subList(closed, slow.size())) {
          try {
            send(each, request.substring(at, at + 1));
          } catch (SocketException e) {
            assertThat(e).hasMessageMatching("(?i).*(broken|reset).*"); // closed meanwhile
          }
        }
        askBeside();
      }
      for (Socket each : slow.subList(closed, slow.size())) {
        assertThat(untilClosed(each)).as("the request never ends").isEmpty();
      }
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
    assertUnharmed();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/events", "/v1/overview"})
  void shouldBoundHundredsOfListenersOfWhichHalfReadNothing(String path) throws Exception {
    List<Socket> all = new ArrayList<>();
    try {
      int accepted = 0;
      int refused = 0;
      for (int i = 0; i < LISTENERS; i++) {
        Socket socket = connect();
        all.add(socket);
        send(
            socket,
            "GET "
                + path
                + " HTTP/1.1\r\n"
                + HOST
                + "Accept: text/event-stream\r\nLast-Event-ID: 0\r\n\r\n");
        if (i % 2 == 0) {
          byte[] head = socket.getInputStream().readNBytes(12);
          String status = new String(head, StandardCharsets.ISO_8859_1);
          assertThat(status).isIn("HTTP/1.1 200", "HTTP/1.1 503");
          accepted += status.endsWith("200") ? 1 : 0;
          refused += status.endsWith("503") ? 1 : 0;
        }
        if (i % 50 == 0) {
          askBeside();
          try (BareSwitch guest = new BareSwitch(Integer.parseInt(controller.port()), 1000 + i)) {
            assertThat(guest.ask(1, 2, -1)).isNotNull(); // two more events
            asked++;
          }
        }
      }
      assertThat(accepted).isBetween(1, MOST_LISTENERS);
      assertThat(accepted + refused).isEqualTo(LISTENERS / 2);
    } finally {
      for (Socket each : all) {
        each.close();
      }
    }
    assertUnharmed();
  }

  @Test
  void shouldRefuseWrongTokensAndTakeTheRightOneAtOnce() throws Exception {
    controller.close();
    controller =
        StartedController.startWith(
            "learning-switch.conf",
            "--set",
            "maestro.control.read-token-sha256=" + SHA256_OF_TOKEN);
    controller.awaitLog("control listener: ", 1);
    Matcher port = CONTROL.matcher(controller.log());
    assertThat(port.find()).isTrue();
    control = Integer.parseInt(port.group(1));
    List<Socket> guessing = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = connect();
        guessing.add(socket);
        send(
            socket,
            "GET /v1/status HTTP/1.1\r\n" + HOST + "Authorization: Bearer guess" + i + "\r\n\r\n");
      }
      String right = "Authorization: Bearer " + TOKEN + "\r\n";
      assertThat(ask("GET /v1/status", right)).isEqualTo(200);
      for (String path : paths()) {
        assertThat(ask("GET " + path, "")).as(path).isIn(200, 401, 503);
      }
      assertThat(ask("GET /v1/config", "")).isEqualTo(401);
      for (Socket each : guessing) {
        byte[] head = each.getInputStream().readNBytes(12);
        assertThat(new String(head, StandardCharsets.ISO_8859_1)).isIn("HTTP/1.1 401", "");
      }
      assertThat(ask("PUT /v1/delay-bound", right + "Content-Type: application/json\r\n"))
          .isEqualTo(403);
    } finally {
      for (Socket each : guessing) {
        each.close();
      }
    }
  }
}
