package maestro.apps.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import maestro.api.PortInfo;
import maestro.api.topology.HostLocations;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What host-location knows when it goes on with what another member of the cluster has left. */
class HostsOfOtherMemberTest extends HostNetwork {
  private static final long C = 0x0200_0000_000cL;

  private byte[] left;

  @BeforeEach
  void learn() {
    arp(1, 1, A, IP_A);
    arp(2, 2, B, IP_B);
    left = platform.saveState();
    log.clear();
  }

  @Test
  void shouldKnowHostsBeforeTheSwitchesJoin() {
    standBy();
    platform.restoreState(left);
    adoptTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(placeOf(B)).isEqualTo("2/2");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    join();
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(platform.announced()).isEmpty();
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void shouldForgetAHostWhenItsPortIsAnotherOneByTheTimeTheSwitchJoins() {
    standBy();
    platform.restoreState(left);
    adoptTopology();
    join();
    platform.switches().setPort(1, new PortInfo(1, 0x99, "s1-eth1", true, 0));
    publishTopology();
    assertThat(placeOf(A)).isEqualTo("unknown");
    assertThat(placeOf(B)).isEqualTo("2/2");
  }

  @Test
  void shouldForgetWhatItKnewBefore() {
    standBy();
    join();
    publishTopology();
    arp(3, 1, A, IP_A);
    arp(3, 2, C, IP_A + 1);
    arp(2, 2, B, IP_B);
    leave();
    platform.restoreState(left);
    adoptTopology();
    assertThat(placeOf(A)).isEqualTo("1/1");
    assertThat(placeOf(B)).isEqualTo("2/2");
    assertThat(placeOf(C)).isEqualTo("unknown");
    assertThat(hosts().ethAddressOf(IP_A)).isEqualTo(A);
    assertThat(hosts().ethAddressOf(IP_A + 1)).isEqualTo(HostLocations.UNKNOWN);
  }

  @Test
  void shouldLeaveWhatItWasLeft() {
    standBy();
    platform.restoreState(left);
    assertThat(platform.saveState()).isEqualTo(left);
    adoptTopology();
    assertThat(platform.saveState()).isEqualTo(left);
  }

  @Test
  void shouldRefuseTheBytesOfAnotherVersionAndThoseThatAreCut() {
    byte[] cut = Arrays.copyOf(left, left.length - 1);
    for (byte[] each : List.of(cut, new byte[8])) {
      assertThatThrownBy(() -> platform.restoreState(each))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("hosts of another version, or cut");
    }
    assertThat(placeOf(A)).isEqualTo("1/1");
  }

  private void standBy() {
    start(FakePlatform.withSettings("host-location", ""));
    leave();
  }

  private void leave() {
    present.clear();
    for (long id = 1; id <= 3; id++) {
      platform.switches().remove(id);
    }
    publishTopology();
  }

  /** Discovery has adopted the topology; no switch has joined. */
  private void adoptTopology() {
    present.addAll(List.of(1L, 2L, 3L));
    publishTopology();
  }

  private void join() {
    present.addAll(List.of(1L, 2L, 3L));
    for (long id = 1; id <= 3; id++) {
      platform.switches().add(id, 3);
    }
  }
}
