package maestro.emulator.dataplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import maestro.emulator.dataplane.FrameInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes to frames, judged by their bytes and by checksums that are computed from all of them. */
class FrameEditsTest {
  private static final long DST = 0x0200_0000_0002L;

  private final Frame frame = new Frame();

  @ParameterizedTest
  @ValueSource(ints = {1, 6, 17})
  void shouldKeepChecksumsRightWhenFieldsChange(int protocol) {
    Random random = new Random(protocol);
    load(TestFrames.ipv4(1, DST, protocol, 0x0a000001, 0x0a000002, 8, 0));
    for (int i = 0; i < 10_000; i++) {
      switch (random.nextInt(5)) {
        case 0 -> FrameEdits.setIpv4(frame, 12, random.nextInt());
        case 1 -> FrameEdits.setIpv4(frame, 16, random.nextInt());
        case 2 -> FrameEdits.setTos(frame, random.nextInt(256));
        case 3 -> FrameEdits.setTransport(frame, true, random.nextInt(0x10000));
        default -> FrameEdits.setTransport(frame, false, random.nextInt(0x10000));
      }
      assertThat(TestFrames.hasRightSums(bytes())).as("change %d", i).isTrue();
    }
  }

  @Test
  void shouldSetFieldsWhereTheyAre() {
    load(TestFrames.ipv4(1, DST, 6, 0x0a000001, 0x0a000002, 4000, 80));
    FrameEdits.setEthernet(frame, 0, 0x0200_0000_0033L);
    FrameEdits.setEthernet(frame, 6, 0x0200_0000_0044L);
    FrameEdits.setIpv4(frame, 12, 0x0a000005);
    FrameEdits.setIpv4(frame, 16, 0x0a000006);
    FrameEdits.setTos(frame, 0xff);
    FrameEdits.setTransport(frame, true, 5000);
    FrameEdits.setTransport(frame, false, 81);
    ByteBuffer expected =
        ByteBuffer.wrap(
            TestFrames.ipv4(
                0x0200_0000_0044L, 0x0200_0000_0033L, 6, 0x0a000005, 0x0a000006, 5000, 81));
    byte[] changed = bytes();
    assertThat(changed[15]).as("the lower two bits stay").isEqualTo((byte) 0xfd);
    expected.put(15, changed[15]).putShort(24, ByteBuffer.wrap(changed).getShort(24));
    assertThat(changed).isEqualTo(expected.array());
  }

  @Test
  void shouldKeepUdpWithoutChecksumWithoutOne() {
    byte[] udp = TestFrames.ipv4(1, DST, 17, 1, 2, 3, 4);
    ByteBuffer.wrap(udp).putShort(40, (short) 0);
    load(udp);
    FrameEdits.setIpv4(frame, 12, 99);
    FrameEdits.setTransport(frame, true, 99);
    assertThat(ByteBuffer.wrap(bytes()).getShort(40)).isZero();
  }

  @Test
  void shouldAddChangeAndRemoveTheTag() {
    byte[] plain = TestFrames.ipv4(1, DST, 17, 1, 2, 3, 4);
    load(plain);
    FrameEdits.setVlan(frame, 5);
    assertThat(bytes()).isEqualTo(TestFrames.tagged(plain, 5));
    FrameEdits.setPriority(frame, 3);
    assertThat(bytes()).isEqualTo(TestFrames.tagged(plain, 3 << 13 | 5));
    FrameEdits.setVlan(frame, 6);
    assertThat(bytes()).isEqualTo(TestFrames.tagged(plain, 3 << 13 | 6));
    FrameEdits.stripVlan(frame);
    FrameEdits.stripVlan(frame);
    assertThat(bytes()).isEqualTo(plain);
    FrameEdits.setPriority(frame, 2);
    assertThat(bytes()).isEqualTo(TestFrames.tagged(plain, 2 << 13));
  }

  @Test
  void shouldChangeNothingThatAFrameHasNot() {
    byte[] arp = TestFrames.arp(1, 1, 7, 8);
    load(arp);
    FrameEdits.setIpv4(frame, 12, 99);
    FrameEdits.setTos(frame, 99);
    FrameEdits.setTransport(frame, true, 99);
    assertThat(bytes()).isEqualTo(arp);
    byte[] fragment = TestFrames.ipv4(1, DST, 17, 1, 2, 3, 4);
    ByteBuffer.wrap(fragment).putShort(20, (short) 0x2000);
    load(fragment);
    FrameEdits.setTransport(frame, true, 99);
    assertThat(bytes()).isEqualTo(fragment);
  }

  @Test
  void shouldReadNothingBeyondAFrameThatIsCutOffAnywhere() {
    byte[] whole = TestFrames.tagged(TestFrames.ipv4(1, DST, 6, 1, 2, 3, 4), 5);
    load(new byte[FrameInput.MOST_FRAME_BYTES]);
    for (int length = FrameInput.LEAST_FRAME_BYTES; length < whole.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(whole, length);
      load(cut);
      for (int i = 0; i < 4; i++) {
        FrameEdits.setIpv4(frame, 12 + 4 * (i & 1), -1);
        FrameEdits.setTransport(frame, i < 2, -1);
      }
      assertThat(frame.lengthBytes()).isEqualTo(length);
      assertThat(frame.transport == Frame.NONE).isEqualTo(length < 18 + 20 + 20);
    }
    assertThat(frame.load(ByteBuffer.allocate(13), 0, 13, 1)).isFalse();
  }

  private void load(byte[] bytes) {
    assertThat(frame.load(ByteBuffer.wrap(bytes), 0, bytes.length, 1)).isTrue();
    frame.readKey();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[frame.lengthBytes()];
    frame.bytes.get(frame.at, bytes);
    return bytes;
  }
}
