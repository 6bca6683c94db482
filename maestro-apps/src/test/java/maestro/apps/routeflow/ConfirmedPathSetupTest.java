package maestro.apps.routeflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.api.RefusedException;
import maestro.api.topology.Topology.Port;
import maestro.apps.testkit.FakeSwitches.Asked;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFType;

class ConfirmedPathSetupTest extends RoutedNetwork {
  @Test
  void shouldHoldThePacketUntilThePathIsConfirmed() {
    knownRing(5, "release = confirmed");

    assertThat(network.send(1, 3)).isEmpty();
    List<Asked> asked = platform.switches().takeAsked();
    assertThat(asked).extracting(Asked::datapathId).containsExactly(3L, 2L);
    assertThat(asked).allMatch(each -> each.message().getType() == OFType.BARRIER_REQUEST);
    assertThat(obey()).as("entries of 3 and 2").isEqualTo(2);
    asked.get(1).answer().complete(List.of());
    assertThat(obey()).isZero();
    asked.get(0).answer().complete(List.of());
    assertThat(obey()).as("entry of 1 and the packet").isEqualTo(2);

    assertThat(network.received()).containsExactly(3L);
    assertThat(network.requests()).isEqualTo(1);
    assertThat(network.send(1, 3)).containsExactly(3L);
    assertThat(network.requests()).isZero();
  }

  @Test
  void shouldLetThePacketGoWhenASwitchDoesNotConfirm() {
    knownRing(5, "release = confirmed");
    network.send(1, 3);
    List<Asked> asked = platform.switches().takeAsked();
    asked.get(0).answer().complete(List.of());
    asked.get(1).answer().completeExceptionally(new RefusedException("no answer", null));

    assertThat(obey()).as("two entries and the packet").isEqualTo(3);
    assertThat(network.received()).containsExactly(3L);
  }

  @Test
  void shouldInstallNothingMoreWhenRoutesChangedBeforeTheConfirmation() {
    knownRing(5, "release = confirmed");
    network.send(1, 3);
    List<Asked> asked = platform.switches().takeAsked();
    obey();
    network.cut(new Port(4, 2));
    discover();
    asked.forEach(each -> each.answer().complete(List.of()));

    assertThat(platform.switches().takeSent())
        .extracting(sent -> sent.message().getType())
        .containsExactly(OFType.PACKET_OUT);
  }

  @Test
  void shouldNotWaitWhenTooManyPacketsDo() {
    knownRing(5, "release = confirmed, waiting-packets = 2");

    assertThat(network.send(1, 3)).isEmpty();
    assertThat(network.send(1, 4)).isEmpty();
    assertThat(network.send(2, 4)).containsExactly(4L);
    platform.switches().takeAsked().forEach(each -> each.answer().complete(List.of()));
    assertThat(network.send(1, 3)).isEmpty();
  }

  @Test
  void shouldSendAtOnceWhenThereIsNothingToConfirm() {
    ring(3, "release = confirmed");
    network.plug(9, new Port(1, 9));
    locateAll();

    assertThat(network.send(1, 9)).containsExactly(9L);
  }
}
