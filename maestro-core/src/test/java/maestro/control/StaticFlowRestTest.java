package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import maestro.Maestro;
import maestro.config.MaestroConfig;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.file.ConfigLoader;
import maestro.control.http.Answer;
import maestro.control.http.Limits;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.net.PassiveSwitch;
import maestro.net.session.Session;
import maestro.openflow.ColdCodec;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectfloodlight.openflow.protocol.OFBadActionCode;
import org.projectfloodlight.openflow.protocol.OFBarrierRequest;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowAdd;
import org.projectfloodlight.openflow.protocol.OFFlowDeleteStrict;
import org.projectfloodlight.openflow.protocol.OFFlowModFailedCode;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;

/** Static flows by REST, with a switch whose messages the test writes; all by the document. */
class StaticFlowRestTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_10);
  private static final String FLOWS = "/v1/static-flows";
  private static final String NAMED = FLOWS + "/{name}";
  private static final String BODY =
      "{\"dpid\":1,\"priority\":%d,\"match\":{\"in_port\":1},\"actions\":[\"output:2\"]}";

  @TempDir Path folder;
  private Maestro maestro;
  private Socket socket;
  private Rest rest;

  @BeforeEach
  void start() throws Exception {
    maestro = Maestro.start(config(), List.of());
    socket = PassiveSwitch.join(maestro.address(), 1, 1, 2);
    Awaitility.await()
        .until(
            () ->
                maestro.switches().all().stream()
                    .anyMatch(each -> Session.of(each).isEstablished()));
    rest =
        new Rest(
            maestro, new NoOperations(), new NamedMetrics(10, 10), Limits.USUAL, Runnable::run);
  }

  private MaestroConfig config() throws Exception {
    return ConfigLoader.defaultsWith(
        "maestro.listen=127.0.0.1:0",
        "maestro.distribution.workers=1",
        "maestro.switches.9.name=core-9",
        "maestro.switches.9.ports.2.name=uplink",
        "maestro.control.static-flows=" + folder.resolve("flows.json"));
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    maestro.close();
  }

  // ---- the operator ----

  private Reply ask(String method, String path, String body) throws RefusedQuestion {
    return Asking.ask(rest, method, path, body);
  }

  /** The answer, which is one that the document describes. */
  private Map<String, Object> described(String method, String template, Reply reply, int status)
      throws Exception {
    Answer answer = Asking.await(reply);
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    Answer document = (Answer) ask("GET", "/v1/openapi.json", "");
    Map<String, Object> api = JsonSchema.parse(document.body());
    Object operation =
        JsonSchema.object(JsonSchema.object(api.get("paths")).get(template)).get(method);
    Object response =
        JsonSchema.object(JsonSchema.object(operation).get("responses")).get("" + status);
    Object content =
        JsonSchema.object(JsonSchema.object(response).get("content")).get(answer.contentType());
    Map<String, Object> body = JsonSchema.parse(answer.body());
    assertThat(new JsonSchema(api).mistakes(JsonSchema.object(content).get("schema"), body))
        .isEmpty();
    return body;
  }

  private Map<String, Object> put(String name, int priority, int status) throws Exception {
    Reply reply = ask("PUT", FLOWS + "/" + name, BODY.formatted(priority));
    acknowledge();
    return described("put", NAMED, reply, status);
  }

  private Map<String, Object> get(String name) throws Exception {
    return described("get", NAMED, ask("GET", FLOWS + "/" + name, ""), 200);
  }

  // ---- the switch ----

  private OFMessage next() throws Exception {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] header = in.readNBytes(8);
    int length = ByteBuffer.wrap(header).getShort(2) & 0xffff;
    ByteBuffer message = ByteBuffer.allocate(length).put(header).put(in.readNBytes(length - 8));
    return ColdCodec.read(message, 0, length);
  }

  private <T extends OFMessage> T next(Class<T> type) throws Exception {
    while (true) {
      OFMessage message = next();
      if (type.isInstance(message)) {
        return type.cast(message);
      }
    }
  }

  private void send(OFMessage message) throws IOException {
    socket.getOutputStream().write(ColdCodec.bytes(message));
  }

  private void acknowledge() throws Exception {
    OFFlowAdd add = next(OFFlowAdd.class);
    assertThat(next(OFBarrierRequest.class).getXid()).isEqualTo(add.getXid());
    send(FACTORY.buildBarrierReply().setXid(add.getXid()).build());
  }

  // ---- tests ----

  @Test
  void shouldTellThatAFlowIsInstalledWhenTheSwitchHasConfirmedIt() throws Exception {
    assertThat(put("web", 5, 201))
        .containsEntry("state", "installed")
        .containsEntry("reason", null)
        .containsEntry("dpid", "00:00:00:00:00:00:00:01");
    assertThat(get("web")).containsEntry("priority", 5);
    assertThat(put("web", 5, 200)).containsEntry("state", "installed");
    assertThat((List<?>) described("get", FLOWS, ask("GET", FLOWS, ""), 200).get("staticFlows"))
        .hasSize(1);
    rest.often();
    assertThat(((Answer) ask("GET", "/v1/events", "")).body())
        .contains("static flow web of switch 00:00:00:00:00:00:00:01 is new");
  }

  @Test
  void shouldTellThatASwitchRefusesAFlow() throws Exception {
    Reply reply = ask("PUT", FLOWS + "/web", BODY.formatted(5));
    OFFlowAdd add = next(OFFlowAdd.class);
    send(
        FACTORY
            .errorMsgs()
            .buildBadActionErrorMsg()
            .setXid(add.getXid())
            .setCode(OFBadActionCode.BAD_OUT_PORT)
            .build());
    send(FACTORY.buildBarrierReply().setXid(add.getXid()).build());

    assertThat(described("put", NAMED, reply, 201))
        .containsEntry("state", "refused")
        .containsEntry(
            "reason", "the switch refuses it: ERROR BAD_ACTION BAD_OUT_PORT (type 2, code 4)");
    assertThat(((Answer) ask("GET", "/v1/status", "")).body())
        .contains("static flows that their switches do not have: 1, such as web: the switch");
  }

  @Test
  void shouldTakeTheNamesOfASwitchAndItsPorts() throws Exception {
    String body =
        "{\"dpid\":\"core-9\",\"match\":{\"in_port\":\"uplink\"},\"actions\":[\"output:%s\"]}";
    Reply reply = ask("PUT", FLOWS + "/far", body.formatted("uplink"));
    assertThat(described("put", NAMED, reply, 201))
        .containsEntry("dpid", "00:00:00:00:00:00:00:09")
        .containsEntry("switchName", "core-9")
        .containsEntry("actions", List.of("output:2"))
        .containsEntry("state", "disconnected");
    assertThatThrownBy(() -> ask("PUT", FLOWS + "/far", body.formatted("downlink")))
        .isInstanceOfSatisfying(
            RefusedQuestion.class,
            e ->
                assertThat(e.answer().body())
                    .contains("a name of a port of this switch in maestro.switches: uplink"));
  }

  @Test
  void shouldTellThatAFlowTableIsFull() {
    OFMessage full =
        FACTORY
            .errorMsgs()
            .buildFlowModFailedErrorMsg()
            .setCode(OFFlowModFailedCode.ALL_TABLES_FULL)
            .build();
    Awaitility.await()
        .until(
            () -> {
              send(full); // again and again: it counts as full for a time
              rest.everySecond();
              return ((Answer) ask("GET", "/v1/status", ""))
                  .body()
                  .contains("switch 00:00:00:00:00:00:00:01 says that its flow table is full");
            });
  }

  @Test
  void shouldRemoveTheOldEntryWhenAFlowGetsAnotherMatch() throws Exception {
    put("web", 5, 201);
    Reply reply = ask("PUT", FLOWS + "/web", BODY.formatted(6));

    assertThat(next(OFFlowDeleteStrict.class).getPriority()).isEqualTo(5);
    OFBarrierRequest removed = next(OFBarrierRequest.class);
    send(FACTORY.buildBarrierReply().setXid(removed.getXid()).build());
    acknowledge();
    assertThat(described("put", NAMED, reply, 200)).containsEntry("priority", 6);
  }

  @Test
  void shouldRemoveAFlow() throws Exception {
    put("web", 5, 201);
    Reply reply = ask("DELETE", FLOWS + "/web", "");
    assertThat(next(OFFlowDeleteStrict.class).getPriority()).isEqualTo(5);
    OFBarrierRequest removed = next(OFBarrierRequest.class);
    send(FACTORY.buildBarrierReply().setXid(removed.getXid()).build());

    assertThat(described("delete", NAMED, reply, 200))
        .containsEntry("changed", "static flow web of switch 00:00:00:00:00:00:00:01 is removed");
    described("delete", NAMED, ask("DELETE", FLOWS + "/web", ""), 404);
    assertThatThrownBy(() -> ask("GET", FLOWS + "/web", ""))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(404))
        .hasMessage("there is no static flow web");
  }

  @Test
  void shouldReplaceAllFlowsAndRemoveAll() throws Exception {
    String far = "{\"dpid\":9,\"actions\":[]}";
    Reply all = ask("PUT", FLOWS, "{\"flows\":{\"a\":" + far + "}}");
    assertThat(described("put", FLOWS, all, 200).toString()).contains("disconnected");

    Reply none = ask("DELETE", FLOWS, "");
    assertThat(described("delete", FLOWS, none, 200))
        .containsEntry("changed", "1 static flows are removed");
  }

  @Test
  void shouldRefuseAFlowThatAnotherNameHas() throws Exception {
    put("web", 5, 201);
    described("put", NAMED, ask("PUT", FLOWS + "/other", BODY.formatted(5)), 409);
    assertThatThrownBy(
            () -> ask("PUT", FLOWS + "/other", "{\"name\":\"third\",\"dpid\":1,\"actions\":[]}"))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(409));
  }

  @Test
  void shouldRefuseWhatTheVersionOfTheSwitchDoesNotHave() {
    assertThatThrownBy(() -> ask("PUT", FLOWS + "/web", "{\"dpid\":1,\"actions\":[\"group:1\"]}"))
        .isInstanceOf(RefusedQuestion.class)
        .hasMessage("switch 00:00:00:00:00:00:00:01 cannot have it: OpenFlow 1.0 has no groups");
  }

  @Test
  void shouldTakeWhatItHasAnswered() throws Exception {
    put("web", 5, 201);
    String answer = ((Answer) ask("GET", FLOWS + "/web", "")).body();
    Reply reply = ask("PUT", FLOWS + "/web", answer);
    acknowledge();

    described("put", NAMED, reply, 200);
  }

  @Test
  void shouldAddAMissingFlowWhenTheSwitchHasShownItsEntries() throws Exception {
    OFFlowStatsRequest dump = next(OFFlowStatsRequest.class); // at its join
    put("web", 5, 201);
    assertThat(removedByAHand(dump.getXid()).getCookie().getValue() >>> 24)
        .isEqualTo(0x006d61b3e0L);
    assertThat(get("web")).containsEntry("state", "pending");
  }

  /** In OpenFlow 1.0, {@code ovs-ofctl mod-flows} takes the cookie away. */
  @Test
  void shouldAddAFlowAgainWhenTheCookieOfItsEntryIsGone() throws Exception {
    OFFlowStatsRequest dump = next(OFFlowStatsRequest.class); // at its join
    put("web", 5, 201);
    OFFlowStatsEntry changed =
        FACTORY.buildFlowStatsEntry().setMatch(FACTORY.matchWildcardAll()).setPriority(5).build();
    send(FACTORY.buildFlowStatsReply().setXid(dump.getXid()).setEntries(List.of(changed)).build());
    assertThat(next(OFFlowAdd.class).getPriority()).as("replaces it").isEqualTo(5);
  }

  /** The switch shows no entries, as if somebody had removed the flow. */
  private OFFlowAdd removedByAHand(long xid) throws Exception {
    send(FACTORY.buildFlowStatsReply().setXid(xid).build());
    OFFlowAdd again = next(OFFlowAdd.class);
    assertThat(again.getPriority()).isEqualTo(5);
    return again;
  }

  @Test
  void shouldHaveTheFlowsWhenAnotherControllerTakesItsPlace() throws Exception {
    put("web", 5, 201);
    maestro.close();
    maestro = Maestro.start(config(), List.of());

    assertThat(maestro.staticFlows().find("web")).isPresent();
  }

  @Test
  void shouldDescribeNoOtherMethodsThanThese() {
    assertThat(rest.routes().match("POST", FLOWS).allowed())
        .containsExactly("DELETE", "GET", "HEAD", "PUT");
  }
}
