package maestro.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A static flow on an Open vSwitch, from the request that puts it to the one that deletes it. */
@Tag("switch")
class StaticFlowIT {
  private static final String WEB =
      "{\"dpid\":\"0x5a\",\"priority\":500,\"match\":{\"in_port\":1,\"eth_type\":\"0x0800\","
          + "\"ipv4_dst\":\"10.0.0.0/8\",\"ip_proto\":6,\"tcp_dst\":80},"
          + "\"actions\":[\"output:%s\"]}";

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private PrivateOpenVSwitch ovs;
  private String version;

  private StartedController controller(String listen) throws IOException {
    return StartedController.start(
        List.of(
            "--config",
            Rigs.PROJECT.resolve("config/learning-switch.conf").toString(),
            "--set",
            "maestro.control.static-flows=" + folder.resolve("flows.json")),
        listen,
        Files.createTempFile("maestro-", ".log"));
  }

  private HttpResponse<String> ask(
      StartedController controller, String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(controller.controlAddress() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private String ovs(String... command) throws Exception {
    List<String> whole = new ArrayList<>(List.of(command));
    if (command[0].equals("ovs-ofctl")) {
      whole.addAll(1, List.of("-O", version));
    }
    return ovs.run(whole.toArray(String[]::new));
  }

  /** The entries with the priority of the tests, without what counts and changes. */
  private List<String> entries() throws Exception {
    return ovs("ovs-ofctl", "--no-stats", "dump-flows", "br0")
        .lines()
        .filter(line -> line.contains("priority=500"))
        .toList();
  }

  private void connect(String port) throws Exception {
    ovs("ovs-vsctl", "set-controller", "br0", "tcp:127.0.0.1:" + port);
  }

  /** The switch has no controller any more, and keeps its entries. */
  private void disconnect(StartedController controller, int times) throws Exception {
    connect("1"); // where nobody listens
    controller.awaitLog(" left: ", times);
  }

  private void awaitEntries(String... endings) {
    Awaitility.await()
        .untilAsserted(
            () -> {
              List<String> now = entries();
              assertThat(now).hasSize(endings.length);
              for (String each : endings) {
                assertThat(now).anyMatch(line -> line.endsWith(each));
              }
            });
  }

  private void awaitState(StartedController controller, String state) {
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(ask(controller, "GET", "/v1/static-flows/web", "").body())
                    .contains("\"state\":\"" + state + "\""));
  }

  @EachSwitchVersion
  void shouldKeepAStaticFlowTrueUntilItIsDeleted(String spoken) throws Exception {
    Rigs.need("ovsdb-tool", "ovsdb-server", "ovs-vswitchd", "ovs-vsctl", "ovs-ofctl");
    version = spoken;
    String port;
    try (PrivateOpenVSwitch started = PrivateOpenVSwitch.dummy(folder)) {
      ovs = started;
      try (StartedController controller = controller("127.0.0.1:0")) {
        port = controller.port();
        addBridge(port);
        controller.awaitLog(" joined: ", 1);
        installAndRepair(controller);
        reconnect(controller);
        controller.kill();
      }
      try (StartedController again = controller("127.0.0.1:" + port)) {
        afterTheKill(again);
      }
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .contains("flows.json")
          .noneMatch(name -> name.endsWith(".next"));
    }
  }

  private void addBridge(String port) throws Exception {
    ovs(
        "ovs-vsctl",
        "add-br",
        "br0",
        "--",
        "set",
        "bridge",
        "br0",
        "datapath_type=dummy",
        "fail-mode=secure",
        "protocols=" + version,
        "other-config:datapath-id=000000000000005a",
        "other-config:disable-in-band=true");
    for (String number : List.of("1", "2")) {
      ovs(
          "ovs-vsctl",
          "add-port",
          "br0",
          "sf" + number,
          "--",
          "set",
          "interface",
          "sf" + number,
          "type=dummy",
          "ofport_request=" + number);
    }
    connect(port);
  }

  private void installAndRepair(StartedController controller) throws Exception {
    HttpResponse<String> made = ask(controller, "PUT", "/v1/static-flows/web", WEB.formatted("2"));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(made.body()).contains("\"state\":\"installed\"");
    awaitEntries("tp_dst=80 actions=output:2");
    assertThat(ask(controller, "GET", "/v1/switches/0x5a/flows", "").body())
        .contains("\"application\":\"static-flows\"");

    assertThat(ask(controller, "PUT", "/v1/static-flows/web", WEB.formatted("1")).statusCode())
        .isEqualTo(200);
    awaitEntries("tp_dst=80 actions=output:1");

    ovs("ovs-ofctl", "del-flows", "br0"); // somebody deletes everything
    awaitEntries("tp_dst=80 actions=output:1");
    awaitState(controller, "installed");
  }

  private void reconnect(StartedController controller) throws Exception {
    ovs.restartSwitches(); // without entries
    controller.awaitLog(" joined: ", 2);
    awaitEntries("tp_dst=80 actions=output:1");

    disconnect(controller, 2);
    awaitState(controller, "disconnected");
    ask(controller, "PUT", "/v1/static-flows/web", WEB.formatted("2"));
    ask(
        controller,
        "PUT",
        "/v1/static-flows/drop",
        "{\"dpid\":90,\"priority\":500,\"match\":{\"in_port\":2},\"actions\":[]}");
    connect(controller.port());
    awaitEntries("tp_dst=80 actions=output:2", "in_port=2 actions=drop");
    awaitState(controller, "installed");
  }

  private void afterTheKill(StartedController controller) throws Exception {
    controller.awaitLog(" flow entries: 2 right", 1); // nothing was touched
    awaitEntries("tp_dst=80 actions=output:2", "in_port=2 actions=drop");
    awaitState(controller, "installed");

    disconnect(controller, 1);
    assertThat(ask(controller, "DELETE", "/v1/static-flows/drop", "").statusCode()).isEqualTo(200);
    awaitEntries("tp_dst=80 actions=output:2", "in_port=2 actions=drop");
    connect(controller.port());
    awaitEntries("tp_dst=80 actions=output:2");

    assertThat(ask(controller, "DELETE", "/v1/static-flows/web", "").statusCode()).isEqualTo(200);
    awaitEntries();
    controller.stopCleanly();
  }
}
