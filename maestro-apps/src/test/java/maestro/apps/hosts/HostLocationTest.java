package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import maestro.api.BadSettingException;
import maestro.api.Vlans;
import maestro.api.topology.HostLocations;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.KnownHost;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.packets.ArpFrame;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFPacketOut;

class HostLocationTest extends HostNetwork {
  // ---- learning ----

  @Test
  void shouldLearnWhereAHostIsAndItsAddress() {
    arp(1, 2, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/2");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(hosts().count()).isEqualTo(1);
    assertThat(output.takeSaid()).isEmpty();
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
    arp(1, 1, Addresses.BROADCAST, IP_A);
    arp(1, 1, 0, IP_A);
    assertThat(hosts().count()).isZero();
    arp(1, 1, A, 0);
    arp(1, 1, A, 0x7f00_0001);
    arp(1, 1, A, 0xe000_0005);
    assertThat(hosts().ethAddressOf(0)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(0x7f00_0001)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(hosts().ethAddressOf(0xe000_0005)).isEqualTo(HostLocations.UNKNOWN);
  }

  @Test
  void shouldNotTakeTheSenderOfAPacketForTheOwnerOfItsAddress() {
    ip(1, 1, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(hosts().ethAddressOf(IP_A))
        .as("a router, a server behind a load balancer, or a forger")
        .isEqualTo(HostLocations.UNKNOWN);
    arp(2, 1, B, IP_A);
    ip(1, 1, A, IP_A);
    advance(HOLD);
    assertThat(hosts().ethAddressOf(IP_A)).as("which claims it").isEqualTo(B);
    assertThat(questions()).isEmpty();
  }

  @Test
  void shouldKnowSeveralAddressesOfAHostThatClaimsThem() {
    arp(1, 1, A, IP_A);
    arp(1, 1, A, IP_B);
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(IP_B)).isEqualTo(A);
  }

  @Test
  void shouldNotBelieveAnArpWhoseSenderIsNotItsSource() {
    handle(arpRequest(1, 1, B, A, IP_A));
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(HostLocations.UNKNOWN);
    assertThat(placeOf(B)).isEqualTo("1/1");
  }

  @Test
  void shouldForgetAHostWhenItWasSilentForTheTimeout() {
    arp(1, 1, A, IP_A);
    arp(1, 2, B, IP_B);
    for (int quarter = 0; quarter < 5; quarter++) {
      assertThat(placeOf(A)).isEqualTo("1/1");
      advance(TIMEOUT.dividedBy(4));
      arp(1, 2, B, IP_B);
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
    arp(2, 1, A, IP_A);
    for (int n = 1; n <= 1000; n++) {
      arp(1, 1, 0x0200_0001_0000L + n, IP_B + n);
    }
    assertThat(hosts().count()).isEqualTo(16);
    assertThat(placeOf(A)).isEqualTo("2/1");
    arp(3, 1, B, IP_B);
    assertThat(placeOf(B)).as("the port that has most makes room").isEqualTo("3/1");
    assertThat(hosts().ethAddressOf(IP_B)).isEqualTo(B);
    assertThat(placeOf(A)).isEqualTo("2/1");
    assertThat(hosts().count()).isEqualTo(16);
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void shouldKeepHostsThatWereSeenAgainWhenSomebodyAtTheirPortMakesAddressesUp() {
    start("table-size = 64, hosts-per-port = 32, address-timeout = 40 s");
    for (int sweep = 0; sweep < 3; sweep++) {
      for (int n = 0; n < 10; n++) {
        arp(1, 1, A + n, IP_A + n);
      }
      advance(Duration.ofSeconds(10));
    }
    for (int n = 1; n <= 1000; n++) {
      arp(1, 1, 0x0200_0001_0000L + n, IP_B + n);
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
    arp(1, 1, A, IP_A);
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
  void shouldIgnoreMovesForAsLongAsTheLastOneSays() {
    start("move-policy = follow");
    ip(1, 1, A, IP_A);
    ip(2, 1, A, IP_A); // ignores moves for two holds
    advance(HOLD);
    roles.remove(new Port(2, 1));
    publishTopology();
    ip(3, 1, A, IP_A); // for four from now on
    advance(HOLD.multipliedBy(2));
    ip(1, 1, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("3/1");
    advance(HOLD.multipliedBy(2));
    ip(1, 1, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/1");
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
    assertThat(log.warnings())
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
    assertThat(questions()).as("one in 8 hold times").hasSizeBetween(3, 15);
    assertThat(log.warnings()).as("for the first and the tenth").hasSize(2);
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
  void shouldGoWhereAHostWasSeenWhileMovesWereIgnored() {
    arp(1, 1, A, IP_A);
    ip(2, 1, A, IP_A);
    advance(HOLD);
    assertThat(questions()).hasSize(1);
    assertThat(placeOf(A)).isEqualTo("2/1");
    ip(3, 1, A, IP_A); // says so once, and is silent from then on
    assertThat(placeOf(A)).isEqualTo("2/1");
    advance(HOLD.multipliedBy(2));
    assertThat(questions()).hasSize(1);
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("3/1");
  }

  @Test
  void shouldStayWhereAHostWasSeenLastWhileMovesWereIgnored() {
    ip(1, 1, A, IP_A);
    ip(2, 1, A, IP_A);
    advance(HOLD);
    ip(3, 1, A, IP_A);
    ip(2, 1, A, IP_A);
    advance(HOLD.multipliedBy(2));
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("2/1");
    assertThat(questions()).isEmpty();
  }

  @Test
  void shouldAskASilentHostBeforeItIsForgotten() {
    arp(1, 1, A, IP_A);
    sweep(4);
    assertThat(questions()).containsExactly("1 asks 02:00:00:00:00:0a for 10.0.0.10");
    arp(1, 1, A, IP_A);
    sweep(4);
    assertThat(placeOf(A)).isEqualTo("1/1");
    sweep(1);
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(platform.announced()).containsExactly(new HostLost(A, 1, 1));
  }

  private void sweep(int times) {
    for (int i = 0; i < times; i++) {
      advance(TIMEOUT.dividedBy(4));
    }
  }

  @Test
  void shouldDampMovesWhenToldToFollow() {
    start("move-policy = follow");
    ip(1, 1, A, IP_A);
    for (int tenth = 0; tenth < 600; tenth++) {
      ip(1 + tenth % 2, 1, A, IP_A);
      advance(Duration.ofMillis(100));
    }
    assertThat(platform.announced()).as("one in 8 hold times").hasSizeBetween(2, 18);
    assertThat(questions()).isEmpty();
    assertThat(log.warnings()).singleElement().asString().contains("moves often");
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
    assertThat(log.warnings())
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
}
