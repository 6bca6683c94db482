package maestro.bench.dataplane.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import maestro.network.dataplane.FrameInput;
import org.junit.jupiter.api.Test;

/** A forwarder that takes a planned time for each frame, under planned loads. */
class OfferedLoadTest {
  private static final long FRAME_NS = 100;
  private static final double CAPACITY = 1e9 / FRAME_NS;
  private static final double DURATION_NS = 20e6;
  private static final int FLOWS = 64;

  private long nowNs;

  /** Takes {@link #FRAME_NS} for each frame. */
  private final class Slow extends Forwarder implements FrameInput {
    private Slow(int inPorts) {
      super(new Sink(), new BurstClock(() -> nowNs), inPorts, FLOWS);
    }

    @Override
    FrameInput input() {
      return this;
    }

    @Override
    void write(ByteBuffer b, int at, int lengthBytes, int flow, int random) {
      b.putInt(at, flow);
    }

    @Override
    public void receive(int port, ByteBuffer b, int at, int lengthBytes) {
      nowNs += FRAME_NS;
      assertThat(port).isEqualTo(port(b.getInt(at)));
      sink().send(OUT_PORT, b, at, lengthBytes);
    }
  }

  @Test
  void shouldForwardEverythingBelowTheCapacityAndTheCapacityBeyond() {
    for (double load : List.of(0.5, 0.95, 1.5, 3.0)) {
      Slow slow = new Slow(1);
      FlowChoice flow = FlowChoice.many(FLOWS, 1);
      OfferedLoad.Outcome outcome =
          OfferedLoad.run(
              slow,
              List.of(new ReceiveRing(load * CAPACITY, 1, 1)),
              List.of(flow, flow),
              new BurstWriter(64),
              DURATION_NS);
      assertThat(outcome.framesPerSecond() / CAPACITY).isCloseTo(Math.min(1, load), within(0.01));
      assertThat(outcome.firstLoss()).isCloseTo(Math.max(0, 1 - 1 / load), within(0.01));
      assertThat(outcome.secondLoss()).isNaN();
    }
  }

  @Test
  void shouldWaitForOneFrameWithoutOverloadAndForTheRingInOne() {
    assertThat(delayNs(0.5)).isCloseTo(FRAME_NS, within(1.0));
    assertThat(delayNs(0.95)).isLessThan(3.0 * FRAME_NS);
    assertThat(delayNs(3)) // a whole ring, and what comes before it in its burst
        .isBetween(200.0 * FRAME_NS, 320.0 * FRAME_NS);
  }

  private double delayNs(double load) {
    FlowChoice flow = FlowChoice.many(FLOWS, 1);
    return OfferedLoad.run(
            new Slow(1),
            List.of(new ReceiveRing(load * CAPACITY, 1, 1)),
            List.of(flow, flow),
            new BurstWriter(64),
            DURATION_NS)
        .delayNs();
  }

  @Test
  void shouldLoseTheSamePartOfBothFlowsWhenTheyShareAPort() {
    OfferedLoad.Outcome outcome = twoFlows(1);
    assertThat(outcome.firstLoss()).isCloseTo(0.5, within(0.02));
    assertThat(outcome.secondLoss()).isCloseTo(0.5, within(0.02));
  }

  @Test
  void shouldSpareTheSmallerFlowWhenEachHasAPort() {
    OfferedLoad.Outcome outcome = twoFlows(2);
    assertThat(outcome.firstLoss()).isZero(); // it asks for less than half of the capacity
    assertThat(outcome.secondLoss()).isCloseTo(1 - 0.8 / 1.8, within(0.02));
  }

  @Test
  void shouldShareEvenlyBetweenPortsWhenBothAskForMoreThanHalf() {
    Slow slow = new Slow(2);
    OfferedLoad.Outcome outcome =
        OfferedLoad.run(
            slow,
            List.of(new ReceiveRing(CAPACITY, 1, 1), new ReceiveRing(2 * CAPACITY, 0, 2)),
            List.of(FlowChoice.half(false, FLOWS, 3), FlowChoice.half(true, FLOWS, 4)),
            new BurstWriter(96),
            DURATION_NS);
    assertThat(outcome.firstLoss()).isCloseTo(0.5, within(0.02));
    assertThat(outcome.secondLoss()).isCloseTo(0.75, within(0.02));
  }

  /** 0.2 and 1.8 times the capacity, as in the study's last step. */
  private OfferedLoad.Outcome twoFlows(int ports) {
    Slow slow = new Slow(ports);
    List<ReceiveRing> rings =
        ports == 1
            ? List.of(new ReceiveRing(2 * CAPACITY, 0.1, 1))
            : List.of(new ReceiveRing(0.2 * CAPACITY, 1, 1), new ReceiveRing(1.8 * CAPACITY, 0, 2));
    return OfferedLoad.run(
        slow,
        rings,
        List.of(FlowChoice.half(false, FLOWS, 3), FlowChoice.half(true, FLOWS, 4)),
        new BurstWriter(96),
        DURATION_NS);
  }
}
