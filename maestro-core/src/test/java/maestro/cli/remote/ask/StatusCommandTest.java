package maestro.cli.remote.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import maestro.cli.remote.StubController;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandTest {
  private static final String STATUS =
      """
      {'version':'0.1.0','java':'17.0.15','startedAt':'2026-11-24T10:00:00Z',
       'uptimeSeconds':3725.5,'listen':'0.0.0.0:6653','tls':true,'strategy':'fair-share',
       'batchingPolicy':'adaptive','delayBoundMs':10.0,'state':'%s','concerns':[%s],
       'switches':79,'switchesInHandshake':2,'workers':2,'links':1,'hosts':null,
       'requests':123456,'lldpFrames':1490,'reloads':1,
       'probingDelay':{'lastMs':0.1234,'lost':0,
         'windows':{'60s':{'probes':300,'meanMs':0.09,'p50Ms':0.08,'p99Ms':0.4,'maxMs':1}}},
       'new-field':{'a':[1,2]},
       'windows':{
         '1s':{'rate':12.34,'wantingMore':0,'lowestDeviation':0,'lowestDpid':null},
         '10s':{'rate':45678.9,'wantingMore':3,'lowestDeviation':-0.123,
                'lowestDpid':'00:00:00:00:00:00:00:2a'},
         '60s':{'rate':0,'wantingMore':0,'lowestDeviation':0,'lowestDpid':null}}}
      """;

  @AutoClose private final StubController controller;
  @TempDir Path folder;

  StatusCommandTest() throws IOException {
    controller = new StubController();
  }

  @Test
  void shouldShowOneScreenWhenTheControllerIsWell() {
    controller.answers("/v1/status", STATUS.formatted("ok", ""));

    assertThat(controller.run("status")).isZero();
    assertThat(controller.out.toString())
        .isEqualTo(
            """
            Maestro 0.1.0 on 0.0.0.0:6653 (TLS): ok

            running      1 h 2 min, since 2026-11-24T10:00:00Z, Java 17.0.15
            switches     79 connected, 2 in handshake
            workers      2
            strategy     fair-share; adaptive batching, delay bound 10 ms
            network      1 one-way link, hosts not looked for
            probing      a light switch waits 0.123 ms now; over 60 s: 0.090 ms mean, 0.400 ms p99
            since start  123456 flow requests, 1490 LLDP frames, 1 reload

            OVER  REQUESTS/s  WANT MORE  FARTHEST BELOW ITS SHARE  SWITCH
            1 s         12.3          0                         -
            10 s       45679          3                   -12.3 %  00:00:00:00:00:00:00:2a
            60 s           0          0                         -
            """);
    assertThat(controller.err.toString()).isEmpty();
  }

  @Test
  void shouldShowTimesAboveASecondInSeconds() {
    controller.answers(
        "/v1/status",
        STATUS
            .formatted("ok", "")
            .replace("'delayBoundMs':10.0", "'delayBoundMs':1500")
            .replace("'lastMs':0.1234", "'lastMs':95000")
            .replace("'p99Ms':0.4", "'p99Ms':2080"));

    assertThat(controller.run("status")).isZero();
    assertThat(controller.out.toString())
        .contains("delay bound 1.5 s\n")
        .contains("a light switch waits 1 min 35 s now; over 60 s: 0.090 ms mean, 2.08 s p99\n");
  }

  @Test
  void shouldNameConcernsAndExitWithOneWhenDegraded() {
    controller.answers("/v1/status", STATUS.formatted("degraded", "'x has \\u001b[2Jfailed'"));

    assertThat(controller.run("status")).isEqualTo(1);
    assertThat(controller.out.toString()).contains(": DEGRADED\n  ! x has ?[2Jfailed\n");
  }

  @Test
  void shouldExitWithTwoWhenTheControllerIsStuck() {
    controller.answers("/v1/status", STATUS.formatted("failed", "'the conductor has been stuck'"));

    assertThat(controller.run("status", "--json")).isEqualTo(2);
    assertThat(controller.out.toString())
        .isEqualTo(STATUS.formatted("failed", "'the conductor has been stuck'").replace('\'', '"'));
  }

  @Test
  void shouldExitWithTwoWhenNobodyListens() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    assertThat(controller.runAnywhere("status", "--control=127.0.0.1:" + port)).isEqualTo(2);
    assertThat(controller.out.toString()).isEmpty();
    assertThat(controller.err.toString())
        .isEqualTo(
            ("maestro: no controller at http://127.0.0.1:%d: connection refused; maestro run"
                    + " starts one, --control names another\n")
                .formatted(port));
  }

  @Test
  void shouldSayThatATokenIsMissingOrWrongWhenItIs() throws IOException {
    controller.refuses("GET /v1/status", 401, "a token is needed");
    Path token = Files.writeString(folder.resolve("token"), "s3cret\n");

    assertThat(controller.run("status")).isEqualTo(2);
    assertThat(controller.err.toString())
        .isEqualTo(
            "maestro: "
                + controller.url()
                + " wants a token: --token-file FILE, or MAESTRO_TOKEN\n");
    assertThat(controller.run("status", "--token-file=" + token)).isEqualTo(2);
    assertThat(controller.err.toString())
        .isEqualTo("maestro: " + controller.url() + ": the token is wrong\n");
    assertThat(controller.asked).containsExactly("GET /v1/status", "GET /v1/status Bearer s3cret");
  }

  @Test
  void shouldRefuseBeforeAskingWhenAnOptionIsWrong() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty"), " \n");
    Path token = Files.writeString(folder.resolve("token"), "s3cret");

    assertMistake("--control: found 'ftp://x'; allowed: http://HOST:PORT", "--control=ftp://x");
    assertMistake("--control: found 'http://x/y'; allowed: http", "--control=http://x/y");
    assertMistake("--control: found 'a b'; allowed: http", "--control=a b");
    assertMistake("has no token; allowed: one line of ASCII", "--token-file=" + empty);
    assertMistake("no such file", "--token-file=" + folder.resolve("none"));
    assertMistake(
        "--control: found 'http://192.0.2.1:9653'; allowed: with a token, https",
        "--token-file=" + token,
        "--control=http://192.0.2.1");
    assertMistake("--ca: " + empty, "--ca=" + empty, "--control=localhost:1");
  }

  private void assertMistake(String line, String... options) {
    String[] all = new String[options.length + 1];
    all[0] = "status";
    System.arraycopy(options, 0, all, 1, options.length);
    assertThat(controller.runAnywhere(all)).isEqualTo(2);
    assertThat(controller.err.toString().lines()).singleElement().asString().contains(line);
  }

  @Test
  void shouldSayWhatItFoundWhenAnotherServerAnswers() {
    controller.answers("GET /v1/status", 404, "text/html", "<html>");
    assertThat(controller.run("status")).isEqualTo(2);
    assertThat(controller.err.toString()).contains("with status 404, which no controller does");

    controller.answers("GET /v1/status", 200, "text/html", "<html>");
    assertThat(controller.run("status")).isEqualTo(2);
    assertThat(controller.err.toString()).contains("the answer is not JSON");
  }
}
