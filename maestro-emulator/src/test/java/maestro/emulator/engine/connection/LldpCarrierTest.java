package maestro.emulator.engine.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.Plans;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.SwitchLoad;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LldpCarrierTest {
  private static final int LLDP = 0x88cc;
  private static final int FLOOD = 0xfffffffb;

  private final Plans plans = new Plans();
  private final List<String> far = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "88cc, 60, true",
    "8942, 60, true",
    "88cc, 14, true",
    "88cc, 1518, true",
    "0800, 60, false",
    "88cc, 13, false",
    "88cc, 1519, false"
  })
  void shouldCarryDiscoveryOnly(String type, int bytes, boolean carried) {
    ByteBuffer frame = frame(Integer.parseInt(type, 16), bytes);
    assertThat(LldpCarrier.carries(frame, 0, bytes)).isEqualTo(carried);
  }

  @Test
  void shouldHandOverOnlyWhatLeavesThisProcess() {
    plans.firstHostPort = 3;
    Neighbours neighbours = (sw, port) -> port == 1 ? (1L << 16) | 1 : Neighbours.ELSEWHERE;
    LldpCarrier carrier = carrier(neighbours);
    ByteBuffer frame = frame(LLDP, 60);
    carrier.carry(0, 1, frame, 0, 60);
    assertThat(far).isEmpty();
    carrier.carry(0, 2, frame, 0, 60);
    assertThat(far).containsExactly("0:2:60");
    carrier.carry(0, FLOOD, frame, 0, 60);
    assertThat(far).containsExactly("0:2:60", "0:2:60");
    carrier.carry(plans.switchCount, 2, frame, 0, 60);
    assertThat(far).as("the probing switch has no neighbours").hasSize(2);
  }

  @Test
  void shouldLoseFramesWhenTooManyWait() {
    LldpCarrier carrier = carrier(Neighbours.NONE);
    byte[] frame = frame(LLDP, 60).array();
    for (int i = 0; i < LldpCarrier.MOST_WAITING + 10; i++) {
      carrier.arrive(0, 1, frame);
    }
    assertThat(carrier.waiting(0)).isEqualTo(LldpCarrier.MOST_WAITING);
  }

  @Test
  void shouldTakeNothingElseWhenAnotherProcessSendsIt() {
    LldpCarrier carrier = carrier(Neighbours.NONE);
    carrier.arrive(-1, 1, frame(LLDP, 60).array());
    carrier.arrive(plans.switchCount, 1, frame(LLDP, 60).array());
    carrier.arrive(0, 1, frame(0x800, 60).array());
    carrier.arrive(0, 1, new byte[0]);
    assertThat(carrier.waiting(0)).isZero();
    carrier.arrive(0, 1, frame(LLDP, 60).array());
    assertThat(carrier.waiting(0)).isOne();
  }

  private LldpCarrier carrier(Neighbours neighbours) {
    return new LldpCarrier(
        neighbours,
        plans.plan().switches().toArray(SwitchLoad[]::new),
        (sw, port, frame) -> far.add(sw + ":" + port + ":" + frame.length),
        1);
  }

  private static ByteBuffer frame(int type, int bytes) {
    return ByteBuffer.allocate(bytes).putShort(Math.min(12, bytes - 2), (short) type);
  }
}
