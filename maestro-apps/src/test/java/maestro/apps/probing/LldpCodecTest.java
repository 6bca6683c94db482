package maestro.apps.probing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LldpCodecTest {
  /** Sealed with the key of {@link ProbeRoundsTest}. */
  static final Probe PROBE =
      new Probe(
          0x2a,
          3,
          0x1112131415161718L,
          0x0102030405060708L,
          true,
          0x72ceac9e08db8516L,
          0x1977d1afb438cc27L);

  /** Made by hand, and dissected by tshark without complaint. */
  private static final String GOLDEN =
      "0180c200000e02000000000388cc"
          + "02180730303a30303a30303a30303a30303a30303a30303a3261"
          + "04020733"
          + "06020078"
          + "fe30024d5302000000000000002a000000031112131415161718010203040506070872ceac9e08db85161977d1afb438cc27"
          + "0000";

  @Test
  void shouldMakeTheFrameOfTheStandard() {
    assertThat(LldpCodec.encode(PROBE, 0x0200_0000_0003L))
        .asHexString()
        .isEqualToIgnoringCase(GOLDEN);
  }

  @Test
  void shouldReadTheFrameOfTheStandard() {
    assertThat(LldpCodec.decode(HexFormat.of().parseHex(GOLDEN))).contains(PROBE);
  }

  @Test
  void shouldBroadcastWhenTheProbeIsNotDirect() {
    Probe probe = new Probe(-1, 0xf000_0001, 8, 5, false, 6, 7);
    byte[] frame = LldpCodec.encode(probe, 0x0200_0000_0003L);
    assertThat(HexFormat.of().formatHex(frame, 0, 14)).isEqualTo("ffffffffffff0200000000038942");
    assertThat(LldpCodec.decode(frame)).contains(probe);
    assertThat(frame).hasSizeLessThanOrEqualTo(128);
  }

  @Test
  void shouldMakeUpASourceWhenThePortsAddressIsNoHosts() {
    assertThat(HexFormat.of().formatHex(LldpCodec.encode(PROBE, 0), 6, 12))
        .isEqualTo("020000002a03");
    assertThat(HexFormat.of().formatHex(LldpCodec.encode(PROBE, 0x0100_0000_0001L), 6, 12))
        .isEqualTo("020000002a03");
  }

  @Test
  void shouldFindNoProbeWhenTheFrameIsOfOtherEquipment() {
    byte[] other = HexFormat.of().parseHex(GOLDEN.replace("fe30024d5302", "fe30024d5301"));
    assertThat(LldpCodec.decode(other)).isEmpty();
    byte[] ipv4 = HexFormat.of().parseHex(GOLDEN.replace("88cc", "0800"));
    assertThat(LldpCodec.decode(ipv4)).isEmpty();
    byte[] endFirst = HexFormat.of().parseHex(GOLDEN.replace("06020078", "00000000"));
    assertThat(LldpCodec.decode(endFirst)).isEmpty();
  }

  @Test
  void shouldFindNoProbeWhenTheFrameIsCutOffAnywhere() {
    byte[] whole = HexFormat.of().parseHex(GOLDEN);
    for (int length = 0; length < whole.length - 2; length++) {
      assertThat(LldpCodec.decode(Arrays.copyOf(whole, length))).as("%d bytes", length).isEmpty();
    }
    assertThat(LldpCodec.decode(Arrays.copyOf(whole, whole.length - 2)))
        .as("an end is not missed")
        .contains(PROBE);
  }

  @Test
  void shouldSurviveAnyBytes() {
    Random random = new Random(7);
    byte[] golden = HexFormat.of().parseHex(GOLDEN);
    int probes = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] frame = Arrays.copyOf(golden, random.nextInt(golden.length + 40));
      int damaged = random.nextInt(20);
      for (int n = 0; n < damaged && frame.length > 14; n++) {
        frame[14 + random.nextInt(frame.length - 14)] = (byte) random.nextInt();
      }
      probes += LldpCodec.decode(frame).isPresent() ? 1 : 0;
    }
    assertThat(probes).as("some of them are still probes").isBetween(1000, 190_000);
  }
}
