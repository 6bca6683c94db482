package maestro.apps.bandwidth;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.api.PortInfo;
import org.junit.jupiter.api.Test;

/** Links that have the speed of their ports. */
class SpeedOfPortsTest extends TwoPathNetwork {
  private static final long FAST_KBPS = 10_000_000;
  private static final long SLOW_KBPS = 5_000;
  private static final long UNKNOWN_KBPS = 0;

  private int flows;

  @Override
  boolean usesPortSpeed() {
    return true;
  }

  private void link12(long kbpsAt1, long kbpsAt2) {
    platform.switches().setPort(1, new PortInfo(12, 0x112, "s1-eth12", true, kbpsAt1));
    platform.switches().setPort(2, new PortInfo(1, 0x201, "s2-eth1", true, kbpsAt2));
    links(UP.subList(2, 4)); // what is reserved of a link is free when it comes back
    links(UP);
  }

  /** The ports of the link change their speed while it stays. */
  private void change12(long kbpsAt1) {
    platform.switches().setPort(1, new PortInfo(12, 0x112, "s1-eth12", true, kbpsAt1));
    links(UP);
  }

  /** Whether a flow of 6 Mbps goes over switch 2, the first path. */
  private boolean hasRoomOver2() {
    return request(1, 5, ++flows).contains("forward port 12");
  }

  @Test
  void shouldReserveNoMoreThanTheSlowerPortOfALinkHas() {
    link12(FAST_KBPS, SLOW_KBPS);
    assertThat(hasRoomOver2()).isFalse();
  }

  @Test
  void shouldReserveWhatBothPortsHave() {
    link12(FAST_KBPS, FAST_KBPS);
    assertThat(hasRoomOver2()).isTrue();
  }

  @Test
  void shouldFollowAPortThatChangesItsSpeedWhileTheLinkStays() {
    link12(SLOW_KBPS, FAST_KBPS);
    assertThat(hasRoomOver2()).isFalse();
    change12(FAST_KBPS);
    assertThat(hasRoomOver2()).isTrue();
    change12(SLOW_KBPS);
    assertThat(hasRoomOver2()).isFalse();
  }

  @Test
  void shouldNotCountAPortThatDoesNotReportItsSpeed() {
    link12(UNKNOWN_KBPS, SLOW_KBPS);
    assertThat(hasRoomOver2()).isFalse();
    link12(UNKNOWN_KBPS, FAST_KBPS);
    assertThat(hasRoomOver2()).isTrue();
  }
}
