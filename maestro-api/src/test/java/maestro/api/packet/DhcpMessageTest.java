package maestro.api.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DhcpMessageTest {
  private static final long CLIENT = 0x0a0b_0c0d_0e0fL;
  private static final int SERVER_ID = 54;

  private static DhcpMessage parsed(DhcpMessage message) {
    return DhcpMessage.parse(message.bytes()).orElseThrow();
  }

  @Test
  void shouldParseWhatItBuilds() {
    byte[] longValue = new byte[600];
    new SplittableRandom(1).nextBytes(longValue);
    DhcpMessage offer =
        parsed(
            DhcpMessage.of(2, 2, 77, CLIENT)
                .yourIp(5)
                .serverIp(6)
                .withInt(SERVER_ID, 7)
                .with(60)
                .with(250, longValue));
    assertThat(offer.operation()).isEqualTo(2);
    assertThat(offer.type()).isEqualTo(2);
    assertThat(offer.xid()).isEqualTo(77);
    assertThat(offer.clientEth()).isEqualTo(CLIENT);
    assertThat(offer.clientIp()).isZero();
    assertThat(offer.yourIp()).isEqualTo(5);
    assertThat(offer.wantsBroadcast()).isFalse();
    assertThat(offer.optionInt(SERVER_ID)).contains(7);
    assertThat(offer.option(60).orElseThrow()).isEmpty();
    assertThat(offer.option(250).orElseThrow()).isEqualTo(longValue);
    assertThat(offer.option(51)).isEmpty();
  }

  @Test
  void shouldBeginWithTheFieldsOfRfc2131() {
    byte[] bytes = DhcpMessage.of(1, 1, 0x0102_0304, CLIENT).bytes();
    assertThat(bytes).hasSize(300);
    assertThat(Arrays.copyOf(bytes, 8)).containsExactly(1, 1, 6, 0, 1, 2, 3, 4);
    assertThat(Arrays.copyOfRange(bytes, 28, 34)).containsExactly(10, 11, 12, 13, 14, 15);
    assertThat(Arrays.copyOfRange(bytes, 236, 244))
        .containsExactly(0x63, 0x82, 0x53, 0x63, 53, 1, 1, 255);
  }

  @Test
  void shouldRefuseBytesThatAreNoMessage() {
    byte[] right = DhcpMessage.of(1, 1, 1, CLIENT).bytes();
    assertThat(DhcpMessage.parse(new byte[300])).isEmpty();
    assertThat(DhcpMessage.parse(Arrays.copyOf(right, 239))).isEmpty();
    assertThat(DhcpMessage.parse(Arrays.copyOf(right, 240))).as("no kind").isEmpty();
    byte[] cut = Arrays.copyOf(right, 242);
    assertThat(DhcpMessage.parse(cut)).as("an option that is cut off").isEmpty();
    SplittableRandom random = new SplittableRandom(1);
    int whole = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = Arrays.copyOf(right, 240 + random.nextInt(30));
      for (int at = 240; at < bytes.length; at++) {
        bytes[at] = (byte) random.nextInt();
      }
      whole += DhcpMessage.parse(bytes).isPresent() ? 1 : 0;
    }
    assertThat(whole).isLessThan(20_000);
    assertThatThrownBy(() -> DhcpMessage.of(1, 1, 1, 1).with(255))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
