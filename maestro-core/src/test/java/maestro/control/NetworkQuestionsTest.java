package maestro.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import maestro.Maestro;
import maestro.api.ApplicationContext;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.topology.HostLocations;
import maestro.api.topology.Link;
import maestro.api.topology.Routes;
import maestro.api.topology.Topology;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.config.file.ApplicationDefaults;
import maestro.config.file.CommandLineSetting;
import maestro.config.file.ConfigLoader;
import maestro.config.file.LoadedConfig;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.Limits;
import maestro.control.http.PendingAnswer;
import maestro.control.http.Question;
import maestro.control.http.RefusedQuestion;
import maestro.control.http.Reply;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.control.measure.Times;
import maestro.control.rest.FlowAnswers;
import maestro.control.rest.Paths;
import maestro.control.rest.PortAnswers;
import maestro.net.PassiveSwitch;
import maestro.net.TestApplication;
import maestro.net.session.Session;
import maestro.sequence.ApplicationHost.Configured;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFBadRequestCode;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowStatsReply;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFStatsReplyFlags;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.EthType;
import org.projectfloodlight.openflow.types.IPv4Address;
import org.projectfloodlight.openflow.types.IPv4AddressWithMask;
import org.projectfloodlight.openflow.types.OFPort;
import org.projectfloodlight.openflow.types.TableId;
import org.projectfloodlight.openflow.types.U64;

/** Questions that switches and applications answer: flow entries and paths. */
class NetworkQuestionsTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_10);
  private static final int STATS_REQUEST = 16;
  private static final Map<String, String> DPID = Map.of("dpid", "1");
  private static final Topology TOPOLOGY =
      Topology.of(List.of(1L, 2L), List.of(new Link(1, 1, 2, 5)), Map.of());
  private static final long HOST = 0x0a0b0c0d0e0fL;

  /** On the segment of port 7 of switch 2 and port 8 of switch 3. */
  private static final long SHARED_HOST = 0x0a0b0c0d0eaaL;

  private static final int SHARED_PORT = 8;

  private Maestro maestro;
  private Socket socket;
  private Socket third;

  @BeforeEach
  void start() throws Exception {
    TestApplication application = new TestApplication("paths", NetworkQuestionsTest::start);
    maestro =
        Maestro.start(
            ConfigLoader.defaultsWith(
                "maestro.listen=127.0.0.1:0",
                "maestro.switches.2.name=core-2",
                "maestro.switches.2.ports.7.name=uplink"),
            List.of(new Configured(application, ConfigFactory.empty())));
    socket = PassiveSwitch.join(maestro.address(), 1, 1, 2);
    third = PassiveSwitch.join(maestro.address(), 3, 1, 2);
    Awaitility.await()
        .until(
            () ->
                maestro.switches().all().stream()
                        .filter(each -> Session.of(each).isEstablished())
                        .count()
                    == 2);
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    third.close();
    maestro.close();
  }

  private static Stages start(ApplicationContext context) {
    context.publishes("routing-table", Routes.class, NetworkQuestionsTest::links);
    context.publishes("hosts", HostLocations.class, new TwoHosts());
    context.publishes("topology", Topology.class, TOPOLOGY);
    return Stages.batch(() -> (request, output) -> {});
  }

  /** 1 leads to 2 by two ports, and 2 to 3. */
  private static List<Link> links(long from, long to) {
    if (from == 1 && to > 1 && to < 4) {
      return List.of(new Link(1, 1, 2, 5), new Link(1, 2, 2, 6));
    }
    return from == 2 && to == 3 ? List.of(new Link(2, 7, 3, 8)) : List.of();
  }

  /** A host at port 9 of switch 3, and one at its port 8. A location is a port. */
  static final class TwoHosts implements HostLocations {
    @Override
    public long locationOf(long ethAddress) {
      return ethAddress == HOST ? 9 : ethAddress == SHARED_HOST ? SHARED_PORT : UNKNOWN;
    }

    @Override
    public long datapathIdOf(long location) {
      return 3;
    }

    @Override
    public int portOf(long location) {
      return (int) location;
    }

    @Override
    public long ethAddressOf(int ipv4) {
      return ipv4 == 0x0a000001 ? HOST : UNKNOWN;
    }

    @Override
    public int count() {
      return 2;
    }
  }

  private static Question question(Map<String, String> parts, String query) {
    return new Question(parts, query, Question.plain().headers(), "", "");
  }

  private Reply path(String query) throws RefusedQuestion {
    return new Paths(maestro).answer(question(Map.of(), query));
  }

  @ParameterizedTest
  @CsvSource({
    "from=1&to=0a:0b:0c:0d:0e:0f, 9",
    "to=10.0.0.1&from=0x1, 9",
    "from=1&to=0a%3A0b%3A0c%3A0d%3A0e%3A0f, 9",
    "from=00:00:00:00:00:00:00:01&to=3, null",
    "from=0000000000000001&to=0000000000000003, null"
  })
  void shouldTellTheSwitchesOfAPathWithTheirPorts(String query, String last) throws Exception {
    assertThat(((Answer) path(query)).body())
        .isEqualTo(
            "{\"hops\":["
                + hop(1, "null", "1", 2)
                + ","
                + hop(2, "5", "7", 1)
                + ","
                + hop(3, "8", last, 1)
                + "]}");
  }

  @Test
  void shouldLeaveOutTheSwitchThatSendsNothingWhenAHostIsOnASegment() throws Exception {
    assertThat(((Answer) path("from=1&to=0a:0b:0c:0d:0e:aa")).body())
        .isEqualTo("{\"hops\":[" + hop(1, "null", "1", 2) + "," + hop(2, "5", "7", 1) + "]}");
  }

  private static String hop(int dpid, String inPort, String outPort, int alternatives) {
    return ("{\"dpid\":\"%s\",\"switchName\":%s,\"inPort\":%s,\"inPortName\":%s,\"outPort\":%s,\"outPortName\":%s,"
            + "\"alternatives\":%d}")
        .formatted(
            SwitchInfo.format(dpid),
            dpid == 2 ? "\"core-2\"" : "null",
            inPort,
            named(inPort),
            outPort,
            dpid == 2 ? "\"uplink\"" : named(outPort),
            alternatives);
  }

  private static String named(String port) {
    return port.equals("null") ? port : '"' + port + '"';
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from=1&to=4 | 404",
        "from=3&to=1 | 404",
        "from=1&to=0a:0b:0c:0d:0e:0e | 404",
        "from=1&to=10.0.0.2 | 404",
        "from=1&to=2001:db8::1 | 404",
        "from=1 | 400",
        "from=1&to=leaf | 404",
        "from=core-2&to=1 | 404",
        "from=1&to=leaf! | 400",
        "from=1&to=1.2.3 | 400",
        "from=1&to=%zz | 400",
        "from=1&to=fe80::1%25nowhere0 | 400",
        "'' | 400"
      })
  void shouldRefuseAPathThatIsNone(String query, int status) {
    assertThatThrownBy(() -> path(query))
        .isInstanceOfSatisfying(
            RefusedQuestion.class, e -> assertThat(e.answer().status()).isEqualTo(status));
  }

  @Test
  void shouldShowWhichRequestsASequenceTakes() throws Exception {
    List<CommandLineSetting> settings = new ArrayList<>();
    for (String each :
        List.of(
            "maestro.listen=127.0.0.1:0",
            "maestro.switches.2.name=core-2",
            "maestro.switches.2.ports.7.name=uplink",
            "sequences.a={on = flow-request, run = [paths], when {switches = [core-2, 1]}}",
            "sequences.b={on = flow-request, run = [paths],"
                + " when {ports = [\"3/LOCAL\"], vlans = [20, 3]}}",
            "sequences.c={on = flow-request, run = [paths], when {ports = \"4/7\"}}",
            "sequences.d={on = flow-request, run = [paths]}")) {
      settings.add(CommandLineSetting.parse("--set", each));
    }
    LoadedConfig config =
        ConfigLoader.parse(Optional.empty(), settings)
            .validate(List.of(new ApplicationDefaults("paths", ConfigFactory.empty())));
    TestApplication application = new TestApplication("paths", NetworkQuestionsTest::start);
    maestro
        .reloads()
        .reload(config.maestro(), List.of(new Configured(application, ConfigFactory.empty())));
    Rest rest =
        new Rest(
            maestro, new NoOperations(), new NamedMetrics(10, 10), Limits.USUAL, Runnable::run);
    Endpoint endpoint =
        Objects.requireNonNull(rest.routes().match("GET", "/v1/applications").endpoint());
    Map<String, Object> answer =
        JsonSchema.parse(((Answer) endpoint.answer(Question.plain())).body());

    assertThat(document().mistakes(Map.of("$ref", "#/components/schemas/Applications"), answer))
        .isEmpty();
    Map<String, Object> when = new HashMap<>();
    for (Object each : (List<?>) answer.get("sequences")) {
      Map<String, Object> sequence = JsonSchema.object(each);
      when.put(String.valueOf(sequence.get("name")), sequence.get("when"));
    }
    assertThat(when)
        .containsEntry(
            "a",
            JsonSchema.parse(
                """
                {"switches":[{"dpid":"00:00:00:00:00:00:00:01","switchName":null},
                 {"dpid":"00:00:00:00:00:00:00:02","switchName":"core-2"}],
                 "ports":[],"vlans":[]}
                """))
        .containsEntry(
            "b",
            JsonSchema.parse(
                """
                {"switches":[],"ports":[{"dpid":"00:00:00:00:00:00:00:03","switchName":null,
                 "port":4294967294,"portName":"LOCAL"}],"vlans":[3,20]}
                """))
        .containsEntry("d", null);
  }

  @Test
  void shouldSayWhichNamesThereAreWhenASwitchIsCalledOtherwise() {
    assertThatThrownBy(() -> path("from=1&to=core-3"))
        .isInstanceOfSatisfying(
            RefusedQuestion.class,
            e ->
                assertThat(e.answer().body())
                    .contains(
                        "no switch is called core-3 in maestro.switches; there are core-2; did you mean"
                            + " 'core-2'?"));
  }

  @ParameterizedTest
  @CsvSource({"from=99&to=1", "from=1&to=99", "from=99&to=99", "from=98&to=1"})
  void shouldNameTheEndThatIsNotConnected(String query) {
    String end = query.contains("98") ? "62" : "63";
    assertThatThrownBy(() -> path(query))
        .isInstanceOfSatisfying(
            RefusedQuestion.class,
            e ->
                assertThat(e.answer().body())
                    .contains("switch 00:00:00:00:00:00:00:" + end + " is not connected"));
  }

  /** Reads what comes until a question for flow entries; its transaction id. */
  private int asked() throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    while (true) {
      byte[] header = in.readNBytes(8);
      byte[] rest = in.readNBytes((((header[2] & 0xff) << 8) | (header[3] & 0xff)) - 8);
      if (header[1] == STATS_REQUEST && rest[1] == 1) {
        return Unpooled.wrappedBuffer(header).getInt(4);
      }
    }
  }

  private void send(OFMessage message) throws IOException {
    ByteBuf reply = Unpooled.buffer();
    message.writeTo(reply);
    byte[] bytes = new byte[reply.readableBytes()];
    reply.readBytes(bytes);
    socket.getOutputStream().write(bytes);
  }

  private static OFFlowStatsReply entries(int xid, boolean more, int priority) {
    return FACTORY
        .buildFlowStatsReply()
        .setXid(xid)
        .setFlags(more ? Set.of(OFStatsReplyFlags.REPLY_MORE) : Set.of())
        .setEntries(
            List.of(
                FACTORY
                    .buildFlowStatsEntry()
                    .setTableId(TableId.of(1))
                    .setPriority(priority)
                    .setCookie(U64.of(0x1234))
                    .setIdleTimeout(10)
                    .setDurationSec(2)
                    .setDurationNsec(500_000_000)
                    .setPacketCount(U64.of(3))
                    .setByteCount(U64.of(180))
                    .setMatch(
                        FACTORY
                            .buildMatch()
                            .setExact(MatchField.IN_PORT, OFPort.of(1))
                            .setExact(MatchField.ETH_TYPE, EthType.IPv4)
                            .setMasked(MatchField.IPV4_DST, IPv4AddressWithMask.of("10.0.0.0/8"))
                            .setExact(MatchField.IPV4_SRC, IPv4Address.of("10.1.2.3"))
                            .build())
                    .setActions(List.of(FACTORY.actions().output(OFPort.of(2), 0)))
                    .build()))
        .build();
  }

  @Test
  void shouldAskASwitchForItsEntriesOnceForAll() throws Exception {
    int byTheController = asked();
    FlowAnswers flows = new FlowAnswers(maestro, Runnable::run);
    Question question = question(DPID, "");
    Reply first = flows.answer(question);
    Reply second = flows.answer(question);
    int xid = asked();
    assertThat(xid).isNotEqualTo(byTheController);
    send(entries(xid, true, 5));
    send(entries(xid, false, 6));
    Answer answer = Asking.await(first);

    assertThat(Asking.await(second)).isSameAs(answer);
    String entry =
        "{\"table\":1,\"priority\":%d,\"cookie\":\"0x0000000000001234\",\"application\":null,"
            + "\"idleTimeout\":10,\"hardTimeout\":0,\"durationSeconds\":2.5,\"packets\":3,"
            + "\"bytes\":180,\"match\":{\"in_port\":\"1\",\"eth_type\":\"0x800\","
            + "\"ipv4_src\":\"10.1.2.3\",\"ipv4_dst\":\"10.0.0.0/8\"},"
            + "\"actions\":[\"output:2\"]}";
    assertThat(answer.body())
        .isEqualTo(
            "{\"whole\":true,\"flows\":[" + entry.formatted(5) + "," + entry.formatted(6) + "]}");
  }

  @Test
  void shouldStopWhenTheAnswerOfASwitchHasNoEnd() throws Exception {
    int unused = asked();
    PendingAnswer reply =
        (PendingAnswer) new FlowAnswers(maestro, Runnable::run).answer(question(DPID, ""));
    int xid = asked();
    while (!reply.answer().isDone()) {
      send(entries(xid, true, 5));
    }

    assertThat(reply.answer().get().body()).startsWith("{\"whole\":false,\"flows\":[{");
    send(entries(xid, false, 5));
    assertThat(maestro.switches().all()).hasSize(2);
  }

  @Test
  void shouldSayThatASwitchRefuses() throws Exception {
    int unused = asked();
    Reply reply = new FlowAnswers(maestro, Runnable::run).answer(question(DPID, ""));
    send(
        FACTORY
            .errorMsgs()
            .buildBadRequestErrorMsg()
            .setXid(asked())
            .setCode(OFBadRequestCode.BAD_STAT)
            .build());

    assertThat(Asking.await(reply).status()).isEqualTo(504);
    assertThat(Asking.await(reply).body()).contains("\"detail\":\"the switch refuses to answer\"");
  }

  /** Port 1 leads to switch 2; port 2 is not counted. */
  private static final String PORT_ONE =
      "{'port':1,'name':'eth1','up':true,'speedMbps':null,"
          + "'peer':{'dpid':'00:00:00:00:00:00:00:02','port':5},%s}";

  private static final String NOTHING =
      "'rxPackets':null,'txPackets':null,'rxBytes':null,'txBytes':null,'rxDropped':null,"
          + "'txDropped':null,'rxErrors':null,'txErrors':null,'asOf':";

  private PortReadings readings() {
    SwitchShares shares = new SwitchShares(maestro.switches());
    return new PortReadings(shares::ready, () -> OptionalLong.of(10_000_000_000L), () -> 0);
  }

  private static String ports(String one, String two) {
    String second = "{'port':2,'name':'eth2','up':true,'speedMbps':null,'peer':null,%s}";
    return ("[" + PORT_ONE.formatted(one) + "," + second.formatted(two) + "]").replace('\'', '"');
  }

  @Test
  void shouldAskASwitchForTheCountersOfItsPortsOnceForAll() throws Exception {
    PortAnswers ports = new PortAnswers(maestro, readings(), Times.now(), Runnable::run);
    Question question = question(DPID, "");
    Reply first = ports.answer(question);
    Reply second = ports.answer(question);
    PortStatsOnWire.answer(socket, PortStatsOnWire.asked(socket), 1, 11, 12, 13, 14, 15, 16, 17);
    String body = Asking.await(first).body();

    assertThat(Asking.await(second).body()).isEqualTo(body);
    assertThat(body.replaceAll("\"20[^\"]+Z\"", "\"now\""))
        .isEqualTo(
            ports(
                "'rxPackets':11,'txPackets':12,'rxBytes':13,'txBytes':14,"
                    + "'rxDropped':15,'txDropped':16,'rxErrors':17,'txErrors':0,'asOf':'now'",
                NOTHING + "'now'"));
    assertThat(mistakes(body)).isEmpty();
  }

  private static List<String> mistakes(String body) throws IOException {
    return document()
        .mistakes(
            Map.of("$ref", "#/components/schemas/CountedPorts"),
            JsonSchema.parse("{\"ports\":" + body + "}").get("ports"));
  }

  @Test
  void shouldTellOfPortsWithoutCountersWhenTheSwitchRefuses() throws Exception {
    PortAnswers ports = new PortAnswers(maestro, readings(), Times.now(), Runnable::run);
    Reply reply = ports.answer(question(DPID, ""));
    send(
        FACTORY
            .errorMsgs()
            .buildBadRequestErrorMsg()
            .setXid(PortStatsOnWire.asked(socket))
            .setCode(OFBadRequestCode.BAD_STAT)
            .build());

    String body = Asking.await(reply).body();
    assertThat(body).isEqualTo(ports(NOTHING + "null", NOTHING + "null"));
    assertThat(mistakes(body)).isEmpty();
  }

  @Test
  void shouldTellTheLastCountersWhenTheSwitchDoesNotAnswerNow() throws Exception {
    PortReadings readings = readings();
    readings.everySecond(0);
    PortStatsOnWire.answer(socket, PortStatsOnWire.asked(socket), 1, 7);
    readings.everySecond(0);
    PortAnswers ports = new PortAnswers(maestro, readings, Times.now(), Runnable::run);
    Reply reply = ports.answer(question(DPID, ""));
    send(
        FACTORY
            .errorMsgs()
            .buildBadRequestErrorMsg()
            .setXid(PortStatsOnWire.asked(socket))
            .setCode(OFBadRequestCode.BAD_STAT)
            .build());

    assertThat(Asking.await(reply).body()).contains("\"rxPackets\":7,").contains("\"asOf\":\"");
  }

  private static JsonSchema document() throws IOException {
    try (InputStream in = Objects.requireNonNull(Rest.class.getResourceAsStream("openapi.json"))) {
      String document = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new JsonSchema(JsonSchema.parse(document));
    }
  }
}
