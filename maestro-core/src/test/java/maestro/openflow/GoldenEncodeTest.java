package maestro.openflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import maestro.openflow.entry.FlowModEncoder;
import maestro.openflow.entry.L2FlowAdd;
import org.junit.jupiter.api.Test;

/** What we write, byte for byte, against vectors written by hand from the specifications. */
class GoldenEncodeTest {
  private static final int AT = 5;
  private static final int ROOM = 256;
  private static final byte UNTOUCHED = (byte) 0xee;
  private static final long SRC = 0x0a0b0c0d0e0fL;
  private static final long DST = 0xf1f2f3f4f5f6L;
  private static final ByteBuffer DATA = Bytes.hex("99 99 deadbeef 99");
  private static final int DATA_AT = 2;

  private interface Encoder {
    int encode(ByteBuffer out, int at);
  }

  /**
   * Encodes into a heap and a direct buffer full of rubbish, and compares also what must not
   * change.
   */
  private static void assertEncodes(Encoder encoder, String hex) {
    byte[] expected = Bytes.of(hex);
    for (ByteBuffer out :
        new ByteBuffer[] {ByteBuffer.allocate(ROOM), ByteBuffer.allocateDirect(ROOM)}) {
      byte[] whole = new byte[ROOM];
      Arrays.fill(whole, UNTOUCHED);
      out.put(0, whole);
      out.limit(ROOM - 1).position(1);
      System.arraycopy(expected, 0, whole, AT, expected.length);

      int bytes = encoder.encode(out, AT);

      assertThat(bytes).isEqualTo(expected.length);
      assertThat(out.position()).isEqualTo(1);
      assertThat(out.limit()).isEqualTo(ROOM - 1);
      out.limit(ROOM);
      assertThat(Bytes.toHex(Bytes.copy(out, 0, ROOM))).isEqualTo(Bytes.toHex(whole));
    }
  }

  @Test
  void shouldWriteHeaderWhenAsked() {
    assertEncodes(
        (out, at) -> {
          Header.encode(out, at, 4, OpenFlow.ECHO_REPLY, 0xfffe, 0x80000001);
          return 8;
        },
        "04 03 fffe 80000001");
  }

  @Test
  void shouldWritePacketInWhenVersion10() {
    assertEncodes(
        (out, at) ->
            PacketInEncoder.encode(out, at, 1, 0x11223344, 0x102, 1500, 3, 1, 77, DATA, DATA_AT, 4),
        "01 0a 0016 11223344" + "00000102 05dc 0003 01 00" + "deadbeef");
    assertThat(PacketInEncoder.bytes(1, 4)).isEqualTo(22);
  }

  @Test
  void shouldWritePacketInWhenVersion13() {
    assertEncodes(
        (out, at) ->
            PacketInEncoder.encode(
                out,
                at,
                4,
                0x11223344,
                -1,
                65535,
                0xfffffffe,
                1,
                0x8123456789abcdefL,
                DATA,
                DATA_AT,
                4),
        "04 0a 002e 11223344"
            + "ffffffff ffff 01 00 8123456789abcdef"
            + "0001 000c 8000 00 04 fffffffe 00000000"
            + "0000 deadbeef");
    assertThat(PacketInEncoder.bytes(4, 4)).isEqualTo(46);
  }

  @Test
  void shouldWritePacketInWithoutDataWhenThereIsNone() {
    assertEncodes(
        (out, at) -> PacketInEncoder.encode(out, at, 1, 1, 7, 60, 0xfffffffe, 0, 0, DATA, 0, 0),
        "01 0a 0012 00000001 00000007 003c fffe 00 00");
  }

  @Test
  void shouldWritePacketOutWhenVersion10() {
    assertEncodes(
        (out, at) ->
            PacketOutEncoder.encode(
                out, at, 1, 0x55667788, -1, 3, OpenFlow.PORT_FLOOD, DATA, DATA_AT, 4),
        "01 0d 001c 55667788" + "ffffffff 0003 0008" + "0000 0008 fffb ffff" + "deadbeef");
    assertThat(PacketOutEncoder.bytes(1, 4)).isEqualTo(28);
  }

  @Test
  void shouldWritePacketOutWhenVersion13() {
    assertEncodes(
        (out, at) ->
            PacketOutEncoder.encode(
                out, at, 4, 0x55667788, -1, 3, OpenFlow.PORT_FLOOD, DATA, DATA_AT, 4),
        "04 0d 002c 55667788"
            + "ffffffff 00000003 0010 000000000000"
            + "0000 0010 fffffffb ffff 000000000000"
            + "deadbeef");
    assertThat(PacketOutEncoder.bytes(4, 4)).isEqualTo(44);
  }

  @Test
  void shouldWriteNoInPortInPacketOutThatTheControllerMade() {
    int own = OpenFlow.PORT_CONTROLLER;
    assertEncodes(
        (out, at) -> PacketOutEncoder.encode(out, at, 1, 2, -1, own, 4, DATA, DATA_AT, 4),
        "01 0d 001c 00000002 ffffffff ffff 0008 0000 0008 0004 ffff deadbeef");
    assertEncodes(
        (out, at) -> PacketOutEncoder.encode(out, at, 4, 2, -1, own, 4, DATA, DATA_AT, 4),
        "04 0d 002c 00000002 ffffffff fffffffd 0010 000000000000"
            + "0000 0010 00000004 ffff 000000000000 deadbeef");
  }

  @Test
  void shouldLeaveDataOutOfPacketOutWhenTheSwitchHasIt() {
    assertEncodes(
        (out, at) -> PacketOutEncoder.encode(out, at, 1, 2, 0x80000000, 3, 4, DATA, DATA_AT, 4),
        "01 0d 0018 00000002 80000000 0003 0008 0000 0008 0004 ffff");
    assertEncodes(
        (out, at) -> PacketOutEncoder.encode(out, at, 4, 2, 0x80000000, 3, 4, DATA, DATA_AT, 4),
        "04 0d 0028 00000002 80000000 00000003 0010 000000000000 0000 0010 00000004 ffff 000000000000");
  }

  @Test
  void shouldWriteNoActionInPacketOutWhenDropped() {
    assertEncodes(
        (out, at) ->
            PacketOutEncoder.encode(out, at, 1, 2, 9, 3, PacketOutEncoder.DROP, DATA, DATA_AT, 4),
        "01 0d 0010 00000002 00000009 0003 0000");
    assertEncodes(
        (out, at) ->
            PacketOutEncoder.encode(out, at, 4, 2, -1, 3, PacketOutEncoder.DROP, DATA, DATA_AT, 4),
        "04 0d 001c 00000002 ffffffff 00000003 0000 000000000000 deadbeef");
  }

  @Test
  void shouldWriteNothingWhenMessageWouldBeTooLong() {
    ByteBuffer out = ByteBuffer.allocate(70000);
    ByteBuffer data = ByteBuffer.allocate(66000);
    for (int version : new int[] {1, 4}) {
      int mostIn = 65535 - PacketInEncoder.bytes(version, 0);
      assertThat(PacketInEncoder.encode(out, 0, version, 1, -1, 0, 1, 0, 0, data, 0, mostIn))
          .isEqualTo(65535);
      int mostOut = 65535 - PacketOutEncoder.bytes(version, 0);
      assertThat(PacketOutEncoder.encode(out, 0, version, 1, -1, 1, 2, data, 0, mostOut))
          .isEqualTo(65535);
      out.putLong(0, 0x77);
      assertThat(PacketInEncoder.encode(out, 0, version, 1, -1, 0, 1, 0, 0, data, 0, mostIn + 1))
          .isZero();
      assertThat(PacketOutEncoder.encode(out, 0, version, 1, -1, 1, 2, data, 0, mostOut + 1))
          .isZero();
      assertThat(out.getLong(0)).isEqualTo(0x77);
    }
  }

  @Test
  void shouldWriteAddL2WhenVersion10() {
    assertEncodes(
        (out, at) ->
            new L2FlowAdd()
                .entry(0x8000, 10, 300, 1, 0x8123456789abcdefL)
                .encode(out, at, 1, 0x01020304, 3, SRC, DST, 4, 0x102),
        "01 0e 0050 01020304"
            + "003ffff2 0003 0a0b0c0d0e0f f1f2f3f4f5f6 0000 00 00 0000 00 00 0000 00000000 00000000 0000 0000"
            + "8123456789abcdef 0000 000a 012c 8000"
            + "00000102 ffff 0001"
            + "0000 0008 0004 ffff");
    assertThat(L2FlowAdd.bytes(1)).isEqualTo(80);
  }

  @Test
  void shouldWriteAddL2WhenVersion13() {
    assertEncodes(
        (out, at) ->
            new L2FlowAdd()
                .entry(0x8000, 10, 300, 1, 0x8123456789abcdefL)
                .encode(out, at, 4, 0x01020304, 3, SRC, DST, 4, -1),
        "04 0e 0068 01020304"
            + "8123456789abcdef 0000000000000000"
            + "00 00 000a 012c 8000 ffffffff ffffffff ffffffff 0001 0000"
            + "0001 0020 80000004 00000003 80000606 f1f2f3f4f5f6 80000806 0a0b0c0d0e0f"
            + "0004 0018 00000000 0000 0010 00000004 ffff 000000000000");
    assertThat(L2FlowAdd.bytes(4)).isEqualTo(104);
  }

  @Test
  void shouldKeepFieldsApartWhenArgumentsAreTooWide() {
    assertEncodes(
        (out, at) ->
            new L2FlowAdd().entry(-1, -1, -1, -1, -1).encode(out, at, 4, -1, -8, -1, -1, -3, -1),
        "04 0e 0068 ffffffff"
            + "ffffffffffffffff 0000000000000000"
            + "00 00 ffff ffff ffff ffffffff ffffffff ffffffff ffff 0000"
            + "0001 0020 80000004 fffffff8 80000606 ffffffffffff 80000806 ffffffffffff"
            + "0004 0018 00000000 0000 0010 fffffffd ffff 000000000000");
    assertEncodes(
        (out, at) ->
            new L2FlowAdd().entry(-1, -1, -1, -1, -1).encode(out, at, 1, -1, -8, -1, -1, -3, -1),
        "01 0e 0050 ffffffff"
            + "003ffff2 fff8 ffffffffffff ffffffffffff 0000 00 00 0000 00 00 0000 00000000 00000000 0000 0000"
            + "ffffffffffffffff 0000 ffff ffff ffff"
            + "ffffffff ffff ffff"
            + "0000 0008 fffd ffff");
  }

  @Test
  void shouldWriteDeletesWhenVersion10() {
    assertEncodes(
        (out, at) -> FlowModEncoder.deleteByEthDst(out, at, 1, 5, DST),
        "01 0e 0048 00000005"
            + "003ffff7 0000 000000000000 f1f2f3f4f5f6 0000 00 00 0000 00 00 0000 00000000 00000000 0000 0000"
            + "0000000000000000 0003 0000 0000 0000"
            + "ffffffff ffff 0000");
    assertThat(FlowModEncoder.deleteByEthDstBytes(1)).isEqualTo(72);
  }

  @Test
  void shouldWriteDeletesWhenVersion13() {
    assertEncodes(
        (out, at) -> FlowModEncoder.deleteByEthDst(out, at, 4, 5, DST),
        "04 0e 0040 00000005"
            + "0000000000000000 0000000000000000"
            + "ff 03 0000 0000 0000 ffffffff ffffffff ffffffff 0000 0000"
            + "0001 000e 80000606 f1f2f3f4f5f6 0000");
    assertThat(FlowModEncoder.deleteByEthDstBytes(4)).isEqualTo(64);
  }

  @Test
  void shouldWriteTableMissWhenAsked() {
    assertEncodes(
        (out, at) -> FlowModEncoder.tableMiss(out, at, 6),
        "04 0e 0050 00000006"
            + "00006d616d697373 0000000000000000"
            + "00 00 0000 0000 0000 ffffffff ffffffff ffffffff 0001 0000"
            + "0001 0004 00000000"
            + "0004 0018 00000000 0000 0010 fffffffd ffff 000000000000");
    assertThat(FlowModEncoder.tableMissBytes()).isEqualTo(80);
  }

  @Test
  void shouldWriteHellosWhenAsked() {
    assertEncodes(
        (out, at) -> HelloCodec.encode(out, at, 9), "04 00 0010 00000009 0001 0008 00000012");
    assertEncodes(
        (out, at) -> {
          out.put(at, Header.alone(1, OpenFlow.HELLO, 9));
          return OpenFlow.HEADER_BYTES;
        },
        "01 00 0008 00000009");
  }

  @Test
  void shouldWriteHelloFailedWhenNoVersionIsShared() {
    assertEncodes(
        (out, at) -> HelloCodec.encodeHelloFailed(out, at, 1, 9, "no\u00e9!"),
        "01 01 0010 00000009 0000 0000 6e6f3f21");
    assertEncodes(
        (out, at) -> HelloCodec.encodeHelloFailed(out, at, 4, 9, ""),
        "04 01 000c 00000009 0000 0000");
  }

  @Test
  void shouldCutReasonWhenItDoesNotFit() {
    ByteBuffer out = ByteBuffer.allocate(65535);
    assertThat(HelloCodec.encodeHelloFailed(out, 0, 4, 9, "x".repeat(70000))).isEqualTo(65535);
    assertThat(Header.length(out, 0)).isEqualTo(65535);
  }
}
