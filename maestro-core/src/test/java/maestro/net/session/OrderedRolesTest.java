package maestro.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.RoleMessages;
import org.junit.jupiter.api.Test;

class OrderedRolesTest {
  private static final int ROLE_REQUEST = 24;

  private final SwitchTable switches = new SwitchTable();
  private final OrderedRoles roles = new OrderedRoles(switches, Role.MASTER);

  @Test
  void shouldAskForNoMoreSwitchesWhenAnotherControllerHasTakenOne() {
    try (Rig rig = Rig.setup().roles(roles).start()) {
      FakeSwitch first = rig.connect();
      first.send(Messages.HELLO_13).send(Messages.features(4, 1));
      rig.tell(first, Messages.portDesc(false, 1, 2));
      answer(rig, first, RoleMessages.EQUAL, RoleMessages.NO_GENERATION);
      long claimed = answer(rig, first, RoleMessages.MASTER, 1L << 16);
      assertThat(claimed).isEqualTo(RoleMessages.MASTER);
      assertThat(Session.of(rig.connection(1)).isReady()).isTrue();
      assertThat(roles.ordered()).isEqualTo(Role.MASTER);

      rig.tell(first, RoleMessages.status(RoleMessages.SLAVE, 1L << 17));
      assertThat(roles.ordered()).isEqualTo(Role.STANDBY);
      FakeSwitch second = rig.connect();
      second.send(Messages.HELLO_13).send(Messages.features(4, 2));
      rig.pump();
      answer(rig, second, RoleMessages.EQUAL, RoleMessages.NO_GENERATION);
      assertThat(answer(rig, second, RoleMessages.SLAVE, 0)).isEqualTo(RoleMessages.SLAVE);
    }
  }

  /** Answers the last role request; which role it was for. */
  private static int answer(Rig rig, FakeSwitch client, int role, long generation) {
    byte[] request =
        client.take().stream()
            .filter(message -> Messages.type(message) == ROLE_REQUEST)
            .reduce((before, last) -> last)
            .orElseThrow();
    rig.tell(
        client,
        "04 19 0018 %08x %08x 00000000 %016x".formatted(Messages.xid(request), role, generation));
    return request[11];
  }
}
