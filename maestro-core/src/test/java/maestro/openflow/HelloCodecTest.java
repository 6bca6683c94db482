package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HelloCodecTest {
  /** The version chosen for a HELLO whose header tells the truth about its length. */
  private static int negotiate(int version, String body) {
    byte[] hello =
        Bytes.withHonestLength(Bytes.of(String.format("%02x 00 0000 00000001", version) + body));
    ByteBuffer b = ByteBuffer.wrap(hello);
    return HelloCodec.negotiate(b, 0, hello.length);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "2,1", "3,1", "4,4", "5,4", "6,4", "30,4", "31,4", "32,4", "255,4"})
  void shouldTakeAllVersionsUpToTheHeadersWhenThereIsNoBitmap(int version, int expected) {
    assertThat(negotiate(version, "")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 00010008 00000012, 4, 1.0 and 1.3",
    "4, 00010008 00000002, 1, only 1.0",
    "4, 00010008 00000010, 4, only 1.3",
    "6, 00010008 00000072, 4, '1.0, 1.3, 1.4 and 1.5'",
    "6, 00010008 00000062, 1, '1.0, 1.4 and 1.5'",
    "5, 00010008 00000020, 0, only 1.4",
    "3, 00010008 0000000c, 0, 1.1 and 1.2",
    "4, 00010008 00000000, 0, none at all",
    "4, 00010008 ffffffff, 4, every bit",
    "1, 00010008 00000012, 4, a header that says less than the bitmap",
    "4, 0001000c 00000002 ffffffff 00000000, 1, two words of which one counts",
  })
  void shouldBelieveTheBitmapWhenThereIsOne(int version, String body, int expected, String what) {
    assertThat(negotiate(version, body)).as(what).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "4, 00010008 00000000, no version",
    "5, 00010008 00000020, 1.4",
    "3, 00010008 0000000c, 1.1 and 1.2",
    "6, 00010008 000000e0, '1.4, 1.5 and 0x07'",
    "6, 00010008 80000004, 1.1 and 0x1f",
    "0, '', 0x00",
    "0, 00010008 00000001, 0x00",
  })
  void shouldSayInWordsWhichVersionsTheyAre(int version, String body, String expected) {
    byte[] hello =
        Bytes.withHonestLength(Bytes.of(String.format("%02x 00 0000 00000001", version) + body));
    assertThat(HelloCodec.negotiate(ByteBuffer.wrap(hello), 0, hello.length)).isZero();
    assertThat(HelloCodec.describeVersions(ByteBuffer.wrap(hello), 0, hello.length))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, '', 1, true",
    "1, '', 4, false",
    "4, '', 1, true",
    "4, '', 4, true",
    "4, 00010008 00000010, 1, false",
    "4, 00010008 00000012, 1, true",
    "6, 00010008 00000042, 4, false",
    "4, 0001, 4, false",
  })
  void shouldTellWhetherOneVersionIsSpoken(int version, String body, int asked, boolean expected) {
    byte[] hello =
        Bytes.withHonestLength(Bytes.of(String.format("%02x 00 0000 00000001", version) + body));
    assertThat(HelloCodec.speaks(ByteBuffer.wrap(hello), 0, hello.length, asked))
        .isEqualTo(expected);
  }

  @Test
  void shouldLeaveOutVersionZeroWhenThereAreOthers() {
    ByteBuffer hello = Bytes.hex("01 00 0008 00000001");
    assertThat(HelloCodec.describeVersions(hello, 0, 8)).isEqualTo("1.0");
  }

  @ParameterizedTest
  @CsvSource({
    "4, 00020004 00000000, 4, unknown element without content",
    "4, 0002000c 1122334455667788 00000000 00010008 00000002, 1, unknown element first",
    "4, 00010008 00000002 ffff0008 00000000, 1, unknown element behind",
    "4, 00020005 11 000000 00010008 00000002, 1, content of 1 byte and 3 of padding",
    "4, 00020005 11, 4, padding left out at the end",
    "4, 00010008 00000002 00020006 1122, 1, padding left out behind the bitmap",
    "4, 00010008 00000002 00010008 00000010, 1, the first of two bitmaps",
  })
  void shouldSkipWhatItDoesNotKnow(int version, String body, int expected, String what) {
    assertThat(negotiate(version, body)).as(what).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "00010009 00000012, length past the end",
    "0001ffff 00000012, length of 65535",
    "00010000 00000012, length 0",
    "00010003 00000012, length less than its own header",
    "00010004 00000012, bitmap without a word",
    "00010006 00120000, bitmap of half a word",
    "0001, half an element header",
    "000100, three bytes",
    "00, one byte",
    "00010008 00000012 0002, half an element header behind a good bitmap",
    "00020010 00000000 00, length past the end of an unknown element",
  })
  void shouldRefuseMalformedElementsButFromOldVersions(String body, String what) {
    assertThat(negotiate(4, body)).as(what).isEqualTo(HelloCodec.MALFORMED);
    assertThat(negotiate(6, body)).as(what).isEqualTo(HelloCodec.MALFORMED);
    assertThat(negotiate(1, body)).as("1.0 gives the body no meaning: " + what).isEqualTo(1);
    assertThat(negotiate(3, body)).as("1.2 gives the body no meaning: " + what).isEqualTo(1);
  }

  @Test
  void shouldRefuseWhenItIsNoHello() {
    assertThat(HelloCodec.negotiate(Bytes.hex("04 01 0008 00000001"), 0, 8))
        .as("type")
        .isNegative();
    assertThat(HelloCodec.negotiate(Bytes.hex("04 00 0009 00000001"), 0, 8))
        .as("longer")
        .isNegative();
    assertThat(HelloCodec.negotiate(Bytes.hex("04 00 0007 00000001"), 0, 8))
        .as("shorter")
        .isNegative();
    for (int length = 0; length < 8; length++) {
      byte[] cut = Bytes.copy(Bytes.hex("04 00 0008 00000001"), 0, length);
      assertThat(HelloCodec.negotiate(ByteBuffer.wrap(cut), 0, length))
          .as("%d bytes", length)
          .isEqualTo(HelloCodec.MALFORMED);
    }
  }

  @Test
  void shouldAgreeWithItself() {
    ByteBuffer b = ByteBuffer.allocate(32);
    assertThat(HelloCodec.negotiate(b, 3, HelloCodec.encode(b, 3, 1))).isEqualTo(4);
    for (int version : new int[] {1, 4}) {
      b.put(3, Header.alone(version, OpenFlow.HELLO, 1));
      assertThat(HelloCodec.negotiate(b, 3, OpenFlow.HEADER_BYTES)).isEqualTo(version);
    }
  }
}
