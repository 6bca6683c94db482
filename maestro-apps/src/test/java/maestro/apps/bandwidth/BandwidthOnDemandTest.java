package maestro.apps.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import maestro.api.EventStage;
import maestro.api.RequestStage;
import maestro.api.RestAnswer;
import maestro.api.RestRefusal;
import maestro.api.RestRequest;
import maestro.api.Stages;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.apps.routing.RoutingTable;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeHosts;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.projectfloodlight.openflow.protocol.OFFactories;
import org.projectfloodlight.openflow.protocol.OFFactory;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowRemovedReason;
import org.projectfloodlight.openflow.protocol.OFFlowStatsRequest;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.types.OFGroup;
import org.projectfloodlight.openflow.types.U64;

/** Switches 1 and 4 with two ways between them, over 2 and over 3; host A at 1, host B at 4. */
class BandwidthOnDemandTest {
  private static final OFFactory FACTORY = OFFactories.getFactory(OFVersion.OF_13);
  private static final long A = 0xa;
  private static final long B = 0xb;
  private static final List<Link> UP =
      List.of(
          new Link(1, 12, 2, 1),
          new Link(2, 4, 4, 42),
          new Link(1, 13, 3, 1),
          new Link(3, 4, 4, 43));

  private final FakePlatform platform =
      FakePlatform.withSettings(
          "bandwidth-on-demand",
          "use-port-speed = false, link-rate = 10 Mbps, default-rate = 6 Mbps, "
              + "rates = [\"1 Mbps protocol=udp\"]");
  private final FakeOutput output = new FakeOutput();
  private final FakeHosts hosts = new FakeHosts();
  private RequestStage stage;
  private EventStage events;

  @BeforeEach
  void start() {
    hosts.put(A, 1, 5);
    hosts.put(B, 4, 6);
    platform.set("hosts", hosts);
    for (long id = 1; id <= 4; id++) {
      platform.switches().add(id, 5);
    }
    Stages stages = platform.start(new BandwidthOnDemand());
    stage = (RequestStage) stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
    links(UP);
  }

  @Test
  void shouldInstallThePathFarEndFirstWhenThereIsBandwidth() {
    assertThat(request(1, 5, 1000))
        .containsExactly(
            "consume",
            "send to 4: FLOW_MOD",
            "send to 2: FLOW_MOD",
            "send to 1: FLOW_MOD",
            "forward port 12");
  }

  @Test
  void shouldTakeTheOtherWayAndThenDropWhenLinksAreFull() {
    assertThat(request(1, 5, 1000)).contains("forward port 12");
    assertThat(request(1, 5, 1001)).contains("forward port 13", "send to 3: FLOW_MOD");
    assertThat(request(1, 5, 1002)).containsExactly("consume", "drop", "send to 1: FLOW_MOD");
  }

  @Test
  void shouldGiveAFlowTheRateItsRuleSays() {
    for (int port = 1; port <= 20; port++) {
      stage.onRequest(frame(17, port).at(1, 5), output);
      assertThat(output.takeSaid()).as("flow %d", port).doesNotContain("drop");
    }
    stage.onRequest(frame(17, 21).at(1, 5), output);
    assertThat(output.takeSaid()).contains("drop");
  }

  @Test
  void shouldReserveOnceWhenAFlowAsksAgain() {
    request(1, 5, 1000);
    assertThat(request(1, 5, 1000)).contains("forward port 12");
    assertThat(request(2, 1, 1000))
        .containsExactly("consume", "send to 2: FLOW_MOD", "forward port 4");
    assertThat(request(1, 5, 1001)).contains("forward port 13");
  }

  @Test
  void shouldFreeItsBandwidthWhenAFlowEnds() {
    request(1, 5, 1000);
    request(1, 5, 1001);
    removed(2, 1);
    assertThat(request(1, 5, 1002)).as("only the first switch says so").contains("drop");
    platform.switches().takeSent();
    removed(1, 1);
    removed(1, 1);
    assertThat(deleted()).containsExactly(1L, 2L, 4L);
    assertThat(request(1, 5, 1002)).contains("forward port 12");
    assertThat(request(1, 5, 1003)).contains("drop");
  }

  @Test
  void shouldEndFlowsOverALinkThatFails() {
    request(1, 5, 1000);
    request(1, 5, 1001);
    platform.switches().takeSent();
    links(UP.subList(2, 4));
    assertThat(deleted()).containsExactly(1L, 2L, 4L);
    platform.advance(Duration.ofSeconds(1));
    assertThat(deleted()).as("and once more").containsExactly(1L, 2L, 4L);
    assertThat(request(1, 5, 1000)).as("the other way is full").contains("drop");
    links(UP);
    assertThat(request(1, 5, 1000)).contains("forward port 12");
  }

  @Test
  void shouldEndFlowsOverASwitchThatLeaves() {
    request(1, 5, 1000);
    platform.switches().takeSent();
    events.onSwitchLeft(platform.switches().find(2).orElseThrow());
    assertThat(deleted()).contains(1L, 4L);
    request(1, 5, 1001);
    assertThat(request(1, 5, 1002)).as("both ways can be had again").doesNotContain("drop");
  }

  @Test
  void shouldEndTheFlowsOfAHostThatMovedOrIsLost() {
    for (Object gone : List.of(new HostMoved(B, 4, 6, 3, 6), new HostLost(A, 1, 5))) {
      request(1, 5, 1000);
      platform.switches().takeSent();
      events.onAnnouncement("any", gone);
      assertThat(deleted()).containsExactly(1L, 2L, 4L);
    }
    request(1, 5, 1000);
    platform.switches().takeSent();
    events.onAnnouncement("any", new HostLost(0xc, 1, 5));
    assertThat(deleted()).isEmpty();
  }

  @Test
  void shouldEndAFlowWhoseNoticeGotLost() {
    request(1, 5, 1000);
    request(1, 5, 1001);
    events.onTimer();
    assertThat(platform.switches().takeAsked()).as("too young to be missed").isEmpty();
    events.onTimer();
    List<FakeSwitches.Asked> asked = platform.switches().takeAsked();
    assertThat(asked).hasSize(1);
    assertThat(((OFFlowStatsRequest) asked.get(0).message()).getOutGroup()).isEqualTo(OFGroup.ANY);
    OFMessage answer =
        FACTORY
            .buildFlowStatsReply()
            .setEntries(
                List.of(
                    FACTORY
                        .buildFlowStatsEntry()
                        .setMatch(FACTORY.matchWildcardAll())
                        .setCookie(U64.of(Entries.COOKIE | 2))
                        .build()))
            .build();
    asked.get(0).answer().complete(List.of(answer));
    assertThat(request(1, 5, 1002)).contains("forward port 12");
    assertThat(request(1, 5, 1003)).contains("drop");
  }

  @Test
  void shouldBeginAnewWhenTheSourceHasMoved() {
    request(1, 5, 1000);
    platform.switches().takeSent();
    hosts.put(A, 2, 7);
    assertThat(request(2, 7, 1000)).contains("forward port 4");
    assertThat(deleted()).containsExactly(1L, 2L, 4L);
    assertThat(request(1, 5, 1000)).as("a straggler").containsExactly("consume", "drop");
  }

  @Test
  void shouldLeaveToOthersWhatHasNoBandwidth() {
    stage.onRequest(FakeFrame.between(A, B).type(0x0806).at(1, 5), output);
    stage.onRequest(FakeFrame.between(A, 0xffff_ffff_ffffL).at(1, 5), output);
    stage.onRequest(FakeFrame.between(A, 0xc).at(1, 5), output);
    stage.onRequest(FakeFrame.between(0xc, B).at(1, 5), output);
    assertThat(output.takeSaid()).isEmpty();
  }

  @Test
  void shouldLeaveToOthersWhatIsInAnotherVlan() {
    stage.onRequest(frame(17, 1).vlan(10).at(1, 5), output);
    assertThat(output.takeSaid()).as("A and B are known untagged").isEmpty();
    assertThat(request(1, 5, 1)).contains("forward port 12");
  }

  @Test
  void shouldServeHostsAtOneSwitchWhenAllLinksAreFull() {
    hosts.put(B, 1, 6);
    for (int port = 1; port < 10; port++) {
      assertThat(request(1, 5, port)).contains("forward port 6");
    }
  }

  @Test
  void shouldMakeAllFlowsAskWhenASwitchJoins() {
    events.onSwitchJoined(platform.switches().find(1).orElseThrow());
    OFFlowMod sent = (OFFlowMod) platform.switches().takeSent().get(0).message();
    assertThat(sent.getMatch().toString()).contains("eth_type=0x800");
    assertThat(sent.getActions().toString()).contains("controller");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "default-rate = 10 | a rate above 0",
        "default-rate = 0 Mbps | a rate above 0",
        "rates = [\"fast protocol=tcp\"] | a rate above 0",
        "rates = [\"1 Mbps protocl=tcp\"] | switch, in-port",
        "link-rate = 1 Tbps | a rate above 0",
        "alternatives = 0 | 1 to 64",
        "idle-timeout = 0 s | 1 s to 65535 s",
        "refused-for = 20 h | 0 s to 65535 s",
        "refused-for = 500 ms | 0 s to 65535 s, in whole seconds",
      })
  void shouldRefuseSettingsThatMakeNoSense(String settings, String allowed) {
    FakePlatform other = FakePlatform.withSettings("bandwidth-on-demand", settings);
    assertThatThrownBy(() -> other.start(new BandwidthOnDemand())).hasMessageContaining(allowed);
  }

  // ---- reservations by REST ----

  /** A request with a body and an id. */
  private record Asking(String method, String id, Map<String, Object> json) implements RestRequest {
    @Override
    public String part(String name) {
      return id;
    }

    @Override
    public Optional<String> query(String name) {
      return Optional.empty();
    }

    @Override
    public String body() {
      return "";
    }
  }

  private RestAnswer rest(String methodAndPath, String id, Map<String, Object> body)
      throws Exception {
    return platform.handler(methodAndPath).answer(new Asking("", id, body));
  }

  private RestAnswer ask(String from, String to, String rate) throws Exception {
    return rest("POST reservations", "", Map.of("from", from, "to", to, "rate", rate));
  }

  private static final String HOST_A = "00:00:00:00:00:0a";
  private static final String HOST_B = "00:00:00:00:00:0b";

  @Test
  void shouldReserveForAllPacketsBetweenTwoHostsUntilItIsGivenBack() throws Exception {
    RestAnswer made = ask(HOST_A, HOST_B, "6 Mbps");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().toString())
        .contains("id=r1", "rateKbps=6000", "asked=true", "state=reserved")
        .contains("path=[{dpid=00:00:00:00:00:00:00:01, inPort=5, outPort=12}");
    assertThat(request(1, 5, 1000)).contains("forward port 12"); // along the reservation
    assertThat(rest("GET reservations", "", Map.of()).json().toString())
        .contains("id=r1")
        .doesNotContain("id=f");
    assertThat(ask(HOST_B, HOST_A, "10 Mbps").status()).isEqualTo(201); // the other direction

    assertThat(rest("DELETE reservations/{id}", "r1", Map.of()).status()).isEqualTo(200);
    assertThatThrownBy(() -> rest("GET reservations/{id}", "r1", Map.of()))
        .isInstanceOfSatisfying(RestRefusal.class, e -> assertThat(e.status()).isEqualTo(404));
    assertThat(ask(HOST_A, HOST_B, "10 Mbps").status()).isEqualTo(201);
  }

  @Test
  void shouldRefuseAReservationForWhichThereIsNoRoom() throws Exception {
    assertThatThrownBy(() -> ask(HOST_A, HOST_B, "11 Mbps"))
        .isInstanceOfSatisfying(RestRefusal.class, e -> assertThat(e.status()).isEqualTo(409))
        .hasMessage("no path between these hosts has 11000 kbps free on all its links");
    assertThat(ask(HOST_A, HOST_B, "10 Mbps").status()).isEqualTo(201);
    assertThatThrownBy(() -> ask(HOST_A, HOST_B, "1 Mbps"))
        .hasMessage("reservation r1 is for these hosts; give it back first");
  }

  @Test
  void shouldMoveAReservationWhenItsPathIsGone() throws Exception {
    ask(HOST_A, HOST_B, "6 Mbps");
    links(UP.subList(2, 4));
    assertThat(rest("GET reservations/{id}", "r1", Map.of()).json().toString())
        .contains("state=reserved", "outPort=13");
    links(List.of());
    assertThat(rest("GET reservations/{id}", "r1", Map.of()).json().toString())
        .contains("state=waiting", "path=[]");
    links(UP);
    assertThat(rest("GET reservations/{id}", "r1", Map.of()).json().toString())
        .contains("state=reserved");
  }

  @Test
  void shouldListAndEndTheFlowsThatPacketsHaveBegun() throws Exception {
    request(1, 5, 1000);
    assertThat(rest("GET reservations", "", Map.of()).json().toString())
        .contains("id=f1", "rateKbps=6000", "asked=false", "l4Src=1000");

    rest("DELETE reservations/{id}", "f1", Map.of());
    assertThat(rest("GET reservations", "", Map.of()).json()).hasToString("{reservations=[]}");
  }

  @ParameterizedTest
  @CsvSource({
    "00:00:00:00:00:0c, 00:00:00:00:00:0b, 1 Mbps, 404, from: host 00:00:00:00:00:0c is not known",
    "10.0.0.9, 00:00:00:00:00:0b, 1 Mbps, 404, from: host 10.0.0.9 is not known",
    "a, 00:00:00:00:00:0b, 1 Mbps, 400, from: found 'a'; allowed: the Ethernet or IPv4 address",
    "00:00:00:00:00:0b, 00:00:00:00:00:0b, 1 Mbps, 400, from and to: found the same host",
    "00:00:00:00:00:0a, 00:00:00:00:00:0b, fast, 400, rate: found 'fast'; allowed: a rate above 0",
    "00:00:00:00:00:0a, 00:00:00:00:00:0b, 0 Mbps, 400, rate: found '0 Mbps'; allowed: a rate",
  })
  void shouldSayWhatIsAllowedWhenAReservationHasAMistake(
      String from, String to, String rate, int status, String message) {
    assertThatThrownBy(() -> ask(from, to, rate))
        .isInstanceOfSatisfying(RestRefusal.class, e -> assertThat(e.status()).isEqualTo(status))
        .hasMessageStartingWith(message);
  }

  private void links(List<Link> oneWay) {
    List<Link> links = new ArrayList<>(oneWay);
    oneWay.forEach(link -> links.add(link.reversed()));
    Topology topology = Topology.of(Set.of(1L, 2L, 3L, 4L), links, Map.of());
    platform.set("routing-table", RoutingTable.of(topology));
    events.onViewChanged("routing-table");
  }

  private List<String> request(long datapathId, int inPort, int l4Src) {
    stage.onRequest(frame(6, l4Src).at(datapathId, inPort), output);
    return output.takeSaid();
  }

  private static FakeFrame frame(int protocol, int l4Src) {
    return FakeFrame.between(A, B).ip(0x0a00_0001, 0x0a00_0002).transport(protocol, l4Src, 80);
  }

  private void removed(long datapathId, int flow) {
    events.onFlowRemoved(
        platform.switches().find(datapathId).orElseThrow(),
        FACTORY
            .buildFlowRemoved()
            .setMatch(FACTORY.matchWildcardAll())
            .setReason(OFFlowRemovedReason.IDLE_TIMEOUT)
            .setCookie(U64.of(Entries.COOKIE | flow))
            .build());
  }

  /** The switches that were told to delete an entry. */
  private List<Long> deleted() {
    return platform.switches().takeSent().stream()
        .filter(s -> s.message().toString().contains("DeleteStrict"))
        .map(FakeSwitches.SentMessage::datapathId)
        .toList();
  }
}
