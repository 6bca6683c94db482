package maestro.network.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The frames of IPv6, byte by byte, with checksums that were computed by hand. */
class HostFrames6Test {
  private static final long ETH_1 = 0x0200_0000_0000L;
  private static final long ETH_2 = 0x0200_0000_0001L;

  private final ByteBuffer b = ByteBuffer.allocate(HostFrames6.ECHO_BYTES);

  private String hex(int lengthBytes) {
    return HexFormat.of().formatHex(b.array(), 0, lengthBytes);
  }

  /** The ones' complement sum over the pseudo header and the message. */
  private int sum(int lengthBytes) {
    long sum = 58L + lengthBytes - 54;
    for (int at = 22; at < lengthBytes; at += 2) {
      sum += b.getShort(at) & 0xffff;
    }
    while (sum > 0xffff) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return (int) sum;
  }

  @Test
  void shouldSolicitAtTheMulticastAddressOfTheTarget() {
    HostFrames6.solicit(b, ETH_1, 1, 2);
    assertThat(hex(HostFrames6.NEIGHBOUR_BYTES))
        .startsWith("3333ff000002" + "020000000000" + "86dd" + "60000000" + "0020" + "3aff")
        .contains("ff0200000000000000000001ff000002" + "8700")
        .endsWith("fd000000000000000000000000000002" + "0101020000000000");
    assertThat(sum(HostFrames6.NEIGHBOUR_BYTES)).isEqualTo(0xffff);
    assertThat(HostFrames6.isNeighbour(b, 0, HostFrames6.NEIGHBOUR_BYTES)).isTrue();
    b.put(85, (byte) 1);
    assertThat(HostFrames6.isNeighbour(b, 0, HostFrames6.NEIGHBOUR_BYTES)).isFalse();
  }

  @Test
  void shouldAdvertiseItsOwnAddressToTheOneThatAsked() {
    ByteBuffer asked = ByteBuffer.allocate(HostFrames6.NEIGHBOUR_BYTES);
    HostFrames6.solicit(asked, ETH_1, 1, 2);
    HostFrames6.answer(b, ETH_2, 2, asked, 0);
    assertThat(hex(HostFrames6.NEIGHBOUR_BYTES))
        .startsWith("020000000000" + "020000000001" + "86dd")
        .contains("60000000fd000000000000000000000000000002" + "0201020000000001");
    assertThat(sum(HostFrames6.NEIGHBOUR_BYTES)).isEqualTo(0xffff);
    assertThat(HostFrames6.optionEth(b, 0)).isEqualTo(ETH_2);
  }

  @Test
  void shouldKnowTheNumberOfItsOwnEchoesOnly() {
    HostFrames6.echo(b, HostFrames6.ECHO_REQUEST, ETH_1, 1, ETH_2, 2, 0x12345);
    assertThat(sum(HostFrames6.ECHO_BYTES)).isEqualTo(0xffff);
    assertThat(HostFrames6.echoNumber(b, 0, HostFrames6.ECHO_BYTES)).isEqualTo(0x12345);
    assertThat(HostFrames.echoNumber(b, 0, HostFrames6.ECHO_BYTES)).isEqualTo(HostFrames.NO_PING);
    b.put(117, (byte) 1);
    assertThat(HostFrames6.echoNumber(b, 0, HostFrames6.ECHO_BYTES)).isEqualTo(HostFrames.NO_PING);
  }
}
