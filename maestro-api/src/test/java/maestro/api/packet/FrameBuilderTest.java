package maestro.api.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is built is what is parsed, and its checksums are right. */
class FrameBuilderTest {
  private static final long ETH = 0xffff_ffff_ffffL;

  /** The ones' complement sum of 16-bit words, from the definition in RFC 1071. */
  private static int sum(byte[] bytes, int from, int to, long start) {
    long sum = start;
    for (int i = from; i < to; i++) {
      sum += (long) (bytes[i] & 0xff) << ((i - from) % 2 == 0 ? 8 : 0);
    }
    while (sum > 0xffff) {
      sum = (sum >>> 16) + (sum & 0xffff);
    }
    return (int) sum;
  }

  @Test
  void shouldBuildTheHeaderOfTheBooks() {
    byte[] frame =
        FrameBuilder.ethernet(1, 2)
            .ipv4(0xc0a8_0001, 0xc0a8_00c7)
            .udp(0x1234, 0x35)
            .payload(new byte[] {1, 2, 3})
            .build();
    assertThat(HexFormat.of().formatHex(frame))
        .isEqualTo(
            "0000000000010000000000020800"
                + "4500001f0000000040"
                + "11f8b5"
                + "c0a80001c0a800c7"
                + "12340035000b"
                + "6754"
                + "010203");
  }

  @Test
  void shouldParseWhatItBuildsWithRightChecksums() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 20_000; i++) {
      boolean is6 = random.nextBoolean();
      int vlan = random.nextBoolean() ? random.nextInt(4096) : -1;
      int kind = random.nextInt(3);
      int a = random.nextInt(is6 && kind == 2 ? 100 : 256);
      int b = random.nextInt(256);
      long w = random.nextLong();
      byte[] payload = new byte[random.nextInt(60)];
      random.nextBytes(payload);
      long dst = w & ETH;
      FrameBuilder builder = FrameBuilder.ethernet(dst, 5);
      builder = vlan < 0 ? builder : builder.vlan(vlan | 0xe000);
      builder = is6 ? builder.ipv6(w, 1, 2, ~w) : builder.ipv4((int) w, 7);
      builder =
          switch (kind) {
            case 0 -> builder.udp(a, b);
            case 1 -> builder.tcp(a, b, (int) w, 1, 0x12, 1000);
            default -> builder.icmp(a, b, (int) w);
          };
      byte[] bytes = builder.payload(payload).build();
      ParsedFrame frame = ParsedFrame.of(bytes);
      assertThat(frame.ethDst()).isEqualTo(dst);
      assertThat(frame.ethSrc()).isEqualTo(5);
      assertThat(frame.vlanId()).isEqualTo(vlan);
      assertThat(frame.isIpv6()).isEqualTo(is6);
      assertThat(frame.isIpv4()).isEqualTo(!is6);
      assertThat(frame.ipv4Src()).isEqualTo(is6 ? 0 : (int) w);
      assertThat(frame.ipv6SrcHigh()).isEqualTo(is6 ? w : 0);
      assertThat(frame.ipv6DstLow()).isEqualTo(is6 ? ~w : 0);
      assertThat(frame.hopLimit()).isEqualTo(64);
      assertThat(frame.l4Src()).isEqualTo(a);
      assertThat(frame.l4Dst()).isEqualTo(b);
      assertThat(frame.icmpRest()).isEqualTo(kind == 2 ? (int) w : 0);
      assertThat(frame.tcpFlags()).isEqualTo(kind == 1 ? 0x12 : -1);
      assertThat(frame.payload()).isEqualTo(payload);
      checkSums(bytes, vlan < 0 ? 14 : 18, is6, frame.protocol());
    }
  }

  private static void checkSums(byte[] frame, int network, boolean is6, int protocol) {
    int transport = network + (is6 ? 40 : 20);
    int bytes = frame.length - transport;
    if (!is6) {
      assertThat(sum(frame, network, transport, 0)).isEqualTo(0xffff);
    }
    int addresses = network + (is6 ? 8 : 12);
    long pseudo = protocol == 1 ? 0 : sum(frame, addresses, transport, (long) bytes + protocol);
    assertThat(sum(frame, transport, frame.length, pseudo)).isEqualTo(0xffff);
  }

  @Test
  void shouldBuildArp() {
    ParsedFrame frame = ParsedFrame.of(FrameBuilder.ethernet(ETH, 5).arp(1, 5, 6, 0, 7).build());
    assertThat(frame.isArp()).isTrue();
    assertThat(frame.arpOperation()).isOne();
    assertThat(frame.arpSenderEth()).isEqualTo(5);
    assertThat(frame.arpSenderIpv4()).isEqualTo(6);
    assertThat(frame.arpTargetIpv4()).isEqualTo(7);
  }

  @Test
  void shouldBuildNeighbourMessages() {
    for (boolean asks : new boolean[] {true, false}) {
      FrameBuilder builder = FrameBuilder.ethernet(1, 2).ipv6(3, 4, 5, 6);
      builder =
          asks
              ? builder.neighbourSolicitation(7, 8, 9)
              : builder.neighbourAdvertisement(0x6000_0000, 7, 8, 9);
      byte[] bytes = builder.build();
      ParsedFrame frame = ParsedFrame.of(bytes);
      assertThat(frame.l4Src()).isEqualTo(asks ? 135 : 136);
      assertThat(frame.hopLimit()).isEqualTo(255);
      assertThat(frame.ndTargetHigh()).isEqualTo(7);
      assertThat(frame.ndTargetLow()).isEqualTo(8);
      checkSums(bytes, 14, true, 58);
    }
  }

  @Test
  void shouldRefuseLayersThatDoNotFit() {
    FrameBuilder ethernet = FrameBuilder.ethernet(1, 2);
    assertThatThrownBy(() -> ethernet.udp(1, 2)).isInstanceOf(IllegalStateException.class);
    FrameBuilder udp = ethernet.ipv4(1, 2).udp(1, 2);
    assertThatThrownBy(() -> udp.ipv4(1, 2)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> udp.udp(1, 2)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> udp.neighbourSolicitation(1, 2, 3))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> udp.payload(new byte[66_000]).build())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldParseAnyBytesWithoutAnException() {
    SplittableRandom random = new SplittableRandom(1);
    byte[] right = FrameBuilder.ethernet(1, 2).vlan(3).ipv4(4, 5).tcp(6, 7, 8, 9, 10, 11).build();
    byte[] right6 = FrameBuilder.ethernet(1, 2).ipv6(4, 5, 6, 7).icmp(135, 0, 0).build();
    for (int i = 0; i < 50_000; i++) {
      byte[] frame = Arrays.copyOf(i % 2 == 0 ? right : right6, random.nextInt(80));
      for (int n = random.nextInt(4); n > 0 && frame.length > 0; n--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      ParsedFrame parsed = ParsedFrame.of(frame);
      assertThat(parsed.payload().length).isLessThanOrEqualTo(frame.length);
      long unused =
          parsed.ethDst()
              + parsed.ethSrc()
              + parsed.arpSenderEth()
              + parsed.arpTargetIpv4()
              + parsed.ipv4Dst()
              + parsed.ipv6SrcLow()
              + parsed.l4Src()
              + parsed.l4Dst()
              + parsed.icmpRest()
              + parsed.ndTargetLow()
              + parsed.tcpFlags()
              + parsed.hopLimit()
              + parsed.tcpSequence()
              + parsed.vlanId()
              + parsed.ethType();
    }
  }
}
