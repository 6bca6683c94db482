package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/**
 * The packet parser over any frame. What it says must not depend on where the frame lies and what
 * lies around it.
 */
@Tag("fuzz")
class FrameFuzzTest {
  private static final int AROUND = 64;

  @FuzzTest
  void shouldReadTheFrameAndNothingElse(byte[] frame) {
    ByteBuffer alone = ByteBuffer.wrap(frame);
    FrameFlyweight flyweight = new FrameFlyweight();
    if (!flyweight.wrap(alone, 0, frame.length)) {
      assertThat(frame.length).isLessThan(14);
      return;
    }
    long[] fields = fields(flyweight, 0);
    for (int filler : new int[] {0, 0xff, 0x45, 0x81}) {
      byte[] among = new byte[frame.length + 2 * AROUND];
      Arrays.fill(among, (byte) filler);
      System.arraycopy(frame, 0, among, AROUND, frame.length);
      flyweight.wrap(ByteBuffer.wrap(among), AROUND, frame.length);
      assertThat(fields(flyweight, AROUND)).isEqualTo(fields);
    }
  }

  private static long[] fields(FrameFlyweight m, int at) {
    assertThat(m.payloadLength()).isNotNegative();
    return new long[] {
      m.ethDst(),
      m.ethSrc(),
      m.isMulticast() ? 1 : 0,
      m.ethType(),
      m.vlanId(),
      m.payloadOffset() - at,
      m.payloadLength(),
      m.isIpv4() ? 1 : 0,
      m.isIpv6() ? 1 : 0,
      m.isArp() ? 1 : 0,
      m.ipv4Src(),
      m.ipv4Dst(),
      m.ipProtocol(),
      m.ipv6SrcHigh(),
      m.ipv6SrcLow(),
      m.ipv6DstHigh(),
      m.ipv6DstLow(),
      m.l4Src(),
      m.l4Dst(),
      m.arpOperation(),
      m.arpSenderIpv4(),
      m.arpTargetIpv4()
    };
  }
}
