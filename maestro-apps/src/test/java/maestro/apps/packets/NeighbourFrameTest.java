package maestro.apps.packets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import maestro.apps.testkit.FakeRequest;
import maestro.apps.testkit.NeighbourFrames;
import org.junit.jupiter.api.Test;

class NeighbourFrameTest {
  private static final long A = 0x0200_0000_000aL;
  private static final long B = 0x0200_0000_000bL;
  private static final long NET = 0xfd00_0000_0000_0001L;
  private static final long TO_GROUP = 0x3333_ff00_000bL;
  private static final int SOLICITED = 0x40;
  private static final int BY_ROUTER = 0xc0;

  private final NeighbourFrame neighbour = new NeighbourFrame();
  private final byte[] reply = new byte[NeighbourFrame.MAX_ADVERTISEMENT_BYTES];

  @Test
  void shouldReadASolicitation() {
    assertThat(wrap(solicitation())).isTrue();
    assertThat(neighbour.type()).isEqualTo(NeighbourFrame.SOLICITATION);
    assertThat(neighbour.sourceHigh()).isEqualTo(NET);
    assertThat(neighbour.sourceLow()).isEqualTo(0xa);
    assertThat(neighbour.targetHigh()).isEqualTo(NET);
    assertThat(neighbour.targetLow()).isEqualTo(0xb);
    assertThat(neighbour.ethAddress()).isEqualTo(A);
    assertThat(neighbour.isChecksumRight()).isTrue();
    assertThat(NeighbourFrame.isToSolicited(TO_GROUP)).isTrue();
    assertThat(NeighbourFrame.isToSolicited(0x3333_0000_0001L)).isFalse();
    assertThat(NeighbourFrame.isToSolicited(Addresses.BROADCAST)).isFalse();
  }

  @Test
  void shouldReadAnAdvertisementOfARouterAndOfAHost() {
    assertThat(wrap(NeighbourFrames.advertisement(B, NET, 0xb, A, NET, 0xa, BY_ROUTER))).isTrue();
    assertThat(neighbour.type()).isEqualTo(NeighbourFrame.ADVERTISEMENT);
    assertThat(neighbour.isFromRouter()).isTrue();
    assertThat(neighbour.ethAddress()).isEqualTo(B);
    assertThat(neighbour.isChecksumRight()).isTrue();
    wrap(NeighbourFrames.advertisement(B, NET, 0xb, A, NET, 0xa, SOLICITED));
    assertThat(neighbour.isFromRouter()).isFalse();
    assertThat(wrap(NeighbourFrames.routerAdvertisement(B, NET, 0xb, 1))).isTrue();
    assertThat(neighbour.type()).isEqualTo(NeighbourFrame.ROUTER_ADVERTISEMENT);
    assertThat(neighbour.isFromRouter()).isTrue();
    assertThat(neighbour.ethAddress()).isEqualTo(B);
    assertThat(neighbour.isChecksumRight()).isTrue();
    wrap(NeighbourFrames.routerAdvertisement(B, NET, 0xb, 0));
    assertThat(neighbour.isFromRouter()).isFalse();
  }

  @Test
  void shouldWriteWhatTheOwnerWouldAnswerButNotOverride() {
    for (boolean isRouter : new boolean[] {false, true}) {
      wrap(solicitation());
      Arrays.fill(reply, (byte) 0x55);
      int length = neighbour.writeAdvertisement(B, B, isRouter, reply);
      assertThat(Arrays.copyOf(reply, length))
          .isEqualTo(
              NeighbourFrames.advertisement(
                  B, NET, 0xb, A, NET, 0xa, isRouter ? BY_ROUTER : SOLICITED));
    }
  }

  @Test
  void shouldKeepTheTagsOfTheSolicitation() {
    byte[] twice = NeighbourFrames.tagged(NeighbourFrames.tagged(solicitation(), 20), 10);
    assertThat(wrap(twice)).isTrue();
    int length = neighbour.writeAdvertisement(B, B, false, reply);
    assertThat(length).isEqualTo(NeighbourFrame.MAX_ADVERTISEMENT_BYTES);
    byte[] untagged = NeighbourFrames.advertisement(B, NET, 0xb, A, NET, 0xa, SOLICITED);
    assertThat(Arrays.copyOf(reply, length))
        .isEqualTo(NeighbourFrames.tagged(NeighbourFrames.tagged(untagged, 20), 10));
  }

  @Test
  void shouldAskAHostInTheControllersName() {
    byte[] question = NeighbourFrame.question(B, NET, 0xb);
    assertThat(wrap(question)).isTrue();
    FakeRequest frame = new FakeRequest(1, 1, 0, question);
    assertThat(frame.ethDst()).isEqualTo(B);
    assertThat(frame.ethSrc()).isEqualTo(Addresses.OF_CONTROLLER);
    assertThat(neighbour.type()).isEqualTo(NeighbourFrame.SOLICITATION);
    assertThat(neighbour.ethAddress()).isEqualTo(Addresses.OF_CONTROLLER);
    assertThat(Addresses.formatIpv6(neighbour.sourceHigh(), neighbour.sourceLow()))
        .isEqualTo("fe80::4d:53ff:fe00:1");
    assertThat(neighbour.targetLow()).isEqualTo(0xb);
    assertThat(neighbour.isChecksumRight()).isTrue();
  }

  @Test
  void shouldRefuseWhatIsCutOffOrCameThroughARouter() {
    byte[] whole = solicitation();
    for (int length = 14; length < whole.length; length++) {
      assertThat(wrap(Arrays.copyOf(whole, length))).isFalse();
    }
    assertThat(wrap(with(21, 254))).as("hop limit").isFalse();
    assertThat(wrap(with(20, 17))).as("UDP").isFalse();
    assertThat(wrap(with(54, 128))).as("an echo").isFalse();
    assertThat(wrap(with(55, 1))).as("code").isFalse();
    assertThat(wrap(with(14, 0x40))).as("version").isFalse();
    assertThat(wrap(with(12, 8))).as("Ethernet type").isFalse();
    assertThat(wrap(with(19, 23))).as("length").isFalse();
    wrap(with(79, 0));
    assertThat(neighbour.ethAddress()).as("an option without length").isEqualTo(-1);
    wrap(with(60, 1));
    assertThat(neighbour.isChecksumRight()).isFalse();
  }

  private static byte[] with(int at, int value) {
    byte[] frame = solicitation();
    frame[at] = (byte) value;
    return frame;
  }

  @Test
  void shouldSurviveAnyBytes() {
    Random random = new Random(6);
    byte[] whole = NeighbourFrames.tagged(solicitation(), 10);
    int read = 0;
    for (int i = 0; i < 100_000; i++) {
      byte[] frame = Arrays.copyOf(whole, 14 + random.nextInt(whole.length + 8));
      for (int n = random.nextInt(3); n > 0; n--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      if (wrap(frame)) {
        neighbour.ethAddress();
        neighbour.isChecksumRight();
        if (neighbour.type() != NeighbourFrame.ROUTER_ADVERTISEMENT) {
          neighbour.writeAdvertisement(1, 1, true, reply);
        }
        read++;
      }
    }
    assertThat(read).isPositive();
  }

  @Test
  void shouldWriteIpv6AddressesAsPeopleDo() {
    assertThat(Addresses.formatIpv6(0, 0)).isEqualTo("::");
    assertThat(Addresses.formatIpv6(0, 1)).isEqualTo("::1");
    assertThat(Addresses.formatIpv6(0xfe80_0000_0000_0000L, 0x1L)).isEqualTo("fe80::1");
    assertThat(Addresses.formatIpv6(0x2001_0db8_0000_0000L, 0x0001_0000_0000_0000L))
        .isEqualTo("2001:db8:0:0:1::");
    assertThat(Addresses.formatIpv6(0x2001_0db8_0000_0001L, 0x0001_0001_0001_0001L))
        .isEqualTo("2001:db8:0:1:1:1:1:1");
    assertThat(Addresses.isHost(NET, 0)).isTrue();
    assertThat(Addresses.isHost(0L, 1L)).isFalse();
    assertThat(Addresses.isHost(0xff02_0000_0000_0000L, 1)).isFalse();
  }

  private boolean wrap(byte[] frame) {
    return neighbour.wrap(new FakeRequest(1, 1, 0, frame));
  }

  private static byte[] solicitation() {
    return NeighbourFrames.solicitation(A, NET, 0xa, TO_GROUP, NET, 0xb);
  }
}
