package maestro.sequence.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import maestro.api.FlowActions;
import maestro.api.HeldRequest;
import maestro.api.RequestStage;
import maestro.metrics.Counter;
import maestro.net.FakeSwitch;
import maestro.net.Messages;
import maestro.net.Rig;
import maestro.openflow.OpenFlow;
import maestro.openflow.SampleFrames;
import maestro.sequence.event.ConnectedSwitches;
import maestro.sequence.event.DrivenEvents;
import maestro.sequence.event.EventLoop;
import maestro.testkit.LogOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that a stage holds, and that the test answers as another thread would. */
class HeldRequestTest {
  private static final int IN_PORT = 1;
  private static final FlowActions TWO = FlowActions.NONE.setEthDst(7).output(2);
  private static final byte[] WEB = SampleFrames.tcp(5000, 80);

  private final List<HeldRequest> held = new ArrayList<>();
  private boolean holds = true;

  /** Holds in place of the platform, on a clock of the test. */
  private HeldRequests driven;

  private int refused;
  private int seenLater;

  private Rig rig() {
    return Rig.setup()
        .patient()
        .stage(
            (RequestStage)
                (request, output) -> {
                  if (driven != null) {
                    driven.hold("app", RequestView.of(request)).ifPresent(held::add);
                  } else if (holds) {
                    output.hold(request).ifPresentOrElse(held::add, () -> refused++);
                  } else {
                    output.forward(request, TWO);
                  }
                })
        .stage((RequestStage) (request, output) -> seenLater++)
        .start();
  }

  private static List<String> taken(Rig rig, FakeSwitch client) {
    rig.pump();
    return client.take().stream().map(HexFormat.of()::formatHex).toList();
  }

  /** Without the transaction id, which is the platform's. */
  private static List<String> withoutXid(List<String> messages) {
    return messages.stream().map(each -> each.substring(0, 8) + each.substring(16)).toList();
  }

  @ParameterizedTest
  @CsvSource({"1, -1", "1, 77", "4, -1", "4, 77"})
  void shouldSayLaterWhatTheStageWouldHaveSaid(int version, int bufferId) {
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(version, 1);
      List<byte[]> unused = client.take();
      client.send(Messages.packetIn(version, 9, bufferId, IN_PORT, WEB));
      assertThat(taken(rig, client)).isEmpty();
      assertThat(held).hasSize(1);
      assertThat(held.get(0).frame()).isEqualTo(WEB);
      assertThat(held.get(0).datapathId()).isEqualTo(1);
      assertThat(held.get(0).inPort()).isEqualTo(IN_PORT);
      assertThat(seenLater).as("later stages").isZero();

      assertThat(held.get(0).forward(TWO)).isTrue();
      List<String> later = taken(rig, client);
      holds = false;
      client.send(Messages.packetIn(version, 9, bufferId, IN_PORT, WEB));
      assertThat(withoutXid(later)).isEqualTo(withoutXid(taken(rig, client)));

      assertThat(held.get(0).forward(TWO)).as("twice").isFalse();
      assertThat(held.get(0).drop()).isFalse();
      assertThat(taken(rig, client)).isEmpty();
    }
  }

  @Test
  void shouldFreeTheBufferWhenItIsDropped() {
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      List<byte[]> unused = client.take();
      client.send(Messages.packetIn(OpenFlow.VERSION_13, 9, 77, IN_PORT, WEB));
      rig.tell(client, Messages.packetIn(OpenFlow.VERSION_13, 9, -1, IN_PORT, WEB));
      assertThat(held.get(0).drop()).isTrue();
      assertThat(held.get(1).drop()).isTrue();
      assertThat(taken(rig, client)).singleElement().asString().contains("0000004d");
    }
  }

  @Test
  void shouldSendNothingWhenTheSwitchIsGoneOrAnother() {
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      client.send(Messages.packetIn(OpenFlow.VERSION_13, 9, 77, IN_PORT, WEB));
      rig.tell(client, Messages.packetIn(OpenFlow.VERSION_13, 9, 78, IN_PORT, WEB));
      client.close();
      rig.until(() -> rig.switches.get(1) == null);
      assertThat(held.get(0).forward(TWO)).isFalse();
      FakeSwitch again = rig.join(OpenFlow.VERSION_13, 1);
      List<byte[]> unused = again.take();
      assertThat(held.get(1).forward(TWO)).as("a buffer of the connection before").isFalse();
      assertThat(taken(rig, again)).isEmpty();
    }
  }

  /** A switch that floods holds a part of the room only, and the others find some. */
  @Test
  void shouldBoundWhatIsHeldAndLeaveRoomForOtherSwitches() {
    try (Rig rig = rig()) {
      FakeSwitch loud = rig.join(OpenFlow.VERSION_13, 1);
      FakeSwitch quiet = rig.join(OpenFlow.VERSION_13, 2);
      for (int i = 0; i < 100; i++) {
        for (int j = 0; j < 50; j++) {
          loud.send(Messages.packetIn(OpenFlow.VERSION_13, 9, -1, IN_PORT, WEB));
        }
        rig.pump();
      }
      int most = held.size();
      assertThat(most).isBetween(HeldRequests.MOST_COST / 8, HeldRequests.MOST_COST / 4);
      assertThat(refused).isEqualTo(5_000 - most);
      assertThat(seenLater).as("what is not held goes on").isEqualTo(refused);
      assertThat(rig.metrics.total(Counter.HOLDS_REFUSED)).isEqualTo(refused);
      rig.tell(quiet, Messages.packetIn(OpenFlow.VERSION_13, 9, -1, IN_PORT, WEB));
      assertThat(held).hasSize(most + 1);
      held.forEach(HeldRequest::drop);
      rig.tell(loud, Messages.packetIn(OpenFlow.VERSION_13, 9, -1, IN_PORT, WEB));
      assertThat(held).as("there is room again").hasSize(most + 2);
    }
  }

  @Test
  void shouldDropCountAndLogWhatIsNotAnsweredInTime() {
    AtomicLong nowNs = new AtomicLong();
    DrivenEvents events = new DrivenEvents(nowNs::get);
    EventLoop loop = new EventLoop(events);
    try (Rig rig = rig();
        LogOf log = new LogOf(HeldRequests.class.getName())) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      List<byte[]> unused = client.take();
      driven =
          new HeldRequests(
              new ConnectedSwitches(
                  rig.switches, loop, nowNs::get, rig.metrics, Duration.ofSeconds(1)),
              loop,
              rig.metrics);
      for (int buffer = 77; buffer < 80; buffer++) {
        client.send(Messages.packetIn(OpenFlow.VERSION_13, 9, buffer, IN_PORT, WEB));
      }
      rig.pump();
      assertThat(held.get(1).drop()).isTrue();
      unused = client.take();
      nowNs.addAndGet(Duration.ofSeconds(HeldRequest.SECONDS).toNanos() - 1);
      assertThat(events.runOne()).isFalse();
      nowNs.incrementAndGet();
      while (events.runOne()) {
        // both are due
      }
      assertThat(taken(rig, client)).hasSize(2);
      assertThat(rig.metrics.total(Counter.HELD_EXPIRED)).isEqualTo(2);
      assertThat(held.get(0).forward(TWO)).isFalse();
      assertThat(log.lines())
          .hasSize(2)
          .allMatch(line -> line.contains("application app has not answered a request"));
    }
  }

  @Test
  void shouldDropAndCountWhatIsNotAnsweredWhenTheApplicationsEnd() {
    try (Rig rig = rig()) {
      FakeSwitch client = rig.join(OpenFlow.VERSION_13, 1);
      List<byte[]> unused = client.take();
      client.send(Messages.packetIn(OpenFlow.VERSION_13, 9, 77, IN_PORT, WEB));
      rig.tell(client, Messages.packetIn(OpenFlow.VERSION_13, 9, 78, IN_PORT, WEB));
      held.get(1).drop();
      unused = client.take();
      rig.endApplications();
      assertThat(taken(rig, client)).singleElement().asString().contains("0000004d");
      assertThat(rig.metrics.total(Counter.HELD_EXPIRED)).isOne();
      assertThat(held.get(0).forward(TWO)).isFalse();
    }
  }
}
