package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.api.topology.HostLost;
import maestro.api.topology.HostMoved;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.api.topology.Topology.Port;
import maestro.api.topology.Topology.Role;
import maestro.apps.packets.Addresses;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Port 3 of each of the three switches is at one segment; its hosts are known at switch 1. */
class HostSegmentTest extends HostNetwork {
  @BeforeEach
  void joinBySegment() {
    publishSegment(1, 2, 3);
  }

  /** Publishes a topology in which port 3 of some switches is at the segment. */
  private void publishSegment(long... switches) {
    List<Link> links = new ArrayList<>();
    for (long from : switches) {
      roles.put(new Port(from, 3), Role.SHARED);
      for (long to : switches) {
        if (from != to) {
          links.add(new Link(from, 3, to, 3));
        }
      }
    }
    platform.set("topology", Topology.of(List.copyOf(present), links, roles));
    events.onViewChanged("topology");
  }

  /** A broadcast of a host on the segment is heard at all its ports. */
  private void broadcast(long host, int ipv4) {
    for (long datapathId = 1; datapathId <= 3; datapathId++) {
      arp(datapathId, 3, host, ipv4);
    }
  }

  @Test
  void shouldKnowAHostOnTheSegmentWhenItWasHeardAtAllPorts() {
    ip(1, 3, A, IP_A);
    arp(2, 3, A, IP_A);
    assertThat(placeOf(A)).as("it may be behind switch 3").isEqualTo("unknown");
    arp(3, 3, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/3");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(platform.announced()).isEmpty();
  }

  @Test
  void shouldKnowItWhereverItIsHeardNext() {
    broadcast(A, IP_A);
    broadcast(B, IP_B);
    for (int quarter = 0; quarter < 5; quarter++) {
      assertThat(placeOf(A)).isEqualTo("1/3");
      advance(TIMEOUT.dividedBy(4));
      ip(3, 3, B, IP_B);
    }
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(placeOf(B)).isEqualTo("1/3");
    arp(2, 3, B, IP_A);
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(B);
  }

  @Test
  void shouldNotTakeHostsBehindASwitchForHostsOnTheSegment() {
    arp(1, 1, A, IP_A);
    for (int times = 0; times < 3; times++) {
      arp(2, 3, A, IP_A);
      arp(3, 3, A, IP_A);
      advance(TIMEOUT.dividedBy(4));
    }
    assertThat(placeOf(A)).isEqualTo("1/1");
    arp(2, 3, B, IP_B);
    arp(3, 3, B, IP_B);
    advance(HOLD);
    assertThat(placeOf(B)).isEqualTo("unknown");
    assertThat(platform.announced()).isEmpty();
  }

  @Test
  void shouldMoveAHostAtOnceWhenItIsSeenAtAHostPort() {
    broadcast(A, IP_A);
    arp(2, 1, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("2/1");
    arp(1, 3, A, IP_A);
    arp(3, 3, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("2/1");
    assertThat(platform.announced()).containsExactly(new HostMoved(A, 1, 3, 2, 1, -1));
  }

  @Test
  void shouldForgetAHostThatIsSeenAtAPortOfUnknownRole() {
    broadcast(A, IP_A);
    ip(2, 9, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(platform.announced()).containsExactly(new HostLost(A, 1, 3, -1));
    arp(1, 3, A, IP_A);
    arp(3, 3, A, IP_A);
    assertThat(placeOf(A)).as("it is behind switch 2").isEqualTo("unknown");
  }

  @Test
  void shouldCountNothingHeardBeforeAHostWasSeenAtAPortOfUnknownRole() {
    arp(2, 3, A, IP_A);
    arp(3, 3, A, IP_A);
    ip(2, 9, A, IP_A);
    arp(1, 3, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("unknown");
  }

  @Test
  void shouldAskAtTheHostPortWhetherAHostHasMovedToTheSegment() {
    arp(1, 1, A, IP_A);
    arp(1, 2, B, IP_B);
    advance(TIMEOUT.dividedBy(4)); // nobody was seen since
    broadcast(A, IP_A);
    broadcast(B, IP_B);
    assertThat(placeOf(A)).isEqualTo("1/1");
    ip(1, 2, B, IP_B); // it answers
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("1/3");
    assertThat(placeOf(B)).isEqualTo("1/2");
  }

  @Test
  void shouldBelieveAHostPortRatherThanTheSegment() {
    arp(1, 1, A, IP_A);
    advance(TIMEOUT.dividedBy(4));
    arp(2, 1, A, IP_A);
    broadcast(A, IP_A);
    advance(HOLD);
    assertThat(placeOf(A)).isEqualTo("2/1");
  }

  @Test
  void shouldKeepTheHostsOfASegmentThatLosesAPort() {
    broadcast(A, IP_A);
    roles.put(new Port(1, 3), Role.UNKNOWN);
    publishSegment(2, 3);
    assertThat(placeOf(A)).isEqualTo("2/3");
    present.remove(2L);
    roles.keySet().removeIf(port -> port.datapathId() == 2);
    roles.put(new Port(3, 3), Role.HOST);
    publishSegment();
    assertThat(placeOf(A)).as("nobody knows whether it is there").isEqualTo("unknown");
    assertThat(platform.announced()).containsExactly(new HostLost(A, 2, 3, -1));
  }

  @Test
  void shouldKeepTheHostsAtThePortThatIsLeft() {
    broadcast(A, IP_A);
    roles.put(new Port(1, 3), Role.HOST);
    roles.put(new Port(2, 3), Role.UNKNOWN);
    roles.put(new Port(3, 3), Role.UNKNOWN);
    publishSegment();
    assertThat(placeOf(A)).isEqualTo("1/3");
    assertThat(platform.announced()).isEmpty();
  }

  @Test
  void shouldForgetTheHostsOfASegmentThatGainsAPort() {
    publishSegmentOfTwo();
    arp(1, 3, A, IP_A);
    arp(2, 3, A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/3");
    publishSegment(1, 2, 3);
    assertThat(placeOf(A)).as("it may be behind switch 3").isEqualTo("unknown");
    advance(HOLD);
    broadcast(A, IP_A);
    assertThat(placeOf(A)).isEqualTo("1/3");
  }

  private void publishSegmentOfTwo() {
    roles.put(new Port(3, 3), Role.UNKNOWN);
    publishSegment(1, 2);
  }

  @Test
  void shouldLearnNothingAtAClosedPort() {
    roles.put(new Port(3, 2), Role.SHARED);
    publishSegment(1, 2, 3);
    for (int times = 0; times < 3; times++) {
      arp(3, 2, A, IP_A);
    }
    assertThat(placeOf(A)).isEqualTo("unknown");
  }

  @Test
  void shouldNotTakeTheControllerForAHost() {
    broadcast(Addresses.OF_CONTROLLER, IP_A);
    assertThat(hosts().count()).isZero();
  }

  @Test
  void shouldKeepHostsOverAReload() {
    broadcast(A, IP_A);
    byte[] left = platform.saveState();
    Topology topology = platform.valueOf("topology", Topology.class);
    start(FakePlatform.withSettings("host-location", "").withSavedState(left));
    platform.set("topology", topology);
    events.onViewChanged("topology");
    assertThat(placeOf(A)).isEqualTo("1/3");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
  }

  @Test
  void shouldKeepRoomForAHostOnTheSegmentWhenManyAreBehindASwitch() {
    for (long host = 1; host <= 5_000; host++) {
      arp(2, 3, A + host, 0);
      if (host % 50 == 0) {
        advance(Duration.ofMillis(1));
      }
    }
    broadcast(A, IP_A);
    assertThat(hosts().count()).isEqualTo(1);
  }
}
