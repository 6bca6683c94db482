package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.BadSettingException;
import maestro.api.EventStage;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.KnownHost;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.slf4j.LoggerFactory;

class HostLocationTest {
  private static final long A = 0x0200_0000_000aL;
  private static final long B = 0x0200_0000_000bL;
  private static final int IP_A = 0x0a00_000a;
  private static final int IP_B = 0x0a00_000b;
  private static final Duration HOLD = Duration.ofMillis(500);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final FakeOutput output = new FakeOutput();
  private final Map<Port, Role> roles = new HashMap<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private FakePlatform platform;
  private RequestStage stage;
  private EventStage events;

  @BeforeEach
  void begin() {
    start("");
    log.start();
    ((Logger) LoggerFactory.getLogger(HostLocation.class)).addAppender(log);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LoggerFactory.getLogger(HostLocation.class)).detachAppender(log);
  }

  private void start(String settings) {
    platform = FakePlatform.withSettings("host-location", settings);
    Stages stages = platform.start(new HostLocation());
    stage = (RequestStage) stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
    for (long dpid = 1; dpid <= 3; dpid++) {
      platform.switches().add(dpid, 3);
      for (int port = 1; port <= 2; port++) {
        roles.put(new Port(dpid, port), Role.HOST);
      }
      roles.put(new Port(dpid, 3), Role.SWITCH);
    }
    publishTopology();
  }

  // ---- learning ----

  @Test
  void shouldLearnWhereAHostIsAndItsAddress() {
    ip(1, 2, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/2");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(hosts().count()).isEqualTo(1);
    assertThat(output.takeSaid()).isEmpty();
  }

  private static InetAddress address(int ipv4) throws UnknownHostException {
    return InetAddress.getByAddress(ByteBuffer.allocate(4).putInt(ipv4).array());
  }

  @Test
  void shouldListHostsWithTheirAddresses() throws UnknownHostException {
    arp(1, 1, A, IP_A);
    arp(1, 1, A, IP_B);
    ip(1, 2, B, 0);

    assertThat(hosts().some(1)).hasSize(1);
    assertThat(hosts().some(10))
        .containsExactlyInAnyOrder(
            new KnownHost(A, Vlans.UNTAGGED, 1, 1, List.of(address(IP_A), address(IP_B))),
            new KnownHost(B, Vlans.UNTAGGED, 1, 2, List.of()));
  }

  @Test
  void shouldNotLearnWhatIsBehindASwitchOrAtAPortThatNobodyKnows() {
    ip(1, 3, A, IP_A);
    ip(1, 9, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("unknown");
    ip(1, 1, A, IP_A);
    ip(2, 3, A, IP_A);
    advance(HOLD.multipliedBy(4));
    assertThat(placeOf(A)).isEqualTo("1/1");
  }

  @Test
  void shouldNotLearnGroupsAndAddressesThatAreNobodys() {
    ip(1, 1, Addresses.BROADCAST, IP_A);
    ip(1, 1, 0, IP_A);
    assertThat(hosts().count()).isZero();
    ip(1, 1, A, 0);
    ip(1, 1, A, 0x7f00_0001);
    ip(1, 1, A, 0xe000_0005);
    assertThat(hosts().ethAddressOf(0)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(0x7f00_0001)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(0xe000_0005)).isEqualTo(HostLocations.UNKNOWN);
  }

  @Test
  void shouldNotTakeARouterForAllThatIsBehindIt() {
    arp(1, 1, A, IP_A);
    ip(1, 1, A, 0x0808_0808);
    assertThat(hosts().ethAddressOf(0x0808_0808)).isEqualTo(HostLocations.UNKNOWN);
    arp(1, 1, A, IP_B);
    assertThat(hosts().ethAddressOf(IP_B)).as("it may have several of its own").isEqualTo(A);
  }

  @Test
  void shouldNotBelieveAnArpWhoseSenderIsNotItsSource() {
    handle(arpRequest(1, 1, B, A, IP_A));
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(placeOf(B)).isEqualTo("1/1");
  }

  @Test
  void shouldForgetAHostWhenItWasSilentForTheTimeout() {
    ip(1, 1, A, IP_A);
    ip(1, 2, B, IP_B);
    for (int quarter = 0; quarter < 5; quarter++) {
      assertThat(placeOf(A)).isEqualTo("1/1");
      advance(TIMEOUT.dividedBy(4));
      ip(1, 2, B, IP_B);
    }
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(placeOf(B)).isEqualTo("1/2");
  }

  @Test
  void shouldMakeRoomAtThePortThatIsFullAndNowhereElse() {
    start("hosts-per-port = 3");
    ip(2, 1, A, IP_A);
    for (int n = 1; n <= 10; n++) {
      ip(1, 1, 0x0200_0001_0000L + n, IP_B + n);
    }
    assertThat(hosts().count()).isEqualTo(4);
    assertThat(placeOf(A)).isEqualTo("2/1");
    assertThat(placeOf(0x0200_0001_000aL)).isEqualTo("1/1");
    assertThat(placeOf(0x0200_0001_0001L)).isEqualTo("unknown");
  }

  @Test
  void shouldStayWithinTheTableWhenSomebodyMakesAddressesUp() {
    start("table-size = 16, hosts-per-port = 16");
    ip(2, 1, A, IP_A);
    for (int n = 1; n <= 1000; n++) {
      ip(1, 1, 0x0200_0001_0000L + n, IP_B + n);
    }
    assertThat(hosts().count()).isEqualTo(16);
    assertThat(placeOf(A)).isEqualTo("2/1");
    ip(3, 1, B, IP_B);
    assertThat(placeOf(B)).as("the port that has most makes room").isEqualTo("3/1");
    assertThat(hosts().ethAddressOf(IP_B)).isEqualTo(B);
    assertThat(placeOf(A)).isEqualTo("2/1");
    assertThat(hosts().count()).isEqualTo(16);
    assertThat(messages()).isEmpty();
  }

  @Test
  void shouldKeepHostsThatWereSeenAgainWhenSomebodyAtTheirPortMakesAddressesUp() {
    start("table-size = 64, hosts-per-port = 32, address-timeout = 40 s");
    for (int sweep = 0; sweep < 3; sweep++) {
      for (int n = 0; n < 10; n++) {
        ip(1, 1, A + n, IP_A + n);
      }
      advance(Duration.ofSeconds(10));
    }
    for (int n = 1; n <= 1000; n++) {
      ip(1, 1, 0x0200_0001_0000L + n, IP_B + n);
    }
    assertThat(hosts().count()).isEqualTo(32);
    for (int n = 0; n < 10; n++) {
      assertThat(placeOf(A + n)).isEqualTo("1/1");
      assertThat(hosts().ethAddressOf(IP_A + n)).isEqualTo(A + n);
    }
  }

  @Test
  void shouldHaveRoomForOneAddressOfEachHostWhenSomebodyClaimsMany() {
    start("table-size = 64, hosts-per-port = 32");
    for (int host = 0; host < 32; host++) {
      for (int n = 0; n < 16; n++) {
        arp(1, 1, 0x0200_0001_0000L + host, 0x0b00_0000 + 100 * host + n);
      }
    }
    for (int n = 0; n < 32; n++) {
      arp(2, 1, A + n, IP_A + n);
      assertThat(hosts().ethAddressOf(IP_A + n)).isEqualTo(A + n);
    }
  }

  // ---- moves ----

  @Test
  void shouldFollowAHostAtOnceWhenItsPortIsGone() {
    ip(1, 1, A, IP_A);
    roles.remove(new Port(1, 1));
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    ip(2, 2, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("2/2");
    assertThat(platform.announced())
        .containsExactly(new HostLost(A, 1, 1), new HostMoved(A, 1, 1, 2, 2));
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
  }

  @Test
  void shouldRestoreAHostWhenItsPortIsBack() {
    ip(1, 1, A, IP_A);
    roles.remove(new Port(1, 1));
    publishTopology();
    roles.put(new Port(1, 1), Role.HOST);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(platform.announced()).containsExactly(new HostLost(A, 1, 1));
  }

  @Test
  void shouldForgetHostsWhenTheirPortTurnsOutToLeadToASwitch() {
    ip(1, 1, A, IP_A);
    roles.put(new Port(1, 1), Role.SWITCH);
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(HostLocations.UNKNOWN);
  }

  @Test
  void shouldFollowAHostWhenItIsSilentAtItsOldPlace() {
    arp(1, 1, A, IP_A);
    ip(2, 1, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(questions()).containsExactly("1 asks " + Addresses.format(A) + " for 10.0.0.10");
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("2/1");
    assertThat(platform.announced()).containsExactly(new HostMoved(A, 1, 1, 2, 1));
  }

  @Test
  void shouldKeepAHostWhenItAnswersAtItsPlaceAndSomebodyForgesIt() {
    arp(1, 1, A, IP_A);
    ip(2, 1, A, IP_A);
    arp(1, 1, A, IP_A);
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(platform.announced()).isEmpty();
    assertThat(messages())
        .containsExactly(
            "02:00:00:00:00:0a is used at two places: 00:00:00:00:00:00:00:01 port 1, where it"
                + " stays, and 00:00:00:00:00:00:00:02 port 1 (1 times so far)");
  }

  @Test
  void shouldAskLessAndLessOftenWhenSomebodyForgesAHost() {
    arp(1, 1, A, IP_A);
    for (int second = 0; second < 60; second++) {
      ip(2, 1, A, IP_A);
      arp(1, 1, A, IP_A);
      advance(Duration.ofSeconds(1));
    }
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(questions()).hasSizeBetween(3, 8);
    assertThat(messages()).hasSize(1);
  }

  @Test
  void shouldNotMoveAHostOntoAPortThatBecameASwitchsMeanwhile() {
    ip(1, 1, A, IP_A);
    ip(2, 1, A, IP_A);
    roles.put(new Port(2, 1), Role.SWITCH);
    publishTopology();
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("1/1");
  }

  @Test
  void shouldMoveToTheLastPlaceWhenAHostIsSeenAtSeveral() {
    ip(1, 1, A, IP_A);
    ip(2, 1, A, IP_A);
    ip(3, 1, A, IP_A);
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("3/1");
  }

  @Test
  void shouldDampMovesWhenToldToFollow() {
    start("move-policy = follow");
    ip(1, 1, A, IP_A);
    for (int tenth = 0; tenth < 600; tenth++) {
      ip(1 + tenth % 2, 1, A, IP_A);
      advance(Duration.ofMillis(100));
    }
    assertThat(platform.announced()).hasSizeBetween(2, 8);
    assertThat(questions()).isEmpty();
    assertThat(messages()).singleElement().asString().contains("moves often");
  }

  // ---- IPv4 addresses ----

  @Test
  void shouldKeepAnAddressWhenItsHostStillClaimsIt() {
    arp(1, 1, A, IP_A);
    arp(2, 1, B, IP_A);
    assertThat(questions()).containsExactly("1 asks " + Addresses.format(A) + " for 10.0.0.10");
    arp(1, 1, A, IP_A);
    advance(HOLD);
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(messages())
        .containsExactly(
            "10.0.0.10 is claimed by 02:00:00:00:00:0a, which has it, and by 02:00:00:00:00:0b"
                + " (1 such claims so far)");
  }

  @Test
  void shouldGiveAnAddressAwayWhenItsHostDoesNotClaimItAnyMore() {
    arp(1, 1, A, IP_A);
    arp(2, 1, B, IP_A);
    ip(1, 1, A, IP_B);
    advance(HOLD);
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(B);
  }

  @Test
  void shouldNotGiveAnAddressAwayToWhoOnlyUsesIt() {
    arp(1, 1, A, IP_A);
    ip(2, 1, B, IP_A);
    advance(HOLD);
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(placeOf(B)).isEqualTo("2/1");
  }

  @Test
  void shouldBoundTheAddressesOfAHost() {
    for (int n = 0; n < 20; n++) {
      arp(1, 1, A, IP_A + n);
    }
    assertThat(hosts().ethAddressOf(IP_A + 3)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(IP_A + 4)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(IP_A + 19)).isEqualTo(A);
  }

  // ---- the rest ----

  @Test
  void shouldConsumeWhatIsSentToTheController() {
    handle(FakeRequest.between(1, 1, A, Addresses.OF_CONTROLLER));
    assertThat(output.takeSaid()).containsExactly("drop", "consume");
    assertThat(placeOf(A)).isEqualTo("1/1");
  }

  // ---- the log ----

  @Test
  void shouldNameAHostAndItsPlaceWhenItComesMovesAndGoes() {
    arp(1, 2, A, IP_A);
    ip(1, 2, A, IP_A);
    String host = "host 02:00:00:00:00:0a (10.0.0.10) ";
    String first = "00:00:00:00:00:00:00:01 port 2 (s1-eth2)";
    String second = "00:00:00:00:00:00:00:02 port 1 (s2-eth1)";
    assertThat(lines()).containsExactly(host + "is at " + first);
    ip(2, 1, A, IP_A);
    advance(HOLD);
    assertThat(lines()).hasSize(2).endsWith(host + "moved from " + first + " to " + second);
    roles.remove(new Port(2, 1));
    publishTopology();
    assertThat(lines())
        .hasSize(3)
        .endsWith(host + "is gone from " + second + ": the port is down or new");
    advance(Duration.ofSeconds(1));
    publishTopology();
    roles.put(new Port(2, 1), Role.HOST);
    publishTopology();
    assertThat(lines()).hasSize(4).endsWith(host + "is at " + second);
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    advance(TIMEOUT.plusSeconds(1));
    assertThat(lines())
        .hasSize(5)
        .endsWith(
            host + "is gone from " + second + ": it asked for no flow within address-timeout");
  }

  @Test
  void shouldNameAHostOfWhichNoAddressIsKnownAndASwitchThatLeft() {
    ip(1, 1, A, 0);
    platform.switches().remove(1);
    platform.set("topology", Topology.of(List.of(2L, 3L), List.of(), Map.of()));
    events.onViewChanged("topology");
    assertThat(lines())
        .containsExactly(
            "host 02:00:00:00:00:0a is at 00:00:00:00:00:00:00:01 port 1 (s1-eth1)",
            "host 02:00:00:00:00:0a is gone from 00:00:00:00:00:00:00:01 port 1: the switch left");
  }

  @Test
  void shouldSayThatAHostMadeRoom() {
    start("hosts-per-port = 1");
    ip(1, 1, A, IP_A);
    ip(1, 1, B, IP_B);
    assertThat(lines())
        .contains(
            "host 02:00:00:00:00:0a (10.0.0.10) is gone from 00:00:00:00:00:00:00:01 port 1"
                + " (s1-eth1): it made room for another");
  }

  @Test
  void shouldBoundTheLinesAboutHostsAndCountTheRest() {
    start("log-lines-per-second = 3");
    for (int i = 0; i < 50; i++) {
      ip(1, 1, A + i, IP_A + i);
    }
    assertThat(lines()).hasSize(3);
    advance(Duration.ofSeconds(1));
    assertThat(lines()).hasSize(4).endsWith("and 47 further host changes in the last second");
    advance(Duration.ofSeconds(5));
    ip(1, 2, B + 100, IP_B + 100);
    assertThat(lines()).hasSize(5);
    advance(Duration.ofSeconds(5));
    assertThat(lines()).as("a second in which none was left out").hasSize(5);
  }

  @Test
  void shouldOnlyCountWhenNoLinesAreWanted() {
    start("log-lines-per-second = 0");
    ip(1, 1, A, IP_A);
    ip(1, 1, B, IP_B);
    advance(Duration.ofSeconds(1));
    assertThat(lines()).containsExactly("2 host changes in the last second");
  }

  @Test
  void shouldNameTheSettingWhenItIsOutOfBounds() {
    for (String setting :
        List.of(
            "table-size = 3",
            "hosts-per-port = 0",
            "address-timeout = 1 ms",
            "move-hold = 2 m",
            "log-lines-per-second = -1",
            "move-policy = trust")) {
      FakePlatform other = FakePlatform.withSettings("host-location", setting);
      assertThatThrownBy(() -> other.start(new HostLocation()))
          .isInstanceOf(BadSettingException.class)
          .hasMessageContaining(setting.substring(0, setting.indexOf(' ')));
    }
  }

  private void publishTopology() {
    platform.set("topology", Topology.of(List.of(1L, 2L, 3L), List.of(), roles));
    events.onViewChanged("topology");
  }

  /** An IPv4 packet comes in. */
  private void ip(long datapathId, int port, long source, int ipv4) {
    ByteBuffer payload = ByteBuffer.allocate(50);
    payload.put(0, (byte) 0x45).putShort(2, (short) 50).putInt(12, ipv4).putInt(16, 0x0a00_00ff);
    byte[] frame = FakeRequest.ethernet(source, 0x0200_0000_00ffL, 0x0800, payload.array());
    handle(new FakeRequest(datapathId, port, platform.nowNs(), frame));
  }

  /** An ARP request comes in. */
  private void arp(long datapathId, int port, long source, int ipv4) {
    handle(arpRequest(datapathId, port, source, source, ipv4));
  }

  private FakeRequest arpRequest(long datapathId, int port, long source, long sender, int ipv4) {
    ByteBuffer arp = ByteBuffer.allocate(28);
    arp.putLong(0x0001_0800_0604_0001L);
    arp.putShort((short) (sender >>> 32)).putInt((int) sender).putInt(ipv4);
    arp.putShort((short) 0).putInt(0).putInt(0x0a00_00fe);
    byte[] frame = FakeRequest.ethernet(source, Addresses.BROADCAST, 0x0806, arp.array());
    return new FakeRequest(datapathId, port, platform.nowNs(), frame);
  }

  private void handle(FakeRequest request) {
    stage.onRequest(request, output);
    assertThat(request.noted()).as("it learns, and decides nothing").isEmpty();
    platform.advance(Duration.ZERO);
  }

  private void advance(Duration duration) {
    platform.advance(duration);
  }

  private HostLocations hosts() {
    return platform.valueOf("hosts", HostLocations.class);
  }

  private String placeOf(long ethAddress) {
    long location = hosts().locationOf(ethAddress);
    return location == HostLocations.UNKNOWN
        ? "unknown"
        : hosts().datapathIdOf(location) + "/" + hosts().portOf(location);
  }

  private List<String> questions() {
    return platform.switches().takeSent().stream()
        .map(
            sent -> {
              byte[] frame = ((OFPacketOut) sent.message()).getData();
              FakeRequest asRequest = new FakeRequest(1, 1, 0, frame);
              ArpFrame arp = new ArpFrame();
              assertThat(arp.wrap(asRequest)).isTrue();
              return "%d asks %s for %s"
                  .formatted(
                      sent.datapathId(),
                      Addresses.format(asRequest.ethDst()),
                      Addresses.format(arp.targetIpv4()));
            })
        .toList();
  }

  private List<String> lines() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private List<String> messages() {
    return log.list.stream()
        .filter(event -> event.getLevel().levelInt >= ch.qos.logback.classic.Level.WARN_INT)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }
}
