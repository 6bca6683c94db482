package maestro.apps.probing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import maestro.api.BadSettingException;
import maestro.api.EventStage;
import maestro.api.EventStage.PortChange;
import maestro.api.PortInfo;
import maestro.apps.testkit.FakePlatform;
import maestro.apps.testkit.FakeSwitches;
import org.junit.jupiter.api.Test;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.types.OFPort;

class ProbingTest {
  private static final int LOCAL = 0xffff_fffe;
  private static final Duration SLICE = Duration.ofMillis(10);

  private FakePlatform platform = FakePlatform.withSettings("probing", "broadcast = false");
  private EventStage stage = start();

  @Test
  void shouldProbeThePortsOfASwitchWhenItJoins() {
    stage.onSwitchJoined(platform.switches().add(7, 3));
    assertThat(probed()).containsExactly("7/1", "7/2", "7/3");
  }

  @Test
  void shouldProbePhysicalPortsThatAreUpOnly() {
    platform.switches().add(7, 2);
    platform.switches().setPort(7, 2, false);
    platform.switches().setPort(7, LOCAL, true);
    stage.onTimer();
    assertThat(probed()).containsExactly("7/1");
  }

  @Test
  void shouldProbeAPortAtOnceWhenItComesUp() {
    var info = platform.switches().add(7, 2);
    stage.onPortStatus(info, platform.switches().setPort(7, 2, true), PortChange.CHANGED);
    assertThat(probed()).containsExactly("7/2");
    stage.onPortStatus(info, platform.switches().setPort(7, 2, false), PortChange.CHANGED);
    PortInfo up = platform.switches().setPort(7, 2, true);
    stage.onPortStatus(info, up, PortChange.REMOVED);
    assertThat(probed()).isEmpty();
  }

  @Test
  void shouldSendOutOfThePortFromTheController() {
    platform.switches().add(7, 1);
    platform.switches().add(8, 1, 1);
    stage.onTimer();
    platform.advance(SLICE.multipliedBy(2));
    List<FakeSwitches.SentMessage> sent = platform.switches().takeSent();
    OFPacketOut of13 = (OFPacketOut) sent.get(0).message();
    OFPacketOut of10 = (OFPacketOut) sent.get(1).message();
    assertThat(of13.getInPort()).isEqualTo(OFPort.CONTROLLER);
    assertThat(of10.getInPort()).isEqualTo(OFPort.ANY);
    for (OFPacketOut message : List.of(of13, of10)) {
      assertThat(message.getActions())
          .singleElement()
          .isInstanceOfSatisfying(
              OFActionOutput.class, out -> assertThat(out.getPort()).isEqualTo(OFPort.of(1)));
    }
  }

  @Test
  void shouldSpreadARoundWhenThereAreManyPorts() {
    for (int dpid = 1; dpid <= 100; dpid++) {
      platform.switches().add(dpid, 10);
    }
    stage.onTimer();
    assertThat(probed()).hasSize(20);
    platform.advance(SLICE);
    assertThat(probed()).hasSize(20);
    for (int slice = 2; slice < 50; slice++) {
      platform.advance(SLICE);
    }
    assertThat(probed()).hasSize(960).endsWith("100/10").doesNotHaveDuplicates();
    platform.advance(Duration.ofSeconds(1));
    assertThat(probed()).isEmpty();
  }

  @Test
  void shouldEndARoundBeforeTheNextWhenItsTimeIsShort() {
    for (int dpid = 1; dpid <= 100; dpid++) {
      platform.switches().add(dpid, 10);
    }
    long before = rounds().current();
    stage.onTimer();
    platform.advance(SLICE);
    stage.onTimer();
    assertThat(rounds().current()).isEqualTo(before + 1);
    for (int slice = 2; slice < 50; slice++) {
      platform.advance(SLICE);
    }
    assertThat(probed()).hasSize(1000).doesNotHaveDuplicates();
    stage.onTimer();
    assertThat(rounds().current()).isEqualTo(before + 2);
  }

  @Test
  void shouldSayThatARoundIsDueAfterItsLastProbeHadTimeToComeIn() {
    for (int dpid = 1; dpid <= 100; dpid++) {
      platform.switches().add(dpid, 10);
    }
    stage.onTimer();
    for (int slice = 1; slice < 50; slice++) {
      platform.advance(SLICE);
    }
    platform.advance(ProbeRounds.TRAVEL_TIME.minusMillis(1));
    assertThat(rounds().due()).isZero();
    platform.advance(Duration.ofMillis(1));
    assertThat(rounds().due()).isEqualTo(1);
  }

  @Test
  void shouldBroadcastTooUnlessToldOtherwise() {
    platform = FakePlatform.withSettings("probing", "");
    stage = start();
    stage.onSwitchJoined(platform.switches().add(7, 1));
    assertThat(platform.switches().takeSent())
        .extracting(sent -> decoded(sent).direct())
        .containsExactly(true, false);
  }

  @Test
  void shouldUseTheConfiguredKey() {
    platform = FakePlatform.withSettings("probing", "key = secret");
    stage = start();
    stage.onSwitchJoined(platform.switches().add(7, 1));
    Probe probe = decoded(platform.switches().takeSent().get(0));
    assertThat(ProbeRounds.withKey("secret").isGenuine(probe)).isTrue();
    assertThat(rounds()).hasToString("round " + probe.round());
  }

  @Test
  void shouldNameTheSettingWhenItIsOutOfBounds() {
    platform = FakePlatform.withSettings("probing", "spread = 2 h");
    assertThatThrownBy(this::start)
        .isInstanceOf(BadSettingException.class)
        .hasMessageContaining("spread");
  }

  private EventStage start() {
    return platform.start(new Probing()).events().orElseThrow();
  }

  private ProbeRounds rounds() {
    return platform.valueOf("probe-rounds", ProbeRounds.class);
  }

  /** Which ports were probed with a genuine probe, as switch/port. */
  private List<String> probed() {
    List<String> ports = new ArrayList<>();
    for (FakeSwitches.SentMessage sent : platform.switches().takeSent()) {
      Probe probe = decoded(sent);
      assertThat(probe.datapathId()).isEqualTo(sent.datapathId());
      assertThat(rounds().isGenuine(probe)).isTrue();
      ports.add(probe.datapathId() + "/" + probe.port());
    }
    return ports;
  }

  private static Probe decoded(FakeSwitches.SentMessage sent) {
    return LldpCodec.decode(((OFPacketOut) sent.message()).getData()).orElseThrow();
  }
}
