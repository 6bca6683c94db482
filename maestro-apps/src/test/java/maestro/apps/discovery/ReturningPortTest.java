package maestro.apps.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.api.SwitchInfo;
import maestro.api.topology.Link;
import maestro.api.topology.Topology.Role;
import maestro.apps.probing.ProbeRounds;
import maestro.apps.probing.Probing;
import maestro.apps.testkit.FakePlatform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The roles of ports to hosts that were down for a moment, and of those that are declared. */
class ReturningPortTest extends CabledNetwork {
  private static final int SETTLE_ROUNDS = 2;

  @Test
  void shouldLeadToItsHostsAtOnceAndGetFloodsWhenItWasQuiet() {
    SwitchInfo one = join(1, 1);
    rounds(4);
    set(one, 1, false);
    assertThat(role(1)).isEqualTo(Role.UNKNOWN);
    set(one, 1, true);
    platform.advance(PAUSE);
    assertThat(role(1)).isEqualTo(Role.RETURNED);
    rounds(SETTLE_ROUNDS);
    assertThat(role(1)).isEqualTo(Role.RETURNED);
    rounds(2);
    assertThat(role(1)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldLeadToHostsAtOnceWhenPacketsComeInByIt() {
    SwitchInfo one = join(1, 1);
    rounds(4);
    PortInfo heard = new PortInfo(7, 0x107, "", true, 0).asInferredUp();
    platform.switches().setPort(1, heard);
    discovery.onPortStatus(one, heard, PortChange.ADDED);
    platform.advance(PAUSE);
    assertThat(role(7)).isEqualTo(Role.RETURNED);
    rounds(4);
    assertThat(role(7)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldLeadToHostsWhenItsFirstProbesAreDueAndCameInNowhere() {
    SwitchInfo one = join(1, 2);
    join(2, 2);
    cable(new Link(1, 2, 2, 2));
    platform.advance(ProbeRounds.TRAVEL_TIME.plus(PAUSE));
    assertThat(role(1)).as("it was up before its switch joined").isEqualTo(Role.UNKNOWN);
    set(one, 1, false);
    set(one, 2, false);
    rounds(2);
    for (int port = 1; port <= 2; port++) {
      probing.onPortStatus(one, platform.switches().setPort(1, port, true), PortChange.CHANGED);
      set(one, port, true);
    }
    carry(platform.switches().takeSent());
    platform.advance(ProbeRounds.TRAVEL_TIME.minusMillis(1));
    assertThat(role(1)).isEqualTo(Role.UNKNOWN);
    platform.advance(PAUSE);
    assertThat(role(1)).isEqualTo(Role.RETURNED);
    assertThat(role(2)).isEqualTo(Role.SWITCH);
    rounds(4);
    assertThat(role(1)).isEqualTo(Role.HOST);
  }

  @Test
  void shouldBeUnknownWhenItWasDownForLongOrIsAnotherPort() {
    SwitchInfo one = join(1, 2);
    rounds(4);
    set(one, 1, false);
    set(one, 2, false);
    rounds(1);
    platform.switches().setPort(1, new PortInfo(2, 0x102, "other", true, 0));
    rounds(1);
    discovery.onPortStatus(
        one, new PortInfo(2, 0x102, "other", true, 10_000_000), PortChange.CHANGED);
    set(one, 1, true);
    platform.advance(PAUSE);
    assertThat(role(1)).isEqualTo(Role.UNKNOWN);
    assertThat(role(2)).isEqualTo(Role.UNKNOWN);
  }

  @Test
  void shouldBeUnknownWhenAProbeCameInThatMakesNoLink() {
    SwitchInfo one = join(1, 1);
    join(2, 1);
    rounds(4);
    set(one, 1, false);
    set(one, 1, true);
    cable(UP);
    round();
    platform.advance(PAUSE);
    assertThat(role(1)).isEqualTo(Role.SWITCH);
    cables.clear();
    rounds(5);
    assertThat(role(1)).isEqualTo(Role.UNKNOWN);
  }

  @Test
  void shouldLeadToHostsFromTheFirstMomentWhenItIsDeclaredUnlessAProbeComesIn() {
    platform =
        FakePlatform.withSettings(
                "probing", "spread = 0 s, host-ports = [\"00:00:00:00:00:00:00:01/1\"]")
            .withApplication("discovery");
    probing = platform.start(new Probing()).events().orElseThrow();
    discovery = platform.start(new Discovery()).events().orElseThrow();
    SwitchInfo one = join(1, 2);
    assertThat(role(1)).isEqualTo(Role.HOST);
    assertThat(role(2)).isEqualTo(Role.UNKNOWN);
    set(one, 1, false);
    platform.advance(PAUSE);
    assertThat(role(1)).isEqualTo(Role.UNKNOWN);
    set(one, 1, true);
    platform.advance(PAUSE);
    assertThat(role(1)).isEqualTo(Role.HOST);
    join(2, 1);
    cable(new Link(2, 1, 1, 1));
    round();
    assertThat(role(1)).isEqualTo(Role.SWITCH);
    cables.clear();
    rounds(5);
    assertThat(role(1)).as("it has led to a switch").isEqualTo(Role.UNKNOWN);
  }

  /** Whoever floods to host ports only sends nothing into a loop that a cable has just closed. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldBeAHostPortOnlyWhenItWasUpAndQuietForTheSettleRounds(long seed) {
    Random random = new Random(seed);
    SwitchInfo[] switches = {join(1, 4), join(2, 4)};
    int[] upRounds = new int[9];
    for (int step = 0; step < 400; step++) {
      int number = 1 + random.nextInt(4);
      SwitchInfo where = switches[random.nextInt(2)];
      int slot = (int) where.datapathId() * 4 - 4 + number;
      switch (random.nextInt(5)) {
        case 0 -> {
          set(where, number, false);
          cables.removeIf(each -> isAt(each, where.datapathId(), number));
          upRounds[slot] = -1000;
        }
        case 1 -> {
          if (upRounds[slot] < 0) {
            upRounds[slot] = 0;
          }
          set(where, number, true);
        }
        case 2 -> {
          Link link = new Link(1, number, 2, number);
          if (cables.isEmpty() && upRounds[number] >= 0 && upRounds[number + 4] >= 0) {
            set(switches[0], number, false);
            set(switches[0], number, true);
            set(switches[1], number, false);
            set(switches[1], number, true);
            upRounds[number] = 0;
            upRounds[number + 4] = 0;
            cable(link);
            cable(link.reversed());
          }
        }
        default -> {
          round();
          for (int i = 1; i < upRounds.length; i++) {
            upRounds[i]++;
          }
        }
      }
      platform.advance(PAUSE);
      for (int i = 1; i < upRounds.length; i++) {
        Role role = topology().roleOf(i <= 4 ? 1L : 2L, (i - 1) % 4 + 1);
        if (role == Role.HOST) {
          assertThat(upRounds[i]).as("port %d", i).isGreaterThan(SETTLE_ROUNDS);
        }
      }
    }
  }

  private static boolean isAt(Link link, long datapathId, int port) {
    return (link.from() == datapathId && link.fromPort() == port)
        || (link.to() == datapathId && link.toPort() == port);
  }

  private void set(SwitchInfo info, int port, boolean up) {
    discovery.onPortStatus(
        info, platform.switches().setPort(info.datapathId(), port, up), PortChange.CHANGED);
  }

  private Role role(int port) {
    return topology().roleOf(1L, port);
  }
}
