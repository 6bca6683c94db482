package maestro.apps.packets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import maestro.apps.testkit.FakeRequest;
import org.junit.jupiter.api.Test;

class ArpFrameTest {
  private static final String REQUEST =
      "ffffffffffff"
          + "02000000000a"
          + "0806"
          + "0001080006040001"
          + "02000000000a"
          + "0a000001"
          + "000000000000"
          + "0a000002";
  private static final String PADDING = "00".repeat(18);

  private final ArpFrame arp = new ArpFrame();
  private final byte[] reply = new byte[ArpFrame.MAX_REPLY_BYTES];

  @Test
  void shouldReadARequest() {
    assertThat(arp.wrap(request(REQUEST))).isTrue();
    assertThat(arp.operation()).isEqualTo(ArpFrame.REQUEST);
    assertThat(arp.senderEth()).isEqualTo(0x0200_0000_000aL);
    assertThat(arp.senderIpv4()).isEqualTo(0x0a00_0001);
    assertThat(arp.targetIpv4()).isEqualTo(0x0a00_0002);
  }

  @Test
  void shouldWriteTheReply() {
    arp.wrap(request(REQUEST));
    assertThat(arp.writeReply(0x0200_0000_000bL, 0x0200_0000_000bL, reply)).isEqualTo(60);
    assertThat(HexFormat.of().formatHex(reply))
        .isEqualTo(
            "02000000000a02000000000b08060001080006040002"
                + "02000000000b0a00000202000000000a0a000001"
                + PADDING);
  }

  @Test
  void shouldKeepTheTagsOfTheRequest() {
    Arrays.fill(reply, (byte) 0x55);
    String tags = "88a80064" + "8100000a";
    arp.wrap(request(REQUEST.replaceFirst("0806", tags + "0806")));
    assertThat(arp.targetIpv4()).isEqualTo(0x0a00_0002);
    assertThat(arp.writeReply(0x0200_0000_000bL, 0x0200_0000_000bL, reply)).isEqualTo(60);
    assertThat(HexFormat.of().formatHex(reply))
        .startsWith("02000000000a02000000000b" + tags + "08060001080006040002")
        .endsWith("0a000001" + "00".repeat(10));
  }

  @Test
  void shouldAskInTheControllersNameWithoutClaimingAnAddress() {
    assertThat(HexFormat.of().formatHex(ArpFrame.question(0x0200_0000_000aL, 0x0a00_0001)))
        .isEqualTo(
            "02000000000a024d5300000108060001080006040001"
                + "024d5300000100000000"
                + "0000000000000a000001"
                + PADDING);
  }

  @Test
  void shouldRefuseWhatIsNoArpForIpv4() {
    assertThat(arp.wrap(request(REQUEST.replace("0806000108", "0800000108")))).isFalse();
    assertThat(arp.wrap(request(REQUEST.replace("00010800", "000186dd")))).isFalse();
    byte[] whole = HexFormat.of().parseHex(REQUEST);
    for (int length = 14; length < whole.length; length++) {
      assertThat(arp.wrap(new FakeRequest(1, 1, 0, Arrays.copyOf(whole, length)))).isFalse();
    }
  }

  @Test
  void shouldSurviveAnyBytes() {
    Random random = new Random(5);
    byte[] whole = HexFormat.of().parseHex(REQUEST.replaceFirst("0806", "8100000a" + "0806"));
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] frame = Arrays.copyOf(whole, 14 + random.nextInt(whole.length - 13));
      for (int n = random.nextInt(3); n > 0; n--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      if (arp.wrap(new FakeRequest(1, 1, 0, frame))) {
        arp.writeReply(1, 1, reply);
        read++;
      }
    }
    assertThat(read).isPositive();
  }

  @Test
  void shouldTellHostsAddressesFromOthers() {
    assertThat(Addresses.isHost(0x0200_0000_0001L)).isTrue();
    assertThat(Addresses.isHost(0L)).isFalse();
    assertThat(Addresses.isHost(Addresses.BROADCAST)).isFalse();
    assertThat(Addresses.isHost(0x0a00_0001)).isTrue();
    assertThat(Addresses.isHost(0xc0a8_0001)).isTrue();
    assertThat(Addresses.isHost(0)).isFalse();
    assertThat(Addresses.isHost(0x7f00_0001)).isFalse();
    assertThat(Addresses.isHost(0xe000_0001)).isFalse();
    assertThat(Addresses.format(0x0200_0000_00abL)).isEqualTo("02:00:00:00:00:ab");
    assertThat(Addresses.format(0xc0a8_01fe)).isEqualTo("192.168.1.254");
  }

  private static FakeRequest request(String hex) {
    return new FakeRequest(1, 1, 0, HexFormat.of().parseHex(hex));
  }
}
