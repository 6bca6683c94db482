package maestro.openflow.entry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import maestro.openflow.Bytes;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A reader that knows the form of the message before says what one says that knows nothing. */
class MessageFormTest {
  private static final String HEAD =
      " 00000001 0000000000000000 0000000000000000 00 00 0000 0000 0001 ffffffff ffffffff ffffffff 0000 0000";
  private static final String MASKED =
      "040e0078"
          + HEAD
          + "0001 0024 8000070c f1f2f3f4f5f6 ffffffffffff 8000090c 010000000000 010000000000 00000000"
          + "0001000807000000 0003001800000000 0000001000000004 ffff000000000000";
  private static final String NO_MATCH = "040e0038" + HEAD + "0001 0004 00000000";

  /** Twenty actions: too many words for a form. */
  private static final String LONG =
      "040e00e0"
          + HEAD
          + "0001 0004 00000000 000400a800000000"
          + "0012000800000000".repeat(18)
          + "0000001000000007 ffff000000000000";

  static Stream<byte[]> messages() {
    ByteBuffer b = ByteBuffer.allocate(256);
    int bytes =
        new L2FlowAdd().entry(1, 10, 0, 1, 7).encode(b, 0, OpenFlow.VERSION_13, 1, 3, 5, 6, 4, -1);
    return Stream.of(Bytes.copy(b, 0, bytes), Bytes.of(MASKED), Bytes.of(NO_MATCH), Bytes.of(LONG));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadAnyDamagedMessageAfterAGoodOneAsIfItWereTheFirst(byte[] good) {
    assertThat(read(new FlowModFlyweight(), good)).isNotEmpty();
    FlowModFlyweight knowing = new FlowModFlyweight();
    for (int at = 0; at < good.length; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] damaged = good.clone();
        damaged[at] = (byte) value;
        read(knowing, good);
        assertThat(read(knowing, damaged))
            .as("byte %d is %d", at, value)
            .isEqualTo(read(new FlowModFlyweight(), damaged));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldForgetAFormWhenAnotherMessageIsMalformed(byte[] good) {
    FlowModFlyweight knowing = new FlowModFlyweight();
    byte[] malformed = good.clone();
    malformed[FlowModFlyweight.MATCH_13 + 1] = 0; // no OXM match
    List<Long> first = read(knowing, good);

    assertThat(read(knowing, malformed)).isEmpty();
    assertThat(read(knowing, malformed)).isEmpty();
    assertThat(read(knowing, good)).isEqualTo(first);
  }

  /** What is read; nothing when it is not accepted. */
  private static List<Long> read(FlowModFlyweight m, byte[] message) {
    ByteBuffer b = ByteBuffer.wrap(message);
    if (!m.wrap(b, 0, message.length)) {
      return List.of();
    }
    return List.of((long) m.outputPort(), m.matchEthSrc(), m.matchEthDst());
  }
}
