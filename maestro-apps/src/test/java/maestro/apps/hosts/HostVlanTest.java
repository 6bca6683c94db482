package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import maestro.api.EventStage;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostLocations.NeighbourRole;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.NeighbourFrame;
import maestro.apps.testkit.FakeFrame;
import maestro.apps.testkit.FakeOutput;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.NeighbourFrames;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFPacketOut;

/** Hosts in VLANs, and IPv6 neighbours. */
class HostVlanTest {
  private static final long A = 0x0200_0000_000aL;
  private static final long B = 0x0200_0000_000bL;
  private static final int IP_A = 0x0a00_000a;
  private static final long NET = 0xfd00_0000_0000_0000L;
  private static final long LOCAL = 0xfe80_0000_0000_0000L;
  private static final long TO_GROUP = 0x3333_ff00_000bL;
  private static final int NONE = -1;
  private static final int BY_HOST = 0x60;
  private static final int BY_ROUTER = 0xe0;
  private static final Duration HOLD = Duration.ofMillis(500);

  /** Port 1 of each switch has VLAN 10, port 2 has 20, port 3 is a trunk, 4 is not declared. */
  private static final Vlans DECLARED =
      Vlans.builder()
          .access(1, 1, 10)
          .access(1, 2, 20)
          .trunk(1, 3, 10, 20)
          .access(2, 1, 10)
          .access(2, 2, 20)
          .trunk(2, 3, 10, 20)
          .build();

  private final FakePlatform platform = FakePlatform.withSettings("host-location", "");
  private final Map<Port, Role> roles = new HashMap<>();
  private final RequestStage stage;
  private final EventStage events;
  private long nowNs;

  HostVlanTest() {
    Stages stages = platform.declare(DECLARED).start(new HostLocation());
    stage = (RequestStage) stages.batch().orElseThrow().get();
    events = stages.events().orElseThrow();
    for (long id = 1; id <= 2; id++) {
      platform.switches().add(id, 4);
      for (int port = 1; port <= 4; port++) {
        roles.put(new Port(id, port), Role.HOST);
      }
    }
    publish();
  }

  private void publish() {
    platform.set("topology", Topology.of(List.of(1L, 2L), List.of(), roles));
    events.onViewChanged("topology");
    platform.advance(Duration.ZERO);
  }

  // ---- VLANs ----

  @Test
  void shouldKnowTheSameAddressAtTwoPlacesWhenTheVlansDiffer() {
    arp(1, 1, NONE, A);
    arp(2, 2, NONE, A);
    arp(2, 4, NONE, A);
    assertThat(placeOf(10, A)).isEqualTo("1/1");
    assertThat(placeOf(20, A)).isEqualTo("2/2");
    assertThat(placeOf(NONE, A)).isEqualTo("2/4");
    assertThat(placeOf(30, A)).isEqualTo("unknown");
    assertThat(hosts().locationOf(A)).isEqualTo(hosts().locationOf(NONE, A));
    assertThat(hosts().ethAddressOf(10, IP_A)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(20, IP_A)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(30, IP_A)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().count()).isEqualTo(3);
    advance(HOLD);
    assertThat(platform.announced()).isEmpty();
    assertThat(platform.switches().takeSent()).isEmpty();
  }

  @Test
  void shouldKnowAHostInItsVlanWhereverItsPortHasTheTag() {
    ip(1, 3, 10, A);
    assertThat(placeOf(10, A)).isEqualTo("1/3");
    ip(1, 4, 20, B);
    assertThat(placeOf(20, B)).isEqualTo("1/4");
  }

  @Test
  void shouldLearnNothingWhenAPortDoesNotCarryTheVlan() {
    ip(1, 1, 10, A);
    ip(1, 1, 20, A);
    ip(1, 3, NONE, A);
    ip(1, 3, 30, A);
    ip(1, 4, 4095, A);
    assertThat(hosts().count()).isZero();
  }

  @Test
  void shouldAnnounceTheVlanWhenAHostMovesOrIsLost() {
    arp(1, 1, NONE, A);
    arp(1, 2, NONE, A);
    arp(2, 1, NONE, A);
    assertThat(questions()).containsExactly("1 asks 02:00:00:00:00:0a untagged, 60 bytes");
    advance(HOLD);
    assertThat(placeOf(10, A)).isEqualTo("2/1");
    assertThat(placeOf(20, A)).isEqualTo("1/2");
    roles.remove(new Port(1, 2));
    publish();
    assertThat(platform.announced())
        .containsExactly(new HostMoved(A, 1, 1, 2, 1, 10), new HostLost(A, 1, 2, 20));
  }

  @Test
  void shouldAskWithTheTagThatThePortHasWhenAHostIsSeenElsewhere() {
    arp(1, 3, 10, A);
    arp(2, 1, NONE, A);
    assertThat(questions()).containsExactly("1 asks 02:00:00:00:00:0a in VLAN 10, 64 bytes");
    arp(1, 4, 20, B);
    arp(2, 2, NONE, B);
    assertThat(questions()).containsExactly("1 asks 02:00:00:00:00:0b in VLAN 20, 64 bytes");
  }

  // ---- IPv6 ----

  @Test
  void shouldLearnAnIpv6AddressWhenItsHostSolicitsOrAdvertises() {
    handle(1, 1, solicitation(A, NET, 0xa));
    assertThat(hosts().ethAddressOf(10, NET, 0xa)).isEqualTo(A);
    assertThat(hosts().roleOf(10, A)).isEqualTo(NeighbourRole.UNKNOWN);
    handle(1, 1, advertisement(A, LOCAL, 0xa, BY_HOST));
    assertThat(hosts().ethAddressOf(10, LOCAL, 0xa)).isEqualTo(A);
    assertThat(hosts().roleOf(10, A)).isEqualTo(NeighbourRole.HOST);
    assertThat(hosts().ethAddressOf(20, NET, 0xa)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(NONE, NET, 0xa)).isEqualTo(HostLocations.UNKNOWN);
    handle(1, 3, NeighbourFrames.tagged(solicitation(B, NET, 0xb), 20));
    assertThat(hosts().ethAddressOf(20, NET, 0xb)).isEqualTo(B);
  }

  @Test
  void shouldLearnWhoIsARouterWhenItSaysSo() {
    handle(1, 1, NeighbourFrames.routerAdvertisement(A, LOCAL, 0xa, 1800));
    assertThat(hosts().roleOf(10, A)).isEqualTo(NeighbourRole.ROUTER);
    assertThat(hosts().ethAddressOf(10, LOCAL, 0xa)).isEqualTo(A);
    handle(1, 1, NeighbourFrames.routerAdvertisement(A, LOCAL, 0xa, 0));
    assertThat(hosts().roleOf(10, A)).isEqualTo(NeighbourRole.HOST);
    handle(1, 1, advertisement(A, LOCAL, 0xa, BY_ROUTER));
    assertThat(hosts().roleOf(10, A)).isEqualTo(NeighbourRole.ROUTER);
    arp(1, 1, NONE, A); // which gives it an IPv4 address
    assertThat(hosts().roleOf(10, A)).isEqualTo(NeighbourRole.ROUTER);
  }

  @Test
  void shouldNotLearnWhatSomebodyOnlyAsksAboutOrNobodyCanHave() {
    handle(1, 1, solicitation(A, 0, 0)); // whether somebody has the address that it wants
    assertThat(hosts().ethAddressOf(10, NET, 0xb)).isEqualTo(HostLocations.UNKNOWN);
    handle(1, 1, solicitation(A, 0xff02_0000_0000_0000L, 1));
    assertThat(hosts().ethAddressOf(10, 0xff02_0000_0000_0000L, 1))
        .isEqualTo(HostLocations.UNKNOWN);
    handle(1, 1, solicitation(A, 0, NetAddress.mapped(IP_A)));
    assertThat(hosts().ethAddressOf(10, IP_A)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(placeOf(10, A)).isEqualTo("1/1");
  }

  @Test
  void shouldNotBelieveWhoseEthernetAddressOrChecksumIsAnother() {
    byte[] forged = solicitation(A, NET, 0xa);
    forged[11] = 0xb; // the frame's source
    handle(1, 1, forged);
    byte[] damaged = solicitation(A, NET, 0xa);
    damaged[37] ^= 1; // the last byte of the source
    handle(1, 1, damaged);
    assertThat(hosts().ethAddressOf(10, NET, 0xa)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(10, NET, 0xb)).isEqualTo(HostLocations.UNKNOWN);
  }

  @Test
  void shouldKeepAnIpv6AddressWhenItsHostStillClaimsIt() {
    handle(1, 1, solicitation(A, NET, 0xa));
    handle(2, 1, solicitation(B, NET, 0xa));
    byte[] question = questionTo(A, 0xa);
    assertThat(platform.switches().takeSent())
        .singleElement()
        .satisfies(
            sent -> {
              assertThat(sent.datapathId()).isEqualTo(1);
              assertThat(((OFPacketOut) sent.message()).getData()).isEqualTo(question);
            });
    handle(1, 1, advertisement(A, NET, 0xa, BY_HOST));
    advance(HOLD);
    assertThat(hosts().ethAddressOf(10, NET, 0xa)).isEqualTo(A);
  }

  private static byte[] questionTo(long ethAddress, long low) {
    return NeighbourFrame.question(ethAddress, NET, low);
  }

  @Test
  void shouldGiveAnIpv6AddressAwayWhenItsHostDoesNotClaimItAnyMore() {
    handle(1, 1, solicitation(A, NET, 0xa));
    handle(2, 1, solicitation(B, NET, 0xa));
    advance(HOLD);
    assertThat(hosts().ethAddressOf(10, NET, 0xa)).isEqualTo(B);
    handle(1, 2, solicitation(A, NET, 0xa));
    assertThat(hosts().ethAddressOf(20, NET, 0xa)).as("in another VLAN").isEqualTo(A);
    assertThat(hosts().ethAddressOf(10, NET, 0xa)).isEqualTo(B);
  }

  @Test
  void shouldBoundTheIpv6AddressesOfAHostAndForgetThemWithIt() {
    for (int n = 1; n <= 20; n++) {
      handle(1, 1, solicitation(A, NET, n));
    }
    assertThat(hosts().ethAddressOf(10, NET, 4)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(10, NET, 5)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(10, NET, 20)).isEqualTo(A);
    for (int quarter = 0; quarter < 6; quarter++) {
      advance(Duration.ofMinutes(5).dividedBy(4));
    }
    assertThat(hosts().count()).isZero();
    assertThat(hosts().ethAddressOf(10, NET, 20)).isEqualTo(HostLocations.UNKNOWN);
  }

  @Test
  void shouldAskAHostByIpv6WhenItHasNoOtherAddress() {
    handle(1, 1, advertisement(A, NET, 0xa, BY_HOST));
    platform.switches().takeSent();
    handle(2, 1, advertisement(A, NET, 0xa, BY_HOST));
    assertThat(platform.switches().takeSent())
        .singleElement()
        .satisfies(
            sent ->
                assertThat(((OFPacketOut) sent.message()).getData()).isEqualTo(questionTo(A, 0xa)));
    handle(1, 1, advertisement(A, NET, 0xa, BY_HOST));
    advance(HOLD);
    assertThat(placeOf(10, A)).as("it has answered").isEqualTo("1/1");
  }

  private static byte[] solicitation(long ethSrc, long high, long low) {
    return NeighbourFrames.solicitation(ethSrc, high, low, TO_GROUP, NET, 0xb);
  }

  private static byte[] advertisement(long ethSrc, long high, long low, int flags) {
    return NeighbourFrames.advertisement(ethSrc, high, low, B, NET, 0xb, flags);
  }

  private void ip(long datapathId, int port, int tag, long source) {
    stage.onRequest(
        FakeFrame.between(source, 5).vlan(tag).ip(IP_A, 1).at(datapathId, port), new FakeOutput());
    platform.advance(Duration.ZERO);
  }

  private void arp(long datapathId, int port, int tag, long source) {
    ByteBuffer arp = ByteBuffer.allocate(28).putLong(0x0001_0800_0604_0001L);
    arp.putShort((short) (source >>> 32)).putInt((int) source).putInt(IP_A);
    byte[] frame = FakeRequest.ethernet(source, Addresses.BROADCAST, 0x0806, arp.array());
    handle(datapathId, port, tag == NONE ? frame : NeighbourFrames.tagged(frame, tag));
  }

  private void handle(long datapathId, int port, byte[] frame) {
    nowNs += Duration.ofSeconds(1).toNanos();
    stage.onRequest(new FakeRequest(datapathId, port, nowNs, frame), new FakeOutput());
    platform.advance(Duration.ZERO);
  }

  private void advance(Duration duration) {
    platform.advance(duration);
  }

  private HostLocations hosts() {
    return platform.valueOf("hosts", HostLocations.class);
  }

  private String placeOf(int vlan, long address) {
    long location = hosts().locationOf(vlan, address);
    return location == HostLocations.UNKNOWN
        ? "unknown"
        : hosts().datapathIdOf(location) + "/" + hosts().portOf(location);
  }

  private List<String> questions() {
    return platform.switches().takeSent().stream()
        .map(
            sent -> {
              FakeRequest frame =
                  new FakeRequest(1, 1, 0, ((OFPacketOut) sent.message()).getData());
              String vlan = frame.vlanId() < 0 ? "untagged" : "in VLAN " + frame.vlanId();
              return "%d asks 02:00:00:00:00:%02x %s, %d bytes"
                  .formatted(sent.datapathId(), frame.ethDst() & 0xff, vlan, frame.frameLength());
            })
        .toList();
  }
}
