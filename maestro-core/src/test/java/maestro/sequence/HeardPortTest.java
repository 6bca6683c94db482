package maestro.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.net.session.Session;
import maestro.openflow.OpenFlow;
import maestro.testkit.EachVersion;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A port by which packets come in is up, whatever its switch says of its link. */
class HeardPortTest {
  private static final int ADD = 0;
  private static final int MODIFY = 2;
  private static final int LINK_DOWN = 1;
  private static final int STILL_MS = 3000;

  private final List<String> told = Recorder.list();
  @AutoClose private final LogOf log = new LogOf(Session.class);

  @AutoClose
  private final Rig rig =
      Rig.setup()
          .patient()
          .application(Recorder.application("a", told))
          .sequence("{ on = [port-status, lldp], run = [a] }")
          .start();

  /** Frames of a port, 300 ms apart. */
  private void hear(FakeSwitch client, int version, int port, byte[] frame) {
    for (int i = 0; i < 2; i++) {
      rig.pass(300);
      rig.tell(client, Messages.packetIn(version, i, OpenFlow.NO_BUFFER, port, frame));
    }
  }

  @EachVersion
  void shouldTakeAPortForUpThatIsDownOrNotDescribed(int version) {
    FakeSwitch client = rig.join(version, 9);
    client.send(Messages.portStatus(version, ADD, 7, LINK_DOWN));
    rig.until(() -> told.size() == 1); // the event thread has told of the new port
    rig.pass(STILL_MS);
    told.clear();
    log.clear();
    hear(client, version, 7, EventMessages.LLDP);
    hear(client, version, 8, EventMessages.LLDP);
    rig.until(() -> told.size() == 6);
    assertThat(told)
        .filteredOn(event -> event.contains("port"))
        .containsExactly("a: port 9.7 CHANGED", "a: port 9.8 ADDED");
    assertThat(Session.of(rig.connection(9)).ports().get(7).up()).isTrue();
    assertThat(Session.of(rig.connection(9)).ports().get(8).inferredUp()).isTrue();
    assertThat(log.lines())
        .extracting(line -> line.substring(line.indexOf("port ")))
        .containsExactly(
            "port 7 (eth7) is taken for up: packets come in by it, though the switch says that its"
                + " link is down",
            "port 8 is taken for up: packets come in by it, though the switch does not describe"
                + " it");
  }

  @ParameterizedTest
  @CsvSource({"1, 0x300", "4, 2"})
  void shouldNotTakeAPortForUpThatASpanningTreeBlocks(int version, int blocked) {
    FakeSwitch client = rig.join(version, 9);
    rig.tell(client, Messages.portStatus(version, ADD, 7, blocked));
    rig.pass(STILL_MS);
    hear(client, version, 7, EventMessages.LLDP);
    hear(client, version, 7, EventMessages.LLDP);
    assertThat(Session.of(rig.connection(9)).ports().get(7).up()).isFalse();
  }

  @EachVersion
  void shouldBelieveThatALinkIsDownThatWasUp(int version) {
    FakeSwitch client = rig.join(version, 9);
    client.send(Messages.portStatus(version, ADD, 7, 0));
    rig.tell(client, Messages.portStatus(version, MODIFY, 7, LINK_DOWN));
    for (int i = 0; i < 4; i++) {
      hear(client, version, 7, EventMessages.LLDP); // what was under way in the switch
    }
    assertThat(Session.of(rig.connection(9)).ports().get(7).up()).isFalse();
  }
}
