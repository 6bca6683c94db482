package maestro.network.dataplane.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import maestro.network.dataplane.FrameInput;
import maestro.openflow.OpenFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes to frames, judged by their bytes and by checksums that are computed from all of them. */
class FieldEditsTest {
  private static final long DST = 0x0200_0000_0002L;

  private final Packet packet = new Packet(OpenFlow.VERSION_10);
  private final FieldEdits edits = new FieldEdits();

  @ParameterizedTest
  @ValueSource(ints = {1, 6, 17})
  void shouldKeepChecksumsRightWhenFieldsChange(int protocol) {
    Random random = new Random(protocol);
    load(Frames.ipv4(1, DST, protocol, 0x0a000001, 0x0a000002, 8, 0));
    for (int i = 0; i < 10_000; i++) {
      switch (random.nextInt(5)) {
        case 0 -> set(Field.IPV4_SRC, random.nextInt());
        case 1 -> set(Field.IPV4_DST, random.nextInt());
        case 2 -> set(Field.IP_DSCP, random.nextInt(64));
        case 3 -> edits.setPort(packet, true, random.nextInt(0x10000));
        default -> edits.setPort(packet, false, random.nextInt(0x10000));
      }
      assertThat(Frames.hasRightSums(bytes())).as("change %d", i).isTrue();
    }
  }

  @Test
  void shouldSetFieldsWhereTheyAre() {
    load(Frames.ipv4(1, DST, 6, 0x0a000001, 0x0a000002, 4000, 80));
    set(Field.ETH_DST, 0x0200_0000_0033L);
    set(Field.ETH_SRC, 0x0200_0000_0044L);
    set(Field.IPV4_SRC, 0x0a000005);
    set(Field.IPV4_DST, 0x0a000006);
    set(Field.IP_DSCP, 0x3f);
    edits.setPort(packet, true, 5000);
    edits.setPort(packet, false, 81);
    ByteBuffer expected =
        ByteBuffer.wrap(
            Frames.ipv4(0x0200_0000_0044L, 0x0200_0000_0033L, 6, 0x0a000005, 0x0a000006, 5000, 81));
    byte[] changed = bytes();
    assertThat(changed[15]).as("the lower two bits stay").isEqualTo((byte) 0xfd);
    expected.put(15, changed[15]).putShort(24, ByteBuffer.wrap(changed).getShort(24));
    assertThat(changed).isEqualTo(expected.array());
  }

  @Test
  void shouldKeepUdpWithoutChecksumWithoutOne() {
    byte[] udp = Frames.ipv4(1, DST, 17, 1, 2, 3, 4);
    ByteBuffer.wrap(udp).putShort(40, (short) 0);
    load(udp);
    set(Field.IPV4_SRC, 99);
    edits.setPort(packet, true, 99);
    assertThat(ByteBuffer.wrap(bytes()).getShort(40)).isZero();
  }

  @Test
  void shouldAddChangeAndRemoveTheTag() {
    byte[] plain = Frames.ipv4(1, DST, 17, 1, 2, 3, 4);
    load(plain);
    tag(Field.VLAN_VID, Field.VLAN_PRESENT | 5);
    assertThat(bytes()).isEqualTo(Frames.tagged(plain, 5));
    tag(Field.VLAN_PCP, 3);
    assertThat(bytes()).isEqualTo(Frames.tagged(plain, 3 << 13 | 5));
    tag(Field.VLAN_VID, Field.VLAN_PRESENT | 6);
    assertThat(bytes()).isEqualTo(Frames.tagged(plain, 3 << 13 | 6));
    TagEdits.popVlan(packet);
    TagEdits.popVlan(packet);
    assertThat(bytes()).isEqualTo(plain);
    tag(Field.VLAN_PCP, 2);
    assertThat(bytes()).isEqualTo(Frames.tagged(plain, 2 << 13));
  }

  @Test
  void shouldChangeNothingThatAFrameHasNot() {
    byte[] arp = Frames.arp(1, 1, 7, 8);
    load(arp);
    set(Field.IPV4_SRC, 99);
    set(Field.IP_DSCP, 9);
    edits.setPort(packet, true, 99);
    assertThat(bytes()).isEqualTo(arp);
    byte[] fragment = Frames.ipv4(1, DST, 17, 1, 2, 3, 4);
    ByteBuffer.wrap(fragment).putShort(20, (short) 0x2000);
    load(fragment);
    edits.setPort(packet, true, 99);
    assertThat(bytes()).isEqualTo(fragment);
  }

  @Test
  void shouldReadNothingBeyondAFrameThatIsCutOffAnywhere() {
    byte[] whole = Frames.tagged(Frames.ipv4(1, DST, 6, 1, 2, 3, 4), 5);
    load(new byte[FrameInput.MOST_FRAME_BYTES]);
    for (int length = FrameInput.LEAST_FRAME_BYTES; length < whole.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(whole, length);
      load(cut);
      for (int i = 0; i < 4; i++) {
        set(i % 2 == 0 ? Field.IPV4_SRC : Field.IPV4_DST, -1);
        edits.setPort(packet, i < 2, -1);
      }
      assertThat(packet.lengthBytes()).isEqualTo(length);
      assertThat(packet.transport == Packet.NONE).isEqualTo(length < 18 + 20 + 20);
    }
    assertThat(packet.load(ByteBuffer.allocate(13), 0, 13, 1)).isFalse();
  }

  private void set(Field field, long value) {
    edits.set(packet, field, value, 0);
  }

  private void tag(Field field, long value) {
    assertThat(TagEdits.tag(packet)).isTrue();
    set(field, value);
  }

  private void load(byte[] bytes) {
    assertThat(packet.load(ByteBuffer.wrap(bytes), 0, bytes.length, 1)).isTrue();
    packet.refresh();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[packet.lengthBytes()];
    packet.bytes.get(packet.at, bytes);
    return bytes;
  }
}
