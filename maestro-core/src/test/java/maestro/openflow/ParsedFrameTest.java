package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import maestro.api.packet.FrameBuilder;
import maestro.api.packet.ParsedFrame;
import org.junit.jupiter.api.Test;

/** An application that parses a frame sees in it what a stage sees by the flyweight. */
class ParsedFrameTest {
  private final SplittableRandom random = new SplittableRandom(1);

  private byte[] frame() {
    FrameBuilder builder =
        FrameBuilder.ethernet(random.nextLong() >>> 16, random.nextLong() >>> 16);
    for (int tags = random.nextInt(3); tags > 0; tags--) {
      builder.vlan(random.nextInt(1 << 16));
    }
    boolean is6 = random.nextBoolean();
    if (random.nextInt(8) == 0) {
      builder.arp(random.nextInt(3), 1, 2, 3, 4);
    } else {
      if (is6) {
        builder.ipv6(random.nextLong(), 1, 2, random.nextLong());
      } else {
        builder.ipv4(random.nextInt(), random.nextInt());
      }
      switch (random.nextInt(is6 ? 4 : 3)) {
        case 0 -> builder.udp(random.nextInt(65_536), 5);
        case 1 -> builder.tcp(random.nextInt(65_536), 5, 6, 7, 8, 9);
        case 2 -> builder.icmp(random.nextInt(256), random.nextInt(256), 7);
        default -> builder.neighbourSolicitation(8, random.nextLong(), 9);
      }
    }
    byte[] frame = builder.payload(new byte[random.nextInt(9)]).build();
    if (random.nextInt(4) == 0) {
      frame = Arrays.copyOf(frame, 14 + random.nextInt(frame.length - 13));
    }
    for (int flips = random.nextInt(3); flips > 0; flips--) {
      frame[12 + random.nextInt(frame.length - 12)] = (byte) random.nextInt();
    }
    return frame;
  }

  @Test
  void shouldAgreeWithTheFlyweightOfStages() {
    FrameFlyweight flyweight = new FrameFlyweight();
    int transports = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] frame = frame();
      assertThat(flyweight.wrap(ByteBuffer.wrap(frame), 0, frame.length)).isTrue();
      ParsedFrame parsed = ParsedFrame.of(frame);
      String text = HexFormat.of().formatHex(frame);
      long[] seen = {
        parsed.ethDst(),
        parsed.ethSrc(),
        parsed.ethType(),
        parsed.vlanId(),
        parsed.arpOperation(),
        parsed.arpSenderIpv4(),
        parsed.arpTargetIpv4(),
        parsed.ipv4Src(),
        parsed.ipv4Dst(),
        parsed.ipv6SrcHigh(),
        parsed.ipv6SrcLow(),
        parsed.ipv6DstHigh(),
        parsed.ipv6DstLow()
      };
      long[] expected = {
        flyweight.ethDst(),
        flyweight.ethSrc(),
        flyweight.ethType(),
        flyweight.vlanId(),
        flyweight.arpOperation(),
        flyweight.arpSenderIpv4(),
        flyweight.arpTargetIpv4(),
        flyweight.ipv4Src(),
        flyweight.ipv4Dst(),
        flyweight.ipv6SrcHigh(),
        flyweight.ipv6SrcLow(),
        flyweight.ipv6DstHigh(),
        flyweight.ipv6DstLow()
      };
      assertThat(seen).as(text).isEqualTo(expected);
      if (!flyweight.isIpv6Extended()) {
        assertThat(parsed.protocol()).as(text).isEqualTo(flyweight.ipProtocol());
      }
      if (parsed.l4Src() >= 0) { // a whole header; the flyweight wants the ports alone
        transports++;
        assertThat(parsed.l4Src()).as(text).isEqualTo(flyweight.l4Src());
        assertThat(parsed.l4Dst()).as(text).isEqualTo(flyweight.l4Dst());
        assertThat(parsed.ndTargetLow()).as(text).isEqualTo(flyweight.ndTargetLow());
      }
    }
    assertThat(transports).isGreaterThan(30_000);
  }
}
