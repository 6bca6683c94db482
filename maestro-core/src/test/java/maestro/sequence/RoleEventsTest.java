package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import maestro.api.ApplicationContext;
import maestro.api.Sent;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.session.Role;
import maestro.net.session.Session;
import maestro.openflow.ColdCodec;
import maestro.openflow.OpenFlow;
import maestro.openflow.RoleMessages;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What applications see when another controller takes a switch, and when it comes back. */
class RoleEventsTest {
  private final List<String> told = Recorder.list();
  private final AtomicReference<ApplicationContext> context = new AtomicReference<>();

  @AutoClose
  private final Rig rig =
      Rig.setup()
          .roles(info -> Role.STANDBY)
          .application(Recorder.application("a", told, context::set))
          .sequence("{ on = [switch-joined, switch-left, port-status, flow-removed], run = [a] }")
          .start();

  private final FakeSwitch client = rig.connect();

  private Session session() {
    return Session.of(rig.connection(9));
  }

  /** The switch answers the last request for a role. */
  private void give(int role, long generation) {
    int xid =
        client.take().stream()
            .filter(message -> Messages.type(message) == OpenFlow.roleRequest())
            .mapToInt(Messages::xid)
            .max()
            .orElseThrow();
    rig.tell(client, "04 19 0018 %08x %08x 00000000 %016x".formatted(xid, role, generation));
  }

  private Sent send() {
    return context.get().switches().send(9, ColdCodec.factory(4).buildBarrierRequest().build());
  }

  @Test
  void shouldSeeTheSwitchOnlyWhileNoOtherControllerHasIt() {
    client.send(Messages.HELLO_13).send(Messages.features(4, 9));
    rig.tell(client, Messages.portDesc(false, 1, 2));
    give(RoleMessages.EQUAL, RoleMessages.NO_GENERATION);
    give(RoleMessages.SLAVE, 0);
    assertThat(session().isEstablished()).isTrue();
    rig.tell(client, Messages.portStatus(4, 2, 2, 1));
    assertThat(context.get().switches().all()).isEmpty();
    assertThat(send()).isEqualTo(Sent.NO_SUCH_SWITCH);

    session().want(Role.MASTER);
    give(RoleMessages.SLAVE, 0);
    give(RoleMessages.MASTER, 1L << 16);
    rig.until(() -> told.size() == 1);
    assertThat(context.get().switches().ports(9))
        .as("the ports are as they are now")
        .anySatisfy(
            port -> {
              assertThat(port.number()).isEqualTo(2);
              assertThat(port.up()).isFalse();
            });
    assertThat(send()).isEqualTo(Sent.YES);

    client.send(RoleMessages.status(RoleMessages.SLAVE, 1L << 17));
    rig.until(() -> told.size() == 2);
    rig.tell(client, Messages.portStatus(4, 2, 2, 0));
    assertThat(send()).isEqualTo(Sent.NO_SUCH_SWITCH);
    session().want(Role.MASTER);
    give(RoleMessages.SLAVE, 1L << 17);
    give(RoleMessages.MASTER, 3L << 16);
    rig.until(() -> told.size() == 3);
    rig.disconnect(client);
    rig.until(() -> told.size() == 4);
    assertThat(told).containsExactly("a: joined 9", "a: left 9", "a: joined 9", "a: left 9");
  }
}
